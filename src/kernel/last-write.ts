import { AsyncLocalStorage } from "node:async_hooks";

/** What the last response to a write said, within one piece of work. */
export interface LastWrite {
  /** The platform's ID of the request. */
  readonly requestId?: string | undefined;
  /** An attempt before a retry may still be carried out. */
  readonly repeated?: true | "answered" | undefined;
}

const writes = new AsyncLocalStorage<{ last: LastWrite }>();

/**
 * Runs work that writes. `last` returns what the platform's last response to a write said, also while the work is
 * running and after it has failed. The work itself need not pass it on.
 */
export function withLastWrite<T>(work: () => Promise<T>): { result: Promise<T>; last(): LastWrite } {
  const noted = { last: {} };
  return { result: writes.run(noted, work), last: () => noted.last };
}

/** Notes a response to a write. Does nothing outside `withLastWrite`. */
export function noteWrite({ requestId, repeated }: LastWrite): void {
  const noted = writes.getStore();
  if (noted === undefined) return;
  const { last } = noted;
  noted.last = {
    requestId: requestId ?? last.requestId,
    repeated: last.repeated === true ? true : (repeated ?? last.repeated),
  };
}
