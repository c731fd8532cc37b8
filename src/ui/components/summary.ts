import { displayWidth } from "../../kernel/text.ts";

/** A short table as texts: headings, and rows with a cell for each. */
export interface Summary {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Rows on the screen that a summary table of `width` columns takes. */
export function summaryHeight(summary: Summary, width: number): number {
  return fitsInkTable(summary, width) ? 2 * summary.rows.length + 3 : summary.rows.length + 1;
}

/** Whether ink-table draws it straight: it counts UTF-16 units, never narrows a column, and passes controls on. */
export function fitsInkTable({ columns, rows }: Summary, width: number): boolean {
  const lines = [columns, ...rows];
  const plain = lines.every((cells) => cells.every((cell) => /^[\x20-\x7e]*$/.test(cell)));
  if (!plain || new Set(columns).size < columns.length) return false;
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((cells) => displayWidth(cells[index] ?? ""))),
  );
  return widths.reduce((sum, cell) => sum + cell + 3, 1) <= width;
}
