import { currencyDigits, type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";

export const zero = decimal("0");
export const smaller = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other);
export const larger = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? other : one);

/** A whole number as an exact decimal. */
export const whole = (value: number): Decimal => decimal(String(value));

/** A share in percent of an amount, not rounded. */
export const percentOf = (amount: Decimal, percent: Decimal): Decimal =>
  amount.times(percent).div(decimal("100"));

/**
 * Splits an amount over weights so that the parts add up to it exactly. Each part is rounded down to the currency's
 * digits; the cents that are left go one each to the parts that lost most, the earlier ones first. Weights are not
 * negative; where all are zero, they count alike. Amounts no larger than the sum of weights that are amounts of money
 * give no part that is larger than its weight.
 */
export function allocate(amount: Decimal, weights: readonly Decimal[], currency: string): Decimal[] {
  if (weights.length === 0) return [];
  const known = sum(weights).gt(zero) ? weights : weights.map(() => decimal("1"));
  const rounded = roundMoney(amount, currency);
  const scale = sum(known);
  const digits = currencyDigits(currency);
  const parts = known.map((weight, place) => {
    const exact = rounded.times(weight).div(scale);
    const part = exact.round(digits, 0);
    return { place, part, lost: exact.minus(part) };
  });
  const cent = decimal("1").div(decimal(`1${"0".repeat(digits)}`));
  let left = rounded.minus(sum(parts.map(({ part }) => part)));
  for (const one of [...parts].sort(byLoss)) {
    if (!left.gt(zero)) break;
    one.part = one.part.plus(cent);
    left = left.minus(cent);
  }
  return parts.map(({ part }) => part);
}

interface Part {
  place: number;
  lost: Decimal;
}

const byLoss = (one: Part, other: Part) =>
  one.lost.eq(other.lost) ? one.place - other.place : other.lost.gt(one.lost) ? 1 : -1;
