import type { Decimal } from "../../../kernel/money.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { activity, authorizationDetails, paymentDetails } from "./activities.ts";
import { amountOf, currencyOf } from "./amounts.ts";
import { leftToPay, sumsOf } from "./balance.ts";
import { addPayment, type RegularCharge, regularPayment, scheduleAction } from "./payments.ts";
import { settleOrder, transactionsOf } from "./store.ts";
import type { StoredOrder, StoredPayment, StoredTransactions } from "./tables.ts";

/** Returns what is neither paid, pending nor authorized. */
export function chargeable(order: StoredOrder, money: StoredTransactions): Decimal {
  const sums = sumsOf(money);
  return leftToPay(amountOf(order.priceSummary.total), sums).minus(sums.authorized);
}

/** Adds a payment to an order. */
export function addCharge(
  tx: StoreTx,
  order: StoredOrder,
  charge: RegularCharge,
): { payment: StoredPayment; money: StoredTransactions } {
  const payment = regularPayment(tx, currencyOf(order.currency), charge);
  return { payment, money: addPayments(tx, order, [payment]).money };
}

/** Adds payments to an order and its history. */
export function addPayments(
  tx: StoreTx,
  order: StoredOrder,
  payments: readonly StoredPayment[],
): { order: StoredOrder; money: StoredTransactions } {
  const money = payments.reduce((sum, payment) => addPayment(tx, sum, payment), transactionsOf(tx, order));
  const activities = payments.flatMap((payment) => paymentActivities(tx, payment));
  const paymentIds = payments.map(({ id }) => id);
  const after = settleOrder(tx, order, money, { activities, paymentIds });
  for (const payment of payments) if (payment.status === "AUTHORIZED") scheduleAction(tx, order.id, payment);
  return { order: after, money };
}

/** Returns the history entries for a payment's status. */
export function paymentActivities(tx: StoreTx, payment: StoredPayment) {
  switch (payment.status) {
    case "AUTHORIZED":
      return [
        activity(tx, "AUTHORIZED_PAYMENT_CREATED", {
          authorizedPaymentCreated: authorizationDetails(payment),
        }),
      ];
    case "DECLINED":
      return [activity(tx, "PAYMENT_DECLINED", { paymentDeclined: paymentDetails(payment) })];
    case "CANCELED":
      return [activity(tx, "PAYMENT_CANCELED", { paymentCanceled: paymentDetails(payment) })];
    case "PENDING":
      return [activity(tx, "PAYMENT_PENDING", { paymentPending: paymentDetails(payment) })];
    default:
      return [];
  }
}
