/** Yields the items in batches of `size`; the last batch may be smaller. */
export function* batchesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Yields the items of a stream in batches of `size`; the last batch may be smaller. */
export async function* streamBatches<T>(items: AsyncIterable<T> | Iterable<T>, size: number) {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
