import { isRecord } from "../../kernel/json.ts";
import { type Endpoint, valueAt } from "../endpoint.ts";
import { shapeOf } from "../schema-fields.ts";

/** A part of the input or result of a list call. */
type Fields = Record<string, unknown>;

/** A page, by offset or by cursor. */
export type PageAt = { offset: number; limit: number } | { cursor?: string | undefined; limit: number };

/** The items and the position of a page. */
export interface PageFacts<T = unknown> {
  items: T[];
  /** The number of items in the list; absent if the platform does not report it. */
  total?: number;
  /** Cursor paging only. */
  next?: string;
  prev?: string;
}

/**
 * Returns where a list call's input has its paging: in `query`, in `search`, in `paging` at the top, or as `limit` and
 * `offset` at the top (without `key`).
 */
function slotOf(endpoint: Endpoint): { holder?: string; key?: "paging" | "cursorPaging" } {
  const keys = endpoint.paging === "cursor" ? (["cursorPaging", "paging"] as const) : (["paging"] as const);
  const shape = shapeOf(endpoint.input);
  for (const key of keys) {
    for (const holder of ["query", "search"]) if (key in shapeOf(shape[holder])) return { holder, key };
    if (key in shape) return { key };
  }
  return {};
}

/** Returns the object with filter, sort and paging in a list call's input: `query`, `search` or the input itself. */
export function queryOf(endpoint: Endpoint, input: unknown): Fields {
  const { holder } = slotOf(endpoint);
  return asFields(holder === undefined ? input : valueAt(input, holder));
}

/** Returns the input with another query object. */
export function withQuery(endpoint: Endpoint, input: unknown, query: Fields): Fields {
  const { holder } = slotOf(endpoint);
  return holder === undefined ? query : { ...asFields(input), [holder]: query };
}

/** Returns the input for one page. With a cursor, omits filter and sort, which the cursor contains. */
export function withPage(endpoint: Endpoint, input: unknown, at: PageAt): Fields {
  const { holder, key } = slotOf(endpoint);
  const query = queryOf(endpoint, input);
  if (key === undefined) return { ...query, ...at };
  if ("cursor" in at && at.cursor !== undefined && holder !== undefined) {
    return withQuery(endpoint, input, { [key]: at });
  }
  return withQuery(endpoint, input, { ...query, [key]: at });
}

/** Returns the paging of an input. */
export function pagingOf(
  endpoint: Endpoint,
  input: unknown,
): { limit?: number; offset?: number; cursor?: string } {
  const { key } = slotOf(endpoint);
  const query = queryOf(endpoint, input);
  const paging = key === undefined ? query : asFields(query[key]);
  return {
    ...(typeof paging.limit === "number" && { limit: paging.limit }),
    ...(typeof paging.offset === "number" && { offset: paging.offset }),
    ...(typeof paging.cursor === "string" && paging.cursor !== "" && { cursor: paging.cursor }),
  };
}

/** Returns the items, total and cursors of a response; a missing list is empty. */
export function readPage<T>(endpoint: Endpoint, body: unknown): PageFacts<T> {
  const items = endpoint.items === undefined ? [] : valueAt(body, endpoint.items);
  const metadata = endpoint.metadata === undefined ? undefined : asFields(valueAt(body, endpoint.metadata));
  const { total = valueAt(body, "totalResults") ?? valueAt(body, "total"), cursors } = metadata ?? {};
  const { next, prev } = asFields(cursors);
  return {
    items: Array.isArray(items) ? items : [],
    ...(typeof total === "number" && metadata?.tooManyToCount !== true && { total }),
    ...(typeof next === "string" && next !== "" && { next }),
    ...(typeof prev === "string" && prev !== "" && { prev }),
  };
}

const asFields = (value: unknown): Fields => (isRecord(value) ? value : {});
