import type { VariantV3 } from "../../../api/services/products/models/variant-v3.ts";
import { amountText, type Decimal, decimal, parseAmount, roundMoney } from "../../../kernel/money.ts";

/** The discount of a product as in catalog v1; `mixed` if the variants have different discounts, which v1 does not support. */
export type Discount = { type: "NONE" } | { type: "AMOUNT" | "PERCENT"; value: Decimal } | { type: "mixed" };

type Price = VariantV3["price"];

/** Returns the price before discount: the compare-at price if there is one. */
export function fullPrice(price: Price): Decimal {
  const [actual, compare] = [actualPrice(price), amountAt(price?.compareAtPrice)];
  return compare?.gt(actual) ? compare : actual;
}

/** Returns the price after discount. */
export function actualPrice(price: Price): Decimal {
  return amountAt(price?.actualPrice) ?? decimal("0");
}

/** Returns the discount that all prices of a product share, as a whole percentage if that is exact. */
export function discountOf(prices: readonly Price[], currency: string): Discount {
  const pairs = prices.map((price) => ({ full: fullPrice(price), actual: actualPrice(price) }));
  const [first] = pairs;
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

/** Returns a price with its discount in the format of catalog v3. */
export function priceInfo(full: Decimal, discount: Discount, currency: string): NonNullable<Price> {
  const actual = discounted(full, discount, currency);
  return {
    actualPrice: { amount: amountText(actual) },
    ...(!actual.eq(full) && { compareAtPrice: { amount: amountText(full) } }),
  };
}

function discounted(full: Decimal, discount: Discount, currency: string): Decimal {
  if (discount.type === "AMOUNT") return full.minus(discount.value);
  if (discount.type !== "PERCENT") return full;
  return roundMoney(full.minus(full.times(discount.value).div("100")), currency);
}

function amountAt(amount: { amount?: string | null | undefined } | null | undefined): Decimal | undefined {
  return amount?.amount ? parseAmount(amount.amount) : undefined;
}
