import type { Listing, ListQuery } from "./listing.ts";

/** A part of a list: what was there from a place on. */
export interface Part<Row> {
  rows: Row[];
  /** How many rows the list has; undefined while nobody can know. */
  total: number | undefined;
}

/** A list that is read part by part. */
export interface Parts<Row> {
  /** The rows from the place `from` on, at most `count`; fewer only where the list ends. */
  read(from: number, count: number): Promise<Part<Row>>;
  /** Whether a part can be read again by itself; else the list is read from the beginning to see it anew. */
  readonly random: boolean;
  /** Ends what is being read. */
  close(): void;
}

/**
 * Reads a list part by part: any part by its place where the platform can do that, else from the beginning on, as far
 * as was asked for. `keep` makes of a row what is kept of it; in a list read in order all rows so far are.
 */
export function partsOf<Row, Kept>(
  list: (query: ListQuery) => Listing<Row>,
  query: ListQuery,
  keep: (row: Row) => Kept,
): Parts<Kept> {
  const stop = new AbortController();
  const whole = list({ ...query, all: true, signal: stop.signal });
  const close = () => stop.abort();
  if (whole.inOrder) return { ...inOrder(whole.rows, keep), random: false, close };
  return {
    random: true,
    close,
    async read(from, count) {
      const part = list({ ...query, offset: from, limit: count, signal: stop.signal });
      const rows: Kept[] = [];
      for await (const row of part.rows) rows.push(keep(row));
      const ended = rows.length < count ? from + rows.length : undefined;
      return { rows, total: part.total() ?? ended };
    },
  };
}

function inOrder<Row, Kept>(rows: AsyncIterable<Row>, keep: (row: Row) => Kept): Pick<Parts<Kept>, "read"> {
  const kept: Kept[] = [];
  const iterator = rows[Symbol.asyncIterator]();
  let ended = false;
  let reading = Promise.resolve();
  const readTo = async (end: number) => {
    while (!ended && kept.length < end) {
      const next = await iterator.next();
      if (next.done) ended = true;
      else kept.push(keep(next.value));
    }
  };
  return {
    async read(from, count) {
      // One row more shows whether there is a next part.
      const turn = reading.then(() => readTo(from + count + 1));
      reading = turn.catch(() => {});
      await turn;
      return { rows: kept.slice(from, from + count), total: ended ? kept.length : undefined };
    },
  };
}
