import type { Context } from "../../context/context.ts";
import type { Resource } from "../../resources/resource.ts";
import type { Group, LazyGroup, Verb } from "../command.ts";
import { callName, type GenericGroup } from "../generic/generic-resource.ts";
import { type Row, toResource } from "../generic/to-resource.ts";
import { genericActions } from "./generic-actions.ts";

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

function isGeneric(group: Group | Verb): group is GenericGroup {
  return "resource" in group && "verbs" in group;
}
