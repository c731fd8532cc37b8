import { type Decimal, decimal, roundMoney } from "../../../kernel/money.ts";

/** The discount of a product; `mixed` if its variants have different ones, which one discount cannot express. */
export type Discount = { type: "NONE" } | { type: "AMOUNT" | "PERCENT"; value: Decimal } | { type: "mixed" };

/** A price before and after discount. */
export interface PricePair {
  full: Decimal;
  actual: Decimal;
}

const zero = decimal("0");

/** Returns the discount that all prices share, as a whole percentage if that is exact. */
export function sharedDiscount(pairs: readonly PricePair[], currency: string): Discount {
  const [first] = pairs.filter(({ full }) => !full.eq(zero));
  if (first === undefined || pairs.every(({ full, actual }) => full.eq(actual))) return { type: "NONE" };
  const fits = (discount: Discount) =>
    pairs.every(({ full, actual }) => discounted(full, discount, currency).eq(actual));
  const percent = first.full.minus(first.actual).times("100").div(first.full);
  const off = { type: "AMOUNT", value: first.full.minus(first.actual) } as const;
  const candidates: Discount[] = [
    { type: "PERCENT", value: percent.round(0, 1) },
    off,
    { type: "PERCENT", value: percent.round(2, 1) },
  ];
  return candidates.find(fits) ?? { type: "mixed" };
}

/** Returns a price after a discount, rounded to its currency. */
export function discounted(full: Decimal, discount: Discount, currency: string): Decimal {
  if (discount.type === "AMOUNT") return full.minus(discount.value);
  if (discount.type !== "PERCENT") return full;
  return roundMoney(full.minus(full.times(discount.value).div("100")), currency);
}
