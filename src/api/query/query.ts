import { syntaxError } from "../../kernel/lexer.ts";
import { nearest } from "../../kernel/text.ts";
import type { Json, PlatformFilter } from "./filter.ts";
import { joinPlatform, negatePlatform, platformCondition } from "./filter-platform.ts";

export interface SortKey {
  fieldName: string;
  order: "ASC" | "DESC";
}

/** A query object as it travels: with `paging` (offset) or `cursorPaging`; a cursor carries filter and sort itself. */
export interface PlatformQuery {
  filter?: PlatformFilter;
  sort?: SortKey[];
  paging?: { offset: number; limit: number };
  cursorPaging?: { limit: number; cursor?: string };
}

/**
 * Reads `--sort`: `price:desc,name` (`asc` where nothing is said). `fields` are those that can be sorted by, with
 * their platform path where it differs. UsageError with a caret for an unknown field or order.
 */
export function parseSort(text: string, fields: readonly { name: string; path?: string }[]): SortKey[] {
  const keys: SortKey[] = [];
  let position = 0;
  for (const part of text.split(",")) {
    const [name = "", order = "asc", ...more] = part.split(":").map((piece) => piece.trim());
    const at = { position, length: Math.max(1, part.length) };
    position += part.length + 1;
    const field = fields.find((one) => one.name === name);
    if (field === undefined) {
      const names = fields.map((one) => one.name);
      const meant = nearest(name, names);
      const message = name === "" ? "Expected the name of a field" : `There is no sorting by ${name}`;
      const hint = `Fields to sort by: ${names.join(", ")}`;
      throw syntaxError(text, at, meant === undefined ? message : `${message}. Did you mean ${meant}?`, hint);
    }
    const direction = order.toUpperCase();
    if ((direction !== "ASC" && direction !== "DESC") || more.length > 0) {
      throw syntaxError(text, at, `The order of ${name} is asc or desc`, `For example ${name}:desc`);
    }
    keys.push({ fieldName: field.path ?? field.name, order: direction });
  }
  return keys;
}

/** A value to compare with: dates travel as ISO text, undefined means null. */
export type QueryValue = Json | Date | undefined;

/**
 * Builds a platform query step by step; every method gives a new builder. Conditions are joined by `and`.
 * `not(q)` replaces all conditions before it, as in the platform's own builder.
 */
export interface QueryBuilder {
  eq(field: string, value: QueryValue): QueryBuilder;
  ne(field: string, value: QueryValue): QueryBuilder;
  gt(field: string, value: QueryValue): QueryBuilder;
  ge(field: string, value: QueryValue): QueryBuilder;
  lt(field: string, value: QueryValue): QueryBuilder;
  le(field: string, value: QueryValue): QueryBuilder;
  startsWith(field: string, value: string): QueryBuilder;
  endsWith(field: string, value: string): QueryBuilder;
  contains(field: string, value: string): QueryBuilder;
  /** The list field holds at least one of the values. */
  hasSome(field: string, values: readonly QueryValue[]): QueryBuilder;
  /** The list field holds all of the values. */
  hasAll(field: string, values: readonly QueryValue[]): QueryBuilder;
  in(field: string, values: readonly QueryValue[]): QueryBuilder;
  exists(field: string, value?: boolean): QueryBuilder;
  and(query: QueryBuilder): QueryBuilder;
  /** Everything so far, or what the other query asks for. */
  or(query: QueryBuilder): QueryBuilder;
  not(query: QueryBuilder): QueryBuilder;
  ascending(...fields: string[]): QueryBuilder;
  descending(...fields: string[]): QueryBuilder;
  /** Items per page, 50 unless said. */
  limit(count: number): QueryBuilder;
  /** How many items to leave out; from here on the query pages by offset. */
  skip(count: number): QueryBuilder;
  /** Goes on where a cursor stands; from here on the query pages by cursor. */
  skipTo(cursor: string): QueryBuilder;
  /** The query as it travels; JSON.stringify uses it too. */
  toJSON(): PlatformQuery;
}

/** An empty query: the first 50 items, paged by offset unless the call pages by cursor. */
export function query(paging: "offset" | "cursor" = "offset"): QueryBuilder {
  return builder({ filter: {}, sort: [], limit: 50, paging, offset: 0 });
}

interface QueryState {
  /** Undefined after `not` of an empty query: then no filter is sent at all. */
  readonly filter: PlatformFilter | undefined;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly paging: "offset" | "cursor";
  readonly offset: number;
  readonly cursor?: string;
}

function builder(state: QueryState): QueryBuilder {
  const after = (changes: Partial<QueryState>) => builder({ ...state, ...changes });
  const join = (operator: "$and" | "$or", filter: PlatformFilter) =>
    after({ filter: joinPlatform(operator, state.filter ?? {}, filter) });
  const where = (operator: string) => (field: string, value: QueryValue | readonly QueryValue[]) =>
    join("$and", platformCondition(wirePath(field), operator, wireValue(value)));
  const sorted =
    (order: SortKey["order"]) =>
    (...fields: string[]) =>
      after({ sort: [...state.sort, ...fields.map((field) => ({ fieldName: wirePath(field), order }))] });
  const exists = where("$exists");
  return {
    eq: where("$eq"),
    ne: where("$ne"),
    gt: where("$gt"),
    ge: where("$gte"),
    lt: where("$lt"),
    le: where("$lte"),
    startsWith: where("$startsWith"),
    endsWith: where("$endsWith"),
    contains: where("$contains"),
    hasSome: where("$hasSome"),
    hasAll: where("$hasAll"),
    in: where("$in"),
    exists: (field, value = true) => exists(field, value),
    and: (other) => join("$and", other.toJSON().filter ?? {}),
    or: (other) => join("$or", other.toJSON().filter ?? {}),
    not: (other) => after({ filter: negatePlatform(other.toJSON().filter ?? {}) }),
    ascending: sorted("ASC"),
    descending: sorted("DESC"),
    limit: (limit) => after({ limit }),
    skip: (offset) => after({ offset, paging: "offset" }),
    skipTo: (cursor) => after({ cursor, paging: "cursor" }),
    toJSON: () => toQuery(state),
  };
}

function toQuery({ filter, sort, limit, paging, offset, cursor }: QueryState): PlatformQuery {
  if (paging === "cursor" && cursor !== undefined) return { cursorPaging: { cursor, limit } };
  return {
    ...(filter !== undefined && { filter }),
    ...(sort.length > 0 && { sort: [...sort] }),
    ...(paging === "cursor" ? { cursorPaging: { limit } } : { paging: { offset, limit } }),
  };
}

/** `_id`, `_createdDate` and `_updatedDate`, as the platform's own client calls them, are `id` … on the wire. */
function wirePath(field: string): string {
  return field.replace(/(^|\.)_(?=(?:id|createdDate|updatedDate)(?:\.|$))/g, "$1");
}

function wireValue(value: QueryValue | readonly QueryValue[]): Json {
  if (Array.isArray(value)) return value.map(wireValue);
  return value instanceof Date ? value.toISOString() : ((value ?? null) as Json);
}
