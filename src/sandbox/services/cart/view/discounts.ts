import type * as z from "zod/mini";
import type { AppliedDiscount, CartDiscount } from "../../../../api/services/discounts/discounts.ts";
import { amountToJson } from "../../../../kernel/money.ts";
import type { PricedCart } from "../../../pricing/priced-cart.ts";
import type { PricedDiscount } from "../../../pricing/priced-discount.ts";
import type { WritePrice } from "./prices.ts";

function sourceOf({ source, amount }: PricedDiscount, write: WritePrice) {
  if ("rule" in source) {
    const { id, name } = source.rule;
    const text = { original: name ?? "", translated: name ?? "" };
    return { discountRule: { ...(id && { id }), name: text, amount: write(amount) } };
  }
  if ("coupon" in source) {
    const { id, code, name } = source.coupon;
    return { coupon: { id, code, name, amount: write(amount) } };
  }
  const { percentage } = source.merchant;
  return {
    merchantDiscount: { amount: write(amount), ...(percentage && { percentage: amountToJson(percentage) }) },
  };
}

/** Returns the discounts that a calculation applied. */
export function showDiscounts(
  { discounts }: PricedCart,
  write: WritePrice,
): z.input<typeof AppliedDiscount>[] {
  return discounts.map((given) => ({
    ...sourceOf(given, write),
    discountType: given.scope,
    lineItemIds: [...given.lines.keys()],
    lineItemDiscounts: [...given.lines].map(([id, share]) => ({ id, totalDiscountAmount: write(share) })),
  }));
}

/** Returns the discounts of a cart, with its coupon even if that discounts nothing. */
export function showCartDiscounts(
  { discounts }: PricedCart,
  couponCode: string | undefined,
  write: WritePrice,
): z.input<typeof CartDiscount>[] {
  const shown = discounts.map((given) => ({
    ...sourceOf(given, write),
    lineItemIds: [...given.lines.keys()],
    discountType: given.scope,
  }));
  if (!couponCode || shown.some((one) => "coupon" in one)) return shown;
  return [...shown, { coupon: { code: couponCode } }];
}
