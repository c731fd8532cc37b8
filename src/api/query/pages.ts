import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { isRecord } from "../../kernel/json.ts";
import { type Call, callWithRequestId } from "../caller.ts";
import { type CallOptions, type Endpoint, valueAt } from "../endpoint.ts";
import { shapeOf } from "../schema-fields.ts";
import type { Page } from "./query-builder.ts";

/** Options for reading all pages of a list. */
export interface PagesOptions {
  /** The maximum number of items. */
  limit?: number;
  /** Items per request. Default: the call's maximum, or 100. */
  pageSize?: number;
  /**
   * A unique field (`id`) that the call can sort by and filter with `$gt`. Without a sort, the list is then paged by
   * `id > last`, which stays fast and does not shift when rows change; otherwise by offset.
   */
  key?: string;
  /** The path of an item's id, by which duplicates are dropped. Default: `id`. */
  id?: string;
  /**
   * Counts the list once more when all of several pages were read, so that items that were added or removed behind the last
   * page are noticed. A function returns the number if the list call does not.
   */
  recount?: true | (() => Promise<number | undefined>);
  signal?: AbortSignal;
}

/** Facts about the reading of a list, updated while it runs. */
export interface ListFacts {
  /** The number of items yielded so far. */
  seen: number;
  /** The total that the platform reported on the first page. */
  total?: number;
  /** The number of items that the platform counted after the last page, with `recount`. */
  recounted?: number;
  /** Whether the list changed while it was read, so that items may be missing. */
  moved: boolean;
}

/** The items of a list. `facts` is complete after the last item. */
export interface Pages<T> extends AsyncIterable<T> {
  readonly facts: Readonly<ListFacts>;
}

/** The request of one page. It can be stored as JSON, to continue a list from it. */
export interface PageRequest {
  input: Record<string, unknown>;
  offset: number;
  cursor?: string;
}

/** One page of a list. `next`: the request of the page after it. */
export interface WholePage<T> {
  items: T[];
  /** The number of items from this page on, or of the whole list: the first page has that of both. */
  total?: number;
  next?: PageRequest | undefined;
  /** The platform's ID of the request. */
  requestId?: string | undefined;
}

/**
 * Reads a list page by page, from its start or from the request of a page. Fetches the next page while the current one is
 * processed. Items that one of the pages shortly before had are dropped; who stores the items keeps each id once. Throws
 * TillError if the platform leads back to the same page, or does not say how the list continues.
 */
export function wholePages<T>(
  call: Call,
  endpoint: Endpoint,
  input: unknown,
  { key, signal, from }: Pick<PagesOptions, "key" | "signal"> & { from?: PageRequest | undefined },
): AsyncGenerator<WholePage<T>, void, undefined> {
  const pager = pagerOf(endpoint, input, endpoint.limitMax ?? 100, key);
  return readPages<T>(call, endpoint, pager, { signal, from, window: recentIds, strict: true });
}

/**
 * Reads the pages of a list call, starting at the page of `input`. Fetches the next page while the items of the current
 * one are processed. Can be iterated once.
 */
export function pages<T>(
  call: Call,
  endpoint: Endpoint,
  input: unknown = {},
  options: PagesOptions = {},
): Pages<T> {
  const facts: ListFacts = { seen: 0, moved: false };
  return { facts, [Symbol.asyncIterator]: () => readItems<T>(call, endpoint, input, options, facts) };
}

/** Further readings of a list that changed while it was read. */
const maxReadings = 3;

/**
 * Reads a whole list, again if it changed meanwhile. Throws TillError (exit 8) if the platform keeps returning fewer items than
 * it counts: what decides by what is absent needs all of them.
 */
export async function readAll<T>(
  call: Call,
  endpoint: Endpoint,
  input: unknown = {},
  options: Omit<PagesOptions, "limit"> = {},
): Promise<T[]> {
  for (let again = 0; ; again++) {
    const list = pages<T>(call, endpoint, input, options);
    const items = await Array.fromAsync(list);
    const { moved, total = 0 } = list.facts;
    if (!moved || items.length >= total) return items;
    if (again === maxReadings)
      throw incomplete(
        endpoint.name,
        `the platform returned ${items.length} of ${total} items, ${maxReadings + 1} times`,
        "INCOMPLETE_LIST",
      );
  }
}

async function* readItems<T>(
  call: Call,
  endpoint: Endpoint,
  input: unknown,
  { limit = Number.POSITIVE_INFINITY, id, pageSize, key, recount, signal }: PagesOptions,
  facts: ListFacts,
): AsyncGenerator<T, void, undefined> {
  if (limit <= 0) return;
  const maxSize = endpoint.limitMax ?? 100;
  const requested = pageSize ?? pagingOf(endpoint, input).limit ?? maxSize;
  const size = Math.max(1, Math.min(requested, maxSize, limit));
  const pager = pagerOf(endpoint, input, size, key);
  // By key, only a page that is repeated has ids again; a shop may have a million of them.
  const window = pager.remaining ? recentIds : undefined;
  let [received, read, repeated] = [0, 0, 0];
  for await (const page of readPages<T>(call, endpoint, pager, { signal, id, window, limit })) {
    read += 1;
    if (page.total !== undefined) {
      const total = page.total + (pager.remaining ? received : 0);
      facts.total ??= total;
      facts.moved ||= total !== facts.total;
    }
    repeated += page.repeated;
    received += page.items.length;
    for (const item of page.items) {
      facts.seen++;
      yield item;
      if (facts.seen >= limit) return;
    }
  }
  const all = facts.seen + pager.skipped;
  if (facts.total !== undefined) facts.moved ||= all !== facts.total;
  // Items that were returned twice may have hidden others, unless there are as many as the platform counts.
  facts.moved ||= repeated > 0 && all !== facts.total;
  if (recount === undefined || read < 2) return;
  const counting = pagerOf(endpoint, input, 1, key).first.input;
  const recounted =
    recount === true ? readPage(endpoint, await call(endpoint, counting, { signal })).total : await recount();
  if (recounted === undefined) return;
  facts.recounted = recounted;
  facts.moved ||= all !== recounted;
}

/**
 * Reads pages, the next one while the current one is processed, until `limit` items were read or the list ends. `id`: the path
 * of the ids by which duplicates are dropped; `window`: how many of them are kept; `strict`: nobody counts the items, so that a
 * page that is repeated is an error. `repeated`: the number of dropped items.
 */
async function* readPages<T>(
  call: Call,
  endpoint: Endpoint,
  pager: Pager,
  {
    signal,
    from,
    id = "id",
    window,
    limit = Number.POSITIVE_INFINITY,
    strict = false,
  }: Pick<PagesOptions, "signal" | "id" | "limit"> & {
    from?: PageRequest | undefined;
    window?: number | undefined;
    strict?: boolean;
  },
): AsyncGenerator<WholePage<T> & { repeated: number }, void, undefined> {
  const progress = progressOf(endpoint.name, { id, window, strict });
  const stop = new AbortController();
  const fetchPage = async (request: PageRequest) => {
    const { result, requestId } = await callWithRequestId(call, endpoint, request.input, {
      signal,
      stop: stop.signal,
    });
    return { ...readPage<T>(endpoint, result), requestId };
  };
  let request: PageRequest | undefined = from ?? pager.first;
  let ahead: Settled<PageFacts<T> & { requestId: string | undefined }> | undefined = settled(
    fetchPage(request),
  );
  let seen = 0;
  try {
    while (request && ahead) {
      const page: PageFacts<T> & { requestId: string | undefined } = await unwrap(ahead);
      const items = progress.take(request, page.items);
      seen += items.length;
      request = pager.next(request, page, items.length === 0);
      ahead = request && seen < limit ? settled(fetchPage(request)) : undefined;
      const { total, requestId } = page;
      yield { items, next: request, total, requestId, repeated: page.items.length - items.length };
    }
  } finally {
    // An error with its stack takes longer than many a page.
    if (ahead) stop.abort();
  }
}

/** Ids that are kept of a list that is paged by key, or whose items are stored by their ids. */
const recentIds = 1000;

/** What was read of a list so far. */
interface Progress {
  /**
   * Returns the items of a page that no page before had. Throws TillError if the platform repeats pages: for the second request
   * of the same page, and for the second page in a row without a new item; if it is strict, for the first one by cursor.
   */
  take<T>(request: PageRequest, items: readonly T[]): T[];
}

function progressOf(
  name: string,
  { id, window, strict }: { id: string; window: number | undefined; strict: boolean },
): Progress {
  const ids = new Set<unknown>();
  const cursors = new Set<string>();
  let repeated = 0;
  const fail = () => {
    throw incomplete(name, "the platform returns the same page again and again", "REPEATED_PAGE");
  };
  return {
    take(request, items) {
      if (request.cursor !== undefined && cursors.has(request.cursor)) fail();
      if (request.cursor !== undefined) cursors.add(request.cursor);
      const fresh = items.filter((item) => {
        const identity = valueAt(item, id);
        if (identity === undefined) return true;
        if (ids.has(identity)) return false;
        ids.add(identity);
        return true;
      });
      repeated = items.length > 0 && fresh.length === 0 ? repeated + 1 : 0;
      if (repeated > (strict && request.cursor !== undefined ? 0 : 1)) fail();
      if (window !== undefined)
        for (const oldest of ids) {
          if (ids.size <= window) break;
          ids.delete(oldest);
        }
      return fresh;
    },
  };
}

const incomplete = (name: string, why: string, code: string): TillError =>
  new TillError(exitCodes.unavailable, `${name}: ${why}.`, {
    code,
    hint: "The list is not complete. Try again later.",
  });

/** The paging of a list: by cursor, by key or by offset. */
interface Pager {
  first: PageRequest;
  /** Returns the next page, or undefined at the end. `isRepeated`: the page has only items of the pages before. */
  next(request: PageRequest, page: PageFacts, isRepeated: boolean): PageRequest | undefined;
  /** Whether the total of each page counts only the remaining items, which then have no duplicates. */
  remaining: boolean;
  /** The number of items that the caller skips. */
  skipped: number;
}

function pagerOf(endpoint: Endpoint, input: unknown, limit: number, key: string | undefined): Pager {
  const paging = pagingOf(endpoint, input);
  if (endpoint.paging === "cursor") {
    const at = (cursor?: string): PageRequest => ({
      input: withPage(endpoint, input, { limit, cursor }),
      offset: 0,
      cursor,
    });
    const next = (_: PageRequest, page: PageFacts) => {
      if (page.next !== undefined && page.more !== false) return at(page.next);
      if (page.more ?? (!page.ends && page.items.length >= limit))
        throw incomplete(endpoint.name, "the platform does not say how the list continues", "LOST_CURSOR");
      return undefined;
    };
    return { first: at(paging.cursor), next, remaining: false, skipped: 0 };
  }
  const query = queryOf(endpoint, input);
  const unsorted = !Array.isArray(query.sort) || query.sort.length === 0;
  const start = paging.offset ?? 0;
  if (key !== undefined && unsorted && start === 0) return keyset(endpoint, input, limit, key);

  const sorted =
    key !== undefined && !unsorted
      ? withQuery(endpoint, input, { ...query, sort: stable(query.sort, key) })
      : input;
  const at = (offset: number): PageRequest => ({
    input: withPage(endpoint, sorted, { limit, offset }),
    offset,
  });
  return {
    first: at(start),
    next: ({ offset }, { items, total }) => {
      const after = offset + items.length;
      const more = total === undefined ? items.length >= limit : after < total;
      return items.length > 0 && more ? at(after) : undefined;
    },
    remaining: false,
    skipped: start,
  };
}

function keyset(endpoint: Endpoint, input: unknown, limit: number, key: string): Pager {
  const query = { ...queryOf(endpoint, input), sort: [{ fieldName: key, order: "ASC" }] };
  const { filter } = query as { filter?: unknown };
  const at = (last?: unknown): PageRequest => {
    const after = { [key]: { $gt: last } };
    const narrowed =
      last === undefined ? {} : { filter: isEmpty(filter) ? after : { $and: [filter, after] } };
    return {
      input: withPage(endpoint, withQuery(endpoint, input, { ...query, ...narrowed }), { limit, offset: 0 }),
      offset: 0,
    };
  };
  const next = (request: PageRequest, { items, total }: PageFacts, isRepeated: boolean) => {
    if (isRepeated && items.length > 0) return request;
    const last = valueAt(items.at(-1), key);
    const more = total === undefined ? items.length >= limit : total > items.length;
    return last !== undefined && more ? at(last) : undefined;
  };
  return { first: at(), next, remaining: true, skipped: 0 };
}

/** Adds the key to a sort, so that the order of equal rows is the same on all pages. */
function stable(sort: unknown, key: string): unknown[] {
  const sortKeys: unknown[] = Array.isArray(sort) ? sort : [];
  const hasKey = sortKeys.some((sortKey) => valueAt(sortKey, "fieldName") === key);
  return hasKey ? sortKeys : [...sortKeys, { fieldName: key, order: "ASC" }];
}

const isEmpty = (filter: unknown): boolean =>
  filter === undefined || filter === null || (typeof filter === "object" && Object.keys(filter).length === 0);

type Settled<T> = Promise<{ value: T } | { error: unknown }>;

/** Keeps the error of a page that is fetched ahead until it is awaited. */
const settled = <T>(promise: Promise<T>): Settled<T> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

async function unwrap<T>(ahead: Settled<T>): Promise<T> {
  const result = await ahead;
  if ("error" in result) throw result.error;
  return result.value;
}

/** A part of the input or result of a list call. */
type Fields = Record<string, unknown>;

/** A page, by offset or by cursor. */
type PageAt = { offset: number; limit: number } | { cursor?: string | undefined; limit: number };

/** The items and the position of a page. */
interface PageFacts<T = unknown> {
  items: T[];
  /** The number of items in the list; absent if the platform does not report it. */
  total?: number;
  /** Cursor paging only. */
  next?: string;
  prev?: string;
  /** Whether the platform says that there is another page; undefined if it says nothing. */
  more?: boolean;
  /** Whether the page has cursors, none of which leads on. */
  ends: boolean;
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
function queryOf(endpoint: Endpoint, input: unknown): Fields {
  const { holder } = slotOf(endpoint);
  return asFields(holder === undefined ? input : valueAt(input, holder));
}

/** Returns the input with another query object. */
function withQuery(endpoint: Endpoint, input: unknown, query: Fields): Fields {
  const { holder } = slotOf(endpoint);
  return holder === undefined ? query : { ...asFields(input), [holder]: query };
}

/** Returns the input for one page. With a cursor, omits filter and sort, which the cursor contains. */
function withPage(endpoint: Endpoint, input: unknown, at: PageAt): Fields {
  const { holder, key } = slotOf(endpoint);
  const query = queryOf(endpoint, input);
  if (key === undefined) return { ...query, ...at };
  if ("cursor" in at && at.cursor !== undefined && holder !== undefined) {
    return withQuery(endpoint, input, { [key]: at });
  }
  return withQuery(endpoint, input, { ...query, [key]: at });
}

/** Returns the paging of an input. */
function pagingOf(endpoint: Endpoint, input: unknown): { limit?: number; offset?: number; cursor?: string } {
  const { key } = slotOf(endpoint);
  const query = queryOf(endpoint, input);
  const paging = key === undefined ? query : asFields(query[key]);
  return {
    ...(typeof paging.limit === "number" && { limit: paging.limit }),
    ...(typeof paging.offset === "number" && { offset: paging.offset }),
    ...(typeof paging.cursor === "string" && paging.cursor !== "" && { cursor: paging.cursor }),
  };
}

/** Returns the items, total and cursors of a response, whose list is absent only if it is empty. */
function readPage<T>(endpoint: Endpoint, body: unknown): PageFacts<T> {
  const items = endpoint.items === undefined ? [] : valueAt(body, endpoint.items);
  const metadata = endpoint.metadata === undefined ? undefined : asFields(valueAt(body, endpoint.metadata));
  const { total = valueAt(body, "totalResults") ?? valueAt(body, "total"), cursors } = metadata ?? {};
  const { next, prev } = asFields(cursors);
  const hasNext = metadata?.hasNext;
  return {
    items: Array.isArray(items) ? items : [],
    total: typeof total === "number" && metadata?.tooManyToCount !== true ? total : undefined,
    next: typeof next === "string" && next !== "" ? next : undefined,
    prev: typeof prev === "string" && prev !== "" ? prev : undefined,
    more: typeof hasNext === "boolean" ? hasNext : undefined,
    ends: isRecord(cursors),
  };
}

const asFields = (value: unknown): Fields => (isRecord(value) ? value : {});

/** The default page size. */
const defaultLimit = 50;

/** Makes a call whose result is wire JSON, or has dates as Date. */
export type ListCall = (endpoint: Endpoint, input: unknown, options?: CallOptions) => Promise<unknown>;

/** Fetches the page that `input` requests, by default the first 50 items. */
export async function openPage<T>(
  call: ListCall,
  endpoint: Endpoint,
  input: unknown = {},
  options: CallOptions = {},
): Promise<Page<T>> {
  const { limit = defaultLimit, offset = 0, cursor } = pagingOf(endpoint, input);
  const byCursor = endpoint.paging === "cursor";
  const here: PageAt = byCursor ? { limit, cursor } : { limit, offset };
  const page = readPage<T>(endpoint, await call(endpoint, withPage(endpoint, input, here), options));

  const counts = byCursor ? {} : countPages(offset, limit, page.total);
  const to = (at: PageAt) => openPage<T>(call, endpoint, withPage(endpoint, input, at), options);
  const hasNext = () => (byCursor ? page.next !== undefined : (counts.hasNext ?? false));
  const hasPrev = () => (byCursor ? page.prev !== undefined : (counts.currentPage ?? 0) > 0);
  return {
    items: page.items,
    length: page.items.length,
    pageSize: limit,
    currentPage: counts.currentPage,
    totalPages: counts.totalPages,
    totalCount: page.total,
    cursors: { next: page.next, prev: page.prev },
    hasNext,
    hasPrev,
    next: async () => {
      if (!hasNext()) throw new UsageError("No next page to fetch");
      return to(byCursor ? { limit, cursor: page.next } : { limit, offset: offset + limit });
    },
    prev: async () => {
      if (!hasPrev()) throw new UsageError("No previous page to fetch");
      return to(
        page.prev !== undefined
          ? { limit, cursor: page.prev }
          : { limit, offset: Math.max(0, offset - limit) },
      );
    },
  };
}

/** Counts pages as the platform's own client does. Without a total there is no next page; with limit 0, no page. */
function countPages(offset: number, limit: number, total: number | undefined) {
  if (limit === 0) return {};
  const currentPage = Math.floor(offset / limit);
  if (total === undefined) return { currentPage };
  const totalPages = Math.ceil(total / limit);
  return { currentPage, totalPages, hasNext: currentPage < totalPages - 1 };
}
