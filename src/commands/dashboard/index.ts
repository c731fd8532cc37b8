import type { Verb } from "../../cli/command.ts";
import { wholeNumber } from "../../cli/flags.ts";
import { UsageError } from "../../kernel/errors.ts";

/** Ten years are enough for a glance. */
const mostDays = 3660;

function someDays(text: string): number {
  const days = wholeNumber("--days", 1)(text);
  if (days > mostDays)
    throw new UsageError(`--days takes at most ${mostDays}, not ${text}.`, {
      field: "--days",
      hint: "Orders of any time: till orders summary",
    });
  return days;
}

const parts = ["sales", "stock", "tickets", "abandoned"];

function someParts(text: string): string[] {
  const named = text.split(",").map((part) => part.trim());
  const unknown = named.find((part) => !parts.includes(part));
  if (unknown === undefined) return named;
  throw new UsageError(`--only takes some of ${parts.join(", ")}, not "${unknown}".`, { field: "--only" });
}

/** `till dashboard` */
export const dashboard: Verb = {
  name: "dashboard",
  summary: "orders, revenue, stock, tickets and lost checkouts at a glance",
  flags: [
    {
      flags: "--days <n>",
      describe: "so many days, today included (default: 30)",
      parse: someDays,
    },
    {
      flags: "--low <n>",
      describe: "stock of so many or fewer is low (default: 5)",
      parse: wholeNumber("--low"),
    },
    {
      flags: "--only <parts>",
      describe: `only some of ${parts.join(", ")}`,
      parse: someParts,
    },
  ],
  examples: [
    { run: "till dashboard", does: "the last 30 days" },
    { run: "till dashboard --days 7 --low 3", does: "a week, and what is nearly gone" },
    { run: "till dashboard --json --jq '.sales[] | .revenue'", does: "the revenue, for a script" },
    { run: "till dashboard --only sales,stock", does: "without what the shop does not have" },
    { run: "till dashboard --output csv", does: "a row for each day, for a spreadsheet" },
  ],
  notes:
    "A screen on a terminal; elsewhere rows that begin with what they are. Orders are the approved ones, revenue is the sum of\ntheir totals, and what was given back of it is told by itself. Days are those of the time zone in use.\nA part that cannot be read says why, and the others are there: exit 9, and `errors` in the JSON.\nMore: docs/guides/screen.md",
  load: () => import("./run.ts"),
};
