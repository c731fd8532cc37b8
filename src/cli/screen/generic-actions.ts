import type { RowAction } from "../../resources/resource.ts";
import type { Group, Verb } from "../command.ts";
import type { GenericResource } from "../generic/generic-resource.ts";

/** Verbs that the screen offers in other ways. */
const otherwiseOffered = new Set(["list", "get", "create", "update"]);
/** Verbs whose output the user wants to read. */
const withOutput = new Set(["link", "checkout", "redirect", "carrier-settings"]);
/** Letters that the page of actions uses itself. */
const reserved = ["x", "y", "q"];

/**
 * Returns the actions of the screen: the verbs of a resource that take one or several records and need no other input.
 */
export function genericActions(
  resource: GenericResource,
  verbs: readonly (Group | Verb)[],
  path: readonly string[],
): RowAction<Record<string, unknown>>[] {
  const letters = new Set(reserved);
  return verbs.flatMap((verb): RowAction<Record<string, unknown>>[] => {
    if ("verbs" in verb || otherwiseOffered.has(verb.name)) return [];
    const [first, second] = verb.args ?? [];
    const several = first?.name === resource.reference.name.replace(/>$/, "s...>");
    if (first === undefined || second || !(several || first.name === resource.reference.name)) return [];
    if (needsFields(verb)) return [];
    const key = letterFor(verb.name, letters);
    letters.add(key);
    const unavailable = resource.unavailable?.[verb.name];
    return [
      {
        key,
        name: verb.name,
        help: verb.summary,
        target: several ? "rows" : "row",
        ...(unavailable && { unavailable }),
        ...(withOutput.has(verb.name) && { showsOutput: true as const }),
        args: (references) => [...path, verb.name, ...references],
      },
    ];
  });
}

/** Returns whether a verb is useless without fields: it takes `-f`, and has no confirmation. */
function needsFields({ flags = [] }: Verb): boolean {
  const names = flags.map(({ flags: form }) => form);
  return names.some((form) => form.startsWith("-f,")) && !names.some((form) => form.startsWith("-y,"));
}

/** Returns the first letter of the name that is not taken yet, else the first one of the alphabet. */
function letterFor(name: string, letters: ReadonlySet<string>): string {
  const all = `${name.replace(/[^a-z]/g, "")}abcdefghijklmnopqrstuvwxyz`;
  return Array.from(all).find((letter) => !letters.has(letter)) ?? "";
}
