import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import type { Group, LazyGroup, Verb } from "./command.ts";

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
  let [node, before]: [Group | Verb, string] = [
    { ...(await group.load()), ...(group.alias && { alias: group.alias }) },
    "till",
  ];
  for (const name of rest) {
    if (!("verbs" in node)) break;
    before = `${before} ${node.name}`;
    const next: Group | Verb | undefined = findByName(node.verbs, name);
    if (next === undefined) throw unknownCommand(before, name, node.verbs, node.elsewhere);
    node = next;
  }
  return { node, before };
}

/** Returns the node with this name or alias. */
export function findByName<T extends { name: string; alias?: string }>(
  nodes: readonly T[],
  name: string,
): T | undefined {
  return nodes.find((node) => node.name === name || node.alias === name);
}

/** Returns the error for an unknown command below `before`, with the command `elsewhere` or the closest known name. */
export function unknownCommand(
  before: string,
  name: string,
  known: readonly { name: string }[],
  elsewhere: Group["elsewhere"] = {},
): UsageError {
  const names = known.map(({ name }) => name);
  const closest = Object.hasOwn(elsewhere, name) ? elsewhere[name] : nearest(name, names);
  // A long list of names would hide the message.
  const hint =
    names.length > 12 ? `List all commands: ${before} --help` : `Commands of ${before}: ${names.join(", ")}`;
  return new UsageError(
    `Unknown command "${before} ${name}".${closest === undefined ? "" : ` Did you mean ${closest}?`}`,
    { code: "UNKNOWN_COMMAND", hint },
  );
}
