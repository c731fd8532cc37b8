import type { Payment, PaymentCapture } from "../../api/services/payments.ts";
import { minute } from "../../kernel/durations.ts";
import { repeated } from "../../kernel/text.ts";
import { invalid, PlatformError, type StoreTx } from "../kernel/tx.ts";
import {
  activity,
  authorizationDetails,
  currencyOf,
  exactAmount,
  noted,
  orderOf,
  replacePayment,
  requestedOutcome,
  type StoredOrder,
  type StoredPayment,
  type StoredTransactions,
  settleOrder,
  transactionsOf,
  wholeAmount,
  withStatus,
} from "../orders/index.ts";

type Authorized = NonNullable<NonNullable<Payment["regularPaymentDetails"]>["authorizationDetails"]>;
type Reason = "MANUAL" | "SCHEDULED";

const settleAfter = minute;

/**
 * Captures authorized payments of an order, all or none. Throws PlatformError 404 `PAYMENT_NOT_FOUND`, 400
 * `INVALID_AMOUNT`, or 409 `PAYMENT_ALREADY_CAPTURED`, `PAYMENT_ALREADY_VOIDED`, `PAYMENT_NOT_AUTHORIZED` or
 * `PAYMENT_HAS_PENDING_CAPTURE` with the payment's status.
 */
export function capturePayments(
  tx: StoreTx,
  orderId: string,
  requests: readonly PaymentCapture[],
): StoredTransactions {
  rejectDuplicates(
    "payments",
    requests.map(({ paymentId }) => paymentId),
  );
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  return act(
    tx,
    order,
    before,
    requests.map((one) => {
      const payment = authorizedPayment(before, one.paymentId ?? "", "CAPTURE");
      rejectOtherAmount(payment, one.amount?.amount, order.currency);
      return payment;
    }),
    (money, payment) => capture(tx, order, money, payment),
  );
}

/** Voids authorized payments of an order, all or none. Throws the same errors as a capture. */
export function voidPayments(
  tx: StoreTx,
  orderId: string,
  paymentIds: readonly string[],
): StoredTransactions {
  rejectDuplicates("paymentIds", paymentIds);
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  const payments = paymentIds.map((id) => authorizedPayment(before, id, "VOID"));
  return act(tx, order, before, payments, (money, payment) => voidOne(tx, order, money, payment, "MANUAL"));
}

/** Runs the scheduled action of an authorized payment, unless a capture or a void of it is pending. */
export function runScheduledAction(tx: StoreTx, orderId: string, paymentId: string): void {
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  const payment = before.payments.find(({ id }) => id === paymentId);
  if (payment?.status !== "AUTHORIZED") return;
  const { captures, void: voiding, scheduledAction } = detailsOf(payment);
  if (captures?.[0]?.status === "PENDING" || voiding?.status === "PENDING") return;
  const action = scheduledAction?.actionType;
  act(tx, order, before, [payment], (money, one) =>
    action === "CAPTURE" ? capture(tx, order, money, one) : voidOne(tx, order, money, one, "SCHEDULED"),
  );
}

/** Completes a capture or void that was pending. */
export function settleAuthorized(tx: StoreTx, orderId: string, paymentId: string): void {
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  const payment = before.payments.find(({ id }) => id === paymentId);
  if (payment?.status !== "AUTHORIZED") return;
  const { captures, void: voiding } = detailsOf(payment);
  if (captures?.[0]?.status === "PENDING")
    act(tx, order, before, [payment], (money, one) => captured(tx, money, one));
  else if (voiding?.status === "PENDING")
    act(tx, order, before, [payment], (money, one) => voided(tx, money, one, voiding.reason as Reason));
}

type Step = { money: StoredTransactions; entry?: ReturnType<typeof activity> };

function act(
  tx: StoreTx,
  order: StoredOrder,
  before: StoredTransactions,
  payments: readonly StoredPayment[],
  step: (money: StoredTransactions, payment: StoredPayment) => Step,
): StoredTransactions {
  let money = before;
  const activities: ReturnType<typeof activity>[] = [];
  for (const payment of payments) {
    const { entry, ...done } = step(money, payment);
    money = done.money;
    if (entry) activities.push(entry);
  }
  settleOrder(tx, order, money, { activities, paymentIds: payments.map(({ id }) => id) });
  return money;
}

function capture(tx: StoreTx, order: StoredOrder, money: StoredTransactions, payment: StoredPayment): Step {
  const requested = requestedOutcome(tx);
  if (requested === "PENDING") {
    tx.schedule(new Date(tx.now.getTime() + settleAfter), "orders.settle", `${order.id} ${payment.id}`);
    return { money: replacePayment(money, withCapture(tx, payment, "PENDING")) };
  }
  if (requested !== "DECLINED") return captured(tx, money, payment);
  return { money: replacePayment(money, withCapture(tx, payment, "FAILED")) };
}

function captured(tx: StoreTx, money: StoredTransactions, payment: StoredPayment): Step {
  tx.unschedule("orders.act", `${money.orderId} ${payment.id}`);
  const after = withStatus(tx, withCapture(tx, payment, "SUCCEEDED"), "APPROVED");
  return {
    money: noted(tx, replacePayment(money, after), payment.id, "CAPTURED", exactAmount(payment.amount)),
    entry: activity(tx, "AUTHORIZED_PAYMENT_CAPTURED", {
      authorizedPaymentCaptured: authorizationDetails(after),
    }),
  };
}

function voidOne(
  tx: StoreTx,
  order: StoredOrder,
  money: StoredTransactions,
  payment: StoredPayment,
  reason: Reason,
): Step {
  const requested = requestedOutcome(tx);
  if (requested === "PENDING") {
    tx.schedule(new Date(tx.now.getTime() + settleAfter), "orders.settle", `${order.id} ${payment.id}`);
    return { money: replacePayment(money, withVoid(tx, payment, "PENDING", reason)) };
  }
  if (requested !== "DECLINED") return voided(tx, money, payment, reason);
  return { money: replacePayment(money, withVoid(tx, payment, "FAILED", reason)) };
}

function voided(tx: StoreTx, money: StoredTransactions, payment: StoredPayment, reason: Reason): Step {
  tx.unschedule("orders.act", `${money.orderId} ${payment.id}`);
  const why = reason === "MANUAL" ? "MERCHANT_REQUEST" : "OTHER_PAYMENT_FAILURE";
  const after = withStatus(tx, withVoid(tx, payment, "SUCCEEDED", reason), "VOIDED", {
    voided: { reason: why },
  });
  return {
    money: noted(tx, replacePayment(money, after), payment.id, "VOIDED", exactAmount(payment.amount)),
    entry: activity(tx, "AUTHORIZED_PAYMENT_VOIDED", {
      authorizedPaymentVoided: authorizationDetails(after),
    }),
  };
}

const detailsOf = (payment: StoredPayment): Authorized =>
  payment.regularPaymentDetails?.authorizationDetails ?? {};

function withDetails(tx: StoreTx, payment: StoredPayment, change: Authorized): StoredPayment {
  const { regularPaymentDetails: regular } = payment;
  const authorizationDetails = { ...detailsOf(payment), ...change };
  return {
    ...payment,
    updatedDate: tx.now.toISOString(),
    regularPaymentDetails: { ...regular, authorizationDetails },
  };
}

const failure = (status: string) => (status === "FAILED" ? { failureDetails: { failureCode: "3030" } } : {});

function withCapture(tx: StoreTx, payment: StoredPayment, status: string): StoredPayment {
  const id = detailsOf(payment).captures?.[0]?.id ?? tx.newId();
  const createdDate = tx.now.toISOString();
  return withDetails(tx, payment, {
    captures: [{ id, status, amount: payment.amount, createdDate, ...failure(status) }],
  });
}

function withVoid(tx: StoreTx, payment: StoredPayment, status: string, reason: Reason): StoredPayment {
  const voidedDate = tx.now.toISOString();
  return withDetails(tx, payment, { void: { status, reason, voidedDate, ...failure(status) } });
}

function authorizedPayment(money: StoredTransactions, id: string, action: "CAPTURE" | "VOID"): StoredPayment {
  const payment = paymentOf(money, id);
  const { status } = payment;
  const details = detailsOf(payment);
  const reject = (code: string, what: string) => {
    const data = { orderId: money.orderId, paymentId: id, status };
    throw new PlatformError(409, code, `The payment ${id} ${what}: its status is ${status}`, data);
  };
  if (status === "VOIDED") reject("PAYMENT_ALREADY_VOIDED", "was already voided");
  if (details.captures?.[0]?.status === "SUCCEEDED")
    reject("PAYMENT_ALREADY_CAPTURED", "was already captured");
  if (status !== "AUTHORIZED") reject("PAYMENT_NOT_AUTHORIZED", "is not authorized");
  if (details.captures?.[0]?.status === "PENDING") reject("PAYMENT_HAS_PENDING_CAPTURE", "is being captured");
  if (details.void?.status === "PENDING")
    reject(action === "VOID" ? "PAYMENT_ALREADY_VOIDED" : "PAYMENT_NOT_AUTHORIZED", "is being voided");
  return payment;
}

function rejectOtherAmount(payment: StoredPayment, given: string | null | undefined, currency: string): void {
  if (given === undefined || given === null) return;
  if (wholeAmount(given, currency)?.eq(exactAmount(payment.amount))) return;
  const { formattedAmount } = currencyOf(currency).price(exactAmount(payment.amount));
  const message = `Only the whole authorized amount (${formattedAmount}) can be captured, not ${given}`;
  throw new PlatformError(400, "INVALID_AMOUNT", message, { paymentId: payment.id, amount: payment.amount });
}

/** Returns a payment of an order. Throws PlatformError 404 `PAYMENT_NOT_FOUND`. */
export function paymentOf(money: StoredTransactions, id: string): StoredPayment {
  const payment = money.payments.find((one) => one.id === id);
  if (payment !== undefined) return payment;
  const message = `The order ${money.orderId} has no payment ${id}`;
  throw new PlatformError(404, "PAYMENT_NOT_FOUND", message, { orderId: money.orderId, paymentId: id });
}

/** Throws InvalidInput if a list names a payment, or something else, twice. */
export function rejectDuplicates(field: string, ids: readonly unknown[], what = "payment"): void {
  const twice = repeated(ids);
  if (twice !== undefined) throw invalid(field, "FORMAT", `names the ${what} ${twice} twice`);
}
