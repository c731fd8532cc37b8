import type { Call } from "../../api/caller.ts";
import type { Context } from "../../context/context.ts";
import type { ResourceField } from "../../resources/described.ts";
import type { Flag, Group, Unnamed, Verb } from "../command.ts";

/**
 * A resource whose commands are made from data: its service, its fields and its verbs. Each verb names an endpoint and
 * says which fields of the input its arguments and flags fill in. `genericGroup` returns the commands; they all run run.ts:
 *
 *     export const pets = genericGroup({
 *       name: "pets", service: "pets", kind: "pet",
 *       reference: { name: "<pet>", describe: "id or name" }, matchKeys: ["name"],
 *       fields: { name: { grow: true, filter: "text" }, active: { filter: "boolean" }, id: {} },
 *       list: "name id",
 *       get: "name id active",
 *       flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
 *       verbs: (resource) => [listVerb(resource, ["till pets list # all pets"]), …],
 *     });
 *
 * A verb with `into` also takes `-f path=value`, `-F` and `--input`; paths start at that field of the input ("" is the
 * whole input). An update reads the record first, for its revision and to keep the rest of a nested field.
 */
export interface GenericResource {
  /** The last word of its commands, `till pets …`. */
  name: string;
  /** The service of the verbs' endpoints. */
  service: string;
  /** The catalog version of sites that have it. Default: any. */
  catalog?: "v3";
  /** The name of one object in sentences: `pet`. Default: the words of `kind`. */
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
  /** Its fields, in the order of the fields of `--filter`. */
  fields: GenericFields;
  /** The names of the columns of lists, separated by spaces. Default: all fields. */
  list?: string;
  /** The names of the lines of `get`. Default: those of `list`. */
  get?: string;
  /** The flags of create and update. */
  flags?: readonly FieldFlag[];
  /** By verb: why the screen cannot run it on a record, as a sentence. */
  unavailable?: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => string | undefined>>;
}

/** Returns the plural of a resource in sentences. */
export const resourcePlural = ({ singular, plural }: Pick<GenericResource, "plural" | "singular">): string =>
  plural ?? `${singular}s`;

/** The fields of a record of a generic resource. `--filter` takes them by their names, which are paths. */
export type GenericFields = Readonly<Record<string, ResourceField<Record<string, unknown>>>>;

/** Returns the id of an object of another resource, such as an event by slug. Throws TillError (exit 5) if not found. */
export type Finder = (call: Call, reference: string) => Promise<string>;

/** A flag that sets a field. */
export interface FieldFlag extends Flag {
  /** Its path, below `into`. */
  field: string;
  /** Looks up the id that the field takes. */
  finds?: Finder;
  /** It is a time, in the zone of the setting; of a day, its start or its last second. */
  time?: "end" | "start";
  /** Other fields to set with it. */
  also?: Readonly<Record<string, unknown>>;
}

/** An argument that sets a field of the input. */
export interface GenericArg {
  name: string;
  describe: string;
  /** The path in the input; for lists, a filter field or a path in the input. */
  field: string;
  /** Looks up the id: of a record of this resource (true), or of another one. */
  finds?: true | Finder;
  choices?: readonly string[];
}

/** What `prepare` receives besides the input: the call, and the record if it was read. */
export interface PrepareOptions {
  context: Context;
  call: Call;
  before?: Record<string, unknown> | undefined;
}

/** A verb, as data. */
export interface GenericVerb extends Omit<Verb, "args" | "flags" | "load" | "writes"> {
  /** The endpoint: `create`, or `tippableStaff.list` of another service. */
  call: string;
  /** The call changes nothing. */
  readOnly?: true;
  args?: readonly GenericArg[];
  flags?: readonly (FieldFlag | Flag)[];
  /** The field of the input that flags, `-f`, `-F` and `--input` set; without it there are no such flags. */
  into?: string;
  /** The field of the input that takes the site id. */
  site?: string;
  /** The initial input. */
  defaults?: Readonly<Record<string, unknown>>;
  /** Completes the input before it is sent, for example in the time zone of an event. */
  prepare?: (input: unknown, ask: PrepareOptions) => Promise<unknown>;
  /** The path of the record or list in the result to print; "" for all of it. Absent: prints nothing. */
  prints?: string;
  /** The fields of what it prints if they are not those of the resource. */
  fields?: GenericFields;
  /** The names of the fields that it prints, separated by spaces. Default: all of its own, or those of the resource's views. */
  list?: string;
  /** The names of the fields that a list can be sorted by, separated by spaces. Default: those of the resource. */
  sort?: string;
  /** The `_kind` of the output if it is not that of the resource. */
  kind?: string;
  /** The result has the URL of a page; prints how to open it if no sandbox serves it. */
  link?: true;
  /** Reads the record first, to send its revision and to keep the rest of nested fields. */
  reads?: true;
  /** The confirmation prompt, followed by the name of the record; `--yes` skips it. */
  confirms?: string;
  /** The notice after success. */
  done?: string;
}

/** The commands of a generic resource, and its declaration. */
export interface GenericGroup extends Unnamed<Group> {
  name: string;
  resource: GenericResource;
  list: GenericVerb | undefined;
  /** The endpoint of each generic verb, by the name of the verb. */
  calls?: ReadonlyMap<string, string>;
}

/** A generic verb with its arguments and options. */
export interface Typed {
  context: Context;
  resource: GenericResource;
  verb: GenericVerb;
  args: readonly string[];
  options: object;
}

/** Returns the full name of an endpoint: `staff.query`. */
export const callName = ({ service }: Pick<GenericResource, "service">, call: string) =>
  call.includes(".") ? call : `${service}.${call}`;
