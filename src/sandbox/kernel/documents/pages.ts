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

/** Returns the page of a query. `scope` is a filter for what the caller may see. */
export function findPage<T>(
  tx: Tx,
  table: Table<T>,
  query: z.input<typeof Query> | null | undefined,
  scope?: unknown,
): Page<T> {
  return pageOf(query, (request) =>
    tx.query(table, { ...request, filter: bothFilters(request.filter, scope) }),
  );
}

/** Returns a page of items that are not in a table. */
export function scanPage<T>(items: Iterable<T>, query: z.input<typeof Query> | null | undefined): Page<T> {
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
  query: z.input<typeof Query> | null | undefined,
  find: (query: StoreQuery) => { items: T[]; total: number },
): Page<T> {
  const { paging, cursorPaging } = query ?? {};
  const limit = cursorPaging?.limit ?? paging?.limit ?? pageSize;
  const state = cursorPaging?.cursor
    ? readCursor(cursorPaging.cursor)
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

function writeCursor(state: CursorState): string {
  return Buffer.from(JSON.stringify(state)).toString("base64url");
}

function readCursor(cursor: string): CursorState {
  return parseJson<CursorState>(Buffer.from(cursor, "base64url").toString(), "query.cursorPaging.cursor");
}

/** Parses JSON sent by a caller. Throws InvalidInput for `field` if invalid. */
export function parseJson<T>(text: string, field: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw invalid(field, "FORMAT", `is not valid JSON: ${(cause as Error).message}`);
  }
}
