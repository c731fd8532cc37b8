import { UsageError } from "../../kernel/errors.ts";
import { syntaxError } from "../../kernel/lexer.ts";
import { nearest } from "../../kernel/text.ts";
import type { CallOptions, Endpoint } from "../endpoint.ts";
import type { Json, PlatformFilter } from "./filter.ts";
import { joinPlatform, negatePlatform, platformCondition } from "./filter-platform.ts";
import { type ListCall, openPage } from "./pages.ts";
import type { Page, PlatformQuery, QueryBuilder, QueryValue, SortKey } from "./query-builder.ts";

/**
 * Parses `--sort`: `price:desc,name` (default: `asc`). `fields` are those that can be sorted by, with their platform path
 * if it differs. Throws UsageError with a caret for an unknown field or order.
 */
export function parseSort(text: string, fields: readonly { name: string; path?: string }[]): SortKey[] {
  const keys: SortKey[] = [];
  let position = 0;
  for (const part of text.split(",")) {
    const [name = "", order = "asc", ...more] = part.split(":").map((piece) => piece.trim());
    const at = { position, length: Math.max(1, part.length) };
    position += part.length + 1;
    const field = fields.find((field) => field.name === name);
    if (field === undefined) {
      const names = fields.map((field) => field.name);
      const descends = name.startsWith("-") && names.includes(name.slice(1));
      const suggestion = descends ? `${name.slice(1)}:desc` : nearest(name, names);
      const message = name === "" ? "Expected the name of a field" : `Cannot sort by ${name}`;
      const hint = `Fields to sort by: ${names.join(", ")}`;
      throw syntaxError(
        text,
        at,
        suggestion === undefined ? message : `${message}. Did you mean ${suggestion}?`,
        hint,
      );
    }
    const direction = order.toUpperCase();
    if ((direction !== "ASC" && direction !== "DESC") || more.length > 0) {
      throw syntaxError(text, at, `The order of ${name} is asc or desc`, `For example ${name}:desc`);
    }
    keys.push({ fieldName: field.path ?? field.name, order: direction });
  }
  return keys;
}

/** Fetches the first page of a query. */
type Find<Item> = (query: QueryBuilder<Item>, options?: CallOptions) => Promise<Page<Item>>;

/** Returns an empty query: the first 50 items. `find` fetches its first page. */
export function query<Item = unknown>(
  paging: "offset" | "cursor" = "offset",
  find: Find<Item> = () => Promise.reject(new Error("This query belongs to no call")),
): QueryBuilder<Item> {
  return builder({ filter: {}, sort: [], limit: 50, paging, offset: 0 }, find);
}

/** Returns the query builder of a list call that has a `query` in its input. */
export function callQuery<Item>(
  paging: "offset" | "cursor",
  open: () => Promise<{ call: ListCall; endpoint: Endpoint }>,
): QueryBuilder<Item> {
  return query<Item>(paging, async (built, options) => {
    const { call, endpoint } = await open();
    const input = built.toJSON();
    const skipsTo = input.cursorPaging === undefined ? "offset" : "cursor";
    if (skipsTo !== paging) {
      const [wrong, right] = paging === "cursor" ? ["skip", "skipTo"] : ["skipTo", "skip"];
      throw new UsageError(`${endpoint.name} pages by ${paging}: use ${right}, not ${wrong}.`, {
        hint: "Nothing was sent.",
      });
    }
    return await openPage<Item>(call, endpoint, { query: input }, options);
  });
}

interface QueryState {
  /** Undefined after `not` of an empty query; no filter is sent then. */
  readonly filter: PlatformFilter | undefined;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly paging: "offset" | "cursor";
  readonly offset: number;
  readonly cursor?: string;
}

function builder<Item>(state: QueryState, find: Find<Item>): QueryBuilder<Item> {
  const after = (changes: Partial<QueryState>) => builder({ ...state, ...changes }, find);
  const join = (operator: "$and" | "$or", filter: PlatformFilter) =>
    after({ filter: joinPlatform(operator, state.filter ?? {}, filter) });
  const where = (operator: string) => (field: string, value: QueryValue | readonly QueryValue[]) =>
    join("$and", platformCondition(wirePath(field), operator, wireValue(value)));
  const sorted =
    (order: SortKey["order"]) =>
    (...fields: string[]) =>
      after({ sort: [...state.sort, ...fields.map((field) => ({ fieldName: wirePath(field), order }))] });
  const exists = where("$exists");
  const built: QueryBuilder<Item> = {
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
    and: (other) => join("$and", filterOf(other)),
    or: (other) => join("$or", filterOf(other)),
    not: (other) => after({ filter: negatePlatform(filterOf(other)) }),
    ascending: sorted("ASC"),
    descending: sorted("DESC"),
    limit: (limit) => after({ limit }),
    skip: (offset) => after({ offset, paging: "offset" }),
    skipTo: (cursor) => after({ cursor, paging: "cursor" }),
    find: (options) => find(built, options),
    toJSON: () => toQuery(state),
  };
  return built;
}

const filterOf = (query: Pick<QueryBuilder, "toJSON">): PlatformFilter =>
  (query.toJSON().filter ?? {}) as PlatformFilter;

function toQuery({ filter, sort, limit, paging, offset, cursor }: QueryState): PlatformQuery {
  if (paging === "cursor" && cursor !== undefined) return { cursorPaging: { cursor, limit } };
  return {
    ...(filter !== undefined && { filter }),
    ...(sort.length > 0 && { sort: [...sort] }),
    ...(paging === "cursor" ? { cursorPaging: { limit } } : { paging: { offset, limit } }),
  };
}

/** Converts the field names of the platform's own client (`_id`, `_createdDate`, `_updatedDate`) to those of the API. */
function wirePath(field: string): string {
  return field.replace(/(^|\.)_(?=(?:id|createdDate|updatedDate)(?:\.|$))/g, "$1");
}

function wireValue(value: QueryValue | readonly QueryValue[]): Json {
  if (Array.isArray(value)) return value.map(wireValue);
  return value instanceof Date ? value.toISOString() : ((value ?? null) as Json);
}
