import type { Payment } from "../../../api/services/payments/order-transactions.ts";
import { amountText, sum } from "../../../kernel/money.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import {
  addCharge,
  amountOf,
  chargeable,
  currencyOf,
  type MembershipPayment,
  membershipPayment,
  orderOf,
  type StoredOrder,
  type StoredPayment,
  transactionsOf,
  zero,
} from "../orders/index.ts";
import { chargeAmount, savedPayment } from "./charge.ts";

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
  addCharge(tx, order, { amount, status: "APPROVED", offline: true, ...(method && { method }) });
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

/** Returns payments of items by membership. Throws PlatformError 404 `LINE_ITEM_NOT_FOUND` or 409 `LINE_ITEM_PAID`. */
export function payWithMemberships(
  tx: StoreTx,
  order: StoredOrder,
  payments: readonly StoredPayment[],
  requested: readonly MembershipPayment[],
): StoredPayment[] {
  const paid = new Set(payments.map(({ membershipPaymentDetails: details }) => details?.lineItemId));
  return requested.map((one) => {
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
}

/** Throws PlatformError 400 `INVALID_AMOUNT` if payments exceed what is left to pay. */
export function rejectOverpayment(tx: StoreTx, order: StoredOrder, payments: readonly StoredPayment[]): void {
  const left = chargeable(order, transactionsOf(tx, order));
  const requested = sum(payments.map(({ amount }) => amountOf(amount)));
  if (!requested.gt(left)) return;
  const currency = currencyOf(order.currency);
  const message = `${currency.price(requested).formattedAmount} exceeds the amount left to pay: ${currency.price(left).formattedAmount}`;
  throw new PlatformError(400, "INVALID_AMOUNT", message, { orderId: order.id, left: currency.price(left) });
}

/** Returns a payment that was made elsewhere, to be recorded. */
export function recordedPayment(tx: StoreTx, order: StoredOrder, given: Payment): StoredPayment {
  const now = tx.now.toISOString();
  const { regularPaymentDetails: regular } = given;
  const status = given.status || regular?.status || "APPROVED";
  return {
    refundDisabled: false,
    supportReceiptGeneration: false,
    ...given,
    id: tx.newId(),
    amount: currencyOf(order.currency).price(amountOf(given.amount)),
    status,
    createdDate: given.createdDate ?? now,
    updatedDate: now,
    ...(regular && { regularPaymentDetails: { offlinePayment: false, ...regular, status } }),
  };
}
