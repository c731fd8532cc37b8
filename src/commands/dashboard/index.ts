import type { LazyGroup, Unnamed, Verb } from "../../cli/command.ts";
import { wholeNumber } from "../../cli/flags.ts";
import { UsageError } from "../../kernel/errors.ts";

/** About ten years. */
const maxDays = 3660;

function parseDays(text: string): number {
  const days = wholeNumber("--days", 1)(text);
  if (days > maxDays)
    throw new UsageError(`--days takes at most ${maxDays}, not ${text}.`, {
      field: "--days",
      hint: "For orders of any time: till orders summary",
    });
  return days;
}

const parts = ["sales", "stock", "tickets", "abandoned"];

function parseParts(text: string): string[] {
  const given = text.split(",").map((part) => part.trim());
  const unknown = given.find((part) => !parts.includes(part));
  if (unknown === undefined) return given;
  throw new UsageError(`--only takes ${parts.join(", ")}, not "${unknown}".`, { field: "--only" });
}

/** `till dashboard` */
export const dashboard = (groups: () => readonly LazyGroup[]): Unnamed<Verb> => ({
  flags: [
    {
      flags: "--days <n>",
      describe: "number of days, including today (default: 30)",
      parse: parseDays,
    },
    {
      flags: "--low <n>",
      describe: "highest quantity that counts as low stock (default: 5)",
      parse: wholeNumber("--low"),
    },
    {
      flags: "--only <parts>",
      describe: `parts to show, comma-separated: ${parts.join(", ")}`,
      parse: parseParts,
    },
  ],
  examples: [
    "till dashboard # the last 30 days",
    "till dashboard --days 7 --low 3 # the last week, with a lower stock limit",
    'till dashboard --json --jq ".sales[] | .revenue" # only the revenue',
    "till dashboard --only sales,stock # only sales and stock",
    "till dashboard --output csv # one row per day, for a spreadsheet",
  ],
  notes: `Opens a screen on a terminal; otherwise prints rows that start with their type. Only approved orders count; revenue is
the sum of their totals, and refunds are shown separately. Days are in the current time zone.
If a part cannot be read, the rest is still shown: exit 9, and \`errors\` in the JSON.
More: till help guide screen`,
  load: async () => {
    const { run } = await import("./run.ts");
    return { run: (context, _args, options) => run(context, groups(), options) };
  },
});
