import { parseSetting } from "../config/settings.ts";
import { longestTimer, parseDuration } from "../kernel/durations.ts";
import { UsageError } from "../kernel/errors.ts";
import { outputFormats } from "../output/streams.ts";
import type { Flag, Verb } from "./command.ts";

/** Returns a parser for whole numbers of at least `min`; it throws UsageError naming the flag. */
export function wholeNumber(flag: string, min = 0): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min) {
      throw new UsageError(
        `Invalid value "${text}" for ${flag}: expected a whole number of at least ${min}.`,
        {
          field: flag,
        },
      );
    }
    return value;
  };
}

/** Parses the value of `--port`. Throws UsageError. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`Invalid value "${text}" for --port: expected a number from 0 to 65535.`, {
    field: "--port",
  });
}

/** Returns a parser for numbers between 0 and 1; it throws UsageError naming the flag. */
export function share(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^(0|1|0?\.\d+|1\.0+)$/.test(text)) return value;
    throw new UsageError(
      `Invalid value "${text}" for ${flag}: expected a number between 0 and 1, such as 0.05.`,
      {
        field: flag,
      },
    );
  };
}

/** Returns a parser from `500ms`, `30s`, `5m`, `2h` or `7d` to milliseconds; it throws UsageError naming the flag. */
export function duration(flag: string): (text: string) => number {
  return (text) => {
    const ms = parseDuration(text);
    if (ms !== undefined) return ms;
    throw new UsageError(`Invalid value "${text}" for ${flag}: expected a duration such as 30s, 5m or 2h.`, {
      field: flag,
    });
  };
}

/** The flags that every command accepts. */
export const globalFlags: readonly Flag[] = [
  { flags: "--profile <name>", describe: "profile to use (default: the local sandbox)" },
  { flags: "--site <id>", describe: "site to use instead of the profile's site" },
  { flags: "--as <role>", describe: "identity to use", choices: ["visitor", "member", "staff", "admin"] },
  { flags: "--json", describe: "print JSON, with notices and errors as JSON on stderr" },
  { flags: "--output <format>", describe: "output format", choices: outputFormats },
  { flags: "--fields <paths>", describe: "print only these fields: name,priceData.price" },
  { flags: "--jq <filter>", describe: "filter the JSON output with a jq expression" },
  { flags: "--template <text>", describe: "format each record with a template: '{{name}} {{sku}}\\n'" },
  { flags: "-q, --quiet", describe: "suppress progress and notices" },
  { flags: "-v, --verbose", describe: "print more details on stderr" },
  {
    flags: "--log <format>",
    describe: "how notices, progress and errors are written on stderr",
    choices: ["text", "json"],
  },
  {
    flags: "--debug [what]",
    describe: "print stack traces; --debug=http also logs every request (secrets hidden)",
  },
  { flags: "--no-input", describe: "disable prompts; fail and name the missing flag instead" },
  { flags: "--no-pager", describe: "do not page long output" },
  { flags: "--color <when>", describe: "when to use color", choices: ["auto", "always", "never"] },
  { flags: "--no-color", describe: "disable color" },
  {
    flags: "--timeout <duration>",
    describe: "maximum time for one request",
    parse: (text) => parseSetting("timeout", text, "--timeout"),
  },
  {
    flags: "--notify <target>",
    describe:
      "send the result of a change to this URL, or as JSON to this command (till help guide notifications)",
  },
  {
    flags: "--deadline <duration>",
    describe: "maximum time for the command: it then stops as after Ctrl-C, with exit code 124",
    parse: (text) => {
      const ms = duration("--deadline")(text);
      if (ms > 0 && ms <= longestTimer) return ms;
      throw new UsageError(`Invalid value "${text}" for --deadline: expected up to 20 days.`, {
        field: "--deadline",
      });
    },
  },
  {
    flags: "--concurrency <n>",
    describe: "maximum number of concurrent requests",
    parse: wholeNumber("--concurrency", 1),
  },
  {
    flags: "--max-requests <n>",
    describe: "maximum requests per second, or per minute: 200/m",
    parse: (text) => parseSetting("maxRequests", text, "--max-requests"),
  },
];

/** The global flags with a value, which may stand before the command. */
const globalsWithValue = new Set(globalFlags.flatMap(({ flags }) => /--[\w-]+(?= <)/.exec(flags) ?? []));

/** Returns whether a word of a command line is no flag, nor the value of a global one: the command is the first of them. */
export const isPlainWord = (words: readonly string[], at: number): boolean =>
  !words[at]?.startsWith("-") && !globalsWithValue.has(words[at - 1] ?? "");

export const yesFlag: Flag = { flags: "-y, --yes", describe: "skip the confirmation prompt" };
export const dryRunFlag: Flag = {
  flags: "-n, --dry-run",
  describe: "show what would change without changing anything",
};
export const detailedExitcodeFlag: Flag = {
  flags: "--detailed-exitcode",
  describe: "with --dry-run or --plan-out, exit 11 if there are changes",
};
/** The flags of commands that run on many sites. */
export const atOnceFlag: Flag = {
  flags: "--at-once <n>",
  describe: "sites at the same time (default: 8)",
  parse: wholeNumber("--at-once", 1),
};
export const failFastFlag: Flag = {
  flags: "--fail-fast",
  describe: "start no further sites after one has failed",
};
/** Writes a plan instead of sending it. */
export const planOutFlag: Flag = {
  flags: "--plan-out <file>",
  describe: "write the plan to a file for till apply instead of applying it",
};
/** The flags of every command that writes and has no preview of its own. */
const previewFlags: readonly Flag[] = [
  dryRunFlag,
  planOutFlag,
  { ...detailedExitcodeFlag, describe: "with --dry-run or --plan-out, exit 11 if something would be sent" },
];

type Flags = Pick<Verb, "flags" | "name" | "writes">;

/** Returns whether --dry-run of a command shows its first request, because it has no preview of its own. */
export const previewsRequest = ({ flags = [], writes }: Pick<Verb, "flags" | "writes">): boolean =>
  writes === true && !flags.includes(dryRunFlag);

/** Returns the options that a command reads itself: not those of a preview that shows its first request. */
export function withoutPreview(verb: Flags, options: object): object {
  const { dryRun, planOut, detailedExitcode, ...rest } = options as Record<string, unknown>;
  if (!previewsRequest(verb)) return options;
  const { yes, ...own } = rest;
  return verb.flags?.includes(yesFlag) ? rest : own;
}

/** Sets a field by its name, in an update whose own flags set the fields. */
export const setFlag: Flag = {
  flags: "--set <change...>",
  describe: "set a field by the name of its flag or its path: name=Mug",
};

/** Returns all flags of a command except the global ones. Every update takes `--set`. */
export function flagsOf(verb: Flags): readonly Flag[] {
  const { flags: own = [], name } = verb;
  const takesSet = name !== "update" || own.some(({ flags }) => flags.startsWith("--set "));
  const flags = takesSet ? own : [...own, setFlag];
  if (!previewsRequest(verb)) return flags;
  return [...flags, ...(own.includes(yesFlag) ? [] : [yesFlag]), ...previewFlags];
}

/** Returns `--filter` with an example for the rows of the command. */
export const filterFlag = (example: string): Flag => ({
  flags: "--filter <expression>",
  describe: `only rows that match: ${example}`,
});
export const expectFlag: Flag = {
  flags: "--expect <n>",
  describe: "fail unless exactly n rows match",
  parse: wholeNumber("--expect"),
};

/** The number of rows of a job, or of lines or products of its file. */
export interface ExpectedCount {
  count: number;
  of: "lines" | "products";
}

/** Stops an import unless its file has the expected lines or products. */
export const expectLinesFlag: Flag = {
  flags: "--expect <n>",
  describe: "fail unless the file has exactly n products, or n lines: 31lines",
  parse(text): number | ExpectedCount {
    const [, count, of] = /^(\d+)\s*(lines?|products?)$/.exec(text) ?? [];
    if (count === undefined) return wholeNumber("--expect")(text);
    return { count: Number(count), of: of?.startsWith("line") ? "lines" : "products" };
  },
};

/** Accepts an input file without rows. */
export const allowEmptyFlag: Flag = {
  flags: "--allow-empty",
  describe: "succeed if the file has no rows",
};

/** Selects everything for a bulk change; `--expect` or the typed count confirms it. */
export const allFlag: Flag = {
  flags: "--all",
  describe: "select everything; needs --expect <n>, or the count typed at the prompt",
};

/** Opens the list in the interactive browser instead of printing it. */
export const interactiveFlag: Flag = {
  flags: "-i, --interactive",
  describe: "browse the list interactively",
};

/** Takes the filter, search, sort and columns of a saved view. */
export const viewFlag: Flag = { flags: "--view <view>", describe: "use a saved view of the list" };

export const searchFlag: Flag = {
  flags: "--search <text>",
  describe: "only rows whose name contains this text",
};

/** The lists that the local copy has, by the call that lists them. */
export const copiedLists: ReadonlySet<string> = new Set([
  "abandonedCheckouts.query",
  "collections.query",
  "coupons.query",
  "discountRules.query",
  "eventGuests.query",
  "events.query",
  "orders.search",
  "products.query",
  "tickets.list",
]);

/** Reads a list from the local copy of the shop. */
export const localFlag: Flag = {
  flags: "--local [age]",
  describe: "read the local copy of the shop; with an age such as 10m, only if it is not older",
};

/** A difference between the rows that were listed and those that the platform counts is a failure. */
export const strictFlag: Flag = {
  flags: "--strict",
  describe: "exit 9 if rows changed while they were being listed",
};

/** Examples of `--filter` and `--sort` for the rows of a list, and what `--search` finds if that is not their names. */
interface ListExamples {
  filter: string;
  sort: string;
  search?: string;
}

/** Returns the flags of a list command. */
export const listFlags = ({ filter, sort, search }: ListExamples): readonly Flag[] => [
  filterFlag(filter),
  viewFlag,
  search === undefined ? searchFlag : { ...searchFlag, describe: search },
  { flags: "--sort <fields>", describe: `sort order: ${sort}` },
  {
    flags: "--limit <n>",
    describe: "maximum number of rows (default: 50, or the limit setting)",
    setting: "limit",
    parse: wholeNumber("--limit", 1),
  },
  { flags: "--offset <n>", describe: "number of rows to skip", parse: wholeNumber("--offset") },
  { flags: "--all", describe: "list all rows" },
  strictFlag,
  localFlag,
  interactiveFlag,
];

/** Notice printed below a list that is not complete. */
export const moreRows = "There are more: use --all, or --limit and --offset.";

/** Parsed values of the list flags. */
export interface ListOptions {
  filter?: string;
  search?: string;
  sort?: string;
  limit?: number;
  offset?: number;
  all?: boolean;
  strict?: boolean;
  /** True, or the age that the local copy may have. */
  local?: string | true;
  /** The headings of the columns that a saved view shows. */
  columns?: readonly string[];
}

/** The flags that set the input of a raw call. */
export const fieldFlags: readonly Flag[] = [
  {
    flags: "-f, --field <path=value>",
    describe: "set a field: product.name=Mug, ids[]=A (repeatable)",
    repeat: true,
  },
  {
    flags: "-F, --json-field <path=value>",
    describe: "set a field to a JSON value, or to the contents of @FILE (@- for stdin; repeatable)",
    repeat: true,
  },
  { flags: "--input <json>", describe: "the whole input as JSON: @FILE, - for stdin, or the JSON itself" },
];

/** The values of the field flags, and of `--set` where it sets such a field. */
export interface FieldOptions {
  set?: readonly string[];
  field?: string[];
  jsonField?: string[];
  input?: string;
}

/** The flag that answers the questions of an event's form. */
export const answerFlag = {
  flags: "--answer <name=value>",
  describe: "answer to a question of the event's form: phone=555 (repeatable; see till events form get)",
  repeat: true as const,
};

/** Returns Commander's name of a flag: `validFrom` for `--valid-from`. */
export const flagKey = (long: string) =>
  long.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
