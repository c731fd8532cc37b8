import type { Call } from "../api/caller.ts";
import { type Endpoint, valueAt } from "../api/endpoint.ts";
import { type PageRequest, wholePages } from "../api/query/pages.ts";
import { ApiError } from "../kernel/errors.ts";

/** The call that lists the objects of a kind. */
export interface ObjectList {
  /** The list call, such as `coupons.query`. */
  endpoint: Endpoint;
  /** Makes the call. Default: that of `listPages`. */
  caller?: Call;
  /** Default: everything. */
  input?: object;
  /** The path of the object or list in the result of a call without pages. */
  at?: string;
  /** The list can be sorted and filtered by id, so that reading it can continue after a break. */
  keyed?: boolean;
}

/** Some objects of a list as the platform returns them, and where it continues. */
export interface ListPage {
  items: object[];
  total?: number | undefined;
  next?: PageRequest | undefined;
}

/** Reads a list page by page, from the start or from the `next` of a page. A site without the app of the list has none. */
export async function* listPages(
  list: ObjectList,
  { call, signal, from }: { call: Call; signal: AbortSignal; from?: PageRequest | undefined },
): AsyncGenerator<ListPage, void, undefined> {
  const { caller = call, endpoint, input = { query: {} }, keyed } = list;
  if (endpoint.paging === undefined) {
    const items = await unpaged(caller, list);
    return yield { items, total: items.length };
  }
  const options = { signal, from, key: keyed ? "id" : undefined };
  try {
    yield* wholePages<object>(caller, endpoint, input, options);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    yield { items: [], total: 0 };
  }
}

/** Returns the objects of a call without pages. Settings that a site does not have are none. */
async function unpaged(call: Call, { endpoint, input = {}, at = "" }: ObjectList): Promise<object[]> {
  try {
    const found = valueAt(await call(endpoint, input), at);
    if (Array.isArray(found)) return found as object[];
    return found === undefined || found === null ? [] : [found as object];
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Returns whether a site does not have the app or the settings of a call. */
const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 428);
