import type { Context } from "../../context/context.ts";
import type { Resource, RowAction } from "../../resources/resource.ts";
import type { Group, LazyGroup, Verb } from "../command.ts";
import { callName, type GenericGroup, type GenericResource } from "../generic/generic-resource.ts";
import { type Row, toResource } from "../generic/to-resource.ts";

/** Returns the generic resources of the command tree that the current identity can list. */
export async function genericResources(
  context: Context,
  groups: readonly LazyGroup[],
): Promise<Resource<Row>[]> {
  const [opened, isAllowed, catalog] = await Promise.all([
    Promise.all(groups.map(async (group) => await group.load())),
    allowedCalls(context),
    catalogOf(context),
  ]);
  return opened.flatMap((group) => resourcesIn({ context, isAllowed, catalog }, group, group.name));
}

interface Options {
  context: Context;
  /** Whether the current identity may send the request of an endpoint, by its name. */
  isAllowed(call: string): boolean;
  /** The catalog version of the site, if it is known. */
  catalog: "v1" | "v3" | undefined;
}

/** The products of the screen report why the version cannot be read; here it only hides what a site may not have. */
async function catalogOf(context: Context): Promise<"v1" | "v3" | undefined> {
  return await context.catalog(await context.call()).catch(() => undefined);
}

async function allowedCalls(context: Context): Promise<(call: string) => boolean> {
  const { calls } = await import("../../api/services/calls.ts");
  const [admin, member] = await Promise.all([context.can("admin"), context.can("member")]);
  const roles = { admin, member, visitor: true };
  const rejected = new Set(calls.flatMap(({ name, role }) => (roles[role] ? [] : [name])));
  return (call) => !rejected.has(call);
}

/** Returns the resources of a group and of the groups inside it; `name` is its command. */
function resourcesIn(options: Options, group: Group | Verb, name: string): Resource<Row>[] {
  if (!("verbs" in group)) return [];
  const inner = group.verbs.flatMap((verb) => resourcesIn(options, verb, `${name} ${verb.name}`));
  if (!isGeneric(group) || !group.screen || !group.list) return inner;
  const { resource, list, verbs, calls } = group;
  if (!options.isAllowed(callName(resource, list.call))) return inner;
  if (resource.catalog !== undefined && resource.catalog !== options.catalog) return inner;
  const allowed = verbs.filter((verb) => options.isAllowed(calls?.get(verb.name) ?? ""));
  const commands = {
    name,
    canGet: verbs.some(
      (verb) => verb.name === "get" && "args" in verb && verb.args?.[0]?.name === resource.reference.name,
    ),
    actions: genericActions(resource, allowed, name.split(" ")),
  };
  return [toResource(options.context, resource, list, commands), ...inner];
}

function isGeneric(group: Group | Verb): group is GenericGroup & Group {
  return "resource" in group && "verbs" in group;
}

/** Verbs that the screen offers in other ways. */
const otherwiseOffered = new Set(["list", "get", "create", "update"]);
/** Verbs whose output the user wants to read. */
const withOutput = new Set(["link", "checkout", "redirect", "carrier-settings"]);
/** Letters that the page of actions uses itself. */
const reserved = ["x", "y", "q"];

/**
 * Returns the actions of the screen: the verbs of a resource that take one or several records and need no other input.
 */
function genericActions(
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
        unavailable,
        showsOutput: withOutput.has(verb.name) ? (true as const) : undefined,
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
