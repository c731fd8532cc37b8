import type { Endpoint } from "../../api/endpoint.ts";
import {
  type ContractField,
  checkedFilter,
  contractField,
  fieldPlace,
} from "../../api/query/filter-fields.ts";
import { compareFieldValues, matcher, valuesAt } from "../../api/query/filter-match.ts";
import type {
  CursorMetadata,
  PagingMetadata,
  Query,
  SearchDetails,
  Sorting,
} from "../../api/services/models.ts";
import { isRecord } from "../../kernel/json.ts";
import { memo } from "../../kernel/memo.ts";
import { type AggregationRequest, aggregate } from "./aggregations.ts";
import { invalidFilter } from "./filters.ts";
import { invalid, type StoreQuery, type Table, type Tx } from "./tx.ts";

/** The fields that a list call can filter by, sort by and aggregate. */
interface ListFields {
  /** Returns a field that it can be filtered by, with its path in documents. */
  filterable(name: string): ContractField | undefined;
  /** The names of these fields. */
  readonly names: readonly string[];
  readonly sortable: readonly string[];
  readonly aggregatable: readonly string[];
  /** Returns the path in documents of a field that is not stored where the API has it. */
  pathOf(name: string): string | undefined;
  /** The platform rejects two operators in one field object and takes two conditions under `$and`. */
  singleOperator?: true | undefined;
}

/** A list call, or its fields if documents have some of them at other paths. */
export type Listed = Endpoint | ListFields;

const fieldsOfCall = memo((call: Endpoint) => fieldsOfList(() => call));
const fieldsOf = (listed: Listed): ListFields => ("filterable" in listed ? listed : fieldsOfCall(listed));

/** Returns the fields of a list call, which is read on their first use. `paths`: what is stored at other paths of documents. */
export function fieldsOfList(
  call: () => Endpoint,
  { paths = {}, singleOperator }: { paths?: Readonly<Record<string, string>>; singleOperator?: true } = {},
): ListFields {
  const pathOf = (name: string) => {
    if (Object.hasOwn(paths, name)) return paths[name];
    const [head = "", ...others] = name.split(".");
    return paths[`${head}.*`]?.replace("*", others.join("."));
  };
  return {
    singleOperator,
    pathOf,
    filterable(name) {
      const field = contractField(call(), name);
      const path = pathOf(name);
      if (field === undefined || path === undefined) return field;
      const { type, isList } = fieldPlace(call(), path);
      return { ...field, type: type ?? field.type, isList: field.isList || isList, path };
    },
    get names() {
      return Object.values(call().filter ?? {}).flat();
    },
    get sortable() {
      return call().sort ?? [];
    },
    get aggregatable() {
      return call().aggregate ?? [];
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
  listed: Listed,
  scope?: unknown,
): {
  items: T[];
  pagingMetadata: CursorMetadata;
  aggregationData?: { results: object[] };
} {
  const { filter, sort } = checkedQuery(request ?? {}, listed);
  const { limit, offset } = request?.paging ?? {};
  if ((limit ?? 0) > maxPerPage)
    throw invalid("query.paging.limit", "MAX", `must be ${maxPerPage} or less`, { threshold: maxPerPage });
  const query = {
    filter: withText(filter, request?.search),
    sort: sort?.length ? sort : undefined,
    cursorPaging: request?.cursorPaging ?? { ...(typeof limit === "number" && { limit }) },
    paging: request?.cursorPaging ? undefined : { offset },
  };
  const { items, metadata } = findPage(tx, table, query, scope);
  const cursors = metadata.cursors ?? {};
  const pagingMetadata = { count: items.length, cursors, hasNext: cursors.next !== undefined };
  const aggregationData = aggregationsOf(tx, table, request, listed, scope);
  return { items, pagingMetadata, aggregationData };
}

/** Returns the results of aggregations over everything that a search matches, or undefined if none are requested. */
function aggregationsOf<T>(
  tx: Tx,
  table: Table<T>,
  request: ListRequest | null | undefined,
  listed: Listed,
  scope?: unknown,
): { results: object[] } | undefined {
  const asked = request?.aggregations ?? [];
  if (asked.length === 0) return undefined;
  const fields = fieldsOf(listed);
  for (const [index, { fieldPath }] of asked.entries())
    if (fieldPath && !fields.aggregatable.includes(fieldPath) && !fields.filterable(fieldPath))
      throw undeclaredField(`search.aggregations[${index}]`, fieldPath, "aggregatable");
  const filter = listFilter(request ?? {}, listed);
  const found = tx.each(table, scope === undefined ? filter : { $and: [filter, scope] });
  return { results: aggregate([...found], asked) };
}

/** Returns a page of a table by offset, with the total. */
export function offsetPage<T>(
  tx: Tx,
  table: Table<T>,
  { filter, sort, limit, offset }: Pick<ListRequest, "filter" | "sort"> & { limit: number; offset: number },
  listed: Listed,
  scope?: unknown,
): { items: T[]; total: number } {
  const page = findPage(
    tx,
    table,
    { ...checkedQuery({ filter, sort }, listed), paging: { limit, offset } },
    scope,
  );
  return { items: page.items, total: page.metadata.total ?? page.items.length };
}

/** Returns the number of documents that match a filter and free text. */
export function countMatches<T>(
  tx: Tx,
  table: Table<T>,
  request: ListRequest,
  listed: Listed,
  scope?: unknown,
): number {
  const filter = listFilter(request, listed);
  return tx.query(table, { filter: scope === undefined ? filter : { $and: [filter, scope] }, limit: 1 })
    .total;
}

/** Streams the documents that match a filter and free text. */
export function matchingDocuments<T>(
  tx: Tx,
  table: Table<T>,
  request: ListRequest,
  listed: Listed,
): Iterable<T> {
  return tx.each(table, listFilter(request, listed));
}

/** Returns the filter and free text of a request as a filter of documents. Throws InvalidInput for fields not filterable. */
export const listFilter = ({ filter, search }: ListRequest, listed: Listed): unknown =>
  withText(checkedQuery({ filter }, listed).filter, search);

function withText(filter: unknown, search: ListRequest["search"]): unknown {
  const terms = search?.expression?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  if (terms.length === 0) return filter;
  const text = terms.map((word) => ({ searchText: { $contains: word } }));
  return { $and: [filter, search?.mode === "AND" ? { $and: text } : { $or: text }] };
}

type Sort = StoreQuery["sort"];

/** Returns a query with the filter and the sort in terms of documents. Throws InvalidInput for what the call does not declare. */
export function checkedQuery<Q extends { filter?: unknown; sort?: Sort }>(
  query: Q,
  listed: Listed,
  undeclared: Undeclared = undeclaredField,
): Omit<Q, "filter" | "sort"> & { filter: unknown; sort: Sorting[] | undefined } {
  const fields = fieldsOf(listed);
  if (fields.singleOperator) requireSingleOperators(query.filter);
  const filter = checkedFilter(query.filter ?? {}, fields.filterable, {
    undeclared: (name) => undeclared("query.filter", name, "filterable", fields.names),
    invalid: invalidFilter,
  });
  const sort = query.sort?.map((term, index) => {
    const name = term.fieldName ?? "";
    if (name !== "" && !fields.sortable.includes(name))
      throw undeclared(`query.sort[${index}]`, name, "sortable", fields.sortable);
    return { ...term, fieldName: fields.pathOf(name) ?? name };
  });
  return { ...query, filter, sort };
}

function requireSingleOperators(filter: unknown): void {
  if (Array.isArray(filter)) for (const part of filter) requireSingleOperators(part);
  if (!isRecord(filter)) return;
  for (const [key, operand] of Object.entries(filter)) {
    if (key.startsWith("$")) requireSingleOperators(operand);
    else if (isRecord(operand) && Object.keys(operand).length > 1)
      throw invalid("search.filter", "FORMAT", `has more than one operator for ${key}; use $and`, {
        type: "FILTER",
      });
  }
}

type Undeclared = (path: string, field: string, what: string, declared?: readonly string[]) => Error;

const undeclaredField: Undeclared = (path, field, what) =>
  invalid(path, "FORMAT", `Field '${field}' is not declared as ${what}`, { type: "FIELD" });

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
export function scanPage<T>(items: Iterable<T>, query: Query): Page<T> {
  return pageOf(query, (request) => scan(items, request));
}

/** Filters, sorts and pages items in memory. */
export function scan<T>(items: Iterable<T>, query: StoreQuery): { items: T[]; total: number } {
  const found = [...items].filter(matcher(query.filter, invalidFilter));
  for (const { fieldName, order } of [...(query.sort ?? [])].reverse()) {
    const path = fieldName ?? "id";
    const sign = order === "DESC" ? -1 : 1;
    found.sort((one, other) => sign * compareFieldValues(valuesAt(one, path)[0], valuesAt(other, path)[0]));
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

/** Returns a filter of an older API with the values of some fields, however deep, as they are today. */
export function translatedFilter(
  filter: unknown,
  fields: Readonly<Record<string, (value: unknown) => unknown>>,
  today: (value: unknown) => unknown = (value) => value,
): unknown {
  if (Array.isArray(filter)) return filter.map((one) => translatedFilter(one, fields, today));
  if (!isRecord(filter)) return today(filter);
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      const own = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return [key, translatedFilter(value, fields, own ?? today)];
    }),
  );
}

/** Returns a query whose filter and sort are JSON text, as older paths take it, with their values. */
export function parseTextQuery<T extends { filter?: string | null; sort?: string | null }>(
  query: T | null | undefined,
) {
  const filter = query?.filter ? parseJson<object>(query.filter, "query.filter") : undefined;
  return { ...query, filter, sort: query?.sort ? parseSortText(query.sort) : undefined };
}

/** Parses the sort of an older service, which is JSON text: `[{"numericId":"asc"}]`, `{"numericId":"asc"}`, or fieldName and order. */
function parseSortText(text: string): { fieldName: string; order: string }[] {
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
