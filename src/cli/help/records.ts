import {
  type Example,
  type Flag,
  flagForm,
  type Group,
  type LazyGroup,
  type Placeholder,
  parseExample,
  placeholder,
  type Verb,
} from "../command.ts";
import { flagsOf } from "../flags.ts";

/** A flag as data. */
export interface FlagRecord {
  name: string;
  short?: string;
  /** Its value; absent for a boolean flag. */
  value?: Placeholder;
  summary: string;
  choices?: readonly string[];
  default?: string;
}

/** A command or command group as data: the source of `help --json`, the reference and the man pages. */
export interface CommandRecord {
  /** The full command: `till products list`. */
  path: string;
  name: string;
  alias?: string;
  summary: string;
  arguments?: (Placeholder & { summary: string; choices?: readonly string[] })[];
  flags?: FlagRecord[];
  examples?: readonly Example[];
  notes?: string;
  commands?: CommandRecord[];
}

/** Loads all groups and returns their commands as records, in display order. */
export async function commandRecords(groups: readonly LazyGroup[]): Promise<CommandRecord[]> {
  return await Promise.all(groups.map(async (group) => commandRecord(await group.load(), "till")));
}

/** Converts a command or group, with everything below it, to a record; `before` is the path above it. */
export function commandRecord(node: Group | Verb, before: string): CommandRecord {
  const { name, summary } = node;
  const path = `${before} ${name}`;
  if ("verbs" in node) {
    const commands = node.verbs.map((verb) => commandRecord(verb, path));
    return { path, name, alias: node.alias, summary, commands };
  }
  return {
    path,
    name,
    summary,
    arguments: (node.args ?? []).map(({ name, describe, choices }) => ({
      ...placeholder(name),
      summary: describe,
      choices,
    })),
    flags: flagsOf(node).map(flagRecord),
    examples: node.examples.map(parseExample),
    notes: node.notes,
  };
}

/** Converts a declared flag to a record. */
export function flagRecord(flag: Flag): FlagRecord {
  const { long, short, value } = flagForm(flag);
  const { describe, choices, fallback } = flag;
  return {
    name: long,
    short: short || undefined,
    value,
    summary: describe,
    choices,
    default: fallback,
  };
}
