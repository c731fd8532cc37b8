import { currencyDigits } from "../../kernel/currency.ts";
import { type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";

export const zero = decimal("0");
export const min = (first: Decimal, second: Decimal): Decimal => (first.lt(second) ? first : second);
export const max = (first: Decimal, second: Decimal): Decimal => (first.lt(second) ? second : first);

/** Converts a whole number to an exact decimal. */
export const whole = (value: number): Decimal => decimal(String(value));

/** Returns a percentage of an amount, not rounded. */
export const percentOf = (amount: Decimal, percent: Decimal): Decimal =>
  amount.times(percent).div(decimal("100"));

/**
 * Splits an amount in proportion to weights so that the parts add up to it exactly. Each part is rounded down to the
 * currency's digits; the remaining cents go one each to the parts that lost most, earlier parts first. Weights must not
 * be negative; if all are zero, the parts are equal. If the amount does not exceed the sum of the weights, no part
 * exceeds its weight.
 */
export function allocate(amount: Decimal, weights: readonly Decimal[], currency: string): Decimal[] {
  const used = sum(weights).gt(zero) ? weights : weights.map(() => decimal("1"));
  const rounded = roundMoney(amount, currency);
  const scale = sum(used);
  const digits = currencyDigits(currency);
  const parts = used.map((weight) => {
    const exact = rounded.times(weight).div(scale);
    const part = exact.round(digits, 0);
    return { part, lost: exact.minus(part) };
  });
  const cent = decimal("1").div(decimal(`1${"0".repeat(digits)}`));
  let left = rounded.minus(sum(parts.map(({ part }) => part)));
  for (const one of parts.toSorted((one, other) => other.lost.cmp(one.lost))) {
    if (!left.gt(zero)) break;
    one.part = one.part.plus(cent);
    left = left.minus(cent);
  }
  return parts.map(({ part }) => part);
}
