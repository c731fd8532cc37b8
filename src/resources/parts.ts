import type { RowParts } from "../ui/screens/browse/browse-resource.ts";
import type { Listing, ListQuery } from "./listing.ts";

/**
 * Reads a list in parts: any part by its index if the platform supports it, else from the start as far as needed, keeping
 * all rows read so far. `convert` returns the part of a row that is kept.
 */
export function partsOf<Row, Part>(
  list: (query: ListQuery) => Listing<Row>,
  query: ListQuery,
  convert: (row: Row) => Part,
): RowParts<Part> {
  const stop = new AbortController();
  const whole = list({ ...query, all: true, signal: stop.signal });
  const close = () => stop.abort();
  if (whole.inOrder) return { ...inOrder(whole.rows, convert), random: false, close };
  return {
    random: true,
    close,
    async read(from, count) {
      const part = list({ ...query, offset: from, limit: count, signal: stop.signal });
      const rows: Part[] = [];
      for await (const row of part.rows) rows.push(convert(row));
      const end = rows.length < count ? from + rows.length : undefined;
      return { rows, total: part.total() ?? end };
    },
  };
}

function inOrder<Row, Part>(
  rows: AsyncIterable<Row>,
  convert: (row: Row) => Part,
): Pick<RowParts<Part>, "read"> {
  const converted: Part[] = [];
  const iterator = rows[Symbol.asyncIterator]();
  let ended = false;
  let reading = Promise.resolve();
  const readTo = async (end: number) => {
    while (!ended && converted.length < end) {
      const next = await iterator.next();
      if (next.done) ended = true;
      else converted.push(convert(next.value));
    }
  };
  return {
    async read(from, count) {
      // One more row shows whether there is a next part.
      const turn = reading.then(() => readTo(from + count + 1));
      reading = turn.catch(() => {});
      await turn;
      return { rows: converted.slice(from, from + count), total: ended ? converted.length : undefined };
    },
  };
}
