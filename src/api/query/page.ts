import { UsageError } from "../../kernel/errors.ts";
import type { CallOptions, Endpoint } from "../endpoint.ts";
import { type PageAt, pagingOf, readPage, withPage } from "./paging.ts";
import type { Page } from "./query-builder.ts";

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
  const here: PageAt = byCursor ? { limit, ...(cursor !== undefined && { cursor }) } : { limit, offset };
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
