/** How long, and how many items, may wait for the next commit. */
const limits = { milliseconds: 50, items: 256 };

/** Records items in transactions that many concurrent requests share. */
export interface GroupCommit<T> {
  /** Records items, and all that wait, once the event loop has handled the present events. */
  now(items: readonly T[]): Promise<void>;
  /** Records items with the next commit, after 50 ms at most. */
  soon(items: readonly T[]): Promise<void>;
}

/**
 * Groups items into calls of `record`, one transaction each and one at a time. Each promise settles with the transaction of
 * its items.
 */
export function groupCommit<T>(record: (items: readonly T[]) => Promise<void>): GroupCommit<T> {
  let items: T[] = [];
  let flushed = Promise.withResolvers<void>();
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  let recording = false;
  /** Whether to flush again once the present transaction has ended. */
  let due = false;

  const flush = () => {
    clearTimeout(timer);
    clearImmediate(immediate);
    timer = immediate = undefined;
    due = recording;
    if (recording) return;
    const [batch, { resolve, reject }] = [items, flushed];
    items = [];
    flushed = Promise.withResolvers();
    if (batch.length === 0) return resolve();
    recording = true;
    record(batch)
      .then(resolve, reject)
      .finally(() => {
        recording = false;
        if (due) flush();
      });
  };
  const now = (more: readonly T[]) => {
    items.push(...more);
    immediate ??= setImmediate(flush);
    return flushed.promise;
  };
  const soon = (more: readonly T[]) => {
    if (items.length + more.length >= limits.items) return now(more);
    items.push(...more);
    timer ??= setTimeout(flush, limits.milliseconds);
    return flushed.promise;
  };
  return { now, soon };
}
