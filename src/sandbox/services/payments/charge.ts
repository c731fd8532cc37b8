import type { DelayedCapture } from "../../../api/services/payments/order-transactions.ts";
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
  const reject = (code: string, message: string): never => {
    throw new PlatformError(409, code, message, { orderId: id, status, paymentStatus });
  };
  if (status === "CANCELED") reject("ORDER_CANCELED", `The order ${id} is canceled`);
  if (status === "REJECTED")
    reject("ORDER_IS_REJECTED", `The order ${id} was rejected: its status is REJECTED`);
  const left = chargeable(order, money);
  if (!left.gt(amountOf(null)))
    reject(paid, `The order ${id} has nothing left to pay: it is ${paymentStatus}`);
  const amount = wholeAmount(given, currency);
  if (amount !== undefined && !amount.gt(left)) return amount;
  const price = currencyOf(currency).price(left);
  const message = `${given ?? "nothing"} is not a valid amount in ${currency} of at most ${price.formattedAmount}, which is left to pay`;
  throw new PlatformError(400, "INVALID_AMOUNT", message, { orderId: id, left: price });
}

const statuses: Readonly<Record<string, string>> = {
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
  const status = statuses[requestedOutcome(tx)] ?? (delayedCapture ? "AUTHORIZED" : "APPROVED");
  const card = saved.regularPaymentDetails?.creditCardDetails ?? undefined;
  return addCharge(tx, order, { amount, status, saved: true, delayedCapture, ...(card && { card }) });
}

/** Returns the payment whose card was saved. */
export const savedPayment = ({ payments }: StoredTransactions) =>
  payments.find(({ regularPaymentDetails }) => regularPaymentDetails?.savedPaymentMethod);
