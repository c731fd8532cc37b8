import { displayWidth, sanitizeLine } from "../../../kernel/text.ts";
import type { BrowseColumn, BrowseRow } from "./browse-resource.ts";

/** The number of rows in a part. */
export const partSize = 100;
/** The number of parts that are kept in memory. */
const partsKept = 40;

interface Part {
  readonly rows: readonly BrowseRow[];
  /** When it was read, in milliseconds since 1970. */
  readonly at: number;
  /** It has to be read again, whatever its age. */
  readonly due?: true;
  /** More of its rows are being read. */
  readonly isPartial?: true;
}

/** The loaded parts of a list. */
export interface Rows {
  readonly parts: ReadonlyMap<number, Part>;
  /** `known` is the lower bound of the number of rows, `total` the exact number once known. */
  readonly known: number;
  readonly total: number | undefined;
  /** The largest width seen in each column, so that widths do not change while scrolling. */
  readonly widths: readonly number[];
  /** The error of the last read, and when it occurred. */
  readonly error:
    | { readonly message: string; readonly hint: string | undefined; readonly at: number }
    | undefined;
}

/** The state before the first part is loaded. */
export const noRows: Rows = { parts: new Map(), known: 0, total: undefined, widths: [], error: undefined };

/** Adds a part that was read; the oldest parts are dropped. */
export function withPart(
  before: Rows,
  index: number,
  { rows, total, at }: { rows: readonly BrowseRow[]; total: number | undefined; at: number },
): Rows {
  const parts = new Map(before.parts);
  // Deleted first, so that the map is in the order of reading.
  parts.delete(index);
  parts.set(index, { rows, at });
  for (const oldest of parts.keys()) {
    if (parts.size <= partsKept) break;
    parts.delete(oldest);
  }
  // A list that has become shorter has no rows behind its end.
  if (total !== undefined)
    for (const [other, part] of parts) {
      const left = Math.max(0, total - other * partSize);
      if (other !== index && left === 0) parts.delete(other);
      else if (other !== index && part.rows.length > left)
        parts.set(other, { ...part, rows: part.rows.slice(0, left) });
    }
  const end = index * partSize + rows.length;
  const known = total ?? Math.max(before.known, end);
  return {
    parts,
    known,
    total: total ?? before.total,
    widths: widenColumns(before.widths, rows),
    error: undefined,
  };
}

/**
 * Adds rows of a part that is still being read to those that are shown: what a search has found among the loaded rows, or an earlier
 * report of the same part. A part that was read completely is not replaced.
 */
export function withPartial(
  before: Rows,
  index: number,
  { rows, at, isPreview }: { rows: readonly BrowseRow[]; at: number; isPreview: boolean },
): Rows {
  const shown = before.parts.get(index);
  if (shown !== undefined && !shown.isPartial && !isPreview) return before;
  const ids = new Set(shown?.rows.map(({ id }) => id));
  const all = [...(shown?.rows ?? []), ...rows.filter(({ id }) => !ids.has(id))].slice(0, partSize);
  const after = withPart(before, index, { rows: all, total: undefined, at });
  return { ...after, parts: new Map(after.parts).set(index, { rows: all, at, isPartial: true }) };
}

function widenColumns(widths: readonly number[], rows: readonly BrowseRow[]): readonly number[] {
  const wide = [...widths];
  for (const { cells } of rows)
    for (const [index, cell] of cells.entries())
      wide[index] = Math.max(wide[index] ?? 0, displayWidth(sanitizeLine(cell)));
  return wide;
}

/** Marks all parts to be read again. */
export function markStale(rows: Rows): Rows {
  const parts = [...rows.parts].map(([index, part]) => [index, { ...part, due: true }] as const);
  return { ...rows, parts: new Map(parts), error: undefined };
}

/** Returns the row with an id, if it is loaded. If it is in two parts, returns that of the newer part. */
export function findRow({ parts }: Rows, id: string): BrowseRow | undefined {
  for (const { rows } of [...parts.values()].reverse()) for (const row of rows) if (row.id === id) return row;
  return undefined;
}

/** Returns the row at an index, if it is loaded. */
export function rowAt({ parts }: Rows, index: number): BrowseRow | undefined {
  return parts.get(Math.floor(index / partSize))?.rows[index % partSize];
}

/** Returns the index of a row, if it is loaded. Looks at its old index first. If it is in two parts, uses the newer part. */
export function indexOfRow(rows: Rows, id: string, before: number): number | undefined {
  const newest = [...rows.parts].at(-1)?.[0];
  if (Math.floor(before / partSize) === newest && rowAt(rows, before)?.id === id) return before;
  for (const [part, { rows: some }] of [...rows.parts].reverse()) {
    const at = some.findIndex((row) => row.id === id);
    if (at >= 0) return part * partSize + at;
  }
  return undefined;
}

/** Returns the parts with the visible rows and a few of the next rows. */
export function visibleParts({ total }: Rows, top: number, height: number): number[] {
  const end = top + height + Math.floor(partSize / 4);
  const last = Math.max(0, total === undefined ? end : Math.min(total - 1, end));
  const first = Math.floor(top / partSize);
  return Array.from({ length: Math.floor(last / partSize) - first + 1 }, (_, offset) => first + offset);
}

/** Returns the visible parts that are missing, due, or older than `freshMs`. */
export function missingParts(
  rows: Rows,
  seen: readonly number[],
  { now, freshMs }: { now: number; freshMs: number },
): number[] {
  return seen.filter((index) => {
    const part = rows.parts.get(index);
    if (part === undefined) return rows.total === undefined || index * partSize < Math.max(1, rows.total);
    return part.due === true || now - part.at >= freshMs;
  });
}

/** Returns when the oldest visible part was read; undefined if none is loaded. */
export function oldest(rows: Rows, seen: readonly number[]): number | undefined {
  const times = seen.flatMap((index) => rows.parts.get(index)?.at ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** A row that was not in the list before, or was different, and since when that is known. */
export interface News {
  readonly what: "new" | "changed";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The time for which rows are marked as new or changed, in milliseconds. */
export const newsMs = 8_000;

/** A part that was read again. */
interface NewPart {
  readonly part: number;
  readonly rows: readonly BrowseRow[];
  readonly total: number | undefined;
  readonly now: number;
}

/** Returns what is new in a part that was read again, and earlier news that are still shown. */
export function newsAfter(
  earlier: ReadonlyMap<string, News>,
  before: Rows,
  read: NewPart,
  columns: readonly BrowseColumn[],
): ReadonlyMap<string, News> {
  const recent = [...earlier].filter(([, { at }]) => read.now - at < newsMs);
  const found = foundIn(before, read, columns).map(([id, what]) => [id, { what, at: read.now }] as const);
  return new Map([...recent, ...found]);
}

function foundIn(before: Rows, { part, rows, total }: NewPart, columns: readonly BrowseColumn[]) {
  const had = before.parts.get(part);
  if (had === undefined || had.isPartial) return [];
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

/** Returns whether a new row is drawn in reverse: every other second, in the time in which it is marked. */
export function isFlashing(news: ReadonlyMap<string, News>, id: string, now: number): boolean {
  const one = news.get(id);
  return newsOf(news, id, now) === "new" && one !== undefined && Math.floor((now - one.at) / 1000) % 2 === 0;
}
