import type { ReactElement } from "react";
import { Text, useSpoken } from "../ink.ts";
import { styles, symbols } from "../theme.ts";

/** Returns how many of `width` cells are filled: all only at 100 %, and at least one above 0 %. */
export function filledCells(value: number, total: number, width: number): number {
  if (total <= 0 || value <= 0 || width <= 0) return 0;
  if (value >= total) return width;
  return Math.min(width - 1, Math.max(1, Math.round((value / total) * width)));
}

/** A progress bar with its percentage: `██████░░░░  61 %`. `width` is the width of the bar alone. */
export function Bar({ value, total, width }: { value: number; total: number; width: number }): ReactElement {
  const spoken = useSpoken();
  const filled = filledCells(value, total, width);
  const percent = total > 0 ? Math.floor((Math.min(value, total) / total) * 100) : 0;
  if (spoken) return <Text>{`${percent} percent`}</Text>;
  return (
    <Text wrap="truncate">
      <Text {...styles.done}>{symbols.barFull.repeat(filled)}</Text>
      <Text {...styles.dim}>{symbols.barEmpty.repeat(Math.max(0, width - filled))}</Text>
      {` ${String(percent).padStart(3)} %`}
    </Text>
  );
}
