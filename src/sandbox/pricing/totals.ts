import { type Decimal, roundMoney } from "../../kernel/money.ts";
import { min, whole, zero } from "./allocate.ts";
import {
  type CouponProblem,
  discountByCoupon,
  discountByMerchant,
  discountByRules,
  discountDelivery,
  grossOf,
} from "./discounts.ts";
import {
  type Delivery,
  type Fee,
  giftCardPays,
  type PricedDiscount,
  type PricingInput,
  type PricingItem,
} from "./input.ts";
import { type TaxedAmount, taxOn } from "./tax.ts";

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
  for (const merchant of cart.merchant) take(discountByMerchant(merchant, left, delivery, currency));
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

/** When an amount is due: at checkout, later (offline, by invoice), or when a free trial ends. */
export type Due = "now" | "later" | "afterFreeTrial";
type Part = Partial<Omit<PriceSums, "total">>;
/** A part of the sums with its due time. */
type DuePart = readonly [Due, Part];

const offline: ReadonlySet<string> = new Set([
  "FULL_PAYMENT_OFFLINE",
  "MEMBERSHIP_OFFLINE",
  "MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER",
]);

/** Returns when an item is due. A deposit is ignored. */
function dueTime({ paymentOption, freeTrial }: PricingItem): Due {
  if (freeTrial) return "afterFreeTrial";
  return offline.has(paymentOption ?? "") ? "later" : "now";
}

/** Returns when the delivery or fees for some items are due: now if any of the items is due now. */
function dueWith(items: readonly PricingItem[]): Due {
  const dues = new Set(items.map(dueTime));
  if (dues.size === 0 || dues.has("now")) return "now";
  return dues.has("later") ? "later" : "afterFreeTrial";
}

/**
 * Splits a line by due time. A deposit applies to the price before discounts and is at most the line's total;
 * discount and tax belong to the rest.
 */
function linePartsOf({ item, gross, discount, taxed, total }: PricedLine, currency: string): DuePart[] {
  const all = { subtotal: gross, discount, tax: taxed.tax, taxAdded: taxed.added };
  if (item.freeTrial || item.paymentOption !== "DEPOSIT_ONLINE" || !item.deposit)
    return [[dueTime(item), all]];
  const requested = roundMoney(item.deposit.times(whole(item.quantity)), currency);
  const deposit = min(requested, min(total, gross));
  if (deposit.eq(total)) return [["now", all]];
  return [
    ["now", { subtotal: deposit }],
    ["later", { ...all, subtotal: gross.minus(deposit) }],
  ];
}

/** Returns the sums of the parts that are due at one time. */
function sumsDue(parts: readonly DuePart[], due: Due): PriceSums {
  return addUp(parts.filter(([when]) => when === due).map(([, part]) => part));
}

/** A cart line with its price. */
export interface PricedLine {
  item: PricingItem;
  /** Unit price times quantity, rounded; 0 if a membership pays. */
  gross: Decimal;
  discount: Decimal;
  /** Tax on the amount after discounts. */
  taxed: TaxedAmount;
  /** Gross minus discount plus added tax. */
  total: Decimal;
}

/** The delivery with its price. */
export interface PricedDelivery {
  delivery: Delivery;
  discount: Decimal;
  taxed: TaxedAmount;
  total: Decimal;
}

/** A fee with its price. */
interface PricedFee {
  fee: Fee;
  taxed: TaxedAmount;
  total: Decimal;
}

/** The price of a cart, itemized. Every sum is the exact sum of its parts. */
export interface PricedCart {
  currency: string;
  lines: readonly PricedLine[];
  delivery?: PricedDelivery | undefined;
  fees: readonly PricedFee[];
  discounts: readonly PricedDiscount[];
  /** Why the coupon does not apply. */
  couponProblem?: CouponProblem | undefined;
  summary: PriceSums;
  payNow: PriceSums;
  payLater: PriceSums;
  payAfterFreeTrial: PriceSums;
  /** The part of the amount due now that the gift card pays. */
  giftCard?: Decimal | undefined;
  totalAfterGiftCard: Decimal;
  payNowAfterGiftCard: Decimal;
}

/** Returns the taxes on the lines, the delivery and the fees of a priced cart. */
export function allTaxes({
  lines,
  delivery,
  fees,
}: Pick<PricedCart, "lines" | "delivery" | "fees">): TaxedAmount[] {
  return [...lines, ...(delivery ? [delivery] : []), ...fees].map(({ taxed }) => taxed);
}

/**
 * A price summary. `total` is subtotal minus discount plus shipping, fees and the tax that prices do not include
 * (`taxAdded`); `tax` is all tax, added or included.
 */
export interface PriceSums {
  subtotal: Decimal;
  discount: Decimal;
  shipping: Decimal;
  additionalFees: Decimal;
  tax: Decimal;
  taxAdded: Decimal;
  total: Decimal;
}

/** Adds up parts and calculates their total. */
function addUp(parts: readonly Partial<Omit<PriceSums, "total">>[]): PriceSums {
  const of = (key: keyof PriceSums) =>
    parts.reduce((all, part) => all.plus((part as Partial<PriceSums>)[key] ?? zero), zero);
  const [subtotal, discount, shipping] = [of("subtotal"), of("discount"), of("shipping")];
  const [additionalFees, tax, taxAdded] = [of("additionalFees"), of("tax"), of("taxAdded")];
  const total = subtotal.minus(discount).plus(shipping).plus(additionalFees).plus(taxAdded);
  return { subtotal, discount, shipping, additionalFees, tax, taxAdded, total };
}
