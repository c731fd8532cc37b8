import type { Endpoint } from "../../api/endpoint.ts";
import type { CursorMetadata, PagingMetadata, Query, SearchDetails } from "../../api/services/models.ts";
import { isRecord } from "../../kernel/json.ts";
import { type AggregationRequest, aggregate } from "./aggregations.ts";
import { compareValues, matchesFilter, valuesAt } from "./match.ts";
import { invalid, type StoreQuery, type Table, type Tx } from "./tx.ts";

/** How the documents of a list are stored. */
interface StoredLists {
  /** Paths into lists of objects; `listsOf` stores their values as plain lists. */
  lists?: readonly string[];
  /** Paths of lists of scalar values. */
  plainLists?: readonly string[];
  /** Decimal text that a column compares as a number. */
  amounts?: readonly string[];
  /** The platform rejects two operators in one field object and takes two conditions under `$and`. */
  singleOperator?: true;
}

/** The fields that a list call can filter by, sort by and aggregate. */
export interface ListFields extends StoredLists {
  readonly filterable: readonly string[];
  readonly sortable: readonly string[];
  readonly aggregatable?: readonly string[];
}

/** Returns the fields of a list call, which is read on their first use, and how its documents are stored. */
export function fieldsOf<S extends StoredLists>(call: () => Endpoint, stored?: S): ListFields & S {
  return {
    ...(stored as S),
    get filterable() {
      return Object.values(call().filter ?? {}).flat();
    },
    get sortable() {
      return call().sort ?? [];
    },
    get aggregatable() {
      return [...this.filterable, ...(call().aggregate ?? [])];
    },
  };
}

const maxPerPage = 100;

/** A query or search request. */
export interface ListRequest {
  filter?: unknown;
  sort?: { fieldName?: string | null; order?: string | null }[] | null;
  cursorPaging?: { limit?: number | null; cursor?: string | null } | null;
  /** The platform also accepts offset paging in lists by cursor. */
  paging?: { limit?: number | null; offset?: number | null } | null;
  search?: SearchDetails | null;
  aggregations?: AggregationRequest[] | null;
}

/** Returns a page of a table by cursor, with aggregations if requested. `scope` is a filter for what the caller may see. */
export function listPage<T>(
  tx: Tx,
  table: Table<T>,
  request: ListRequest | null | undefined,
  fields: ListFields,
  scope?: unknown,
): {
  items: T[];
  pagingMetadata: CursorMetadata;
  aggregationData?: { results: object[] };
} {
  const sort = sortOf(request?.sort, fields);
  const { limit, offset } = request?.paging ?? {};
  if ((limit ?? 0) > maxPerPage)
    throw invalid("query.paging.limit", "MAX", `must be ${maxPerPage} or less`, { threshold: maxPerPage });
  const query = {
    filter: listFilter(request ?? {}, fields),
    sort: sort?.length ? sort : undefined,
    cursorPaging: request?.cursorPaging ?? { ...(typeof limit === "number" && { limit }) },
    paging: request?.cursorPaging ? undefined : { offset },
  };
  const { items, metadata } = findPage(tx, table, query, scope);
  const cursors = metadata.cursors ?? {};
  const pagingMetadata = { count: items.length, cursors, hasNext: cursors.next !== undefined };
  const aggregationData = aggregationsOf(tx, table, request, fields, scope);
  return { items, pagingMetadata, aggregationData };
}

/** Returns the results of aggregations over everything that a search matches, or undefined if none are requested. */
function aggregationsOf<T>(
  tx: Tx,
  table: Table<T>,
  request: ListRequest | null | undefined,
  fields: ListFields,
  scope?: unknown,
): { results: object[] } | undefined {
  const asked = request?.aggregations ?? [];
  if (asked.length === 0) return undefined;
  const { filterable, lists = [], aggregatable = filterable } = fields;
  const known = new Set([...lists, ...aggregatable]);
  for (const [index, { fieldPath }] of asked.entries())
    if (fieldPath && !known.has(fieldPath))
      throw undeclaredField(`search.aggregations[${index}]`, fieldPath, "aggregatable");
  const filter = listFilter(request ?? {}, fields);
  const found = tx.each(table, scope === undefined ? filter : { $and: [filter, scope] });
  return { results: aggregate([...found], asked) };
}

/** Returns a page of a table by offset, with the total. */
export function offsetPage<T>(
  tx: Tx,
  table: Table<T>,
  { filter, sort, limit, offset }: Pick<ListRequest, "filter" | "sort"> & { limit: number; offset: number },
  fields: ListFields,
  scope?: unknown,
): { items: T[]; total: number } {
  const page = findPage(
    tx,
    table,
    { filter: listFilter({ filter }, fields), sort: sortOf(sort, fields), paging: { limit, offset } },
    scope,
  );
  return { items: page.items, total: page.metadata.total ?? page.items.length };
}

/** Returns the number of documents that match a filter and free text. */
export function countOf<T>(
  tx: Tx,
  table: Table<T>,
  request: ListRequest,
  fields: ListFields,
  scope?: unknown,
): number {
  const filter = listFilter(request, fields);
  return tx.query(table, { filter: scope === undefined ? filter : { $and: [filter, scope] }, limit: 1 })
    .total;
}

/** Streams the documents that match a filter and free text. */
export function matchingDocuments<T>(
  tx: Tx,
  table: Table<T>,
  request: ListRequest,
  fields: ListFields,
): Iterable<T> {
  return tx.each(table, listFilter(request, fields));
}

/** Returns the values at paths into lists of objects, for the `lists` of a stored document. */
export function listsOf(doc: object, paths: readonly string[]): Record<string, unknown[]> {
  return Object.fromEntries(paths.map((path) => [keyOf(path), valuesAt(doc, path)]));
}

function sortOf(sort: ListRequest["sort"], fields: ListFields) {
  return sort?.map((one, index) => {
    if (fields.sortable.includes(one.fieldName ?? "")) return one;
    throw undeclaredField(`query.sort[${index}]`, one.fieldName ?? "", "sortable");
  });
}

/** Throws InvalidInput for a filter or sort field that is not declared. For lists that are not read with `listPage`. */
export function checkFields(
  { filter, sort }: { filter?: unknown; sort?: readonly { fieldName?: string | null | undefined }[] | null },
  { filterable, sortable }: Pick<ListFields, "filterable" | "sortable">,
): void {
  const check = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) check(one);
    if (!isRecord(part)) return;
    for (const [key, operand] of Object.entries(part)) {
      if (key.startsWith("$")) check(operand);
      else if (!filterable.includes(key)) throw undeclaredField("query.filter", key, "filterable");
    }
  };
  check(filter);
  for (const [index, { fieldName }] of (sort ?? []).entries())
    if (fieldName && !sortable.includes(fieldName))
      throw undeclaredField(`query.sort[${index}]`, fieldName, "sortable");
}

const keyOf = (path: string) => path.replaceAll(".", "-");

/** Converts the filter and free text of a request to a store filter. Throws InvalidInput for fields not filterable. */
export function listFilter({ filter, search }: ListRequest, fields: ListFields): unknown {
  const terms = search?.expression?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const own = translate(filter ?? {}, fields);
  if (terms.length === 0) return own;
  const text = terms.map((word) => ({ searchText: { $contains: word } }));
  return { $and: [own, search?.mode === "AND" ? { $and: text } : { $or: text }] };
}

function translate(filter: unknown, fields: ListFields): unknown {
  if (Array.isArray(filter)) return filter.map((part) => translate(part, fields));
  if (!isRecord(filter)) return filter;
  const parts = Object.entries(filter).map(([key, operand]) => {
    if (key.startsWith("$")) return { [key]: translate(operand, fields) };
    if (fields.singleOperator && isRecord(operand) && Object.keys(operand).length > 1)
      throw invalid("search.filter", "FORMAT", `has more than one operator for ${key}; use $and`, {
        type: "FILTER",
      });
    if (isRecord(operand) && "$matchItems" in operand) return onItems(key, operand.$matchItems, fields);
    if (fields.lists?.includes(key)) return { [`lists.${keyOf(key)}`]: onList(operand) };
    if (fields.plainLists?.includes(key)) return { [key]: onList(operand) };
    // On the live platform, $hasSome on a list of objects matches nothing; $matchItems works.
    if (isRecord(operand) && "$hasSome" in operand && hasItemFields(key, fields)) return { id: { $in: [] } };
    if (!fields.filterable.includes(key)) throw undeclaredField("query.filter", key, "filterable");
    return { [key]: fields.amounts?.includes(key) ? numbers(operand) : onValue(operand) };
  });
  return parts.length > 1 ? { $and: parts } : (parts[0] ?? {});
}

/** Translates `$matchItems` conditions; each condition names one field: `[{ id: { $in: [...] } }]`. */
function onItems(path: string, items: unknown, fields: ListFields): object {
  if (!hasItemFields(path, fields)) throw undeclaredField("query.filter", path, "filterable");
  const conditions = (Array.isArray(items) ? items : [items]).map((item) => {
    const [[field, operand] = ["", undefined], ...more] = Object.entries(isRecord(item) ? item : {});
    const key = `${path}.${field}`;
    if (more.length === 0 && fields.lists?.includes(key)) return { [`lists.${keyOf(key)}`]: onList(operand) };
    throw undeclaredField("query.filter", key, "filterable with $matchItems");
  });
  return { $and: conditions };
}

const hasItemFields = (path: string, { lists = [] }: ListFields) =>
  lists.some((list) => list.startsWith(`${path}.`));

/** Translates a condition on a list field: as on the platform, one matching value is enough. */
function onList(operand: unknown): unknown {
  if (!isRecord(operand)) return { $hasSome: [operand] };
  return Object.fromEntries(
    Object.entries(operand).map(([operator, value]) => {
      if (operator === "$eq") return ["$hasSome", [value]];
      return [operator === "$in" ? "$hasSome" : operator, value];
    }),
  );
}

function onValue(operand: unknown): unknown {
  if (!isRecord(operand) || !("$hasSome" in operand)) return operand;
  const { $hasSome, ...others } = operand;
  return { ...others, $in: $hasSome };
}

function numbers(operand: unknown): unknown {
  if (Array.isArray(operand)) return operand.map(numbers);
  if (isRecord(operand))
    return Object.fromEntries(Object.entries(operand).map(([key, value]) => [key, numbers(value)]));
  return typeof operand === "string" && operand.trim() !== "" ? Number(operand) : operand;
}

function undeclaredField(path: string, field: string, what: string) {
  return invalid(path, "FORMAT", `Field '${field}' is not declared as ${what}`, { type: "FIELD" });
}

const pageSize = 50;

export interface Page<T> {
  items: T[];
  metadata: PagingMetadata;
}

/** Returns the page of a query. `scope` is a filter for what the caller may see. */
export function findPage<T>(
  tx: Tx,
  table: Table<T>,
  query: Query | null | undefined,
  scope?: unknown,
): Page<T> {
  return pageOf(query, (request) =>
    tx.query(table, { ...request, filter: bothFilters(request.filter, scope) }),
  );
}

/** Returns a page of items that are not in a table. */
export function scanPage<T>(items: Iterable<T>, query: Query | null | undefined): Page<T> {
  return pageOf(query, (request) => scan(items, request));
}

/** Filters, sorts and pages items in memory. */
export function scan<T>(items: Iterable<T>, query: StoreQuery): { items: T[]; total: number } {
  const found = [...items].filter((item) => matchesFilter(item, query.filter));
  for (const { fieldName, order } of [...(query.sort ?? [])].reverse()) {
    const path = fieldName ?? "id";
    const sign = order === "DESC" ? -1 : 1;
    found.sort((one, other) => sign * compareValues(valuesAt(one, path)[0], valuesAt(other, path)[0]));
  }
  const offset = query.offset ?? 0;
  return { items: found.slice(offset, offset + (query.limit ?? pageSize)), total: found.length };
}

/** Returns a page by offset or by cursor. As on the platform, a cursor contains filter and sort. */
function pageOf<T>(
  query: Query | null | undefined,
  find: (query: StoreQuery) => { items: T[]; total: number },
): Page<T> {
  const { paging, cursorPaging } = query ?? {};
  const limit = cursorPaging?.limit ?? paging?.limit ?? pageSize;
  const state = cursorPaging?.cursor
    ? readCursor<CursorState>(cursorPaging.cursor)
    : { filter: query?.filter, sort: query?.sort, offset: paging?.offset };
  const offset = state.offset ?? 0;
  const { items, total } = find({ ...state, limit, offset });
  const metadata = { count: items.length, offset, total };
  if (!cursorPaging) return { items, metadata };
  const next = offset + items.length < total && limit > 0;
  const cursors = {
    ...(next && { next: writeCursor({ ...state, offset: offset + limit }) }),
    ...(offset > 0 && { prev: writeCursor({ ...state, offset: Math.max(0, offset - limit) }) }),
  };
  return { items, metadata: { ...metadata, cursors } };
}

function bothFilters(filter: unknown, scope: unknown): unknown {
  if (scope === undefined) return filter;
  return filter === undefined || filter === null ? scope : { $and: [filter, scope] };
}

type CursorState = Pick<StoreQuery, "filter" | "sort" | "offset">;

/** Returns a cursor that contains a state. */
export const writeCursor = (state: object): string =>
  Buffer.from(JSON.stringify(state)).toString("base64url");

/** Returns the state that a cursor contains. Throws InvalidInput for `field` if writeCursor cannot have written it. */
export function readCursor<T extends object>(cursor: string, field = "query.cursorPaging.cursor"): T {
  const state = parseJson<T & { offset?: unknown }>(Buffer.from(cursor, "base64url").toString(), field);
  if (isRecord(state) && /^\d{1,15}$/.test(String(state.offset ?? 0))) return state;
  throw invalid(field, "FORMAT", "is not a cursor");
}

/** Parses JSON sent by a caller. Throws InvalidInput for `field` if invalid. */
export function parseJson<T>(text: string, field: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw invalid(field, "FORMAT", `is not valid JSON: ${(cause as Error).message}`);
  }
}

/** Parses the sort of an older service, which is JSON text: `[{"numericId":"asc"}]`, `{"numericId":"asc"}`, or fieldName and order. */
export function parseSortText(text: string): { fieldName: string; order: string }[] {
  const sort = parseJson<unknown>(text, "query.sort");
  return (Array.isArray(sort) ? sort : [sort]).flatMap((entry: unknown) => {
    if (!isRecord(entry)) throw invalid("query.sort", "FORMAT", "must contain objects");
    const pairs: [unknown, unknown][] =
      entry.fieldName === undefined ? Object.entries(entry) : [[entry.fieldName, entry.order ?? "ASC"]];
    return pairs.map(([fieldName, order]) => {
      if (typeof fieldName === "string" && typeof order === "string")
        return { fieldName, order: order.toUpperCase() };
      throw invalid("query.sort", "FORMAT", "must contain the names of fields and asc or desc");
    });
  });
}
