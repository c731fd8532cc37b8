import { AsyncLocalStorage } from "node:async_hooks";

/** The request ID of the last response to a write, within one piece of work. */
interface LastWrite {
  requestId: string | undefined;
}

const writes = new AsyncLocalStorage<LastWrite>();

/**
 * Runs work that writes. `last` returns the platform's request ID of its last response to a write, also while the work is
 * running and after it has failed. The work itself need not pass it on.
 */
export function withRequestIds<T>(work: () => Promise<T>): {
  result: Promise<T>;
  last(): string | undefined;
} {
  const last: LastWrite = { requestId: undefined };
  return { result: writes.run(last, work), last: () => last.requestId };
}

/** Notes the request ID of a response to a write. Does nothing outside `withRequestIds`. */
export function noteRequestId(requestId: string | undefined): void {
  const last = writes.getStore();
  if (last !== undefined && requestId !== undefined) last.requestId = requestId;
}
