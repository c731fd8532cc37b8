/** How long and how much may wait for the next commit. */
const patience = { milliseconds: 50, items: 256 };

/** Records items in transactions that many calls in flight share. */
export interface GroupCommit<T> {
  /** Recorded as soon as the event loop has handled what arrived with it; all that waits goes along. */
  now(items: readonly T[]): Promise<void>;
  /** Recorded with the next commit, within some milliseconds at most. */
  soon(items: readonly T[]): Promise<void>;
}

/** Each promise settles with the transaction, one call of `record`, that its items were part of. */
export function groupCommit<T>(record: (items: readonly T[]) => void): GroupCommit<T> {
  let items: T[] = [];
  let flushed = Promise.withResolvers<void>();
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    clearImmediate(immediate);
    timer = immediate = undefined;
    const [batch, { resolve, reject }] = [items, flushed];
    items = [];
    flushed = Promise.withResolvers();
    try {
      if (batch.length > 0) record(batch);
      resolve();
    } catch (error) {
      reject(error);
    }
  };
  const now = (more: readonly T[]) => {
    items.push(...more);
    immediate ??= setImmediate(flush);
    return flushed.promise;
  };
  const soon = (more: readonly T[]) => {
    if (items.length + more.length >= patience.items) return now(more);
    items.push(...more);
    timer ??= setTimeout(flush, patience.milliseconds);
    return flushed.promise;
  };
  return { now, soon };
}
