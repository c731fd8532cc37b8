export { countOf, formatCount } from "../kernel/text.ts";

/** Returns the amount in a text of an amount and a currency, such as `1,204.50 USD`; undefined for other texts. */
export const amountIn = (text: string): string | undefined => /^([\d.,]+) [A-Z]{3}$/.exec(text)?.[1];

/** Formats a duration in milliseconds: `under 1 s`, `38 s`, `4 min 10 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return "under 1 s";
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return joinUnits(Math.floor(seconds / 60), "min", seconds % 60, "s");
  const minutes = Math.round(seconds / 60);
  return joinUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
