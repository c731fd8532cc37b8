import type { RowAction } from "../../resources/resource.ts";
import type { Group, Verb } from "../command.ts";
import type { GenericResource } from "../generic/generic-resource.ts";

/** What the screen does by itself, and by other keys. */
const others = new Set(["list", "get", "create", "update"]);
/** Verbs that are run for what they print. */
const printed = new Set(["link", "checkout", "redirect", "carrier-settings"]);
/** The letters of the page of actions itself. */
const taken = ["x", "y", "q"];

/** The verbs of a resource that need no more than one of its things, or some of them, as actions of the screen. */
export function genericActions(
  resource: GenericResource,
  verbs: readonly (Group | Verb)[],
  path: readonly string[],
): RowAction<Record<string, unknown>>[] {
  const letters = new Set(taken);
  return verbs.flatMap((verb): RowAction<Record<string, unknown>>[] => {
    if ("verbs" in verb || others.has(verb.name)) return [];
    const [arg, more] = verb.args ?? [];
    const several = arg?.name === resource.reference.name.replace(/>$/, "s...>");
    if (arg === undefined || more || !(several || arg.name === resource.reference.name)) return [];
    if (needsMore(verb)) return [];
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
        ...(printed.has(verb.name) && { showsOutput: true as const }),
        args: (references) => [...path, verb.name, ...references],
      },
    ];
  });
}

/** Where fields are filled in and nothing is asked, it is for them that the verb is there. */
function needsMore({ flags = [] }: Verb): boolean {
  const names = flags.map(({ flags: form }) => form);
  return names.some((form) => form.startsWith("-f,")) && !names.some((form) => form.startsWith("-y,"));
}

/** The first letter of the name that is free, or of the alphabet. */
function letterFor(name: string, letters: ReadonlySet<string>): string {
  const all = `${name.replace(/[^a-z]/g, "")}abcdefghijklmnopqrstuvwxyz`;
  return Array.from(all).find((letter) => !letters.has(letter)) ?? "";
}
