import { type Decimal, roundMoney } from "../../kernel/money.ts";
import { smaller, zero } from "./allocate.ts";
import type { Basket, Item } from "./basket.ts";
import type { Bill, BilledDelivery, BilledFee, BilledLine } from "./bill.ts";
import { type CouponProblem, discountByCoupon } from "./coupons.ts";
import { type DuePart, dueWith, linePartsOf, sumsDue } from "./due.ts";
import { giftCardPays } from "./gift-cards.ts";
import type { Given } from "./given.ts";
import { discountByMerchant } from "./merchant.ts";
import { discountByRules, discountDelivery } from "./rules.ts";
import { addUp } from "./sums.ts";
import { taxOn } from "./tax.ts";
import { grossOf } from "./triggers.ts";

/**
 * What a basket costs: rules, then the coupon, then the merchant's discounts, each on what is left; then tax on what
 * is left of each line, of the delivery and of each fee; then what is paid when, and what a gift card pays of it.
 * Every amount is rounded once, where it arises, and shares of it add up to it: no cent appears or disappears.
 */
export function priceBasket(basket: Basket): Bill {
  const { currency, items } = basket;
  const { discounts, couponProblem } = discountsOf(basket);
  const lines = items.map((item) => billLine(basket, item, discounts));
  const delivery = billDelivery(basket, discounts);
  const fees = [...basket.fees, ...(basket.delivery?.charges ?? [])].map((fee): BilledFee => {
    const price = roundMoney(fee.price, currency);
    const taxed = taxOn(price, fee.taxedAt && basket.taxes[fee.taxedAt], fee.taxGroupId, currency);
    return { fee: { ...fee, price }, taxed, total: price.plus(taxed.added) };
  });

  const parts = [
    ...lines.flatMap((line) => linePartsOf(line, currency)),
    ...(delivery ? [deliveryPart(delivery, items)] : []),
    ...fees.map((fee) => feePart(fee, items)),
  ];
  const summary = addUp(parts.map(([, part]) => part));
  const payNow = sumsDue(parts, "now");
  const giftCard = basket.giftCard && giftCardPays(basket.giftCard, payNow.total);
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

function discountsOf(basket: Basket): { discounts: Given[]; couponProblem: CouponProblem | undefined } {
  const { currency, items, now, coupon } = basket;
  const gross = new Map(items.map((item) => [item.id, roundMoney(grossOf(item), currency)]));
  const left = new Map(gross);
  let delivery = basket.delivery ? roundMoney(basket.delivery.price, currency) : zero;
  const discounts: Given[] = [];
  const take = (given: Given) => {
    if (given.amount.eq(zero)) return;
    discounts.push(given);
    for (const [id, amount] of given.lines) left.set(id, (left.get(id) ?? zero).minus(amount));
    if (given.scope === "SHIPPING") delivery = delivery.minus(given.amount);
  };

  for (const given of discountByRules(basket)) take(given);
  const cheaper = discountDelivery(basket, delivery);
  if (cheaper) take({ ...cheaper, amount: smaller(cheaper.amount, delivery) });
  const byCoupon = coupon && discountByCoupon(coupon, { now, currency, items, gross, left, delivery });
  if (byCoupon && typeof byCoupon !== "string") take(byCoupon);
  for (const merchant of basket.merchant) take(discountByMerchant(merchant, left, currency));
  return { discounts, couponProblem: typeof byCoupon === "string" ? byCoupon : undefined };
}

function billLine({ currency, taxes }: Basket, item: Item, discounts: readonly Given[]): BilledLine {
  const gross = roundMoney(grossOf(item), currency);
  const discount = discounts.reduce<Decimal>((all, { lines }) => all.plus(lines.get(item.id) ?? zero), zero);
  const taxed = taxOn(gross.minus(discount), taxes[item.taxedAt], item.taxGroupId, currency);
  return { item, gross, discount, taxed, total: gross.minus(discount).plus(taxed.added) };
}

function billDelivery(
  { delivery, currency, taxes }: Basket,
  discounts: readonly Given[],
): BilledDelivery | undefined {
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

function deliveryPart({ delivery, discount, taxed }: BilledDelivery, items: readonly Item[]): DuePart {
  const sent = items.filter(({ kind }) => kind === "PHYSICAL");
  const due = dueWith(sent.length > 0 ? sent : items);
  return [due, { shipping: delivery.price, discount, tax: taxed.tax, taxAdded: taxed.added }];
}

function feePart({ fee, taxed }: BilledFee, items: readonly Item[]): DuePart {
  const meant = items.filter(({ id }) => !fee.lineItemIds?.length || fee.lineItemIds.includes(id));
  return [dueWith(meant), { additionalFees: fee.price, tax: taxed.tax, taxAdded: taxed.added }];
}
