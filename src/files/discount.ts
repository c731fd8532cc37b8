import { amountText, decimal, parseAmount } from "../kernel/money.ts";
import type { ProductDraft } from "./draft.ts";

export type Discount = NonNullable<ProductDraft["discount"]>;

export const noDiscount: Discount = { type: "NONE", value: "0" };

/** Returns the price before the discount and the discount, from the price and the compare-at price. */
export function fromCompareAt(
  price: string,
  compareAt: string | null | undefined,
): { price: string; discount: Discount } {
  const current = decimal(price);
  const before = parseAmount(compareAt ?? "");
  if (before === undefined || before.lte(current)) return { price, discount: noDiscount };
  return {
    price: amountText(before),
    discount: { type: "AMOUNT", value: amountText(before.minus(current)) },
  };
}

/** Returns the price after the discount. */
export function discounted(price: string, discount: Discount): string {
  const before = decimal(price);
  const value = decimal(discount.value);
  if (discount.type === "AMOUNT") return amountText(before.minus(value));
  if (discount.type === "PERCENT")
    return amountText(before.minus(before.times(value).times(decimal("0.01"))));
  return price;
}
