/** One sort key of a query. */
export interface SortKey {
  fieldName: string;
  order: "ASC" | "DESC";
}

/** A query in wire form: with `paging` (offset) or `cursorPaging`. A cursor contains the filter and the sort. */
export interface PlatformQuery {
  filter?: { readonly [field: string]: unknown };
  sort?: SortKey[];
  paging?: { offset: number; limit: number };
  cursorPaging?: { limit: number; cursor?: string };
}

/** A value in a condition. Dates are sent as ISO text, undefined as null. */
export type QueryValue = string | number | boolean | Date | null | undefined;

/**
 * Builds a query step by step; every method returns a new builder. Conditions are joined by `and`. `not(q)` replaces all
 * conditions before it, as in the platform's official client.
 */
export interface QueryBuilder<Item = unknown> {
  eq(field: string, value: QueryValue): QueryBuilder<Item>;
  ne(field: string, value: QueryValue): QueryBuilder<Item>;
  gt(field: string, value: QueryValue): QueryBuilder<Item>;
  ge(field: string, value: QueryValue): QueryBuilder<Item>;
  lt(field: string, value: QueryValue): QueryBuilder<Item>;
  le(field: string, value: QueryValue): QueryBuilder<Item>;
  startsWith(field: string, value: string): QueryBuilder<Item>;
  endsWith(field: string, value: string): QueryBuilder<Item>;
  contains(field: string, value: string): QueryBuilder<Item>;
  /** The list has at least one of the values. */
  hasSome(field: string, values: readonly QueryValue[]): QueryBuilder<Item>;
  /** The list has all of the values. */
  hasAll(field: string, values: readonly QueryValue[]): QueryBuilder<Item>;
  in(field: string, values: readonly QueryValue[]): QueryBuilder<Item>;
  exists(field: string, value?: boolean): QueryBuilder<Item>;
  and(query: QueryBuilder): QueryBuilder<Item>;
  /** Matches all conditions so far, or those of the other query. */
  or(query: QueryBuilder): QueryBuilder<Item>;
  not(query: QueryBuilder): QueryBuilder<Item>;
  ascending(...fields: string[]): QueryBuilder<Item>;
  descending(...fields: string[]): QueryBuilder<Item>;
  /** The number of items per page. Default: 50. */
  limit(count: number): QueryBuilder<Item>;
  /** The number of items to skip, for calls that page by offset. */
  skip(count: number): QueryBuilder<Item>;
  /** Continues at a cursor of an earlier page, for calls that page by cursor. */
  skipTo(cursor: string): QueryBuilder<Item>;
  /** Fetches the first page. Rejects with UsageError for `skip` or `skipTo` if the call does not page that way. */
  find(options?: { signal?: AbortSignal }): Promise<Page<Item>>;
  /** Returns the query in wire form. */
  toJSON(): PlatformQuery;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly length: number;
  /** The requested limit. */
  readonly pageSize: number;
  /** From 0; undefined if the call pages by cursor. */
  readonly currentPage: number | undefined;
  /** Undefined if the call pages by cursor, or if the platform does not return a total. */
  readonly totalPages: number | undefined;
  readonly totalCount: number | undefined;
  readonly cursors: { readonly next: string | undefined; readonly prev: string | undefined };
  hasNext(): boolean;
  hasPrev(): boolean;
  /** Fetches the next page. Rejects with UsageError "No next page to fetch" on the last page. */
  next(): Promise<Page<Item>>;
  /** Fetches the previous page. Rejects with UsageError "No previous page to fetch" on the first page. */
  prev(): Promise<Page<Item>>;
}
