import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import type { Example, Flag, Group, LazyGroup, Verb } from "./command.ts";
import { flagForm, type Placeholder, placeholder } from "./notation.ts";

/** One flag as a program reads it. */
export interface FlagRecord {
  name: string;
  short?: string;
  /** What it takes; absent where it takes nothing. */
  value?: Placeholder;
  summary: string;
  choices?: readonly string[];
  default?: string;
}

/** A command, or a group of them, as data: what `help --json`, the reference and the man pages are made of. */
export interface CommandRecord {
  /** `till products list` */
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

/** Opens groups and describes everything in them, in the order of help. */
export async function commandRecords(groups: readonly LazyGroup[]): Promise<CommandRecord[]> {
  return await Promise.all(
    groups.map(async (group) => commandRecord({ ...(await group.load()), ...aliasOf(group) }, "till")),
  );
}

function aliasOf({ alias }: { alias?: string }): { alias?: string } {
  return alias === undefined ? {} : { alias };
}

/** One opened command or group, with everything below it; `before` is the path above it. */
export function commandRecord(node: Group | Verb, before: string): CommandRecord {
  const { name, summary } = node;
  const path = `${before} ${name}`;
  if ("verbs" in node) {
    const commands = node.verbs.map((verb) => commandRecord(verb, path));
    return { path, name, ...aliasOf(node), summary, commands };
  }
  return {
    path,
    name,
    summary,
    arguments: (node.args ?? []).map(({ name, describe, choices }) => ({
      ...placeholder(name),
      summary: describe,
      ...(choices && { choices }),
    })),
    flags: (node.flags ?? []).map(flagRecord),
    examples: node.examples,
    ...(node.notes !== undefined && { notes: node.notes }),
  };
}

/** A declared flag as data. */
export function flagRecord(flag: Flag): FlagRecord {
  const { long, short, value } = flagForm(flag);
  const { describe, choices, fallback } = flag;
  return {
    name: long,
    ...(short && { short }),
    ...(value && { value }),
    summary: describe,
    ...(choices && { choices }),
    ...(fallback !== undefined && { default: fallback }),
  };
}

/** The command that words name, opened as far as they say. Throws UsageError with the nearest one where there is none. */
export async function findCommand(
  groups: readonly LazyGroup[],
  words: readonly string[],
): Promise<{ node: Group | Verb; before: string }> {
  const [first = "", ...rest] = words;
  const group = named(groups, first);
  if (group === undefined) throw unknownCommand("till", first, groups);
  let [node, before]: [Group | Verb, string] = [{ ...(await group.load()), ...aliasOf(group) }, "till"];
  for (const word of rest) {
    if (!("verbs" in node)) break;
    before = `${before} ${node.name}`;
    const next: Group | Verb | undefined = named(node.verbs, word);
    if (next === undefined) throw unknownCommand(before, word, node.verbs);
    node = next;
  }
  return { node, before };
}

/** The one of this name or alias. */
export function named<T extends { name: string; alias?: string }>(
  nodes: readonly T[],
  word: string,
): T | undefined {
  return nodes.find(({ name, alias }) => name === word || alias === word);
}

/** The error for a word that is no command, with the one that was probably meant. */
export function unknownCommand(before: string, word: string, known: readonly { name: string }[]): UsageError {
  const names = known.map(({ name }) => name);
  const meant = nearest(word, names);
  // A list that takes half the screen helps nobody.
  const hint =
    names.length > 12 ? `See them all: ${before} --help` : `The commands of ${before}: ${names.join(", ")}`;
  return new UsageError(
    `There is no command "${before} ${word}".${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
    { code: "UNKNOWN_COMMAND", hint },
  );
}
