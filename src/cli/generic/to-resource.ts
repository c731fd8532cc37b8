import type { Call } from "../../api/caller.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { fillField } from "../../api/input-fields.ts";
import { type FilterField, parseFilter } from "../../api/query/filter.ts";
import { schemaAt, shapeOf } from "../../api/schema-fields.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { capitalized } from "../../kernel/text.ts";
import { columnsOf, detailColumns } from "../../output/field.ts";
import { cellText } from "../../output/table.ts";
import { filterFieldsOf, sortPathsOf } from "../../resources/described.ts";
import { type Listing, type ListQuery, listLater, listRows } from "../../resources/listing.ts";
import {
  type Access,
  type Condition,
  filterQuoted,
  type Narrowing,
  type Resource,
  type RowAction,
} from "../../resources/resource.ts";
import { flagKey } from "../flags.ts";
import {
  callName,
  type GenericFields,
  type GenericResource,
  type GenericVerb,
  resourcePlural,
} from "./generic-resource.ts";
import { fieldFlagsOf, findRecord, recordName } from "./input.ts";

/** A record of a generic resource. */
export type Row = Record<string, unknown>;

/** Returns the fields of a generic resource as one of its verbs shows them. */
export function genericFields(
  resource: GenericResource,
  verb: GenericVerb,
): Pick<Resource<Row>, "columns" | "filterFields"> {
  return {
    columns: columnsOf(
      shownFields(resource, verb.fields),
      verb.list ?? (verb.fields ? undefined : resource.list),
    ),
    filterFields: filterFieldsOf(resource.fields),
  };
}

/** Fields whose values are constants of the platform. */
const constants = /(frequency|permissions|service|states|status|type)$/i;

/** Returns fields of a generic resource, or of one of its verbs, as they are shown where nothing else is declared. */
export function shownFields(resource: GenericResource, fields = resource.fields): GenericFields {
  const shown = Object.entries(fields).map(([name, field]) => {
    const { path = name, words = resource.fields[name]?.words } = field;
    // A few letters of a word or an id are useless: without room, columns on the right are left out instead.
    const min = /(^id|Id)$/.test(path) ? 36 : 18;
    return [name, { min, ...field, words: words ?? (constants.test(path) ? {} : undefined) }] as const;
  });
  return Object.fromEntries(shown);
}

/** What is known of a generic resource's commands. */
interface Commands {
  /** The arguments before the verb: `settings shipping options`. */
  name: string;
  /** `get` prints one record by its id. */
  canGet: boolean;
  actions: readonly RowAction<Row>[];
}

/** Returns a generic resource, listed by one of its verbs, as a Resource. */
export function toResource(
  context: Context,
  generic: GenericResource,
  list: GenericVerb,
  { name, canGet, actions }: Commands = { name: generic.name, canGet: false, actions: [] },
): Resource<Row> {
  const { singular } = generic;
  const { columns, filterFields } = genericFields(generic, list);
  const wide = columns.filter(({ grow }) => grow).slice(0, 2);
  const titleOf = (row: Row) =>
    wide
      .map((one) => cellText(one, row, {}))
      .filter(Boolean)
      .join(" ");
  return {
    name,
    kind: list.kind ?? generic.kind,
    singular,
    title: capitalized(resourcePlural(generic)),
    columns,
    details: detailColumns(shownFields(generic), generic.get ?? generic.list),
    filterFields,
    matchKeys: generic.matchKeys ?? [],
    searched: { fields: "names", text: ({ name }) => String(name ?? "") },
    id: ({ id }) => String(id ?? ""),
    label: (row) =>
      recordName(generic, {
        id: "",
        reference: titleOf(row) || String(row.id ?? singular),
        record: row,
      }).slice(1, -1),
    open: async () => genericAccess({ context, generic, list, filterFields, name, canGet, actions }),
  };
}

interface AccessOptions extends Commands {
  context: Context;
  generic: GenericResource;
  list: GenericVerb;
  filterFields: readonly FilterField[];
}

/** Returns the fields of the items of a list; undefined if its schema does not name them. */
function itemFields({ result, items }: Endpoint): readonly string[] | undefined {
  const fields = items === undefined ? [] : Object.keys(shapeOf(schemaAt(result, `${items}[]`)));
  return fields.length > 0 ? fields : undefined;
}

/** Nothing is loaded before the first row is read: the screen opens all resources at once. */
function genericAccess(of: AccessOptions): Access<Row> {
  const { context, generic, list, filterFields, name, canGet, actions } = of;
  const listName = callName(generic, list.call);
  let known: readonly string[] | undefined;
  const load = async () => {
    const endpoint = await loadEndpoint(listName);
    known = itemFields(endpoint);
    const call = await context.call(endpoint.role === "visitor" ? undefined : endpoint.role);
    return { endpoint, call };
  };
  const rowsOf = (query: ListQuery & { input?: object }) =>
    lateListing(query, filterFields, async () => {
      const { idPath } = generic;
      const sortPaths = list.sort?.split(" ") ?? sortPathsOf(generic.fields);
      const { input = list.defaults ?? {}, ...rest } = query;
      const { call, endpoint } = await load();
      const source = { call, endpoint, name: listName, fields: filterFields, input };
      return listRows<Row>({ ...source, id: idPath, sortPaths }, rest);
    });
  const isFilteredById = filterFields.some((field) => field.name === "id");
  return {
    recordFields: () => known,
    list: rowsOf,
    async get(id) {
      if (canGet)
        return (
          (
            await findRecord(
              { context, resource: generic, call: (await load()).call },
              id,
              true,
              list.defaults,
            )
          ).record ?? {}
        );
      const { rows } = rowsOf({ all: true, filter: isFilteredById ? `id = ${filterQuoted(id)}` : undefined });
      for await (const row of rows) if (row.id === id) return row;
      throw new TillError(exitCodes.notFound, `The ${generic.singular} no longer exists.`);
    },
    narrow: async (args, options) => await narrow(of, await load(), args, options),
    actions,
    // Without a `get` command, the list shows the record.
    getArgs: (id) =>
      canGet
        ? [...name.split(" "), "get", id]
        : [...name.split(" "), "list", ...(isFilteredById ? ["--filter", `id = ${filterQuoted(id)}`] : [])],
  };
}

/** Arguments and field flags are conditions if they can be filtered by, else fields of the endpoint's input. */
async function narrow(
  { generic, list }: AccessOptions,
  { endpoint, call }: { endpoint: Endpoint; call: Call },
  args: readonly string[],
  options: object,
): Promise<Narrowing> {
  const given = [
    ...(list.args ?? []).map((arg, index) => ({ ...arg, text: args[index] })),
    ...fieldFlagsOf(list.flags ?? [], options),
  ];
  let input: unknown = structuredClone(list.defaults ?? {});
  const conditions: Condition[] = [];
  for (const { field, finds, name, text } of given) {
    if (text === undefined) continue;
    const value = typeof finds === "function" ? await finds(call, text) : text;
    if (generic.fields[field]?.filter) conditions.push([field, [value].flat()]);
    else input = fillField(endpoint.input, input, field, value, name).input;
  }
  const own = new Set(given.map(({ name }) => flagKey(name)));
  const others = Object.fromEntries(Object.entries(options).filter(([name]) => !own.has(name)));
  const query: ListQuery & { input: object } = { ...others, input: input as object };
  return { conditions, query };
}

/** Returns a list that is opened with its first row; an invalid filter throws at once. */
function lateListing(
  { filter }: ListQuery,
  fields: readonly FilterField[],
  open: () => Promise<Listing<Row>>,
): Listing<Row> {
  if (filter !== undefined) parseFilter(filter, fields);
  return listLater(open);
}
