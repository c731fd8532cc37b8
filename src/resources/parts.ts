import type { RowParts } from "../ui/screens/browse/browse-resource.ts";
import type { Listing, ListQuery } from "./listing.ts";

/**
 * Reads a list in parts: any part by its index if the platform supports it, else from the start as far as needed, keeping
 * all rows read so far. `convert` returns the part of a row that is kept.
 */
export function partsOf<Row, Kept>(
  list: (query: ListQuery) => Listing<Row>,
  query: ListQuery,
  convert: (row: Row) => Kept,
): RowParts<Kept> {
  const stop = new AbortController();
  const whole = list({ ...query, all: true, signal: stop.signal });
  const close = () => stop.abort();
  if (whole.inOrder) return { ...inOrder(whole.rows, convert), random: false, close };
  return {
    random: true,
    close,
    async read(from, count) {
      const part = list({ ...query, offset: from, limit: count, signal: stop.signal });
      const rows: Kept[] = [];
      for await (const row of part.rows) rows.push(convert(row));
      const end = rows.length < count ? from + rows.length : undefined;
      return { rows, total: part.total() ?? end };
    },
  };
}

function inOrder<Row, Kept>(
  rows: AsyncIterable<Row>,
  convert: (row: Row) => Kept,
): Pick<RowParts<Kept>, "read"> {
  const kept: Kept[] = [];
  const iterator = rows[Symbol.asyncIterator]();
  let ended = false;
  let reading = Promise.resolve();
  const readTo = async (end: number) => {
    while (!ended && kept.length < end) {
      const next = await iterator.next();
      if (next.done) ended = true;
      else kept.push(convert(next.value));
    }
  };
  return {
    async read(from, count) {
      // One more row shows whether there is a next part.
      const turn = reading.then(() => readTo(from + count + 1));
      reading = turn.catch(() => {});
      await turn;
      return { rows: kept.slice(from, from + count), total: ended ? kept.length : undefined };
    },
  };
}
