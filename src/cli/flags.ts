import { UsageError } from "../kernel/errors.ts";
import { outputFormats } from "../output/formats.ts";
import type { Flag } from "./command.ts";

/** A whole number of at least `min`, or a UsageError that names the flag. */
export function wholeNumber(flag: string, min = 0): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min) {
      throw new UsageError(`${flag} takes a whole number of at least ${min}, not "${text}".`, {
        field: flag,
      });
    }
    return value;
  };
}

const milliseconds: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `500ms`, `30s`, `5m`, `2h`, `7d` in milliseconds, or a UsageError that names the flag. */
export function duration(flag: string): (text: string) => number {
  return (text) => {
    const match = /^(\d+)(ms|s|m|h|d)$/.exec(text);
    const unit = milliseconds[match?.[2] ?? ""];
    if (!match || unit === undefined) {
      throw new UsageError(`${flag} takes a duration such as 30s, 5m or 2h, not "${text}".`, { field: flag });
    }
    return Number(match[1]) * unit;
  };
}

/** The flags that every command knows. */
export const globalFlags: readonly Flag[] = [
  { flags: "--profile <name>", describe: "the shop to work on (default: the local sandbox)" },
  { flags: "--site <id>", describe: "the site to work on, where the profile's is not meant" },
  { flags: "--as <role>", describe: "act as this identity", choices: ["visitor", "member", "admin"] },
  { flags: "--json", describe: "print one JSON value; errors as JSON on stderr" },
  { flags: "--output <format>", describe: "how to print", choices: outputFormats },
  { flags: "--fields <paths>", describe: "only these fields: name,priceData.price" },
  { flags: "--jq <filter>", describe: "what a jq filter makes of the JSON" },
  { flags: "--template <text>", describe: "this text for every record: '{{name}} {{sku}}\\n'" },
  { flags: "-q, --quiet", describe: "no progress and no notices" },
  { flags: "-v, --verbose", describe: "say more on stderr" },
  {
    flags: "--debug [what]",
    describe: "stack traces; --debug=http also shows every request (secrets hidden)",
  },
  { flags: "--no-input", describe: "never ask; fail and name the flag instead" },
  { flags: "--no-pager", describe: "do not page long output" },
  { flags: "--color <when>", describe: "colour", choices: ["auto", "always", "never"] },
  { flags: "--no-color", describe: "no colour" },
  { flags: "--timeout <duration>", describe: "longest wait for one request", parse: duration("--timeout") },
  {
    flags: "--concurrency <n>",
    describe: "requests at the same time",
    parse: wholeNumber("--concurrency", 1),
  },
  { flags: "--rate <n>", describe: "most requests per second", parse: wholeNumber("--rate", 1) },
];

export const yesFlag: Flag = { flags: "-y, --yes", describe: "do not ask for confirmation" };
export const dryRunFlag: Flag = {
  flags: "-n, --dry-run",
  describe: "show what would happen and send nothing",
};
export const filterFlag: Flag = {
  flags: "--filter <expression>",
  describe: 'only rows that match: brand = "Acme" and price > 10',
};
export const expectFlag: Flag = {
  flags: "--expect <n>",
  describe: "refuse to run unless exactly n rows match",
  parse: wholeNumber("--expect"),
};

/** Opens the list on the screen instead of printing it. */
export const interactiveFlag: Flag = {
  flags: "-i, --interactive",
  describe: "browse the list on the screen",
};

/** The flags of list commands. */
export const listFlags: readonly Flag[] = [
  filterFlag,
  { flags: "--search <text>", describe: "only rows whose name contains this" },
  { flags: "--sort <fields>", describe: "order: price:desc,name" },
  {
    flags: "--limit <n>",
    describe: "at most this many rows (default: 50, or the setting limit)",
    setting: "limit",
    parse: wholeNumber("--limit", 1),
  },
  { flags: "--offset <n>", describe: "skip this many rows", parse: wholeNumber("--offset") },
  { flags: "--all", describe: "every row, page after page" },
  { flags: "--strict", describe: "exit 9 when rows moved while they were listed" },
  interactiveFlag,
];

/** Said below a list that goes on. */
export const moreRows = "There are more: use --all, or --limit and --offset.";

/** What the list flags come to. */
export interface ListOptions {
  filter?: string;
  search?: string;
  sort?: string;
  limit?: number;
  offset?: number;
  all?: boolean;
  strict?: boolean;
}
