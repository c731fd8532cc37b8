import type { Call } from "../../api/caller.ts";
import type { Context } from "../../context/context.ts";
import type { Example, Flag, Group, Verb } from "../command.ts";
import { fieldFlags } from "../field-flags.ts";
import { listFlags, yesFlag } from "../flags.ts";

/**
 * Regular families of the platform's calls as commands. A family is data: a service of calls, what one of its things is
 * called, the columns of its lists, and its verbs, each of which names a call and says where its arguments and flags
 * stand in the call's input. `familyGroup` makes the commands of it; the work (run.ts) is one for all, and opens the
 * service when it runs. To add a family, write a file that calls `familyGroup` and a line in commands/sections.ts:
 *
 *     export const pets = familyGroup({
 *       name: "pets", summary: "the pets of the shop",
 *       service: "pets",                              // src/api/services/index.ts
 *       noun: "pet", one: "pet",                    // in sentences; as key in inputs and answers, and as `_kind`
 *       reference: { name: "<pet>", describe: "id or name" }, known: ["name"],
 *       columns: [{ header: "NAME", path: "name", grow: true }, { header: "ID", path: "id" }],
 *       filters: { name: "text", active: "boolean" },
 *       flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
 *       verbs: (family) => [
 *         listVerb(family, [{ run: "till pets list", does: "all of them" }, …]),
 *         getVerb(family, […]), createVerb(family, […]), updateVerb(family, […]), deleteVerb(family, […]),
 *         { name: "feed", summary: "feed a pet", call: "feed", args: [{ ...family.reference, field: "petId", finds: true }],
 *           flags: [{ flags: "--grams <n>", field: "grams", describe: "how much" }], into: "", done: "Fed the pet", examples: […] },
 *       ],
 *     });
 *
 * Every field of the input can be given with `-f path=value`, `-F` and `--input` where a verb says `into`: the place
 * in the input that the paths start from ("" is the whole of it). An update reads the thing first, for its revision and
 * so that a nested field is changed without its neighbours. What does not fit is an ordinary Verb in the same list.
 */
export interface Family {
  name: string;
  summary: string;
  /** The service that verbs take their calls from; a call with a dot (`tippableStaff.list`) is one of another service. */
  service: string;
  noun: string;
  /** The noun's plural, where an s does not do. */
  nouns?: string;
  one: string;
  /** The field of the id in inputs; default: `<one>Id`. */
  id?: string;
  /** Where the identity of a record stands; default: `id`. */
  key?: string;
  reference: { name: string; describe: string };
  /** Fields that name one beside its id. */
  known?: readonly string[];
  columns: readonly FamilyColumn[];
  /** The lines of one record; default: the columns. */
  details?: readonly FamilyColumn[];
  /** What `--filter` and `--sort` know. */
  filters?: Readonly<Record<string, FamilyFilter>>;
  /** Flags of create and update. */
  flags?: readonly FieldFlag[];
  /** On the screen: why a verb, by its name, cannot be done with a record, as a sentence. */
  cannot?: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => string | undefined>>;
}

/** A column: what stands at a path of the record. */
export interface FamilyColumn {
  header: string;
  path: string;
  as?: "ago" | "money" | "number" | "text" | "time";
  /** Where the record says in which zone the time is shown. */
  zone?: string;
  grow?: true;
}

type FilterType = "boolean" | "date" | "number" | "text";
/** A field of filters: asked of the platform, or (`here`) tested on the rows as they come. Lists of texts are enumerations. */
export type FamilyFilter = FilterType | readonly string[] | { here: FilterType | readonly string[] };

/** The id of what a reference names, of another family: an event by its slug. TillError 5 where there is none. */
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
export interface FamilyArg {
  name: string;
  describe: string;
  /** Of a list: a field to filter by, or one of the call's input. */
  field: string;
  /** It names a thing of the family, by its id or by what is known of it, or one of another: its id is filled in. */
  finds?: true | Finder;
  choices?: readonly string[];
}

/** What a verb may ask for its input: the call to make, and the thing as it was where it was read. */
export interface Asking {
  context: Context;
  call: Call;
  before?: Record<string, unknown> | undefined;
}

/** One verb, as data. */
export interface FamilyVerb extends Omit<Verb, "args" | "flags" | "load"> {
  /** The call: `create`, or `tippableStaff.list` of another service. */
  call: string;
  args?: readonly FamilyArg[];
  flags?: readonly (FieldFlag | Flag)[];
  /** Where flags, `-f`, `-F` and `--input` write in the input; absent: there are none of them. */
  into?: string;
  /** The field of the whole input that takes the id of the profile's site. */
  site?: string;
  /** What the input holds beforehand. */
  given?: Readonly<Record<string, unknown>>;
  /** The last word on the input before it is sent: what it asks of others, such as the zone of an event. */
  settle?: (input: unknown, ask: Asking) => Promise<unknown>;
  /** The whole answer (""), a record in it, or a list; absent: nothing is printed. */
  shows?: string;
  columns?: readonly FamilyColumn[];
  /** `_kind` of what is printed where it is no thing of the family. */
  kind?: string;
  /** It answers with the address of a page: where nobody serves that, it is said how to see it. */
  link?: true;
  /** The thing named first is read beforehand: its revision is sent, and nested fields keep their neighbours. */
  reads?: true;
  /** Asked before it is done, with the thing's name behind it; `--yes` answers. */
  asks?: string;
  /** Said when it is done. */
  done?: string;
}

/** The commands of a family, and what it was made of. */
export interface FamilyGroup extends Group {
  family: Family;
  list: FamilyVerb | undefined;
  /** The call behind a verb, by the name of the verb; verbs of other kinds have none. */
  calls?: ReadonlyMap<string, string>;
}

/** The commands of a family. Verbs of other kinds can stand among its own. */
export function familyGroup(
  family: Family & { verbs: (family: Family) => readonly (FamilyVerb | Group | Verb)[] },
): FamilyGroup {
  const { name, summary } = family;
  const verbs = family.verbs(family);
  const list = verbs.find((verb): verb is FamilyVerb => verb.name === "list" && "call" in verb);
  return {
    name,
    summary,
    family,
    list,
    calls: new Map(
      verbs.flatMap((verb) => ("call" in verb ? [[verb.name, callName(family, verb.call)]] : [])),
    ),
    // What has to be named first, is a part of something else or is read at once, is no list of its own.
    screen: list !== undefined && isBrowsable(family, list),
    verbs: verbs.map((verb) => ("call" in verb ? verbOf(family, verb) : verb)),
  };
}

/** A call by its whole name: `staff.query`. */
export const callName = ({ service }: Pick<Family, "service">, call: string) =>
  call.includes(".") ? call : `${service}.${call}`;

/** Whether a list can be read page by page with nothing said: what it takes only narrows it. */
function isBrowsable({ filters = {} }: Family, { args = [], site, shows }: FamilyVerb): boolean {
  const isOpen = args.every(({ name, field }) => name.startsWith("[") && field in filters);
  return isOpen && site === undefined && shows === undefined;
}

/** One verb of a family as a command. */
export function verbOf(family: Family, verb: FamilyVerb): Verb {
  const { name, summary, examples, notes, args, flags = [], into, asks } = verb;
  return {
    name,
    summary,
    examples,
    ...(notes !== undefined && { notes }),
    ...(args && { args }),
    flags: [...flags, ...(into === undefined ? [] : fieldFlags), ...(asks === undefined ? [] : [yesFlag])],
    load: async () => {
      const { runVerb } = await import("./run.ts");
      return { run: (context, given, options) => runVerb({ context, family, verb, args: given, options }) };
    },
  };
}

const nounsOf = ({ noun, nouns }: Family) => nouns ?? `${noun}s`;
const a = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);
const idOf = ({ one, id }: Family) => id ?? `${one}Id`;

/** `list`: rows by filter, sort and page. */
export function listVerb(family: Family, examples: readonly Example[], call = "query"): FamilyVerb {
  // Free text is looked for in names.
  const isNamed = family.columns.some(({ path }) => path === "name");
  const flags = listFlags.filter(({ flags }) => isNamed || !flags.startsWith("--search"));
  return { name: "list", summary: `list ${nounsOf(family)}`, call, flags, examples };
}

/** `get`: one thing, by its id or by what is known of it. */
export function getVerb(family: Family, examples: readonly Example[]): FamilyVerb {
  const { reference, noun, one } = family;
  const args = [{ ...reference, field: idOf(family), finds: true as const }];
  return { name: "get", summary: `show one ${noun}`, call: "get", args, shows: one, examples };
}

/** `create`: out of the family's flags and any field. */
export function createVerb(
  { noun, one, flags }: Family,
  examples: readonly Example[],
  given: FamilyVerb["given"] = {},
): FamilyVerb {
  const fields = { ...(flags && { flags }), into: one, given: { [one]: given } };
  return { name: "create", summary: `create ${a(noun)}`, call: "create", ...fields, shows: one, examples };
}

/** `update`: the given fields of one thing. */
export function updateVerb(
  { noun, one, flags, reference }: Family,
  examples: readonly Example[],
): FamilyVerb {
  const args = [{ ...reference, field: `${one}.id`, finds: true as const }];
  const fields = { ...(flags && { flags }), into: one, reads: true as const };
  return {
    name: "update",
    summary: `change ${a(noun)}`,
    call: "update",
    args,
    ...fields,
    shows: one,
    examples,
  };
}

/** `delete`: one thing, after a question. */
export function deleteVerb(family: Family, examples: readonly Example[]): FamilyVerb {
  const { noun, reference } = family;
  const words = { summary: `delete ${a(noun)}`, asks: `Delete the ${noun}`, done: `Deleted the ${noun}` };
  const args = [{ ...reference, field: idOf(family), finds: true as const }];
  return { name: "delete", call: "remove", ...words, args, examples };
}

/** `extend`: what an app stores with one. */
export function extendVerb({ one, noun, reference }: Family, examples: readonly Example[]): FamilyVerb {
  return {
    name: "extend",
    summary: `set what an app stores with a ${noun}`,
    call: "updateExtendedFields",
    args: [
      { ...reference, field: "id", finds: true },
      { name: "<namespace>", describe: "the app's namespace, such as @app/notes", field: "namespace" },
    ],
    into: "namespaceData",
    shows: one,
    examples,
  };
}

/** Many things in one call, given as JSON; what became of each is printed, and a failure is no success. */
export function manyVerb(
  { nouns, noun }: Family,
  deed: "create" | "delete" | "update",
  call: string,
  examples: readonly Example[],
): FamilyVerb {
  const summary = `${deed === "update" ? "change" : deed} up to 100 ${nouns ?? `${noun}s`}, given as JSON`;
  const asked = deed === "delete" ? { asks: `Delete these ${nouns ?? `${noun}s`}` } : {};
  return { name: `${deed}-many`, summary, call, into: "", ...asked, ...eachOutcome, examples };
}

/** How the outcome of each thing of a bulk call is shown. */
export const eachOutcome = {
  shows: "results",
  kind: "result",
  columns: [
    { header: "ID", path: "itemMetadata.id" },
    { header: "DONE", path: "itemMetadata.success" },
    { header: "WHY NOT", path: "itemMetadata.error.description", grow: true },
  ],
} as const;
