import { wordsOf } from "../../kernel/text.ts";
import { jobFlags } from "../bulk-flags.ts";
import type { Flag, Group, Verb } from "../command.ts";
import { allFlag, copiedLists, fieldFlags, listFlags, localFlag, yesFlag } from "../flags.ts";
import {
  callName,
  type GenericGroup,
  type GenericResource,
  type GenericVerb,
  resourcePlural,
} from "./generic-resource.ts";
import type { UpdateManyOptions } from "./update-many.ts";

/** Returns the commands of a generic resource. Ordinary verbs and groups may be among them. */
export function genericGroup(
  given: Omit<GenericResource, "singular"> &
    Pick<Partial<GenericResource>, "singular"> & {
      verbs: (resource: GenericResource) => readonly (GenericVerb | Group | Verb)[];
    },
): GenericGroup {
  const resource = { singular: wordsOf(given.kind), ...given };
  const verbs = given.verbs(resource);
  const list = verbs.find((verb): verb is GenericVerb => verb.name === "list" && "call" in verb);
  return {
    name: resource.name,
    resource,
    list,
    calls: new Map(
      verbs.flatMap((verb) => ("call" in verb ? [[verb.name, callName(resource, verb.call)]] : [])),
    ),
    // Lists that need an argument or are not paged cannot be browsed.
    screen: list !== undefined && isBrowsable(resource, list),
    verbs: verbs.map((verb) => {
      if (!("call" in verb)) return verb;
      const isMany = verb.name === "update" && verb.call === "update" && list && isBrowsable(resource, list);
      return isMany ? updateOf(resource, list, verb) : verbOf(resource, verb);
    }),
  };
}

/** Returns whether a list is paged and all its arguments are optional filters. */
function isBrowsable({ fields }: GenericResource, { args = [], site, prints }: GenericVerb): boolean {
  const isOpen = args.every(({ name, field }) => name.startsWith("[") && fields[field]?.filter !== undefined);
  return isOpen && site === undefined && prints === undefined;
}

/** Returns the update of one record, or of several as a job, as a command. */
function updateOf(resource: GenericResource, list: GenericVerb, verb: GenericVerb): Verb {
  const single = verbOf(resource, verb);
  const { reference } = resource;
  const { name, describe } = reference;
  const filter = list.flags?.find((flag) => flag.flags.startsWith("--filter "));
  return {
    ...single,
    args: [{ name: `[${name.slice(1, -1)}...]`, describe: `${describe}; - reads NDJSON records from stdin` }],
    flags: [...(single.flags ?? []), setFlag, ...(filter ? [filter] : []), allFlag, ...jobFlags],
    load: async () => ({
      async run(context, args, options: UpdateManyOptions) {
        const { set, filter, all, expect, diff, planOut } = options;
        const asJob = [set, filter, all, expect, diff, planOut].some((given) => given !== undefined);
        if (args.length === 1 && args[0] !== "-" && !asJob)
          return await (await single.load()).run(context, [...args], options);
        const { updateRecords } = await import("./update-many.ts");
        return await updateRecords(context, { resource, list, verb }, args, options);
      },
    }),
  };
}

const setFlag: Flag = {
  flags: "--set <change...>",
  describe: "change of a field: name=TEXT, rate=+10%, 'price = price * 0.9', note=null",
};

/** Returns a generic verb as a command. */
export function verbOf(resource: GenericResource, verb: GenericVerb): Verb {
  const { name, summary, examples, notes, args, flags = [], into, confirms } = verb;
  return {
    name,
    summary,
    examples,
    notes,
    args,
    writes: verb.readOnly ? undefined : (true as const),
    flags: [
      ...flags,
      ...(into === undefined ? [] : fieldFlags),
      ...(confirms === undefined ? [] : [yesFlag]),
    ],
    resource: async () => (await import("./to-resource.ts")).genericFields(resource, verb),
    load: async () => {
      const { runVerb } = await import("./run.ts");
      return { run: (context, given, options) => runVerb({ context, resource, verb, args: given, options }) };
    },
  };
}

const a = (noun: string) => (/^([aeiou]|RSVP)/.test(noun) ? `an ${noun}` : `a ${noun}`);
const idOf = ({ kind, idField }: GenericResource) => idField ?? `${kind}Id`;

/** `list`: records by filter, sort and page. */
export function listVerb(
  resource: GenericResource,
  examples: readonly string[],
  call = "query",
): GenericVerb {
  // `--search` matches names.
  const isNamed =
    Object.keys(resource.fields).includes("name") &&
    (resource.list === undefined || resource.list.split(" ").includes("name"));
  const shown = examples.map((example) => /--filter '([^']+)'/.exec(example)?.[1]).find(Boolean);
  const all = listFlags({
    filter: shown ?? filterExample(resource.fields),
    sort: sortExample(resource.fields),
  });
  const isCopied = copiedLists.has(callName(resource, call));
  const flags = all.filter(
    (flag) => (isNamed || !flag.flags.startsWith("--search")) && (isCopied || flag !== localFlag),
  );
  return { name: "list", summary: `List ${resourcePlural(resource)}`, call, readOnly: true, flags, examples };
}

const exampleValues: Readonly<Record<string, string>> = {
  boolean: "= true",
  date: "> 2026-01-01",
  number: "> 10",
  text: 'startsWith "A"',
};

/** Returns an expression for `--filter` with a field that people look for: a name, else any but the id. */
function filterExample(fields: GenericResource["fields"]): string {
  const names = Object.keys(fields).filter((name) => name !== "id" && fields[name]?.filter !== undefined);
  const name = names.includes("name") ? "name" : (names[0] ?? "id");
  const filter = fields[name]?.filter ?? "text";
  const rule = typeof filter === "object" && "here" in filter ? filter.here : filter;
  if (typeof rule === "string") return `${name} ${exampleValues[rule]}`;
  return `${name} ${"type" in rule ? exampleValues[rule.type] : `= ${rule[0]}`}`;
}

/** Returns a value for `--sort`: the newest first where rows have a date, else by the first field. */
function sortExample(fields: GenericResource["fields"]): string {
  const entries = Object.entries(fields);
  const isListed = entries.some(([, { sort }]) => sort === true);
  const names = entries.flatMap(([name, { filter, sort }]) => {
    const isSorted =
      sort ?? (!isListed && filter !== undefined && !(typeof filter === "object" && "here" in filter));
    return isSorted ? [name] : [];
  });
  return names.includes("createdDate") ? "createdDate:desc" : (names.find((name) => name !== "id") ?? "id");
}

/** `get`: one record, by id or match key. */
export function getVerb(resource: GenericResource, examples: readonly string[]): GenericVerb {
  const { reference, singular, kind } = resource;
  const args = [{ ...reference, field: idOf(resource), finds: true as const }];
  return {
    name: "get",
    summary: `Show ${a(singular)}`,
    call: "get",
    readOnly: true,
    args,
    prints: kind,
    examples,
  };
}

/** `create`: a record from the flags of the resource and any field. */
export function createVerb(
  { singular, kind, flags }: GenericResource,
  examples: readonly string[],
  defaults: GenericVerb["defaults"] = {},
): GenericVerb {
  const fields = { flags, into: kind, defaults: { [kind]: defaults } };
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
  examples: readonly string[],
): GenericVerb {
  const args = [{ ...reference, field: `${kind}.id`, finds: true as const }];
  const fields = { flags, into: kind, reads: true as const };
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
export function deleteVerb(resource: GenericResource, examples: readonly string[]): GenericVerb {
  const { singular, reference } = resource;
  const summaries = {
    summary: `Delete ${a(singular)}`,
    confirms: `Delete the ${singular}`,
    done: `Deleted the ${singular}`,
  };
  const args = [{ ...reference, field: idOf(resource), finds: true as const }];
  return { name: "delete", call: "remove", ...summaries, args, examples };
}

/** `extend`: the extended fields that an app stores with a record. */
export function extendVerb(
  { kind, singular, reference }: GenericResource,
  examples: readonly string[],
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
  resource: GenericResource,
  action: "create" | "delete" | "update",
  call: string,
  examples: readonly string[],
): GenericVerb {
  const verbs = { create: "Create", update: "Change", delete: "Delete" };
  const summary = `${verbs[action]} up to 100 ${resourcePlural(resource)}`;
  const confirmation = action === "delete" ? { confirms: `Delete these ${resourcePlural(resource)}` } : {};
  return { name: `${action}-many`, summary, call, into: "", ...confirmation, ...eachOutcome, examples };
}

/** The columns of the results of a bulk call. */
export const eachOutcome = {
  prints: "results",
  kind: "result",
  fields: {
    "itemMetadata.id": {},
    "itemMetadata.success": { label: "Done" },
    "itemMetadata.error.description": { label: "Error", grow: true },
  },
} as const;
