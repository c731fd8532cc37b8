import { type Endpoint, valueAt } from "../endpoint.ts";
import { shapeOf } from "../schema-fields.ts";

/** The part of a list call's input or output that pages are made of. */
type Fields = Record<string, unknown>;

/** Which page to ask for: by offset or by cursor. */
export type PageAt = { offset: number; limit: number } | { cursor?: string | undefined; limit: number };

/** What one answer says about its place in the list. */
export interface PageFacts<T = unknown> {
  items: T[];
  /** All items of the list; absent where the platform does not say or cannot count them. */
  total?: number;
  /** Cursor paging only. */
  next?: string;
  prev?: string;
}

/**
 * Where paging stands in the input of a list call: inside `query`, inside `search`, at the top as
 * `paging`, or at the top as bare `limit` and `offset`.
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

/** The object that holds filter, sort and paging of a list call's input: its `query` or `search`, or the input itself. */
export function queryOf(endpoint: Endpoint, input: unknown): Fields {
  const { holder } = slotOf(endpoint);
  return asFields(holder === undefined ? input : valueAt(input, holder));
}

/** The input with another query object in the place where this call has it. */
export function withQuery(endpoint: Endpoint, input: unknown, query: Fields): Fields {
  const { holder } = slotOf(endpoint);
  return holder === undefined ? query : { ...asFields(input), [holder]: query };
}

/** The input that asks for one page. With a cursor, filter and sort are left out: the cursor contains them. */
export function withPage(endpoint: Endpoint, input: unknown, at: PageAt): Fields {
  const { holder, key } = slotOf(endpoint);
  const query = queryOf(endpoint, input);
  if (key === undefined) return { ...query, ...at };
  if ("cursor" in at && at.cursor !== undefined && holder !== undefined) {
    return withQuery(endpoint, input, { [key]: at });
  }
  return withQuery(endpoint, input, { ...query, [key]: at });
}

/** The paging that an input asks for. */
export function pageAsked(
  endpoint: Endpoint,
  input: unknown,
): { limit?: number; offset?: number; cursor?: string } {
  const { key } = slotOf(endpoint);
  const query = queryOf(endpoint, input);
  const asked = key === undefined ? query : asFields(query[key]);
  return {
    ...(typeof asked.limit === "number" && { limit: asked.limit }),
    ...(typeof asked.offset === "number" && { offset: asked.offset }),
    ...(typeof asked.cursor === "string" && asked.cursor !== "" && { cursor: asked.cursor }),
  };
}

/** Items, total and cursors of one answer; a missing list is an empty one. */
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

const asFields = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
