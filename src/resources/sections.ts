import type { Tone as OutputTone } from "../output/style.ts";
import { type Column, cellText, cellTone, isRight, type TimeDisplay } from "../output/table.ts";
import type { DetailSection } from "../ui/screens/browse/browse-resource.ts";
import type { Tone } from "../ui/theme.ts";

/** A part of a page on the screen, as it is drawn at a time. */
export type Section = (times: TimeDisplay) => DetailSection;

/**
 * Returns a table below the fields of a page. `share` returns how much of the whole a row is, from 0 to 1, which is drawn as a
 * bar; undefined for none.
 */
export function tableSection<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  share?: (row: Row) => number | undefined,
): Section {
  return (times) => ({
    title,
    columns: columns.map((column) => ({ title: column.header, align: isRight(column) ? "right" : "left" })),
    rows: rows.map((row) => {
      const part = share?.(row);
      return {
        cells: columns.map((column) => cellText(column, row, times)),
        tones: columns.map((column) => toneOf(column, row, times)),
        ...(part !== undefined && { share: Math.max(0, Math.min(1, part)) }),
      };
    }),
  });
}

/** Returns lines of text below the fields of a page; line feeds are kept. */
export function textSection(title: string, text: string): Section {
  return () => ({ title, text });
}

const tones: Readonly<Record<OutputTone, Tone>> = {
  heading: "head",
  dim: "dim",
  key: "key",
  good: "done",
  bad: "failed",
  warn: "warning",
};

/** Returns the style of a value on the screen, if it has one. */
export function toneOf<Row>(column: Column<Row>, row: Row, times: TimeDisplay): Tone | undefined {
  const tone = cellTone(column, row, times);
  return tone && tones[tone];
}
