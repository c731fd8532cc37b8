/** A part of a list. `next` is known once the rows have ended: where the following part begins, if there is one. */
export interface Slice<Row> {
  rows: AsyncIterable<Row>;
  next(): string | undefined;
}

/** The rows from `offset` (default 0) on, at most `limit` of them (default: all). Reads one row more, to know whether there is one. */
export function sliceRows<Row>(
  all: AsyncIterable<Row>,
  {
    offset = 0,
    limit = Number.POSITIVE_INFINITY,
  }: { offset?: number | undefined; limit?: number | undefined },
): Slice<Row> {
  let more = false;
  async function* rows() {
    let seen = 0;
    for await (const row of all) {
      seen += 1;
      if (seen <= offset) continue;
      more = seen > offset + limit;
      if (more) return;
      yield row;
    }
  }
  return { rows: rows(), next: () => (more ? String(offset + limit) : undefined) };
}
