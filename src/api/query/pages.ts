import type { Call } from "../caller.ts";
import { type Endpoint, valueAt } from "../endpoint.ts";
import { type PageFacts, pageAsked, queryOf, readPage, withPage, withQuery } from "./paging.ts";

/** How to walk a list. */
export interface PagesOptions {
  /** Stop after this many items. */
  limit?: number;
  /** Items a call; the call's own maximum (or 100) where it is not given. */
  pageSize?: number;
  /**
   * The field (`id`) that this call can both sort by and filter with `$gt`. Without a sort of the caller's the
   * list is then walked by `id > last`, which neither slows down nor shifts; otherwise by offset.
   */
  key?: string;
  /** Where an item's identity stands, to drop duplicates. Default `id`. */
  id?: string;
  signal?: AbortSignal;
}

/** What can be said of a walk, growing as it goes. */
export interface WalkFacts {
  /** Items given out so far. */
  seen: number;
  /** What the platform said the list holds when the walk began. */
  total?: number;
  /** The list changed while it was walked: items may be missing. */
  moved: boolean;
}

/** The items of a list, one by one; `facts` is complete when the walk has ended. */
export interface Pages<T> extends AsyncIterable<T> {
  readonly facts: Readonly<WalkFacts>;
}

interface Leg {
  input: Record<string, unknown>;
  offset: number;
}

/**
 * Follows the pages of a list call from where `input` begins. The next page is fetched while the items of one are
 * being used. Can be walked once.
 */
export function pages<T>(
  call: Call,
  name: string,
  endpoint: Endpoint,
  input: unknown = {},
  options: PagesOptions = {},
): Pages<T> {
  const facts: WalkFacts = { seen: 0, moved: false };
  return { facts, [Symbol.asyncIterator]: () => walkPages<T>(call, name, endpoint, input, options, facts) };
}

async function* walkPages<T>(
  call: Call,
  name: string,
  endpoint: Endpoint,
  input: unknown,
  options: PagesOptions,
  facts: WalkFacts,
): AsyncGenerator<T, void, undefined> {
  const { limit = Number.POSITIVE_INFINITY, id = "id" } = options;
  const most = endpoint.limitMax ?? 100;
  const wanted = options.pageSize ?? pageAsked(endpoint, input).limit ?? most;
  const size = Math.max(1, Math.min(wanted, most, limit));
  const route = routeOf(endpoint, input, size, options.key);
  const ids = new Set<unknown>();
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const fetchLeg = async (leg: Leg) =>
    readPage<T>(endpoint, (await call(name, endpoint, leg.input, { signal })).body);

  let leg: Leg | undefined = route.first;
  let ahead = limit > 0 ? settled(fetchLeg(leg)) : undefined;
  let received = 0;
  try {
    while (leg && ahead) {
      const page = await unwrap(ahead);
      if (page.total !== undefined) {
        const total = page.total + (route.remaining ? received : 0);
        facts.total ??= total;
        facts.moved ||= total !== facts.total;
      }
      received += page.items.length;
      leg = route.next(leg, page);
      ahead = leg && facts.seen + page.items.length < limit ? settled(fetchLeg(leg)) : undefined;
      for (const item of page.items) {
        const identity = valueAt(item, id);
        if (identity !== undefined && !route.remaining) {
          if (ids.has(identity)) {
            facts.moved = true;
            continue;
          }
          ids.add(identity);
        }
        facts.seen++;
        yield item;
        if (facts.seen >= limit) return;
      }
      // Duplicates were dropped: there is room for a page that seemed unnecessary.
      ahead ??= leg && settled(fetchLeg(leg));
    }
    if (facts.total !== undefined && limit > 0) facts.moved ||= facts.seen + route.skipped !== facts.total;
  } finally {
    stop.abort();
  }
}

interface Route {
  first: Leg;
  /** The page after this one, or undefined at the end. */
  next(leg: Leg, page: PageFacts): Leg | undefined;
  /** Whether each page's total counts only what is left (and ids cannot come twice). */
  remaining: boolean;
  /** Items that the caller chose to skip. */
  skipped: number;
}

function routeOf(endpoint: Endpoint, input: unknown, limit: number, key: string | undefined): Route {
  const asked = pageAsked(endpoint, input);
  if (endpoint.paging === "cursor") {
    const at = (cursor?: string): Leg => ({
      input: withPage(endpoint, input, { limit, ...(cursor !== undefined && { cursor }) }),
      offset: 0,
    });
    const next = (_: Leg, page: PageFacts) => (page.next === undefined ? undefined : at(page.next));
    return { first: at(asked.cursor), next, remaining: false, skipped: 0 };
  }
  const query = queryOf(endpoint, input);
  const unsorted = !Array.isArray(query.sort) || query.sort.length === 0;
  const start = asked.offset ?? 0;
  if (key !== undefined && unsorted && start === 0) return keyset(endpoint, input, limit, key);

  const sorted =
    key !== undefined && !unsorted
      ? withQuery(endpoint, input, { ...query, sort: stable(query.sort, key) })
      : input;
  const at = (offset: number): Leg => ({ input: withPage(endpoint, sorted, { limit, offset }), offset });
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

function keyset(endpoint: Endpoint, input: unknown, limit: number, key: string): Route {
  const query = { ...queryOf(endpoint, input), sort: [{ fieldName: key, order: "ASC" }] };
  const { filter } = query as { filter?: unknown };
  const at = (last?: unknown): Leg => {
    const after = { [key]: { $gt: last } };
    const narrowed =
      last === undefined ? {} : { filter: isEmpty(filter) ? after : { $and: [filter, after] } };
    return {
      input: withPage(endpoint, withQuery(endpoint, input, { ...query, ...narrowed }), { limit, offset: 0 }),
      offset: 0,
    };
  };
  const next = (_: Leg, { items, total }: PageFacts) => {
    const last = valueAt(items.at(-1), key);
    const more = total === undefined ? items.length >= limit : total > items.length;
    return last !== undefined && more ? at(last) : undefined;
  };
  return { first: at(), next, remaining: true, skipped: 0 };
}

/** The caller's sort with the key as the last resort, so that equal rows keep their order from page to page. */
function stable(sort: unknown, key: string): unknown[] {
  const given: unknown[] = Array.isArray(sort) ? sort : [];
  const sortsByKey = given.some((one) => valueAt(one, "fieldName") === key);
  return sortsByKey ? given : [...given, { fieldName: key, order: "ASC" }];
}

const isEmpty = (filter: unknown): boolean =>
  filter === undefined || filter === null || (typeof filter === "object" && Object.keys(filter).length === 0);

type Settled<T> = Promise<{ value: T } | { error: unknown }>;

/** A page fetched ahead may fail while nobody waits for it yet: the error is kept until somebody does. */
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
