import { type Decimal, roundMoney } from "../../kernel/money.ts";
import { min, zero } from "./allocate.ts";
import { type CouponProblem, discountByCoupon } from "./coupons.ts";
import { type DuePart, dueWith, linePartsOf, sumsDue } from "./due.ts";
import { giftCardPays } from "./gift-cards.ts";
import type { PricingInput } from "./input.ts";
import type { PricingItem } from "./item.ts";
import { discountByMerchant } from "./merchant.ts";
import type { PricedCart, PricedDelivery, PricedFee, PricedLine } from "./priced-cart.ts";
import type { PricedDiscount } from "./priced-discount.ts";
import { discountByRules, discountDelivery } from "./rules.ts";
import { addUp } from "./sums.ts";
import { taxOn } from "./tax.ts";
import { grossOf } from "./triggers.ts";

/**
 * Prices a cart. Discount rules, the coupon and the merchant's discounts apply in this order, each to the amount that
 * the previous ones leave; then tax on each line, the delivery and each fee; then due times and the gift card.
 * Every amount is rounded once, where it is calculated, and its shares add up to it exactly.
 */
export function priceCart(cart: PricingInput): PricedCart {
  const { currency, items } = cart;
  const { discounts, couponProblem } = discountsOf(cart);
  const lines = items.map((item) => priceLine(cart, item, discounts));
  const delivery = priceDelivery(cart, discounts);
  const fees = [...cart.fees, ...(cart.delivery?.charges ?? [])].map((fee): PricedFee => {
    const price = roundMoney(fee.price, currency);
    const taxed = taxOn(price, fee.taxedAt && cart.taxes[fee.taxedAt], fee.taxGroupId, currency);
    return { fee: { ...fee, price }, taxed, total: price.plus(taxed.added) };
  });

  const parts = [
    ...lines.flatMap((line) => linePartsOf(line, currency)),
    ...(delivery ? [deliveryPart(delivery, items)] : []),
    ...fees.map((fee) => feePart(fee, items)),
  ];
  const summary = addUp(parts.map(([, part]) => part));
  const payNow = sumsDue(parts, "now");
  const giftCard = cart.giftCard && giftCardPays(cart.giftCard, payNow.total);
  return {
    currency,
    lines,
    delivery,
    fees,
    discounts,
    couponProblem,
    summary,
    payNow,
    payLater: sumsDue(parts, "later"),
    payAfterFreeTrial: sumsDue(parts, "afterFreeTrial"),
    giftCard,
    totalAfterGiftCard: summary.total.minus(giftCard ?? zero),
    payNowAfterGiftCard: payNow.total.minus(giftCard ?? zero),
  };
}

function discountsOf(cart: PricingInput): {
  discounts: PricedDiscount[];
  couponProblem: CouponProblem | undefined;
} {
  const { currency, items, now, coupon } = cart;
  const gross = new Map(items.map((item) => [item.id, roundMoney(grossOf(item), currency)]));
  const left = new Map(gross);
  let delivery = cart.delivery ? roundMoney(cart.delivery.price, currency) : zero;
  const discounts: PricedDiscount[] = [];
  const take = (discount: PricedDiscount) => {
    if (discount.amount.eq(zero)) return;
    discounts.push(discount);
    for (const [id, amount] of discount.lines) left.set(id, (left.get(id) ?? zero).minus(amount));
    if (discount.scope === "SHIPPING") delivery = delivery.minus(discount.amount);
  };

  for (const discount of discountByRules(cart)) take(discount);
  const cheaper = discountDelivery(cart, delivery);
  if (cheaper) take({ ...cheaper, amount: min(cheaper.amount, delivery) });
  const byCoupon = coupon && discountByCoupon(coupon, { now, currency, items, gross, left, delivery });
  if (byCoupon && typeof byCoupon !== "string") take(byCoupon);
  for (const merchant of cart.merchant) take(discountByMerchant(merchant, left, currency));
  return { discounts, couponProblem: typeof byCoupon === "string" ? byCoupon : undefined };
}

function priceLine(
  { currency, taxes }: PricingInput,
  item: PricingItem,
  discounts: readonly PricedDiscount[],
): PricedLine {
  const gross = roundMoney(grossOf(item), currency);
  const discount = discounts.reduce<Decimal>((all, { lines }) => all.plus(lines.get(item.id) ?? zero), zero);
  const taxed = taxOn(gross.minus(discount), taxes[item.taxedAt], item.taxGroupId, currency);
  return { item, gross, discount, taxed, total: gross.minus(discount).plus(taxed.added) };
}

function priceDelivery(
  { delivery, currency, taxes }: PricingInput,
  discounts: readonly PricedDiscount[],
): PricedDelivery | undefined {
  if (!delivery) return undefined;
  const price = roundMoney(delivery.price, currency);
  const discount = discounts.reduce<Decimal>(
    (all, { scope, amount }) => (scope === "SHIPPING" ? all.plus(amount) : all),
    zero,
  );
  const taxed = taxOn(price.minus(discount), taxes[delivery.taxedAt], delivery.taxGroupId, currency);
  return {
    delivery: { ...delivery, price },
    discount,
    taxed,
    total: price.minus(discount).plus(taxed.added),
  };
}

function deliveryPart({ delivery, discount, taxed }: PricedDelivery, items: readonly PricingItem[]): DuePart {
  const sent = items.filter(({ kind }) => kind === "PHYSICAL");
  const due = dueWith(sent.length > 0 ? sent : items);
  return [due, { shipping: delivery.price, discount, tax: taxed.tax, taxAdded: taxed.added }];
}

function feePart({ fee, taxed }: PricedFee, items: readonly PricingItem[]): DuePart {
  const applicable = items.filter(({ id }) => !fee.lineItemIds?.length || fee.lineItemIds.includes(id));
  return [dueWith(applicable), { additionalFees: fee.price, tax: taxed.tax, taxAdded: taxed.added }];
}
