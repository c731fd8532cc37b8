import type { DelayedCapture, Payment } from "../../api/services/payments.ts";
import { day, hour, minute } from "../../kernel/durations.ts";
import { amountText, type Decimal, decimal } from "../../kernel/money.ts";
import type { StoreTx, Tx } from "../kernel/tx.ts";
import { type Currency, currencyOf, exactAmount, leftToPay, sumsOf } from "./amounts.ts";
import { activity, authorizationDetails, paymentDetails, settleOrder, transactionsOf } from "./store.ts";
import type { Movement, StoredOrder, StoredPayment, StoredTransactions } from "./tables.ts";

const units: Readonly<Record<string, number>> = { MINUTES: minute, HOURS: hour, DAYS: day };
/** Authorizations expire after a week by default. */
const expiry: DelayedCapture = { scheduledAction: "VOID", delayDuration: { count: 7, unit: "DAYS" } };

/**
 * Allowed transitions between payment statuses. Captures, voids and refunds make some of them, status calls the
 * others.
 */
export const paymentTransitions: Readonly<Record<string, readonly string[]>> = {
  UNDEFINED: ["PENDING", "PENDING_MERCHANT", "APPROVED", "AUTHORIZED", "DECLINED", "CANCELED"],
  PENDING: ["PENDING_MERCHANT", "APPROVED", "AUTHORIZED", "DECLINED", "CANCELED"],
  PENDING_MERCHANT: ["APPROVED", "DECLINED", "CANCELED"],
  AUTHORIZED: ["APPROVED", "VOIDED"],
  APPROVED: ["PARTIALLY_REFUNDED", "REFUNDED"],
  PARTIALLY_REFUNDED: ["PARTIALLY_REFUNDED", "REFUNDED"],
  REFUNDED: [],
  CANCELED: [],
  DECLINED: [],
  VOIDED: [],
};

/** Returns the requested outcome of this payment operation in capitals, or APPROVED. */
export const requestedOutcome = (tx: StoreTx) =>
  tx.payment()?.trim().toUpperCase().replaceAll("-", "_") || "APPROVED";

/** A payment by card, by bank transfer or offline. */
interface RegularCharge {
  amount: Decimal;
  status: string;
  card?: { brand?: string | null; lastFourDigits?: string | null } | undefined;
  offline?: boolean;
  saved?: boolean;
  delayedCapture?: DelayedCapture | null | undefined;
  correlation?: string | undefined;
  method?: NonNullable<Payment["regularPaymentDetails"]>["paymentMethodName"];
}

/** Returns a new payment. An authorized one carries its scheduled action. */
export function regularPayment(tx: Tx, currency: Currency, charge: RegularCharge): StoredPayment {
  const { status, offline = false, card } = charge;
  const cardDetails = card ?? { brand: "VISA", lastFourDigits: "4242" };
  return {
    id: tx.newId(),
    amount: currency.price(charge.amount),
    status,
    createdDate: tx.now.toISOString(),
    updatedDate: tx.now.toISOString(),
    refundDisabled: false,
    supportReceiptGeneration: true,
    regularPaymentDetails: {
      creditCardDetails: offline ? undefined : cardDetails,
      paymentOrderId: tx.newId(),
      ...(!offline && {
        gatewayTransactionId: tx.newId(),
        providerTransactionId: `sandbox-${tx.next("gateway")}`,
      }),
      paymentMethod: offline ? "Offline" : "CreditCard",
      offlinePayment: offline,
      status,
      savedPaymentMethod: charge.saved ?? false,
      paymentMethodName: charge.method || undefined,
      authorizationDetails: status === "AUTHORIZED" ? authorization(tx, charge.delayedCapture) : undefined,
    },
    declined: status === "DECLINED" ? { reason: "CHARGE_FAILED" } : undefined,
    chargeCorrelationId: charge.correlation || undefined,
  };
}

function authorization(tx: Tx, given: DelayedCapture | null | undefined) {
  const { scheduledAction, delayDuration } = { ...expiry, ...given };
  const { count, unit } = delayDuration ?? expiry.delayDuration ?? {};
  const wait = (count ?? 7) * (units[unit ?? "DAYS"] ?? minute);
  return {
    delayedCapture: true,
    authorizedDate: tx.now.toISOString(),
    captures: [],
    scheduledAction: {
      actionType: scheduledAction ?? "VOID",
      executionDate: new Date(tx.now.getTime() + wait).toISOString(),
    },
  };
}

type StatusDetails = { [Key in "canceled" | "declined" | "voided"]?: Payment[Key] };

/** Returns a payment with another status, also in its details. */
export function withStatus(
  tx: Tx,
  payment: StoredPayment,
  status: string,
  more: StatusDetails = {},
): StoredPayment {
  const { regularPaymentDetails: details } = payment;
  return {
    ...payment,
    status,
    updatedDate: tx.now.toISOString(),
    ...(details && { regularPaymentDetails: { ...details, status } }),
    ...more,
  };
}

/** Replaces the payment with the same ID. */
export function replacePayment(money: StoredTransactions, changed: StoredPayment): StoredTransactions {
  const payments = money.payments.map((payment) => (payment.id === changed.id ? changed : payment));
  return { ...money, payments };
}

/** Adds a payment and its ledger entry. */
export function addPayment(tx: Tx, money: StoredTransactions, payment: StoredPayment): StoredTransactions {
  const kind = ({ APPROVED: "CHARGED", AUTHORIZED: "AUTHORIZED" } as const)[payment.status];
  const added = { ...money, payments: [...money.payments, payment] };
  return kind ? noted(tx, added, payment.id, kind, exactAmount(payment.amount)) : added;
}

/** Adds a ledger entry. Does nothing for an amount of 0. */
export function noted(
  tx: Tx,
  money: StoredTransactions,
  paymentId: string,
  kind: Movement["kind"],
  amount: Decimal,
): StoredTransactions {
  if (!amount.gt(decimal("0"))) return money;
  const movement = { at: tx.now.toISOString(), paymentId, kind, amount: amountText(amount) };
  return { ...money, ledger: [...money.ledger, movement] };
}

/** Schedules the action of an authorized payment. */
export function scheduleAction(
  tx: StoreTx,
  orderId: string,
  { id, regularPaymentDetails }: StoredPayment,
): void {
  const executionDate = regularPaymentDetails?.authorizationDetails?.scheduledAction?.executionDate;
  if (executionDate) tx.schedule(new Date(executionDate), "orders.act", `${orderId} ${id}`);
}

/** Returns what is neither paid, pending nor authorized. */
export function chargeable(order: StoredOrder, money: StoredTransactions): Decimal {
  const sums = sumsOf(money);
  return leftToPay(exactAmount(order.priceSummary.total), sums).minus(sums.authorized);
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
