/** How wide a column wants to be and how narrow it may become, in terminal columns. */
export interface ColumnNeed {
  readonly natural: number;
  /** Default: the natural width, at most 8. */
  readonly min?: number | undefined;
}

/** Blank columns between two columns of a table. */
export const columnGap = 2;

/**
 * The width of each column in a table of at most `available` terminal columns. The widest give way first, down
 * to their minimum; where that is not enough the last columns are dropped (width 0). The first column stays.
 */
export function layoutColumns(needs: readonly ColumnNeed[], available: number): number[] {
  const least = needs.map(({ natural, min }) => Math.min(natural, min ?? 8));
  let kept = needs.length;
  while (kept > 1 && total(least.slice(0, kept)) > available) kept--;
  const widths = needs.map(({ natural }, index) => (index < kept ? natural : 0));
  let excess = total(widths.slice(0, kept)) - available;
  while (excess > 0) {
    const open = widths
      .map((width, index) => ({ width, index }))
      .filter(({ width, index }) => width > (least[index] ?? 0));
    const widest = Math.max(...open.map(({ width }) => width));
    const giving = open.filter(({ width }) => width === widest);
    if (giving.length === 0) break;
    for (const { index } of giving.slice(0, excess)) {
      widths[index] = widest - 1;
      excess--;
    }
  }
  // Not even one column at its minimum fits.
  if (excess > 0) widths[0] = Math.max(1, (widths[0] ?? 0) - excess);
  return widths;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + columnGap * Math.max(0, widths.length - 1);
}
