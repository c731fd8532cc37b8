import { existsSync } from "node:fs";
import { pathsFor } from "../config/paths.ts";
import type { Host } from "../context/host.ts";
import { splitWords } from "../kernel/command-line.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import type { Group, LazyGroup, Verb } from "./command.ts";
import { isPlainWord } from "./flags.ts";

/** A command that was found: its declaration, and the commands of its group that are not loaded yet. */
export interface OpenCommand {
  node: Group | Verb;
  lazy?: LazyGroup;
}

/** Opens a command that is loaded by its name. */
export const openCommand = async (lazy: LazyGroup): Promise<OpenCommand> => ({
  node: await lazy.own(),
  lazy,
});

/** Opens the command with a name or alias inside a group; undefined if there is none. */
export async function openInside(
  { node, lazy }: OpenCommand,
  name: string,
): Promise<OpenCommand | undefined> {
  const verb = "verbs" in node ? findByName<Group | Verb>(node.verbs, name) : undefined;
  if (verb) return { node: verb };
  const below = lazy && findByName(lazy.below, name);
  return below && (await openCommand(below));
}

/** Returns the commands inside a group. */
export const commandsInside = ({ node, lazy }: OpenCommand): readonly (Group | Verb | LazyGroup)[] => [
  ...("verbs" in node ? node.verbs : []),
  ...(lazy?.below ?? []),
];

/**
 * Finds the command that `path` (such as `products`, `list`) names; `load` loads it with everything below it. `before` is the path
 * above it. Throws UsageError, with a suggestion, for an unknown command.
 */
export async function findCommand(
  groups: readonly LazyGroup[],
  path: readonly string[],
): Promise<{ load(): Promise<Group | Verb>; before: string }> {
  const [first = "", ...rest] = path;
  const group = findByName(groups, first);
  if (group === undefined) throw unknownGroup(first, groups);
  let [open, before] = [await openCommand(group), "till"];
  for (const name of rest) {
    if (!("verbs" in open.node)) break;
    before = `${before} ${open.node.name}`;
    const next = await openInside(open, name);
    if (next === undefined) throw unknownCommand(before, name, commandsInside(open), open.node);
    open = next;
  }
  const { node, lazy } = open;
  return { load: async () => (await lazy?.load()) ?? node, before };
}

/** Where commands are that had other names. */
const renamed: Readonly<Record<string, string>> = {
  auth: "account",
  edit: "products edit",
  graphql: "api graphql",
  inventory: "products stock",
};

/** Returns the path of a command that was on the first level, and is in a group now. */
function pathOfMoved(name: string, groups: readonly LazyGroup[]): string | undefined {
  if (Object.hasOwn(renamed, name)) return renamed[name];
  const group = groups.find(({ below }) => findByName(below, name));
  return group && `${group.name} ${findByName(group.below, name)?.name}`;
}

/** The verbs for those that other tools have. */
const synonyms: Readonly<Record<string, string>> = {
  add: "create",
  change: "update",
  ls: "list",
  new: "create",
  remove: "delete",
  rm: "delete",
  save: "create",
  set: "update",
  show: "get",
  unset: "delete",
  view: "get",
};

/** What people type on the first level for a command of a group. */
const inGroups: Group["elsewhere"] = {
  capture: "orders capture",
  fulfill: "orders fulfill",
  history: "jobs list",
  import: "products import",
  payments: "orders capture",
  refund: "orders refund",
  undo: "jobs undo",
  void: "orders void",
};

/** Returns the node with this name or alias. */
export function findByName<T extends { name: string; alias?: string }>(
  nodes: readonly T[],
  name: string,
): T | undefined {
  return nodes.find((node) => node.name === name || node.alias === name);
}

/**
 * Returns the error for an unknown command below `before`, with the command that has its place, or the closest known name. `moved`:
 * the groups that may have it now.
 */
export function unknownCommand(
  before: string,
  name: string,
  known: readonly { name: string }[],
  { elsewhere = {}, moved = [] }: { elsewhere?: Group["elsewhere"]; moved?: readonly LazyGroup[] } = {},
): UsageError {
  const now = moved.length > 0 ? pathOfMoved(name, moved) : undefined;
  if (now !== undefined)
    return new UsageError(`till ${name} is now: till ${now}`, {
      code: "UNKNOWN_COMMAND",
      hint: `Its arguments: till ${now} --help`,
    });
  const names = known.map(({ name }) => name);
  const verb = Object.hasOwn(synonyms, name) ? synonyms[name] : undefined;
  const meant = verb !== undefined && names.includes(verb) ? verb : nearest(name, names);
  const closest = Object.hasOwn(elsewhere, name) ? elsewhere[name] : meant;
  // A long list of names would hide the message.
  const hint =
    names.length > 12
      ? `List all commands: ${before === "till" ? "till help commands" : `${before} --help`}`
      : `Commands of ${before}: ${names.join(", ")}`;
  return new UsageError(
    `Unknown command "${before} ${name}".${closest === undefined ? "" : ` Did you mean ${closest}?`}`,
    { code: "UNKNOWN_COMMAND", hint },
  );
}

/** Returns the error for an unknown command on the first level. */
export const unknownGroup = (name: string, groups: readonly LazyGroup[]): UsageError =>
  unknownCommand("till", name, groups, { elsewhere: inGroups, moved: groups });

/** The words that are no commands of their own, and cannot be aliases either. */
const reserved = new Set(["help", "__complete", "__query"]);

/** Returns whether a word is a command of till. */
export const isCommand = (word: string, groups: readonly LazyGroup[]): boolean =>
  reserved.has(word) || findByName(groups, word) !== undefined;

/**
 * Returns the command line with the alias that it begins with, or that follows global flags, replaced by its text. Settings are read
 * only if this word is no command. Throws UsageError if a value of the alias is missing.
 */
export async function expandAlias(
  argv: readonly string[],
  groups: readonly LazyGroup[],
  { environment, platform }: Pick<Host, "environment" | "platform">,
): Promise<readonly string[]> {
  const at = argv.findIndex((_, index) => isPlainWord(argv, index));
  const name = argv[at];
  if (name === undefined || isCommand(name, groups)) return argv;
  const { settingsFile: file } = pathsFor(environment.variables, platform);
  if (!existsSync(file)) return argv;
  const { settingsFile } = await import("../config/settings-file.ts");
  const { aliases = {} } = settingsFile(file).read();
  const text = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (text === undefined) return argv;
  return [...argv.slice(0, at), ...withValues(name, text, argv.slice(at + 1))];
}

/** Fills `$1` to `$9` of an alias; the other words follow at its end. */
function withValues(name: string, text: string, given: readonly string[]): string[] {
  const used = new Set<number>();
  const words = splitWords(text).map((word) =>
    word.replace(/\$([1-9])/g, (_, digit: string) => {
      used.add(Number(digit) - 1);
      const value = given[Number(digit) - 1];
      if (value !== undefined) return value;
      throw new UsageError(`The alias ${name} needs a value for $${digit}: ${text}`, {
        hint: `For example: till ${name} ${"VALUE ".repeat(Number(digit)).trim()}`,
      });
    }),
  );
  return [...words, ...given.filter((_, index) => !used.has(index))];
}
