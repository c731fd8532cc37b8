import type { BrowseColumn, BrowseRow } from "../browse-resource.ts";
import { partSize, type Rows } from "../list/rows.state.ts";

/** A row that was not in the list before, or was different, and since when that is known. */
export interface News {
  readonly what: "new" | "changed";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The time for which rows are marked as new or changed, in milliseconds. */
export const newsMs = 8_000;

/** A part that was read again. */
interface Part {
  readonly part: number;
  readonly rows: readonly BrowseRow[];
  readonly total: number | undefined;
  readonly now: number;
}

/** Returns what is new in a part that was read again, and earlier news that are still shown. */
export function newsAfter(
  earlier: ReadonlyMap<string, News>,
  before: Rows,
  read: Part,
  columns: readonly BrowseColumn[],
): ReadonlyMap<string, News> {
  const recent = [...earlier].filter(([, { at }]) => read.now - at < newsMs);
  const found = foundIn(before, read, columns).map(([id, what]) => [id, { what, at: read.now }] as const);
  return new Map([...recent, ...found]);
}

function foundIn(before: Rows, { part, rows, total }: Part, columns: readonly BrowseColumn[]) {
  const had = before.parts.get(part);
  if (had === undefined) return [];
  const known = new Map(
    [part - 1, part, part + 1].flatMap((index) =>
      (before.parts.get(index)?.rows ?? []).map((row) => [row.id, row] as const),
    ),
  );
  const places = rows.flatMap(({ id }, index) => (known.has(id) ? [index] : []));
  const grew = total !== undefined && before.total !== undefined && total > before.total;
  const isEnd = part * partSize + rows.length === total;
  // A row at the edge of a part may have moved there from a part that is not loaded.
  const [first, last] = had.rows.length === 0 ? [0, rows.length] : [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = part === 0 ? 0 : first;
  const to = grew && isEnd ? rows.length : last;
  return rows.flatMap((row, index): [string, News["what"]][] => {
    const old = known.get(row.id);
    if (old !== undefined) return isSame(old, row, columns) ? [] : [[row.id, "changed"]];
    return index >= from && index < to ? [[row.id, "new"]] : [];
  });
}

/** Compares two readings of a row, without texts that change as time passes. */
function isSame(old: BrowseRow, row: BrowseRow, columns: readonly BrowseColumn[]): boolean {
  return row.cells.every((cell, index) => columns[index]?.ages || cell === old.cells[index]);
}

/** Returns whether a row is shown as new or changed at this time. */
export function newsOf(news: ReadonlyMap<string, News>, id: string, now: number): News["what"] | undefined {
  const one = news.get(id);
  return one !== undefined && now - one.at < newsMs ? one.what : undefined;
}
