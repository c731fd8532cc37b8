import { existsSync } from "node:fs";
import { pathsFor } from "../config/paths.ts";
import type { Host } from "../context/host.ts";
import { splitWords } from "../kernel/command-line.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import type { Group, LazyGroup, Verb } from "./command.ts";
import { isPlainWord } from "./flags.ts";

/**
 * Finds the command that `path` (such as `products`, `list`) names, loading its group. `before` is the path above it.
 * Throws UsageError, with a suggestion, for an unknown command.
 */
export async function findCommand(
  groups: readonly LazyGroup[],
  path: readonly string[],
): Promise<{ node: Group | Verb; before: string }> {
  const [first = "", ...rest] = path;
  const group = findByName(groups, first);
  if (group === undefined) throw unknownCommand("till", first, groups);
  let [node, before]: [Group | Verb, string] = [await group.load(), "till"];
  for (const name of rest) {
    if (!("verbs" in node)) break;
    before = `${before} ${node.name}`;
    const next: Group | Verb | undefined = findByName(node.verbs, name);
    if (next === undefined) throw unknownCommand(before, name, node.verbs, node.elsewhere);
    node = next;
  }
  return { node, before };
}

/** Where commands were that have moved: `till sql` is now `till data sql`. */
const moved: Readonly<Record<string, string>> = {
  abandoned: "orders abandoned",
  alias: "config alias",
  audit: "jobs audit",
  auth: "account",
  "back-in-stock": "settings back-in-stock",
  brands: "products brands",
  completion: "config completion",
  currencies: "settings currencies",
  customizations: "products customizations",
  diff: "copy diff",
  edit: "products edit",
  graphql: "api graphql",
  guests: "events guests",
  "info-sections": "products info-sections",
  inventory: "products stock",
  mcp: "agents mcp",
  open: "profiles open",
  password: "account password",
  promote: "copy promote",
  pull: "copy pull",
  redirect: "account redirect",
  register: "account register",
  report: "data report",
  restore: "backup restore",
  ribbons: "products ribbons",
  rsvp: "events rsvps",
  search: "data search",
  shipping: "settings shipping",
  skill: "agents skill",
  sql: "data sql",
  staff: "events staff",
  subscriptions: "orders subscriptions",
  sync: "data sync",
  tax: "settings tax",
  templates: "settings templates",
  tips: "settings tips",
  token: "account token",
  "verify-email": "account verify-email",
  views: "config views",
};

/** Returns the node with this name or alias. */
export function findByName<T extends { name: string; alias?: string }>(
  nodes: readonly T[],
  name: string,
): T | undefined {
  return nodes.find((node) => node.name === name || node.alias === name);
}

/** Returns the error for an unknown command below `before`, with the command that has its place, or the closest known name. */
export function unknownCommand(
  before: string,
  name: string,
  known: readonly { name: string }[],
  elsewhere: Group["elsewhere"] = {},
): UsageError {
  const now = before === "till" && Object.hasOwn(moved, name) ? moved[name] : undefined;
  if (now !== undefined)
    return new UsageError(`till ${name} is now: till ${now}`, {
      code: "UNKNOWN_COMMAND",
      hint: `Its arguments: till ${now} --help`,
    });
  const names = known.map(({ name }) => name);
  const closest = Object.hasOwn(elsewhere, name) ? elsewhere[name] : nearest(name, names);
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
