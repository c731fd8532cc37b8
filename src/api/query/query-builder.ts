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

type Plain = string | number | boolean | Date | null | undefined;

type PathOf<T, Depth extends 0[]> = unknown extends T
  ? string
  : Depth["length"] extends 4
    ? never
    : T extends Plain
      ? never
      : T extends readonly (infer Entry)[]
        ? PathOf<Entry, Depth>
        : {
            [Key in keyof T & string]: Key | `${Key}.${PathOf<NonNullable<T[Key]>, [...Depth, 0]>}`;
          }[keyof T & string];

/**
 * The paths of an item's fields, such as `priceData.price`, through lists as well, four levels deep. The platform's own client has other
 * names for three of them.
 */
export type FieldOf<Item> = (PathOf<Item, []> | "_id" | "_createdDate" | "_updatedDate") & string;

/**
 * Builds a query step by step; every method returns a new builder. Conditions are joined by `and`. `not(q)` replaces all
 * conditions before it, as in the platform's official client.
 */
export interface QueryBuilder<Item = unknown> {
  eq(field: FieldOf<Item>, value: QueryValue): QueryBuilder<Item>;
  ne(field: FieldOf<Item>, value: QueryValue): QueryBuilder<Item>;
  gt(field: FieldOf<Item>, value: QueryValue): QueryBuilder<Item>;
  ge(field: FieldOf<Item>, value: QueryValue): QueryBuilder<Item>;
  lt(field: FieldOf<Item>, value: QueryValue): QueryBuilder<Item>;
  le(field: FieldOf<Item>, value: QueryValue): QueryBuilder<Item>;
  startsWith(field: FieldOf<Item>, value: string): QueryBuilder<Item>;
  endsWith(field: FieldOf<Item>, value: string): QueryBuilder<Item>;
  contains(field: FieldOf<Item>, value: string): QueryBuilder<Item>;
  /** The list has at least one of the values. */
  hasSome(field: FieldOf<Item>, values: readonly QueryValue[]): QueryBuilder<Item>;
  /** The list has all of the values. */
  hasAll(field: FieldOf<Item>, values: readonly QueryValue[]): QueryBuilder<Item>;
  in(field: FieldOf<Item>, values: readonly QueryValue[]): QueryBuilder<Item>;
  exists(field: FieldOf<Item>, value?: boolean): QueryBuilder<Item>;
  and(query: QueryBuilder<Item>): QueryBuilder<Item>;
  /** Matches all conditions so far, or those of the other query. */
  or(query: QueryBuilder<Item>): QueryBuilder<Item>;
  not(query: QueryBuilder<Item>): QueryBuilder<Item>;
  ascending(...fields: FieldOf<Item>[]): QueryBuilder<Item>;
  descending(...fields: FieldOf<Item>[]): QueryBuilder<Item>;
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
