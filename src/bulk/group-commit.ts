/**
 * Collects what is to be recorded until the event loop has handled everything that arrived with it, and records it in
 * one transaction: many calls in flight share one commit. Each promise settles with the commit it was part of.
 */
export function groupCommit<T>(
  record: (items: readonly T[]) => void,
): (items: readonly T[]) => Promise<void> {
  let items: T[] = [];
  let flushed: Promise<void> | undefined;
  const flush = () =>
    new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        const batch = items;
        items = [];
        flushed = undefined;
        try {
          if (batch.length > 0) record(batch);
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
  return (more) => {
    items.push(...more);
    flushed ??= flush();
    return flushed;
  };
}
