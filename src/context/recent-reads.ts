import type { Endpoint } from "../api/endpoint.ts";
import type { CallResult } from "../api/response.ts";

/** The number of responses that are kept. */
const most = 8;

/** The last objects that a command has read, so that a change does not read its object again. */
export interface RecentReads {
  /** Keeps the response of a read, unless it is a page of a list. Returns it. */
  add(name: string, endpoint: Pick<Endpoint, "paging">, input: unknown, result: CallResult): CallResult;
  /** Returns the body of the response to the same call. */
  get(this: void, name: string, input: unknown): unknown;
  /** Forgets all responses: something was written. */
  clear(this: void): void;
}

/** Returns an empty memory of reads. */
export function recentReads(): RecentReads {
  const bodies = new Map<string, unknown>();
  const keyOf = (name: string, input: unknown) => `${name} ${JSON.stringify(input)}`;
  return {
    add(name, { paging }, input, result) {
      if (paging !== undefined) return result;
      const [oldest] = bodies.keys();
      if (bodies.size >= most && oldest !== undefined) bodies.delete(oldest);
      bodies.set(keyOf(name, input), result.body);
      return result;
    },
    get: (name, input) => bodies.get(keyOf(name, input)),
    clear: () => bodies.clear(),
  };
}
