import { giftCardsAppId } from "../../api/models/app-ids.ts";
import type { DelayedCapture, Payment } from "../../api/services/payments.ts";
import { amountText, type Decimal, decimal, moneyText, sum } from "../../kernel/money.ts";
import { giftCardOf, giftCards, obfuscated, redeemGiftCard } from "../gift-cards/index.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import {
  type Amount,
  addCharge,
  chargeable,
  currencyOf,
  exactAmount,
  giftCardPayment,
  type MembershipPayment,
  membershipPayment,
  orderOf,
  requestedOutcome,
  type StoredOrder,
  type StoredPayment,
  type StoredTransactions,
  transactionsOf,
  wholeAmount,
  zero,
} from "../orders/index.ts";

type MethodName = { predefined?: string | null; custom?: string | null } | null | undefined;

/** The error codes of older services. */
const olderCodes = { paid: "ORDER_ALREADY_PAID" };

/** Records a payment that was collected manually. */
export function recordByHand(
  tx: StoreTx,
  orderId: string,
  given: string | null | undefined,
  name?: MethodName,
): StoredOrder {
  const order = orderOf(tx, orderId);
  const amount = chargeAmount(order, transactionsOf(tx, order), given, olderCodes);
  const method = name ? { userDefinedName: name } : undefined;
  addCharge(tx, order, { amount, status: "APPROVED", offline: true, method });
  return orderOf(tx, orderId);
}

/** Marks an order as paid manually. */
export function markAsPaid(tx: StoreTx, orderId: string, name?: MethodName): StoredOrder {
  const order = orderOf(tx, orderId);
  const left = chargeable(order, transactionsOf(tx, order));
  const text = left.gt(zero) ? amountText(left) : null;
  return recordByHand(tx, orderId, text, name);
}

/** Returns the platform's status of whether the rest of an order can be collected. */
export function collectabilityOf(tx: StoreTx, orderId: string) {
  const order = orderOf(tx, orderId);
  const money = transactionsOf(tx, order);
  const left = chargeable(order, money);
  const subscribed = order.lineItems.some(({ subscriptionInfo }) => Boolean(subscriptionInfo));
  const status = statusNames[order.status] ?? (left.gt(zero) ? undefined : "NONCOLLECTABLE_ORDER_IS_PAID");
  return {
    status: status ?? (subscribed ? "NONCOLLECTABLE_ORDER_HAS_SUBSCRIPTIONS" : "COLLECTABLE"),
    amount: currencyOf(order.currency).price(left.gt(zero) ? left : zero),
    authorizationSupported: savedPayment(money) !== undefined,
    customAmountSupported: true,
  };
}

const statusNames: Readonly<Record<string, string>> = {
  CANCELED: "NONCOLLECTABLE_ORDER_IS_CANCELLED",
  PENDING: "NONCOLLECTABLE_ORDER_IS_PENDING",
  REJECTED: "NONCOLLECTABLE_ORDER_IS_REJECTED",
};

/**
 * Returns payments of items by membership. Throws PlatformError 404 `LINE_ITEM_NOT_FOUND`, 409 `LINE_ITEM_PAID`, 409
 * for canceled and rejected orders, and 400 `INVALID_AMOUNT` if more is paid than what is left.
 */
export function payWithMemberships(
  tx: StoreTx,
  order: StoredOrder,
  payments: readonly StoredPayment[],
  requested: readonly MembershipPayment[],
): StoredPayment[] {
  const paid = new Set(
    payments.flatMap(({ membershipPaymentDetails: details }) =>
      details && !details.voided ? details.lineItemId : [],
    ),
  );
  if (requested.length === 0) return [];
  rejectEnded(order);
  const added = requested.map((one) => {
    const data = { orderId: order.id, lineItemId: one.lineItemId };
    if (!order.lineItems.some(({ id }) => id === one.lineItemId))
      throw new PlatformError(
        404,
        "LINE_ITEM_NOT_FOUND",
        `The order ${order.id} has no item ${one.lineItemId}`,
        data,
      );
    if (paid.has(one.lineItemId))
      throw new PlatformError(
        409,
        "LINE_ITEM_PAID",
        `The item ${one.lineItemId} is already paid with a membership`,
        data,
      );
    paid.add(one.lineItemId);
    return membershipPayment(tx, currencyOf(order.currency), order, one);
  });
  rejectOverpayment(tx, order, added);
  return added;
}

/** Throws PlatformError 400 `INVALID_AMOUNT` if payments exceed what is left to pay. */
export function rejectOverpayment(tx: StoreTx, order: StoredOrder, payments: readonly StoredPayment[]): void {
  const left = chargeable(order, transactionsOf(tx, order));
  const requested = sum(payments.map(({ amount }) => exactAmount(amount)));
  if (!requested.gt(left)) return;
  const currency = currencyOf(order.currency);
  const message = `${currency.price(requested).formattedAmount} exceeds the amount left to pay: ${currency.price(left).formattedAmount}`;
  throw new PlatformError(400, "INVALID_AMOUNT", message, { orderId: order.id, left: currency.price(left) });
}

/** Returns a payment that was made elsewhere, to be recorded. */
export function recordedPayment(tx: StoreTx, order: StoredOrder, given: Partial<Payment>): StoredPayment {
  const now = tx.now.toISOString();
  const { regularPaymentDetails: regular } = given;
  const status = given.status || regular?.status || "APPROVED";
  return {
    refundDisabled: false,
    supportReceiptGeneration: false,
    ...given,
    id: tx.newId(),
    amount: currencyOf(order.currency).price(exactAmount(given.amount)),
    status,
    createdDate: given.createdDate ?? now,
    updatedDate: now,
    ...(regular && { regularPaymentDetails: { offlinePayment: false, ...regular, status } }),
  };
}

/** The error code for a paid order, which differs between services. */
export interface ChargeCodes {
  paid: string;
}

/**
 * Returns the amount to charge. Throws PlatformError 409 for canceled, pending, rejected and paid orders, and 400
 * `INVALID_AMOUNT` for an amount that is invalid or exceeds what is left to pay.
 */
export function chargeAmount(
  order: StoredOrder,
  money: StoredTransactions,
  given: string | null | undefined,
  { paid }: ChargeCodes = { paid: "ORDER_PAID" },
): Decimal {
  const { id, status, paymentStatus, currency } = order;
  rejectEnded(order);
  const left = chargeable(order, money);
  if (!left.gt(exactAmount(null))) {
    const message = `The order ${id} has nothing left to pay: it is ${paymentStatus}`;
    throw new PlatformError(409, paid, message, { orderId: id, status, paymentStatus });
  }
  const amount = wholeAmount(given, currency);
  if (amount !== undefined && !amount.gt(left)) return amount;
  const price = currencyOf(currency).price(left);
  const message = `${given ?? "nothing"} is not a valid amount in ${currency} of at most ${price.formattedAmount}, which is left to pay`;
  throw new PlatformError(400, "INVALID_AMOUNT", message, { orderId: id, left: price });
}

/** Throws PlatformError 409 for canceled and rejected orders. */
function rejectEnded({ id, status, paymentStatus }: StoredOrder): void {
  const data = { orderId: id, status, paymentStatus };
  if (status === "CANCELED")
    throw new PlatformError(409, "ORDER_CANCELED", `The order ${id} is canceled`, data);
  if (status === "REJECTED") {
    const message = `The order ${id} was rejected: its status is REJECTED`;
    throw new PlatformError(409, "ORDER_IS_REJECTED", message, data);
  }
}

const chargeStatuses: Readonly<Record<string, string>> = {
  DECLINED: "DECLINED",
  PENDING: "PENDING",
  PENDING_MERCHANT: "PENDING_MERCHANT",
};

/**
 * Charges a saved card, or authorizes it with a delayed capture. The outcome follows the `x-sandbox-payment` header.
 */
export function chargeSaved(
  tx: StoreTx,
  order: StoredOrder,
  amount: Decimal,
  delayedCapture?: DelayedCapture | null,
): { payment: StoredPayment; money: StoredTransactions } {
  const money = transactionsOf(tx, order);
  const saved = savedPayment(money);
  if (!saved) {
    const message = `The buyer of the order ${order.id} has no saved payment method`;
    throw new PlatformError(409, "NO_SAVED_PAYMENT_METHOD", message, { orderId: order.id });
  }
  const status = chargeStatuses[requestedOutcome(tx)] ?? (delayedCapture ? "AUTHORIZED" : "APPROVED");
  const card = saved.regularPaymentDetails?.creditCardDetails ?? undefined;
  return addCharge(tx, order, { amount, status, saved: true, delayedCapture, card });
}

/** Returns the payment whose card was saved. */
export const savedPayment = ({ payments }: StoredTransactions) =>
  payments.find(({ regularPaymentDetails }) => regularPaymentDetails?.savedPaymentMethod);

/**
 * Redeems an amount of a gift card for an order and returns the payment, not stored. Throws PlatformError if the card
 * cannot be redeemed, and for 409 `GIFT_CARD_ALREADY_APPLIED` and 400 `CURRENCY_MISMATCH`.
 */
export function payWithGiftCard(
  tx: StoreTx,
  order: StoredOrder,
  payments: readonly StoredPayment[],
  request: { code: string; amount: Decimal; currency?: string | null },
): StoredPayment {
  const card = giftCardOf(tx, request.code);
  const obfuscatedCode = obfuscated(card.code);
  const { currency } = card.balance;
  const data = { orderId: order.id, currency };
  if (currency !== order.currency || (request.currency && request.currency !== currency)) {
    const message = `The gift card is in ${currency}, the order in ${order.currency}`;
    throw new PlatformError(400, "CURRENCY_MISMATCH", message, data);
  }
  const redemptions = card.transactions.map(({ id }) => id);
  if (
    payments.some(({ giftcardPaymentDetails: own }) => redemptions.includes(own?.giftCardPaymentId ?? ""))
  ) {
    const message = `The gift card ${obfuscatedCode} already pays for this order`;
    throw new PlatformError(409, "GIFT_CARD_ALREADY_APPLIED", message, data);
  }
  const amount = amountText(request.amount);
  const giftCardPaymentId = redeemGiftCard(tx, card.code, { value: amount, currency }, order.id);
  const details = { giftCardPaymentId, appId: giftCardsAppId, obfuscatedCode };
  return giftCardPayment(tx, currencyOf(currency), { amount, ...details });
}

/** Puts a refunded amount back on the gift card. Ignores cards of other apps. */
export function refillGiftCard(tx: StoreTx, payment: StoredPayment, amount: Amount): void {
  const id = payment.giftcardPaymentDetails?.giftCardPaymentId;
  if (!id) return;
  for (const card of tx.each(giftCards)) {
    if (!card.transactions.some((transaction) => transaction.id === id)) continue;
    const { balance } = card;
    const value = moneyText(decimal(balance.value).plus(exactAmount(amount)), balance.currency);
    tx.put(giftCards, card.code, { ...card, balance: { ...balance, value } });
    return;
  }
}
