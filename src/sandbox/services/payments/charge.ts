import type { DelayedCapture } from "../../../api/services/payments/models/order-payment.ts";
import type { Decimal } from "../../../kernel/money.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import {
  addCharge,
  amountOf,
  chargeable,
  currencyOf,
  requestedOutcome,
  type StoredOrder,
  type StoredPayment,
  type StoredTransactions,
  transactionsOf,
  wholeAmount,
} from "../orders/index.ts";

/** What the services call an order that cannot be charged; each has its own words for it. */
export interface ChargeCodes {
  paid: string;
}

/**
 * Refuses (409) to charge an order that is canceled, pending, rejected or paid, and (400 `INVALID_AMOUNT`) an amount
 * that is not a positive amount of its currency, or more than what is left to pay. Gives the amount.
 */
export function chargeAmount(
  order: StoredOrder,
  money: StoredTransactions,
  given: string | null | undefined,
  { paid }: ChargeCodes = { paid: "ORDER_PAID" },
): Decimal {
  const { id, status, paymentStatus, currency } = order;
  const reject = (code: string, message: string): never => {
    throw new PlatformError(409, code, message, { orderId: id, status, paymentStatus });
  };
  if (status === "CANCELED") reject("ORDER_CANCELED", `The order ${id} is canceled`);
  if (status === "REJECTED")
    reject("ORDER_IS_REJECTED", `The order ${id} was rejected: its status is REJECTED`);
  const left = chargeable(order, money);
  if (!left.gt(amountOf(null)))
    reject(paid, `Nothing is left to pay of the order ${id}: it is ${paymentStatus}`);
  const amount = wholeAmount(given, currency);
  if (amount !== undefined && !amount.gt(left)) return amount;
  const price = currencyOf(currency).price(left);
  const message = `${given ?? "nothing"} is not an amount of ${currency} up to ${price.formattedAmount}, what is left to pay`;
  throw new PlatformError(400, "INVALID_AMOUNT", message, { orderId: id, left: price });
}

const statuses: Readonly<Record<string, string>> = {
  DECLINED: "DECLINED",
  PENDING: "PENDING",
  PENDING_MERCHANT: "PENDING_MERCHANT",
};

/** Charges (or, with a delayed capture, authorizes) a saved card, as the `x-sandbox-payment` header requests. */
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
  const status = statuses[requestedOutcome(tx)] ?? (delayedCapture ? "AUTHORIZED" : "APPROVED");
  const card = saved.regularPaymentDetails?.creditCardDetails ?? undefined;
  return addCharge(tx, order, { amount, status, saved: true, delayedCapture, ...(card && { card }) });
}

/** The payment that left a card with the shop. */
export const savedPayment = ({ payments }: StoredTransactions) =>
  payments.find(({ regularPaymentDetails }) => regularPaymentDetails?.savedPaymentMethod);
