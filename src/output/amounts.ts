import { decimal } from "../kernel/money.ts";

/**
 * Returns the plain decimals of a change with equally many digits after the point: as many as the longest, `least`, and two unless all
 * are whole: `48.00` and `52.80`. Throws NOT_A_DECIMAL for other text.
 */
export function withEqualDigits(amounts: readonly string[], least = 0): string[] {
  const most = Math.max(...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  return amounts.map((amount) => decimal(amount).toFixed(Math.max(most === 1 ? 2 : most, least)));
}
