import { displayWidth, sanitiseLine } from "../../../kernel/text.ts";
import type { BrowseRow } from "./browse-resource.ts";

/** Rows that are read together. */
export const partSize = 100;
/** Parts that are kept: far more than a window shows, and little beside a whole list. */
const partsKept = 40;

interface Part {
  readonly rows: readonly BrowseRow[];
  /** When it was read. */
  readonly at: number;
  /** It is to be read again, however fresh it is. */
  readonly due?: true;
}

/** As much of a long list as was looked at lately. Times are milliseconds since 1970. */
export interface Rows {
  readonly parts: ReadonlyMap<number, Part>;
  /** How many rows there are: `known` of them have been seen at least; `total` once that is certain. */
  readonly known: number;
  readonly total: number | undefined;
  /** The widest text seen in each column, so that columns do not jump while rows pass by. */
  readonly widths: readonly number[];
  /** What went wrong with the last reading, and when. */
  readonly error:
    | { readonly message: string; readonly hint: string | undefined; readonly at: number }
    | undefined;
}

/** Before anything was read. */
export const noRows: Rows = { parts: new Map(), known: 0, total: undefined, widths: [], error: undefined };

/** With a part that was read. Rows that are as they were stay the same objects. */
export function withPart(
  before: Rows,
  index: number,
  { rows, total, at }: { rows: readonly BrowseRow[]; total: number | undefined; at: number },
): Rows {
  const parts = new Map(before.parts);
  // Set anew, so that the map's order is that of reading.
  parts.delete(index);
  parts.set(index, { rows, at });
  for (const oldest of parts.keys()) {
    if (parts.size <= partsKept) break;
    parts.delete(oldest);
  }
  const end = index * partSize + rows.length;
  const known = total ?? Math.max(before.known, end);
  return { parts, known, total: total ?? before.total, widths: widen(before.widths, rows), error: undefined };
}

function widen(widths: readonly number[], rows: readonly BrowseRow[]): readonly number[] {
  const wide = [...widths];
  for (const { cells } of rows)
    for (const [index, cell] of cells.entries())
      wide[index] = Math.max(wide[index] ?? 0, displayWidth(sanitiseLine(cell)));
  return wide;
}

/** The same rows, to be read again however fresh they are. */
export function outOfDate(rows: Rows): Rows {
  const parts = [...rows.parts].map(([index, part]) => [index, { ...part, due: true }] as const);
  return { ...rows, parts: new Map(parts), error: undefined };
}

/** The row at a place, if it is here. */
export function rowAt({ parts }: Rows, index: number): BrowseRow | undefined {
  return parts.get(Math.floor(index / partSize))?.rows[index % partSize];
}

/** The parts that the rows from `top` on, `height` of them, stand in, and a little of what comes next. */
export function partsSeen({ total }: Rows, top: number, height: number): number[] {
  const end = top + height + Math.floor(partSize / 4);
  const last = Math.max(0, total === undefined ? end : Math.min(total - 1, end));
  const first = Math.floor(top / partSize);
  return Array.from({ length: Math.floor(last / partSize) - first + 1 }, (_, offset) => first + offset);
}

/** Which of the parts in sight have to be read: those that are not here, and those older than `freshMs`. */
export function partsWanted(
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

/** When the oldest part in sight was read; undefined where none is here. */
export function oldest(rows: Rows, seen: readonly number[]): number | undefined {
  const times = seen.flatMap((index) => rows.parts.get(index)?.at ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}
