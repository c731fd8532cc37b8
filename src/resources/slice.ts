/** A part of a list. After the last row, `next` returns the offset of the next part, if there is one. */
export interface Slice<Row> {
  rows: AsyncIterable<Row>;
  next(): string | undefined;
}

/** Returns at most `limit` rows (default: all) from `offset` (default: 0). Reads one more row to know whether there is one. */
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
