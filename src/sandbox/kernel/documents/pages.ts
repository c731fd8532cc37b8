import type * as z from "zod/mini";
import type { PagingMetadata, Query } from "../../../api/models/query.ts";
import { invalid } from "../invalid.ts";
import type { StoreQuery, Table, Tx } from "../tx.ts";
import { compareValues, matchesFilter, valuesAt } from "./match.ts";

const pageSize = 50;

export interface Page<T> {
  items: T[];
  metadata: z.input<typeof PagingMetadata>;
}

/** Finds one page: what the query asks for, of what `scope` (a filter) lets the caller see. */
export function findPage<T>(
  tx: Tx,
  table: Table<T>,
  query: z.input<typeof Query> | null | undefined,
  scope?: unknown,
): Page<T> {
  return pageOf(query, (asked) => tx.query(table, { ...asked, filter: bothFilters(asked.filter, scope) }));
}

/** One page of things that stand in no table, found and sorted here. */
export function scanPage<T>(things: Iterable<T>, query: z.input<typeof Query> | null | undefined): Page<T> {
  return pageOf(query, (asked) => scan(things, asked));
}

/** What of some things a query asks for. */
export function scan<T>(things: Iterable<T>, query: StoreQuery): { items: T[]; total: number } {
  const found = [...things].filter((thing) => matchesFilter(thing, query.filter));
  for (const { fieldName, order } of [...(query.sort ?? [])].reverse()) {
    const path = fieldName ?? "id";
    const sign = order === "DESC" ? -1 : 1;
    found.sort((one, other) => sign * compareValues(valuesAt(one, path)[0], valuesAt(other, path)[0]));
  }
  const offset = query.offset ?? 0;
  return { items: found.slice(offset, offset + (query.limit ?? pageSize)), total: found.length };
}

/** A page by offset or by cursor; a cursor carries filter and sort, as the platform's do. */
function pageOf<T>(
  query: z.input<typeof Query> | null | undefined,
  find: (query: StoreQuery) => { items: T[]; total: number },
): Page<T> {
  const { paging, cursorPaging } = query ?? {};
  const limit = cursorPaging?.limit ?? paging?.limit ?? pageSize;
  const place = cursorPaging?.cursor
    ? readCursor(cursorPaging.cursor)
    : { filter: query?.filter, sort: query?.sort };
  const offset = cursorPaging ? (place.offset ?? 0) : (paging?.offset ?? 0);
  const { items, total } = find({ ...place, limit, offset });
  const metadata = { count: items.length, offset, total };
  if (!cursorPaging) return { items, metadata };
  const next = offset + items.length < total && limit > 0;
  const cursors = {
    ...(next && { next: writeCursor({ ...place, offset: offset + limit }) }),
    ...(offset > 0 && { prev: writeCursor({ ...place, offset: Math.max(0, offset - limit) }) }),
  };
  return { items, metadata: { ...metadata, cursors } };
}

function bothFilters(filter: unknown, scope: unknown): unknown {
  if (scope === undefined) return filter;
  return filter === undefined || filter === null ? scope : { $and: [filter, scope] };
}

type Place = Pick<StoreQuery, "filter" | "sort" | "offset">;

function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

function readCursor(cursor: string): Place {
  return parseJson<Place>(Buffer.from(cursor, "base64url").toString(), "query.cursorPaging.cursor");
}

/** JSON that a caller wrote as text; InvalidInput where it is none. */
export function parseJson<T>(text: string, field: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw invalid(field, "FORMAT", `is not valid JSON: ${(cause as Error).message}`);
  }
}
