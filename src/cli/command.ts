import type { SettingName } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import type { ExitCode } from "../kernel/errors.ts";
import type { ResourceFields } from "../resources/resource.ts";

/** One flag, declared as data. */
export interface Flag {
  /** Commander's notation: `-y, --yes`, `--limit <n>`, `--set <change...>`. */
  flags: string;
  describe: string;
  choices?: readonly string[];
  /** Shown and used when the flag is absent. */
  fallback?: string;
  /** The setting that is used if the flag is absent. */
  setting?: SettingName;
  /** May be given again and again: its value is the list of what was given. */
  repeat?: true;
  /** Text to value; throws UsageError for bad text. */
  parse?: (text: string) => unknown;
}

/** A line of shell and what it does. */
export interface Example {
  run: string;
  does: string;
}

/** Splits a declared example into its line of shell and its comment. */
export function parseExample(text: string): Example {
  const at = text.lastIndexOf(" # ");
  return { run: text.slice(0, at), does: text.slice(at + 3) };
}

/** The second half of a command: the work, opened when it is executed. */
export interface Runnable {
  /** Resolves with the exit code, or with the result of a job; nothing means 0. Failures are thrown. */
  run(context: Context, args: string[], options: object): Promise<ExitCode | CommandResult | undefined>;
}

/** One command: its declaration here, its work behind `load`. */
export interface Verb {
  name: string;
  summary: string;
  /** Positional arguments in Commander's notation: `<product>`, `[file]`, `<ids...>`. */
  args?: readonly { name: string; describe: string; choices?: readonly string[] }[];
  flags?: readonly Flag[];
  /** Each a line of shell that works as it is, with a comment: `till cart get # all items`. */
  examples: readonly string[];
  /** A paragraph of help below the flags. */
  notes?: string;
  /** It changes something in the shop: `--dry-run` shows the request that would do so. Absent if the verb declares the flag itself. */
  writes?: true;
  /**
   * The command repairs settings, so that a stored setting that cannot be read is ignored instead of ending the command.
   * Prints a notice about it, unless `quietly`.
   */
  repairs?: true | "quietly";
  /** Its flags or arguments name the shops that it works on, or it may change none: its writes alone need a shop that is named. */
  namesShops?: true | ((args: readonly string[]) => boolean);
  /** Run on many sites or by a worker, it undoes jobs of earlier commands and makes none of its own. */
  undoes?: true;
  /** It gives the terminal to another program, or reads the keyboard itself: a list does not stay behind it. */
  ownsTerminal?: true;
  /** It exists to print a secret that is in use. */
  printsSecrets?: true;
  /** The resource that the command lists or shows; completion reads its fields. */
  resource?: () => Promise<ResourceFields>;
  load: () => Promise<Runnable>;
}

/** A command group: verbs, and nested groups. */
export interface Group {
  name: string;
  summary: string;
  alias?: string;
  /** It can be browsed: on a terminal its name alone opens the screen. */
  screen?: boolean;
  /** Commands that people look for here, by the name that they try: `export` is `till coupons list --output csv`. */
  elsewhere?: Readonly<Record<string, string>>;
  verbs: readonly (Verb | Group)[];
}

/**
 * A command without its name and summary, which stand where it is listed: those of top-level commands in
 * `commands/index.ts`, so that root help loads no other file.
 */
export type Unnamed<T extends Group | Verb> = Omit<T, "alias" | "name" | "summary">;

/** A command that is loaded when its name is typed. */
export interface LazyGroup {
  name: string;
  alias?: string;
  /** The heading that a top-level command stands under in root help. */
  section?: string;
  summary: string;
  /** Commands of the group that are loaded when their own names are typed. */
  below: readonly LazyGroup[];
  /** Loads the command without those of `below`. */
  own: () => Promise<Group | Verb>;
  /** Loads the command and everything below it. */
  load: () => Promise<Group | Verb>;
}

/** The value of a flag or an argument: `<n>`, `[file]`, `<change...>`. */
export interface Placeholder {
  /** The word in the brackets; completion derives the values from it (`product`, `job`, `file`). */
  name: string;
  required: boolean;
  many: boolean;
}

/** The parts of a flag declaration such as `-y, --yes` or `--limit <n>`. */
export interface FlagForm {
  long: string;
  short?: string;
  value?: Placeholder;
}

/** Parses a placeholder. */
export function placeholder(text: string): Placeholder {
  const many = text.includes("...");
  return { name: text.replace(/[<>[\].]/g, ""), required: text.startsWith("<"), many };
}

/** Parses a flag declaration. */
export function flagForm({ flags }: Pick<Flag, "flags">): FlagForm {
  const [, short, long = "", value] = /^(?:(-\w), )?(--[\w-]+)(?: (\S+))?$/.exec(flags) ?? [];
  return { long, short: short || undefined, value: value ? placeholder(value) : undefined };
}
