import type { VariantV3 } from "../../../api/services/products/models/variant-v3.ts";
import { amountText, type Decimal, decimal, parseAmount } from "../../../kernel/money.ts";
import { type Discount, discounted, sharedDiscount } from "../change/discount.ts";

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
  return sharedDiscount(
    prices.map((price) => ({ full: fullPrice(price), actual: actualPrice(price) })),
    currency,
  );
}

/** Returns a price with its discount in the format of catalog v3. */
export function priceInfo(full: Decimal, discount: Discount, currency: string): NonNullable<Price> {
  const actual = discounted(full, discount, currency);
  return {
    actualPrice: { amount: amountText(actual) },
    ...(!actual.eq(full) && { compareAtPrice: { amount: amountText(full) } }),
  };
}

function amountAt(amount: { amount?: string | null | undefined } | null | undefined): Decimal | undefined {
  return amount?.amount ? parseAmount(amount.amount) : undefined;
}
