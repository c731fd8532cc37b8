import type { WireInput } from "../../api/endpoint.ts";
import type { orders as orderEndpoints } from "../../api/services/orders.ts";
import type { PaymentRefund, RefundItems } from "../../api/services/payments.ts";
import { minute } from "../../kernel/durations.ts";
import { amountText } from "../../kernel/money.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import {
  activity,
  type Currency,
  currencyOf,
  exactAmount,
  isUnderway,
  noted,
  orderOf,
  refundSum,
  replacePayment,
  requestedOutcome,
  returnStock,
  type StoredOrder,
  type StoredPayment,
  type StoredRefund,
  type StoredTransactions,
  settleOrder,
  showTransactions,
  transactionsOf,
  wholeAmount,
  withStatus,
  zero,
} from "../orders/index.ts";
import { paymentOf, rejectDuplicates } from "./authorized.ts";
import { refillGiftCard } from "./collect.ts";
import {
  feeValue,
  type LineUnits,
  lineValue,
  paymentParts,
  refundableOf,
  rejectRepeatedItems,
  returnedAmounts,
  shippingValue,
} from "./refund-quote.ts";

/** A requested refund. */
interface RefundRequest {
  /** Default amount: all that is left of the payment. */
  payments: readonly PaymentRefund[];
  items?: RefundItems | null;
  reason?: string | null;
  restock?: readonly LineUnits[];
  /** Passed on to the event. */
  sideEffects?: object | null;
}

type Part = StoredRefund["transactions"][number];

/** The next status of refund parts that are pending, and the delay in milliseconds. */
const next: Readonly<Record<string, { status: string; after: number }>> = {
  SCHEDULED: { status: "STARTED", after: 60 * minute },
  STARTED: { status: "SUCCEEDED", after: minute },
  PENDING: { status: "SUCCEEDED", after: minute },
};

/**
 * Refunds payments of an order, all or none. Throws PlatformError 404 `PAYMENT_NOT_FOUND`, 409
 * `PAYMENT_NOT_REFUNDABLE` (with the reason) or `EXTERNAL_REFUND_EXPECTED`, or 400 `INVALID_PAYMENT_REFUND_AMOUNT`,
 * `INVALID_LINE_ITEM_REFUND_QUANTITY` or `INVALID_LINE_ITEM_RESTOCK_QUANTITY`. The `x-sandbox-payment` header makes
 * it declined, pending or scheduled.
 */
export function refundPayments(
  tx: StoreTx,
  orderId: string,
  request: RefundRequest,
): { refund: StoredRefund; order: StoredOrder; money: StoredTransactions } {
  const order = orderOf(tx, orderId);
  const currency = currencyOf(order.currency);
  const before = transactionsOf(tx, order);
  const restock = checkRestock(order, request.restock ?? []);
  rejectDuplicates(
    "paymentRefunds",
    request.payments.map(({ paymentId }) => paymentId),
  );
  rejectRepeatedItems(request.items ?? {});
  const parts = request.payments.map((payment) => partOf(tx, order, before, payment, currency));
  const refund = describe(tx, order, before, parts, request, currency);
  const money = parts.reduce(
    (sofar, part) => (part.refundStatus === "SUCCEEDED" ? withCompletedRefund(tx, sofar, part) : sofar),
    { ...before, refunds: [...before.refunds, refund] },
  );
  const after = settleOrder(tx, returnStock(tx, withReturned(order, money), restock), money, {
    activities: refundActivities(tx, money, refund, request.reason),
    paymentIds: parts.map(({ paymentId }) => paymentId),
    refundIds: [refund.id],
  });
  for (const part of parts) scheduleNext(tx, orderId, refund.id, part);
  if (!parts.some(({ refundStatus }) => isUnderway(refundStatus)))
    emitRefundCompleted(tx, money, refund, request.sideEffects);
  return { refund, order: after, money };
}

/** Due work: advances a pending part of a refund. The refund completes with its last part. */
export function advanceRefund(tx: StoreTx, orderId: string, refundId: string, paymentId: string): void {
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  const refund = before.refunds.find(({ id }) => id === refundId);
  const part = refund?.transactions.find(
    (transaction) => transaction.paymentId === paymentId && isUnderway(transaction.refundStatus),
  );
  const step = part && next[part.refundStatus];
  if (refund && part && step) moveRefund(tx, order, before, refund, { ...part, refundStatus: step.status });
}

/** Stores a changed part of a refund and updates the order. */
export function moveRefund(
  tx: StoreTx,
  order: StoredOrder,
  before: StoredTransactions,
  refund: StoredRefund,
  part: Part,
): StoredTransactions {
  const transactions = refund.transactions.map((transaction) =>
    transaction.paymentId === part.paymentId ? part : transaction,
  );
  const currency = currencyOf(order.currency);
  const changed: StoredRefund = {
    ...refund,
    transactions,
    summary: { ...refund.summary, ...summaryOf(transactions, currency) },
  };
  const refunds = before.refunds.map((one) => (one.id === refund.id ? changed : one));
  const moved = { ...before, refunds };
  const money = part.refundStatus === "SUCCEEDED" ? withCompletedRefund(tx, moved, part) : moved;
  const activities = isUnderway(part.refundStatus) ? [] : [refundPartActivity(tx, money, changed, part)];
  settleOrder(tx, withReturned(order, money), money, {
    activities,
    paymentIds: [part.paymentId],
    refundIds: [refund.id],
  });
  scheduleNext(tx, order.id, refund.id, part);
  if (!transactions.some(({ refundStatus }) => isUnderway(refundStatus)))
    emitRefundCompleted(tx, money, changed);
  return money;
}

function partOf(
  tx: StoreTx,
  order: StoredOrder,
  money: StoredTransactions,
  request: RefundRequest["payments"][number],
  currency: Currency,
): Part {
  const payment = paymentOf(money, request.paymentId ?? "");
  const left = paymentParts(money, payment).left;
  const can = refundableOf(tx, order, money, payment);
  const data = { orderId: order.id, paymentId: payment.id, status: payment.status };
  if ("nonRefundable" in can) {
    const { reason } = can.nonRefundable;
    const message = `The payment ${payment.id} cannot be refunded: ${reason}; its status is ${payment.status}`;
    throw new PlatformError(409, "PAYMENT_NOT_REFUNDABLE", message, { ...data, reason });
  }
  const external = request.externalRefund === true;
  if ("manuallyRefundable" in can && !external) {
    const { reason } = can.manuallyRefundable;
    const message = `The payment ${payment.id} can only be refunded manually (externalRefund): ${reason}`;
    throw new PlatformError(409, "EXTERNAL_REFUND_EXPECTED", message, { ...data, reason });
  }
  const given = request.amount?.amount;
  const amount = given ? wholeAmount(given, currency.code) : left;
  if (!amount?.gt(zero) || amount.gt(left)) {
    const message = `${given ?? 0} is not a valid amount in ${currency.code} of at most ${amountText(left)}, which is left of the payment`;
    throw new PlatformError(400, "INVALID_PAYMENT_REFUND_AMOUNT", message, {
      ...data,
      left: currency.price(left),
    });
  }
  const requested = requestedOutcome(tx);
  const refundStatus = external ? "SUCCEEDED" : (refundStatuses[requested] ?? "SUCCEEDED");
  return {
    paymentId: payment.id,
    amount: currency.price(amount),
    refundStatus,
    externalRefund: external,
    gatewayRefundId: external ? undefined : tx.newId(),
    refundStatusInfo:
      refundStatus === "FAILED"
        ? { paymentGatewayReasonCode: "3012", description: "The provider declined the refund" }
        : undefined,
  };
}

const refundStatuses: Readonly<Record<string, string>> = {
  DECLINED: "FAILED",
  PENDING: "PENDING",
  SCHEDULED: "SCHEDULED",
};

function withCompletedRefund(tx: StoreTx, money: StoredTransactions, part: Part): StoredTransactions {
  const payment = paymentOf(money, part.paymentId);
  const { left, pending } = paymentParts(money, payment);
  const status = left.plus(pending).gt(zero) ? "PARTIALLY_REFUNDED" : "REFUNDED";
  refillGiftCard(tx, payment, part.amount);
  const changed = replacePayment(money, withStatus(tx, payment, status));
  return noted(tx, changed, part.paymentId, "REFUNDED", exactAmount(part.amount));
}

function describe(
  tx: StoreTx,
  order: StoredOrder,
  before: StoredTransactions,
  transactions: Part[],
  { items, reason }: RefundRequest,
  currency: Currency,
): StoredRefund {
  const returned = returnedAmounts(before);
  const lineItems = (items?.lineItems ?? []).map(({ lineItemId, quantity }) => ({ lineItemId, quantity }));
  const breakdown = lineItems.map((one) => ({
    lineItemId: one.lineItemId ?? "",
    totalRefundedAmount: currency.price(lineValue(order, returned, one, currency).total),
  }));
  const additionalFees = (items?.additionalFees ?? []).map((additionalFee) => {
    return { ...additionalFee, amount: currency.price(feeValue(order, returned, additionalFee).total) };
  });
  const shipping = items?.shipping && {
    amount: currency.price(shippingValue(order, returned, items.shipping).total),
  };
  return {
    id: tx.newId(),
    createdDate: tx.now.toISOString(),
    transactions,
    details: {
      items: lineItems,
      lineItems,
      additionalFees,
      shippingIncluded: Boolean(shipping),
      shipping: shipping ?? undefined,
      reason: reason || undefined,
    },
    summary: { ...summaryOf(transactions, currency), breakdown: { lineItems: breakdown } },
  };
}

/** Returns the order with the refunded quantity of each item. */
function withReturned(order: StoredOrder, money: StoredTransactions): StoredOrder {
  const returned = returnedAmounts(money);
  const lineItems = order.lineItems.map((line) => {
    const refundQuantity = returned.units(line.id);
    return refundQuantity === (line.refundQuantity ?? 0) ? line : { ...line, refundQuantity };
  });
  return { ...order, lineItems };
}

function summaryOf(parts: readonly Part[], currency: Currency) {
  const those = (test: (status: string) => boolean) => currency.price(refundSum(parts, test));
  return {
    requestedRefund: those(() => true),
    pendingRefund: those(isUnderway),
    refunded: those((status) => status === "SUCCEEDED"),
    failedRefundAmount: those((status) => status === "FAILED"),
    pending: parts.some(({ refundStatus }) => isUnderway(refundStatus)),
  };
}

function scheduleNext(
  tx: StoreTx,
  orderId: string,
  refundId: string,
  { paymentId, refundStatus }: Part,
): void {
  const step = next[refundStatus];
  if (step)
    tx.schedule(
      new Date(tx.now.getTime() + step.after),
      "orders.refund",
      `${orderId} ${refundId} ${paymentId}`,
    );
}

function checkRestock(order: StoredOrder, request: NonNullable<RefundRequest["restock"]>) {
  rejectDuplicates(
    "sideEffects.restock",
    request.map(({ lineItemId }) => lineItemId),
    "item",
  );
  return request.map(({ lineItemId, quantity }) => {
    const line = order.lineItems.find(({ id }) => id === lineItemId);
    if (!line)
      throw new PlatformError(404, "LINE_ITEM_NOT_FOUND", `The order has no item ${lineItemId}`, {
        lineItemId,
      });
    const left = line.quantity - (line.restockQuantity ?? 0);
    const units = quantity ?? 0;
    if (units >= 1 && units <= left) return { lineItemId: line.id, units };
    const message = `Cannot restock ${units} of the item ${line.id}: ${left} of ${line.quantity} are left`;
    throw new PlatformError(400, "INVALID_LINE_ITEM_RESTOCK_QUANTITY", message, {
      lineItemId: line.id,
      left,
    });
  });
}

/** Emits the event of a completed refund. */
function emitRefundCompleted(
  tx: StoreTx,
  money: StoredTransactions,
  refund: StoredRefund,
  sideEffects?: object | null,
): void {
  const { orderId } = money;
  const body = {
    orderId,
    refund,
    orderTransactions: showTransactions(money),
    sideEffects: sideEffects ?? undefined,
  };
  emitDomainEvent(tx, "wix.ecom.v1.order_transactions", "refund_completed", orderId, {
    actionEvent: { body },
  });
}

/** Returns the history entries of a new refund. */
function refundActivities(
  tx: StoreTx,
  money: StoredTransactions,
  refund: StoredRefund,
  reason: string | null | undefined,
) {
  const { transactions, summary, id: refundId } = refund;
  const payments = transactions.map((part) => refundedPayment(paymentOf(money, part.paymentId), part));
  const amount = summary?.requestedRefund;
  const content = { refundId, amount, payments, reason: reason || undefined };
  const initiated = activity(tx, "REFUND_INITIATED", { refundInitiated: content });
  const ended = transactions.filter(({ refundStatus }) => !isUnderway(refundStatus));
  return [initiated, ...ended.map((part) => refundPartActivity(tx, money, refund, part))];
}

/** Returns the history entry of a refund part that succeeded or failed. */
function refundPartActivity(
  tx: StoreTx,
  money: StoredTransactions,
  { id: refundId }: StoredRefund,
  part: Part,
) {
  const content = { refundId, payment: refundedPayment(paymentOf(money, part.paymentId), part) };
  return part.refundStatus === "FAILED"
    ? activity(tx, "PAYMENT_REFUND_FAILED", { paymentRefundFailed: content })
    : activity(tx, "PAYMENT_REFUNDED", { paymentRefunded: content });
}

function refundedPayment(payment: StoredPayment, { amount, externalRefund }: Part) {
  const { id: paymentId, giftcardPaymentDetails: giftCard, membershipPaymentDetails: membership } = payment;
  const kind = giftCard
    ? { giftCard: { giftCardPaymentId: giftCard.giftCardPaymentId, amount } }
    : membership
      ? { membership: { membershipId: membership.membershipId } }
      : { regular: { amount, ...payment.regularPaymentDetails?.creditCardDetails } };
  return { paymentId, externalRefund, ...kind };
}

/** Returns which payments of an order can be refunded, in the format of older services. */
export function legacyRefundability(tx: StoreTx, orderId: string) {
  const order = orderOf(tx, orderId);
  const money = transactionsOf(tx, order);
  return money.payments.map((payment) => {
    const can = refundableOf(tx, order, money, payment);
    const { id: paymentId } = payment;
    if ("nonRefundable" in can)
      return {
        paymentId,
        refundabilityStatus: "NOT_REFUNDABLE",
        nonRefundableReason: can.nonRefundable.reason,
      };
    if ("manuallyRefundable" in can)
      return {
        paymentId,
        refundabilityStatus: "MANUAL",
        manuallyRefundableReason: can.manuallyRefundable.reason,
      };
    return { paymentId, refundabilityStatus: "REFUNDABLE" };
  });
}

/** The older codes of newer errors. */
const legacyCodes: Readonly<Record<string, string>> = {
  PAYMENT_NOT_FOUND: "PAYMENTS_NOT_FOUND",
  PAYMENT_NOT_REFUNDABLE: "REFUND_NOT_AVAILABLE",
  EXTERNAL_REFUND_EXPECTED: "REFUND_NOT_AVAILABLE",
  INVALID_PAYMENT_REFUND_AMOUNT: "INVALID_AMOUNT",
};

/** Refunds payments, with the results and error codes of older services. */
export function legacyRefund(tx: StoreTx, input: WireInput<(typeof orderEndpoints)["refund"]>) {
  const { ecomOrderId: orderId, payments, details, sideEffects } = input;
  const order = orderOf(tx, orderId);
  const { type, items } = sideEffects?.restockInfo ?? {};
  const some = type === "SOME_ITEMS" ? (items ?? []) : [];
  const restock = type === "ALL_ITEMS" ? restOf(order.lineItems) : some;
  try {
    const { refund, money } = refundPayments(tx, orderId, {
      payments,
      items: { lineItems: details?.items ?? [], shipping: details?.shippingIncluded ? {} : undefined },
      reason: details?.reason ?? null,
      restock,
      sideEffects: sideEffects ?? null,
    });
    const failed = refund.transactions.filter(({ refundStatus }) => refundStatus === "FAILED");
    return {
      orderTransactions: showTransactions(money),
      refundId: refund.id,
      failedPaymentIds: failed.map(({ paymentId }, originalIndex) => {
        const error = { code: "REFUND_FAILED", description: "The provider declined the refund" };
        return { id: paymentId, originalIndex, success: false, error };
      }),
    };
  } catch (error) {
    const code = error instanceof PlatformError && legacyCodes[error.code];
    if (!(error instanceof PlatformError) || !code) throw error;
    throw new PlatformError(error.status, code, error.message, error.data);
  }
}

const restOf = (lines: readonly { id: string; quantity: number; restockQuantity?: number | null }[]) =>
  lines.flatMap(({ id, quantity, restockQuantity }) => {
    const left = quantity - (restockQuantity ?? 0);
    return left > 0 ? [{ lineItemId: id, quantity: left }] : [];
  });
