import type { RefundItems } from "../../../api/services/payments/order-transactions.ts";
import { minute } from "../../../kernel/durations.ts";
import { amountText, sum } from "../../../kernel/money.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import {
  amountOf,
  type Currency,
  currencyOf,
  isUnderway,
  noted,
  orderOf,
  replacePayment,
  requestedOutcome,
  returnStock,
  type StoredOrder,
  type StoredRefund,
  type StoredTransactions,
  settleOrder,
  transactionsOf,
  wholeAmount,
  withStatus,
  zero,
} from "../orders/index.ts";
import { paymentOf, rejectDuplicates } from "./authorized.ts";
import { refillGiftCard } from "./gift-cards.ts";
import { emitRefundCompleted, refundActivities, refundPartActivity } from "./refund-events.ts";
import { feeValue, lineValue, returnedOf, shippingValue } from "./refund-items.ts";
import { partsOf, refundableOf } from "./refundability.ts";

/** A requested refund. */
export interface RefundRequest {
  /** Default amount: all that is left of the payment. */
  payments: readonly {
    paymentId?: string | null;
    amount?: { amount?: string | null } | null;
    externalRefund?: boolean | null;
  }[];
  items?: RefundItems | null;
  reason?: string | null;
  restock?: readonly { lineItemId?: string | null; quantity?: number | null }[];
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
  const parts = request.payments.map((one) => partOf(tx, order, before, one, currency));
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
    (one) => one.paymentId === paymentId && isUnderway(one.refundStatus),
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
  const transactions = refund.transactions.map((one) => (one.paymentId === part.paymentId ? part : one));
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
  const left = partsOf(money, payment).left;
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
    ...(!external && { gatewayRefundId: tx.newId() }),
    ...(refundStatus === "FAILED" && {
      refundStatusInfo: { paymentGatewayReasonCode: "3012", description: "The provider declined the refund" },
    }),
  };
}

const refundStatuses: Readonly<Record<string, string>> = {
  DECLINED: "FAILED",
  PENDING: "PENDING",
  SCHEDULED: "SCHEDULED",
};

function withCompletedRefund(tx: StoreTx, money: StoredTransactions, part: Part): StoredTransactions {
  const payment = paymentOf(money, part.paymentId);
  const { left, pending } = partsOf(money, payment);
  const status = left.plus(pending).gt(zero) ? "PARTIALLY_REFUNDED" : "REFUNDED";
  refillGiftCard(tx, payment, part.amount);
  const changed = replacePayment(money, withStatus(tx, payment, status));
  return noted(tx, changed, part.paymentId, "REFUNDED", amountOf(part.amount));
}

function describe(
  tx: StoreTx,
  order: StoredOrder,
  before: StoredTransactions,
  transactions: Part[],
  { items, reason }: RefundRequest,
  currency: Currency,
): StoredRefund {
  const returned = returnedOf(before);
  const lineItems = (items?.lineItems ?? []).map(({ lineItemId, quantity }) => ({ lineItemId, quantity }));
  const breakdown = lineItems.map((one) => ({
    lineItemId: one.lineItemId ?? "",
    totalRefundedAmount: currency.price(lineValue(order, returned, one, currency).total),
  }));
  const additionalFees = (items?.additionalFees ?? []).map((one) => {
    return { ...one, amount: currency.price(feeValue(order, returned, one).total) };
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
      ...(shipping && { shipping }),
      ...(reason && { reason }),
    },
    summary: { ...summaryOf(transactions, currency), breakdown: { lineItems: breakdown } },
  };
}

/** Returns the order with the refunded quantity of each item. */
function withReturned(order: StoredOrder, money: StoredTransactions): StoredOrder {
  const returned = returnedOf(money);
  const lineItems = order.lineItems.map((line) => {
    const refundQuantity = returned.units(line.id);
    return refundQuantity === (line.refundQuantity ?? 0) ? line : { ...line, refundQuantity };
  });
  return { ...order, lineItems };
}

function summaryOf(parts: readonly Part[], currency: Currency) {
  const those = (test: (status: string) => boolean) =>
    currency.price(
      sum(parts.filter(({ refundStatus }) => test(refundStatus)).map(({ amount }) => amountOf(amount))),
    );
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
