import { day } from "../../../kernel/durations.ts";
/** The length of a billing cycle. */
export interface CycleLength {
  frequency?: string | null | undefined;
  interval?: number | null | undefined;
}

/**
 * Returns the start of the cycle after a number of cycles. Months and years keep the anchor's day or use the last day
 * of a shorter month: 31 January, 28 February, 31 March.
 */
export function cycleStart(anchor: string, { frequency, interval }: CycleLength, cycles: number): Date {
  const start = new Date(anchor);
  const count = (interval ?? 1) * cycles;
  if (frequency === "DAY") return new Date(start.getTime() + count * day);
  if (frequency === "WEEK") return new Date(start.getTime() + count * 7 * day);
  const months = start.getUTCMonth() + (frequency === "YEAR" ? 12 : 1) * count;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const moved = new Date(start);
  moved.setUTCFullYear(start.getUTCFullYear(), months, Math.min(start.getUTCDate(), lastDay));
  return moved;
}
