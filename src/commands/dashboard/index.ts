import { UsageError } from "../../errors.ts";
import type { Verb } from "../command.ts";
import { wholeNumber } from "../flags.ts";

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
  ],
  examples: [
    { run: "till dashboard", does: "the last 30 days" },
    { run: "till dashboard --days 7 --low 3", does: "a week, and what is nearly gone" },
    { run: "till dashboard --json --jq '.sales[] | .revenue'", does: "the revenue, for a script" },
    { run: "till dashboard --output csv", does: "a row for each day, for a spreadsheet" },
  ],
  notes:
    "A screen on a terminal; elsewhere rows that begin with what they are. Orders are the approved ones, revenue is the sum of\ntheir totals, and what was given back of it is told by itself. Days are those of the time zone in use.\nMore: docs/guides/screen.md",
  load: () => import("./run.ts"),
};
