/** The natural and the minimum width of a column, in terminal columns. */
export interface ColumnNeed {
  readonly natural: number;
  /** Default: the natural width, at most 8. */
  readonly min?: number | undefined;
}

/** The gap between two columns. */
export const columnGap = 2;

/**
 * Returns the width of each column in a table of at most `available` terminal columns. The widest columns are narrowed
 * first, down to their minimum; if that is not enough, the last columns are dropped (width 0). The first column is
 * always kept.
 */
export function layoutColumns(needs: readonly ColumnNeed[], available: number): number[] {
  const least = needs.map(({ natural, min }) => Math.min(natural, min ?? 8));
  let count = needs.length;
  while (count > 1 && total(least.slice(0, count)) > available) count--;
  const widths = needs.map(({ natural }, index) => (index < count ? natural : 0));
  let excess = total(widths.slice(0, count)) - available;
  while (excess > 0) {
    const shrinkable = widths
      .map((width, index) => ({ width, index }))
      .filter(({ width, index }) => width > (least[index] ?? 0));
    const widest = Math.max(...shrinkable.map(({ width }) => width));
    const shrinking = shrinkable.filter(({ width }) => width === widest);
    if (shrinking.length === 0) break;
    for (const { index } of shrinking.slice(0, excess)) {
      widths[index] = widest - 1;
      excess--;
    }
  }
  // Even a single column at its minimum does not fit.
  if (excess > 0) widths[0] = Math.max(1, (widths[0] ?? 0) - excess);
  return widths;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + columnGap * Math.max(0, widths.length - 1);
}
