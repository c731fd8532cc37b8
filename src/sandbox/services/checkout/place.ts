import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { zero } from "../../pricing/allocate.ts";
import { checkoutCompleted } from "../abandoned-checkouts/index.ts";
import { carts, type Estimate, estimate, memberships, removeCart } from "../cart/index.ts";
import { coupons, discountRules } from "../discounts/index.ts";
import { placeOrder, type StoredOrder } from "../orders/index.ts";
import { shippingOptions } from "../shipping/index.ts";
import { startSubscriptions } from "../subscriptions/index.ts";
import { setTip } from "../tips/index.ts";
import { checkoutFqdn, pricedCheckout, replaceCheckout } from "./checkouts.ts";
import { draftOf } from "./draft.ts";
import { type PaymentOutcome, payFor } from "./payment.ts";
import type { StoredCheckout } from "./tables.ts";

/** The order of a completed checkout. */
export interface PlacedOrder {
  order: StoredOrder;
  subscriptionId?: string | undefined;
}

/**
 * Creates the order of a checkout in one transaction: prices it again, takes the stock, uses up gift card, coupon and
 * memberships, and removes the cart. Throws PlatformError if anything prevents the purchase.
 */
export function completeCheckout(
  tx: StoreTx,
  checkout: StoredCheckout,
  outcome: PaymentOutcome,
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
  const payment = payFor(tx, id, checkout, estimated, outcome);
  const order = placeOrder(tx, { ...draftOf(checkout, estimated), id, payment });
  consume(tx, estimated);
  if (estimated.tip) setTip(tx, order.id, estimated.tip);
  const [contract] = order.status === "APPROVED" ? startSubscriptions(tx, order) : [];
  markCompleted(tx, checkout, order.id);
  return { order, ...(contract && { subscriptionId: contract.id }) };
}

/** Completes a checkout and removes its cart. It can no longer be changed. */
export function markCompleted(tx: StoreTx, checkout: StoredCheckout, orderId: string | undefined): void {
  const completed = { ...checkout, completed: true, ...(orderId && { orderId }) };
  const { checkout: after } = replaceCheckout(tx, checkout, pricedCheckout(tx, completed));
  const body = { checkoutId: after.id, ...(orderId && { orderId }) };
  emitDomainEvent(tx, checkoutFqdn, "completed", after.id, { actionEvent: { body } });
  checkoutCompleted(tx, after.id);
  const cart = after.cartId ? tx.get(carts, after.cartId) : undefined;
  if (cart?.checkoutId === after.id) removeCart(tx, cart);
}

/** Counts the uses of the coupon, discount rules and membership credits of an order. */
function consume(tx: StoreTx, { priced, covered, lines }: Estimate): void {
  for (const { source } of priced.discounts) {
    if ("coupon" in source) {
      const coupon = tx.get(coupons, source.coupon.id);
      if (coupon) tx.put(coupons, coupon.id, { ...coupon, used: coupon.used + 1 });
    } else if ("rule" in source) {
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
  if (deliveryProblem)
    reject(409, "SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE", deliveryProblem.description);
  const isSent = lines.some(({ catalogItem }) => catalogItem.kind === "PHYSICAL");
  if (isSent && !delivery && tx.query(shippingOptions, { limit: 1 }).total > 0) {
    const where = checkout.shippingAddress
      ? "No delivery option is offered for this address"
      : "The delivery address is missing";
    reject(400, "NO_SELECTED_CARRIER_SERVICE_OPTION", where);
  }
}

const isPartly = ({ availability }: Estimate["lines"][number]) =>
  availability.status === "PARTIALLY_AVAILABLE";
