import type { Endpoint } from "../api/endpoint.ts";

/** The number of results that are kept. */
const most = 8;

/** The last objects that a command has read, so that a change does not read its object again. */
export interface RecentReads {
  /** Keeps the result of a read, unless it is a page of a list. Returns it. */
  add<Result>(endpoint: Pick<Endpoint, "name" | "paging">, input: unknown, result: Result): Result;
  /** Returns the result of the same call. */
  get(this: void, endpoint: Pick<Endpoint, "name">, input: unknown): unknown;
  /** Forgets all results: something was written. */
  clear(this: void): void;
}

/** Returns an empty memory of reads. */
export function recentReads(): RecentReads {
  const results = new Map<string, unknown>();
  const keyOf = ({ name }: Pick<Endpoint, "name">, input: unknown) => `${name} ${JSON.stringify(input)}`;
  return {
    add(endpoint, input, result) {
      if (endpoint.paging !== undefined) return result;
      const [oldest] = results.keys();
      if (results.size >= most && oldest !== undefined) results.delete(oldest);
      results.set(keyOf(endpoint, input), result);
      return result;
    },
    get: (endpoint, input) => results.get(keyOf(endpoint, input)),
    clear: () => results.clear(),
  };
}
