import type { Call } from "../../api/caller.ts";
import type { Context } from "../../context/context.ts";
import type { Flag, Group, Verb } from "../command.ts";

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
