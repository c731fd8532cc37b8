import { giftCardsAppId } from "../../api/models/app-ids.ts";
import type { OrderLineItem } from "../../api/services/orders.ts";
import { amountText, amountToJson, type Decimal, moneyText } from "../../kernel/money.ts";
import { checkoutCompleted } from "../abandoned-checkouts/index.ts";
import {
  carts,
  type Estimate,
  estimate,
  itemTypeOf,
  type LineDetail,
  logisticsOf,
  memberships,
  pairLines,
  paymentOptionOf,
  physicalOf,
  removeCart,
  type WireReference,
} from "../cart/index.ts";
import { countUse, coupons, discountRules, rejectUsedUp } from "../discounts/index.ts";
import { obfuscated, redeemGiftCard, usableGiftCard } from "../gift-cards/index.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { invalid, PlatformError, type StoreTx } from "../kernel/tx.ts";
import {
  type Amount,
  currencyOf,
  type OrderDraft,
  type OrderPaid,
  placeOrder,
  type StoredOrder,
} from "../orders/index.ts";
import { whole, zero } from "../pricing/allocate.ts";
import type { PricedDiscount } from "../pricing/input.ts";
import { type TaxedAmount, taxesByRate } from "../pricing/tax.ts";
import {
  allTaxes,
  type PricedCart,
  type PricedDelivery,
  type PricedLine,
  type PriceSums,
} from "../pricing/totals.ts";
import { shippingOptions } from "../shipping/index.ts";
import { startSubscriptions } from "../subscriptions/index.ts";
import { setTip } from "../tips/index.ts";
import { checkoutFqdn, pricedCheckout, replaceCheckout, type StoredCheckout } from "./checkouts.ts";

/** The order of a completed checkout. */
export interface PlacedOrder {
  order: StoredOrder;
  subscriptionId?: string | undefined;
}

/**
 * Creates the order of a checkout in one transaction: prices it again, takes the stock, uses up gift card, coupon and
 * memberships, and removes the cart. Throws PlatformError if anything prevents the purchase. The payment is asked for
 * once nothing else does: what was set for the next payment stays set for a checkout that lacks an address.
 */
export function completeCheckout(
  tx: StoreTx,
  checkout: StoredCheckout,
  outcome: () => PaymentOutcome,
): PlacedOrder {
  if (checkout.completed) {
    const data = { checkoutId: checkout.id, orderId: checkout.orderId };
    throw new PlatformError(
      409,
      "CHECKOUT_ALREADY_PAID",
      `The checkout ${checkout.id} is already complete`,
      data,
    );
  }
  const estimated = estimate(tx, checkout);
  rejectUnready(tx, checkout, estimated);
  const id = tx.newId();
  const payment = payFor(tx, id, checkout, estimated, outcome());
  const order = placeOrder(tx, { ...draftOf(checkout, estimated), id, payment });
  consume(tx, estimated, buyerOf(checkout));
  if (estimated.tip) setTip(tx, order.id, estimated.tip);
  const [contract] = order.status === "APPROVED" ? startSubscriptions(tx, order) : [];
  markCompleted(tx, checkout, order.id);
  return { order, subscriptionId: contract?.id };
}

/** Completes a checkout and removes its cart. It can no longer be changed. */
export function markCompleted(tx: StoreTx, checkout: StoredCheckout, orderId: string | undefined): void {
  const completed = { ...checkout, completed: true, orderId: orderId || checkout.orderId };
  const { checkout: after } = replaceCheckout(tx, checkout, pricedCheckout(tx, completed));
  const body = { checkoutId: after.id, orderId: orderId || undefined };
  emitDomainEvent(tx, checkoutFqdn, "completed", after.id, { actionEvent: { body } });
  checkoutCompleted(tx, after.id);
  const cart = after.cartId ? tx.get(carts, after.cartId) : undefined;
  if (cart?.checkoutId === after.id) removeCart(tx, cart);
}

/** Counts the uses of the coupon, discount rules and membership credits of an order. */
function consume(tx: StoreTx, { priced, covered, lines }: Estimate, buyer: string): void {
  for (const { source } of priced.discounts) {
    if ("coupon" in source) countUse(tx, source.coupon.id, buyer);
    else if ("rule" in source) {
      const rule = tx.get(discountRules, source.rule.id ?? "");
      if (rule) tx.put(discountRules, rule.id, { ...rule, usageCount: rule.usageCount + 1 });
    }
  }
  for (const [lineId, { id }] of covered) {
    const membership = tx.get(memberships, id);
    const quantity = lines.find(({ line }) => line.id === lineId)?.line.quantity ?? 0;
    if (!membership?.credits) continue;
    const { credits } = membership;
    tx.put(memberships, id, {
      ...membership,
      credits: { ...credits, remaining: credits.remaining - quantity },
    });
  }
}

/** The buyer of a checkout, to whom a coupon's limit per customer applies. */
const buyerOf = ({ buyerInfo, memberId, id }: StoredCheckout): string =>
  buyerInfo.email?.toLowerCase() || memberId || id;

function rejectUnready(tx: StoreTx, checkout: StoredCheckout, estimated: Estimate): void {
  const { lines, priced, couponProblem, giftCardProblem, deliveryProblem, delivery } = estimated;
  const reject = (status: number, code: string, message: string, data: object = {}) => {
    throw new PlatformError(status, code, message, { checkoutId: checkout.id, ...data });
  };
  if (lines.length === 0) reject(400, "EMPTY_CHECKOUT", "The checkout has no items");
  const missing = lines.filter(({ availability }) => availability.status !== "AVAILABLE");
  if (missing.length > 0) {
    const code =
      missing.length === lines.length && !missing.some(isPartly)
        ? "FULL_OUT_OF_STOCK"
        : "PARTIAL_OUT_OF_STOCK";
    const description = estimated.violations.map(({ description }) => description).join("; ");
    reject(409, code, description, { lineItemIds: missing.map(({ line }) => line.id) });
  }
  const closed = lines.find(({ catalogItem }) => catalogItem.membersOnly);
  if (closed && !checkout.memberId)
    reject(403, "MEMBERS_ONLY_ITEM", `"${closed.catalogItem.name}" is for members only`);
  if (lines.some(({ catalogItem }) => catalogItem.kind === "GIFT_CARD")) {
    if (checkout.giftCard)
      reject(
        400,
        "GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD",
        "A gift card cannot be paid with a gift card",
      );
    if (checkout.couponCode)
      reject(
        400,
        "COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD",
        "A gift card cannot be bought with a coupon",
      );
  }
  const subscribed = lines.filter(({ catalogItem }) => catalogItem.subscription);
  if (subscribed.length > 0) {
    if (lines.length > 1)
      reject(
        400,
        "SUBSCRIPTION_WITH_SEVERAL_LINE_ITEMS",
        "A subscription must be bought on its own, one at a time",
      );
    if (checkout.giftCard)
      reject(400, "SUBSCRIPTION_WITH_GIFT_CARD", "A subscription cannot be paid with a gift card");
    if (priced.summary.total.eq(zero))
      reject(400, "SUBSCRIPTION_WITH_ZERO_TOTAL", "A subscription cannot cost nothing");
  }
  if (giftCardProblem) reject(400, "REDEEM_GIFT_CARD_ERROR", giftCardProblem.description);
  if (couponProblem)
    reject(400, "CALCULATION_ERROR", couponProblem.description, { reason: couponProblem.code });
  for (const { source } of priced.discounts) {
    if (!("coupon" in source)) continue;
    const coupon = tx.get(coupons, source.coupon.id) ?? source.coupon;
    rejectUsedUp(coupon, buyerOf(checkout), { checkoutId: checkout.id });
  }
  if (deliveryProblem)
    reject(409, "SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE", deliveryProblem.description);
  const isSent = lines.some(({ catalogItem }) => catalogItem.kind === "PHYSICAL");
  if (isSent && !delivery && tx.query(shippingOptions, { limit: 1 }).total > 0) {
    const code = "NO_SELECTED_CARRIER_SERVICE_OPTION";
    if (!checkout.shippingAddress)
      reject(400, code, "The delivery address is missing", { missing: "shippingAddress" });
    reject(400, code, "No delivery option is offered for this address");
  }
}

const isPartly = ({ availability }: Estimate["lines"][number]) =>
  availability.status === "PARTIALLY_AVAILABLE";

/** The outcomes of a payment, which are also the values of `x-sandbox-payment`. */
export const paymentOutcomes = ["approved", "declined", "authorized", "offline", "pending"] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Returns the requested outcome of this payment, or what follows without one. */
export function paymentOutcome(
  tx: Pick<StoreTx, "payment">,
  delayCapture: boolean | null | undefined,
): PaymentOutcome {
  const payment = tx.payment();
  if (!payment) return delayCapture ? "authorized" : "approved";
  const outcome = paymentOutcomes.find((paymentOutcome) => paymentOutcome === payment.trim().toLowerCase());
  if (outcome) return outcome;
  throw invalid("x-sandbox-payment", "INVALID_ENUM_VALUE", `must be one of ${paymentOutcomes.join(", ")}`, {
    allowedValues: paymentOutcomes,
  });
}

/**
 * Pays for a checkout: first with its gift card, which is redeemed for the order, then with memberships, then the
 * rest with the given outcome. Throws PlatformError 402 `PAYMENT_ERROR` if the payment is declined; the checkout then
 * stays open.
 */
function payFor(
  tx: StoreTx,
  orderId: string,
  checkout: StoredCheckout,
  { priced, currency, covered }: Estimate,
  outcome: PaymentOutcome,
): OrderPaid {
  const due = priced.payNowAfterGiftCard;
  if (outcome === "declined" && due.gt(zero)) {
    const message = `The payment of ${moneyText(due, currency)} ${currency} was declined`;
    throw new PlatformError(402, "PAYMENT_ERROR", message, { reason: "DECLINED", checkoutId: checkout.id });
  }
  const paid = priced.giftCard?.gt(zero) ? moneyText(priced.giftCard, currency) : undefined;
  const card = paid && checkout.giftCard ? usableGiftCard(tx, checkout.giftCard.code, currency) : undefined;
  const giftCards =
    card && paid
      ? [
          {
            amount: paid,
            giftCardPaymentId: redeemGiftCard(tx, card.code, { value: paid, currency }, orderId),
            appId: giftCardsAppId,
            obfuscatedCode: obfuscated(card.code),
          },
        ]
      : [];
  const memberships = [...covered].map(([lineItemId, { id, name, appId }]) => {
    return { membershipId: id, lineItemId, name, providerAppId: appId };
  });
  return {
    outcome: due.gt(zero) ? outcome : priced.totalAfterGiftCard.gt(zero) ? "offline" : "none",
    amount: due.lt(priced.totalAfterGiftCard) && due.gt(zero) ? moneyText(due, currency) : undefined,
    card:
      outcome === "approved" || outcome === "authorized"
        ? { brand: "Visa", lastFourDigits: "4242" }
        : undefined,
    giftCards: giftCards.length > 0 ? giftCards : undefined,
    memberships: memberships.length > 0 ? memberships : undefined,
  };
}

type Write = (amount: Decimal) => Amount;

/** Returns the order draft of a checkout at its current price, without the payment. */
function draftOf(checkout: StoredCheckout, estimated: Estimate): Omit<OrderDraft, "payment"> {
  const { priced, currency, taxIncluded } = estimated;
  const write: Write = (amount) => currencyOf(currency).price(amount);
  return {
    currency,
    checkoutId: checkout.id,
    purchaseFlowId: checkout.purchaseFlowId,
    cartId: checkout.cartId || undefined,
    lineItems: pairLines(estimated).map((pair) => orderLine(pair, write)),
    priceSummary: orderSums(priced.summary, write),
    payAfterFreeTrial: orderSums(priced.payAfterFreeTrial, write),
    taxIncludedInPrices: taxIncluded,
    taxInfo: taxInfoOf(priced, write),
    appliedDiscounts: priced.discounts.map((given) => orderDiscount(given, write)),
    additionalFees: priced.fees.map(({ fee, taxed, total }) => ({
      code: fee.code,
      name: fee.name,
      source: fee.source,
      lineItemIds: [...(fee.lineItemIds ?? [])],
      price: write(fee.price),
      priceBeforeTax: write(taxed.taxable),
      priceAfterTax: write(total),
      taxInfo: lineTax(taxed, write),
    })),
    channelInfo: { type: checkout.channelType },
    buyerInfo: checkout.buyerInfo,
    buyerLanguage: checkout.buyerLanguage || undefined,
    buyerNote: checkout.buyerNote || undefined,
    billingInfo: checkout.billingInfo || undefined,
    recipientInfo: checkout.shippingDestination || undefined,
    shippingInfo: priced.delivery ? orderShipping(checkout, estimated, priced.delivery, write) : undefined,
    customFields: checkout.customFields ?? [],
    extendedFields: checkout.extendedFields || undefined,
    businessLocation: checkout.businessLocationId ? { id: checkout.businessLocationId } : undefined,
  };
}

const orderSums = (sums: PriceSums, write: Write) => ({
  subtotal: write(sums.subtotal),
  shipping: write(sums.shipping),
  tax: write(sums.tax),
  discount: write(sums.discount),
  total: write(sums.total),
  totalAdditionalFees: write(sums.additionalFees),
});

function orderLine(
  [{ line, catalogItem }, pricedLine]: [LineDetail, PricedLine],
  write: Write,
): NonNullable<OrderDraft["lineItems"]>[number] {
  const { item, gross, discount, taxed, total } = pricedLine;
  const unit = item.covered ? gross : item.price;
  const subscription = catalogItem.subscription;
  const shown: OrderLineItem = {
    id: line.id,
    quantity: line.quantity,
    productName: { original: catalogItem.name, translated: catalogItem.name },
    catalogReference: line.catalogReference
      ? namedVariant(line.catalogReference, catalogItem.variantId)
      : undefined,
    descriptionLines: catalogItem.descriptionLines,
    image: catalogItem.image || undefined,
    itemType: itemTypeOf(catalogItem),
    physicalProperties: physicalOf(catalogItem),
    price: write(unit),
    priceBeforeDiscounts: write(unit),
    lineItemPrice: write(gross),
    totalDiscount: write(discount),
    totalPriceBeforeTax: write(taxed.taxable),
    totalPriceAfterTax: write(total),
    taxInfo: {
      ...lineTax(taxed, write),
      taxGroupId: catalogItem.taxGroupId || undefined,
    },
    taxDetails: {
      taxableAmount: write(taxed.taxable),
      taxRate: amountText(taxed.rate),
      totalTax: write(taxed.tax),
    },
    paymentOption: paymentOptionOf(catalogItem, item.covered),
    depositAmount: catalogItem.deposit ? write(catalogItem.deposit.times(whole(line.quantity))) : undefined,
    taxableAddress: { addressType: item.taxedAt },
    customLineItem: line.custom !== undefined,
    rootCatalogItemId: line.custom?.rootCatalogItemId ?? line.catalogReference?.catalogItemId ?? line.id,
    extendedFields: line.extendedFields || undefined,
    serviceProperties: (line.serviceProperties ?? line.custom?.serviceProperties) || undefined,
    subscriptionInfo: subscription
      ? {
          cycleNumber: 1,
          ...(subscription.title && {
            title: subscription.title,
            subscriptionOptionTitle: subscription.title.original,
          }),
          description: subscription.description || undefined,
          subscriptionSettings: subscription.subscriptionSettings || undefined,
        }
      : undefined,
  };
  return shown as NonNullable<OrderDraft["lineItems"]>[number];
}

/** Adds the variant ID to a reference. Orders keep it however the variant was chosen. */
function namedVariant(reference: WireReference, variantId: string | undefined): WireReference {
  return variantId ? { ...reference, options: { ...(reference.options as object), variantId } } : reference;
}

function lineTax({ taxable, tax, rate, included, shares }: TaxedAmount, write: Write) {
  return {
    taxAmount: write(tax),
    taxableAmount: write(taxable),
    taxRate: amountText(rate),
    taxIncludedInPrice: included,
    taxBreakdown: shares.slice(0, 7).map((share) => ({
      jurisdiction: share.rate.jurisdiction,
      jurisdictionType: share.rate.level,
      rate: amountText(share.rate.rate),
      taxAmount: write(share.tax),
      taxType: share.rate.type,
      taxName: share.rate.name,
      taxableAmount: write(taxable),
    })),
  };
}

function taxInfoOf(priced: PricedCart, write: Write): NonNullable<OrderDraft["taxInfo"]> {
  return {
    totalTax: write(priced.summary.tax),
    taxBreakdown: taxesByRate(allTaxes(priced)).map(({ rate, tax, taxable }) => ({
      taxName: rate.name,
      taxType: rate.type,
      jurisdiction: rate.jurisdiction,
      jurisdictionType: rate.level,
      rate: amountText(rate.rate),
      aggregatedTaxAmount: write(tax),
      aggregatedTaxableAmount: write(taxable),
    })),
  };
}

function orderDiscount(
  { source, scope, amount, lines }: PricedDiscount,
  write: Write,
): NonNullable<OrderDraft["appliedDiscounts"]>[number] {
  const price = write(amount);
  const name = "rule" in source ? (source.rule.name ?? "") : "";
  const text = { original: name, translated: name };
  const percentage = "merchant" in source ? source.merchant.percentage : undefined;
  return {
    discountRule:
      "rule" in source ? { id: source.rule.id || undefined, name: text, amount: price } : undefined,
    coupon:
      "coupon" in source
        ? { id: source.coupon.id, code: source.coupon.code, name: source.coupon.name, amount: price }
        : undefined,
    merchantDiscount:
      "merchant" in source
        ? {
            amount: price,
            percentage: percentage ? String(amountToJson(percentage)) : undefined,
          }
        : undefined,
    discountType: scope,
    lineItemIds: [...lines.keys()],
    lineItemDiscounts: [...lines].map(([id, share]) => ({ id, totalDiscount: write(share) })),
  };
}

function orderShipping(
  checkout: StoredCheckout,
  { delivery: option, region }: Estimate,
  { delivery, discount, taxed, total }: PricedDelivery,
  write: Write,
): NonNullable<OrderDraft["shippingInfo"]> {
  const { pickupDetails, ...logistics } = option ? logisticsOf(option) : {};
  const { shippingDestination, shippingAddress } = checkout;
  const destination = shippingDestination ?? (shippingAddress && { address: shippingAddress });
  return {
    ...(option && { code: option.code, title: option.title, carrierId: option.carrierId }),
    logistics: {
      ...logistics,
      ...(pickupDetails
        ? { pickupDetails: { address: pickupDetails.address, pickupMethod: pickupDetails.pickupMethod } }
        : destination && { shippingDestination: destination }),
    },
    cost: {
      price: write(delivery.price),
      totalPriceBeforeTax: write(taxed.taxable),
      totalPriceAfterTax: write(total),
      taxInfo: lineTax(taxed, write),
      discount: write(discount),
    },
    region: region ? { name: region.name } : undefined,
  };
}
