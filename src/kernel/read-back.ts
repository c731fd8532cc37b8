import { AsyncLocalStorage } from "node:async_hooks";

/** What a command has found out by reading about a write whose answer does not tell. */
export type Settled = "done" | "failed" | "unknown";

/** What a read has found of a write: its id, and what it has made. */
export interface Found {
  id?: string | undefined;
  made?: unknown;
}

interface Work {
  isUndone(): Promise<boolean>;
  /** What the platform had before the work. */
  known?: unknown;
  /** Corrects the record of the last write. */
  settle?(state: Settled, found: Found): void | Promise<void>;
}

const running = new AsyncLocalStorage<Work>();

/**
 * Runs work that adds something or moves money. `isUndone` returns whether a read shows that none of it has happened; after
 * an answer that proves nothing, such as a 429, the work is sent again only then. `known`: what the platform had before, for the
 * record of its write, so that a later process can read what became of it.
 */
export function withReadBack<T>(
  isUndone: () => Promise<boolean>,
  work: () => Promise<T>,
  known?: unknown,
): Promise<T> {
  return running.run({ isUndone, known }, work);
}

/** Returns what the platform had before the running work. */
export function knownBefore(): unknown {
  return running.getStore()?.known;
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
export async function settleRecord(state: Settled, found: Found = {}): Promise<void> {
  await running.getStore()?.settle?.(state, found);
}
