import { displayWidth } from "../../kernel/text.ts";

/** A short table of texts: headings, and a cell per column for each row. */
export interface Summary {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the height of a summary table, in rows. */
export function summaryHeight(summary: Summary, width: number): number {
  return fitsInkTable(summary, width) ? 2 * summary.rows.length + 3 : summary.rows.length + 1;
}

/**
 * Returns whether ink-table can draw a table correctly: it counts UTF-16 units, never narrows a column, and does not
 * escape control characters.
 */
export function fitsInkTable({ columns, rows }: Summary, width: number): boolean {
  const lines = [columns, ...rows];
  const plain = lines.every((cells) => cells.every((cell) => /^[\x20-\x7e]*$/.test(cell)));
  if (!plain || new Set(columns).size < columns.length) return false;
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((cells) => displayWidth(cells[index] ?? ""))),
  );
  return widths.reduce((sum, cell) => sum + cell + 3, 1) <= width;
}
