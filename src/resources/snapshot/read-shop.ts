import type { SnapshotStore } from "../../files/snapshot/store.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { SnapshotReader } from "./reader.ts";

/** How far a pull has come. */
export interface PullProgress {
  /** What is being read: `products`. */
  name: string;
  seen: number;
  total: number | undefined;
  /** The rows that this run has read of the list; the others are from an earlier one. */
  fresh: number;
}

/**
 * Reads lists into a store, page by page: each page is stored together with where the list continues, so that a run after a
 * killed one continues there. `limit`: the most rows of each list.
 */
export async function readShop(
  readers: readonly SnapshotReader[],
  store: SnapshotStore,
  {
    limit,
    signal,
    report,
  }: { limit?: number | undefined; signal: AbortSignal; report(progress: PullProgress): Promise<void> },
): Promise<string[]> {
  const moved: string[] = [];
  for (const reader of readers) {
    const before = store.reading(reader.name);
    if (before?.done) continue;
    try {
      await readList(reader, before);
    } catch (error) {
      // A cursor expires; the list is read from its start then.
      if (before?.next === undefined || !(error instanceof ApiError) || error.status !== 400) throw error;
      store.forget(reader.name);
      await readList(reader, undefined);
    }
  }
  return moved;

  async function readList({ name, pages }: SnapshotReader, before: ReturnType<SnapshotStore["reading"]>) {
    let { seen, total } = before ?? { seen: 0, total: undefined };
    let fresh = 0;
    for await (const page of pages(before?.next)) {
      signal.throwIfAborted();
      const left = limit === undefined ? Number.POSITIVE_INFINITY : limit - seen;
      const isLast = page.next === undefined || page.rows >= left;
      const objects =
        page.rows > left
          ? page.objects.slice(0, Math.floor((left * page.objects.length) / page.rows))
          : page.objects;
      seen += Math.min(page.rows, left);
      fresh += Math.min(page.rows, left);
      total ??= page.total;
      const most = limit === undefined ? total : Math.min(limit, total ?? limit);
      const state = {
        seen,
        done: isLast,
        ...(total !== undefined && { total }),
        ...(!isLast && { next: page.next }),
      };
      store.add(objects, { name, state });
      await report({ name, seen, total: most, fresh });
      if (!isLast) continue;
      if (limit === undefined && total !== undefined && seen !== total) moved.push(name);
      return;
    }
    store.add([], { name, state: { seen, done: true } });
  }
}
