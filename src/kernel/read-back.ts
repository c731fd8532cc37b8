import { AsyncLocalStorage } from "node:async_hooks";

/** What a command has found out by reading about a write whose answer does not tell. */
export type Settled = "done" | "failed" | "unknown";

interface Work {
  isUndone(): Promise<boolean>;
  /** Corrects the record of the last write. */
  settle?(state: Settled, id?: string): void | Promise<void>;
}

const running = new AsyncLocalStorage<Work>();

/**
 * Runs work that adds something or moves money. `isUndone` returns whether a read shows that none of it has happened; after
 * an answer that proves nothing, such as a 429, the work is sent again only then.
 */
export function withReadBack<T>(isUndone: () => Promise<boolean>, work: () => Promise<T>): Promise<T> {
  return running.run({ isUndone }, work);
}

/** Returns how a read shows that the running work has had no effect; undefined if nothing can show it. */
export function readBackOfWork(): (() => Promise<boolean>) | undefined {
  return running.getStore()?.isUndone;
}

/** Notes how the record of the last write is corrected. Does nothing outside `withReadBack`. */
export function noteRecord(settle: NonNullable<Work["settle"]>): void {
  const work = running.getStore();
  if (work) work.settle = settle;
}

/** Corrects the record of the last write of the running work, if it has one. */
export async function settleRecord(state: Settled, id?: string): Promise<void> {
  await running.getStore()?.settle?.(state, id);
}
