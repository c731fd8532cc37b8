import type { Call } from "../../api/caller.ts";
import type { Context } from "../../context/context.ts";
import type { Example, Flag, Group, Verb } from "../command.ts";
import { fieldFlags } from "../field-flags.ts";
import { listFlags, yesFlag } from "../flags.ts";

/**
 * A resource whose commands are made from data: its service, its columns and its verbs. Each verb names an endpoint and
 * says which fields of the input its arguments and flags fill in. `genericGroup` returns the commands; they all run run.ts:
 *
 *     export const pets = genericGroup({
 *       name: "pets", summary: "Manage pets", service: "pets", singular: "pet", kind: "pet",
 *       reference: { name: "<pet>", describe: "id or name" }, matchKeys: ["name"],
 *       columns: [{ header: "NAME", path: "name", grow: true }, { header: "ID", path: "id" }],
 *       filters: { name: "text", active: "boolean" },
 *       flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
 *       verbs: (resource) => [listVerb(resource, [{ run: "till pets list", does: "all of them" }]), …],
 *     });
 *
 * A verb with `into` also takes `-f path=value`, `-F` and `--input`; paths start at that field of the input ("" is the
 * whole input). An update reads the record first, for its revision and to keep the rest of a nested field.
 */
export interface GenericResource {
  name: string;
  summary: string;
  /** The service of the verbs' endpoints. */
  service: string;
  /** The name of one object in sentences: `pet`. */
  singular: string;
  /** Its plural if that is not `singular` + `s`. */
  plural?: string;
  /** The key of one object in inputs and results, and its `_kind`. */
  kind: string;
  /** The field of inputs that takes the id. Default: `<kind>Id`. */
  idField?: string;
  /** The path of a record's id. Default: `id`. */
  idPath?: string;
  reference: { name: string; describe: string };
  /** The fields besides the id that identify a record. */
  matchKeys?: readonly string[];
  columns: readonly GenericColumn[];
  /** The lines of `get`. Default: the columns. */
  details?: readonly GenericColumn[];
  /** The fields of `--filter` and `--sort`. */
  filters?: Readonly<Record<string, GenericFilter>>;
  /** The flags of create and update. */
  flags?: readonly FieldFlag[];
  /** By verb: why the screen cannot run it on a record, as a sentence. */
  unavailable?: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => string | undefined>>;
}

/** A column: what stands at a path of the record. */
export interface GenericColumn {
  header: string;
  path: string;
  as?: "ago" | "money" | "number" | "text" | "time";
  /** Where the record says in which zone the time is shown. */
  zone?: string;
  grow?: true;
}

type FilterType = "boolean" | "date" | "number" | "text";
/** A field of filters: asked of the platform, or (`here`) tested on the rows as they come. Lists of texts are enumerations. */
export type GenericFilter = FilterType | readonly string[] | { here: FilterType | readonly string[] };

/** The id of what a reference names, of another resource: an event by its slug. TillError 5 where there is none. */
export type Finder = (call: Call, reference: string) => Promise<string>;

/** A flag that fills in a field. */
export interface FieldFlag extends Flag {
  /** Its path, below `into`. */
  field: string;
  /** What it names is looked up: the field takes its id. */
  finds?: Finder;
  /** Other fields that go with it. */
  also?: Readonly<Record<string, unknown>>;
}

/** A place of the command line that fills in a field of the whole input. */
export interface GenericArg {
  name: string;
  describe: string;
  /** Of a list: a field to filter by, or one of the call's input. */
  field: string;
  /** It names a thing of the resource, by its id or by what is known of it, or one of another: its id is filled in. */
  finds?: true | Finder;
  choices?: readonly string[];
}

/** What a verb may ask for its input: the call to make, and the thing as it was where it was read. */
export interface PrepareOptions {
  context: Context;
  call: Call;
  before?: Record<string, unknown> | undefined;
}

/** One verb, as data. */
export interface GenericVerb extends Omit<Verb, "args" | "flags" | "load"> {
  /** The call: `create`, or `tippableStaff.list` of another service. */
  call: string;
  args?: readonly GenericArg[];
  flags?: readonly (FieldFlag | Flag)[];
  /** Where flags, `-f`, `-F` and `--input` write in the input; absent: there are none of them. */
  into?: string;
  /** The field of the whole input that takes the id of the profile's site. */
  site?: string;
  /** What the input holds beforehand. */
  defaults?: Readonly<Record<string, unknown>>;
  /** The last word on the input before it is sent: what it asks of others, such as the zone of an event. */
  prepare?: (input: unknown, ask: PrepareOptions) => Promise<unknown>;
  /** The whole answer (""), a record in it, or a list; absent: nothing is printed. */
  prints?: string;
  columns?: readonly GenericColumn[];
  /** `_kind` of what is printed where it is no thing of the resource. */
  kind?: string;
  /** It answers with the address of a page: where nobody serves that, it is said how to see it. */
  link?: true;
  /** The thing named first is read beforehand: its revision is sent, and nested fields keep their neighbours. */
  reads?: true;
  /** Asked before it is done, with the thing's name behind it; `--yes` answers. */
  confirms?: string;
  /** Said when it is done. */
  done?: string;
}

/** The commands of a resource, and what it was made of. */
export interface GenericGroup extends Group {
  resource: GenericResource;
  list: GenericVerb | undefined;
  /** The call behind a verb, by the name of the verb; verbs of other kinds have none. */
  calls?: ReadonlyMap<string, string>;
}

/** The commands of a resource. Verbs of other kinds can stand among its own. */
export function genericGroup(
  resource: GenericResource & {
    verbs: (resource: GenericResource) => readonly (GenericVerb | Group | Verb)[];
  },
): GenericGroup {
  const { name, summary } = resource;
  const verbs = resource.verbs(resource);
  const list = verbs.find((verb): verb is GenericVerb => verb.name === "list" && "call" in verb);
  return {
    name,
    summary,
    resource,
    list,
    calls: new Map(
      verbs.flatMap((verb) => ("call" in verb ? [[verb.name, callName(resource, verb.call)]] : [])),
    ),
    // What has to be named first, is a part of something else or is read at once, is no list of its own.
    screen: list !== undefined && isBrowsable(resource, list),
    verbs: verbs.map((verb) => ("call" in verb ? verbOf(resource, verb) : verb)),
  };
}

/** A call by its whole name: `staff.query`. */
export const callName = ({ service }: Pick<GenericResource, "service">, call: string) =>
  call.includes(".") ? call : `${service}.${call}`;

/** Whether a list can be read page by page with nothing said: what it takes only narrows it. */
function isBrowsable({ filters = {} }: GenericResource, { args = [], site, prints }: GenericVerb): boolean {
  const isOpen = args.every(({ name, field }) => name.startsWith("[") && field in filters);
  return isOpen && site === undefined && prints === undefined;
}

/** One verb of a resource as a command. */
export function verbOf(resource: GenericResource, verb: GenericVerb): Verb {
  const { name, summary, examples, notes, args, flags = [], into, confirms } = verb;
  return {
    name,
    summary,
    examples,
    ...(notes !== undefined && { notes }),
    ...(args && { args }),
    flags: [
      ...flags,
      ...(into === undefined ? [] : fieldFlags),
      ...(confirms === undefined ? [] : [yesFlag]),
    ],
    load: async () => {
      const { runVerb } = await import("./run.ts");
      return { run: (context, given, options) => runVerb({ context, resource, verb, args: given, options }) };
    },
  };
}

const pluralOf = ({ singular, plural }: GenericResource) => plural ?? `${singular}s`;
const a = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);
const idOf = ({ kind, idField }: GenericResource) => idField ?? `${kind}Id`;

/** `list`: records by filter, sort and page. */
export function listVerb(
  resource: GenericResource,
  examples: readonly Example[],
  call = "query",
): GenericVerb {
  // Free text is looked for in names.
  const isNamed = resource.columns.some(({ path }) => path === "name");
  const flags = listFlags.filter(({ flags }) => isNamed || !flags.startsWith("--search"));
  return { name: "list", summary: `List ${pluralOf(resource)}`, call, flags, examples };
}

/** `get`: one record, by id or match key. */
export function getVerb(resource: GenericResource, examples: readonly Example[]): GenericVerb {
  const { reference, singular, kind } = resource;
  const args = [{ ...reference, field: idOf(resource), finds: true as const }];
  return { name: "get", summary: `Show ${a(singular)}`, call: "get", args, prints: kind, examples };
}

/** `create`: a record from the flags of the resource and any field. */
export function createVerb(
  { singular, kind, flags }: GenericResource,
  examples: readonly Example[],
  defaults: GenericVerb["defaults"] = {},
): GenericVerb {
  const fields = { ...(flags && { flags }), into: kind, defaults: { [kind]: defaults } };
  return {
    name: "create",
    summary: `Create ${a(singular)}`,
    call: "create",
    ...fields,
    prints: kind,
    examples,
  };
}

/** `update`: the given fields of one record. */
export function updateVerb(
  { singular, kind, flags, reference }: GenericResource,
  examples: readonly Example[],
): GenericVerb {
  const args = [{ ...reference, field: `${kind}.id`, finds: true as const }];
  const fields = { ...(flags && { flags }), into: kind, reads: true as const };
  return {
    name: "update",
    summary: `Change ${a(singular)}`,
    call: "update",
    args,
    ...fields,
    prints: kind,
    examples,
  };
}

/** `delete`: one record, after confirmation. */
export function deleteVerb(resource: GenericResource, examples: readonly Example[]): GenericVerb {
  const { singular, reference } = resource;
  const words = {
    summary: `Delete ${a(singular)}`,
    confirms: `Delete the ${singular}`,
    done: `Deleted the ${singular}`,
  };
  const args = [{ ...reference, field: idOf(resource), finds: true as const }];
  return { name: "delete", call: "remove", ...words, args, examples };
}

/** `extend`: the extended fields that an app stores with a record. */
export function extendVerb(
  { kind, singular, reference }: GenericResource,
  examples: readonly Example[],
): GenericVerb {
  return {
    name: "extend",
    summary: `Set the extended fields of ${a(singular)}`,
    call: "updateExtendedFields",
    args: [
      { ...reference, field: "id", finds: true },
      { name: "<namespace>", describe: "namespace of the app: @app/notes", field: "namespace" },
    ],
    into: "namespaceData",
    prints: kind,
    examples,
  };
}

/** `create-many` and the like: a bulk call, whose result is printed for each record. */
export function manyVerb(
  { plural, singular }: GenericResource,
  action: "create" | "delete" | "update",
  call: string,
  examples: readonly Example[],
): GenericVerb {
  const verbs = { create: "Create", update: "Change", delete: "Delete" };
  const summary = `${verbs[action]} up to 100 ${plural ?? `${singular}s`}`;
  const asked = action === "delete" ? { confirms: `Delete these ${plural ?? `${singular}s`}` } : {};
  return { name: `${action}-many`, summary, call, into: "", ...asked, ...eachOutcome, examples };
}

/** The columns of the results of a bulk call. */
export const eachOutcome = {
  prints: "results",
  kind: "result",
  columns: [
    { header: "ID", path: "itemMetadata.id" },
    { header: "DONE", path: "itemMetadata.success" },
    { header: "ERROR", path: "itemMetadata.error.description", grow: true },
  ],
} as const;
