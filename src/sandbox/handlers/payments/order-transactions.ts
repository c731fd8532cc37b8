import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import type {
  orderTransactions as endpoints,
  Payment,
} from "../../../api/services/payments/order-transactions.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import { invalid } from "../../kernel/invalid.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import {
  addPayments,
  amountOf,
  noted,
  orderOf,
  paymentActivities,
  paymentTransitions,
  replacePayment,
  type StoredPayment,
  settleOrder,
  showTransactions,
  orders as table,
  transactionsOf,
  wholeAmount,
  withStatus,
} from "../../services/orders/index.ts";
import { paymentOf } from "../../services/payments/authorized.ts";
import { recordedPayment, rejectOverpayment } from "../../services/payments/collect.ts";
import { moveRefund } from "../../services/payments/refunds.ts";

/** Handlers of recorded payments and refunds. */
export const orderTransactions: Handlers<typeof endpoints, StoreTx> = {
  get: (tx, { orderId }) => ({
    orderTransactions: showTransactions(transactionsOf(tx, orderOf(tx, orderId))),
  }),
  /** Skips unknown orders. */
  list: (tx, { orderIds }) => ({
    orderTransactions: (orderIds ?? []).flatMap((id) => {
      const order = tx.get(table, id);
      return order ? [showTransactions(transactionsOf(tx, order))] : [];
    }),
  }),
  addPayments(tx, { orderId, payments }) {
    const order = orderOf(tx, orderId);
    const added = (payments ?? []).map((payment, index) => {
      checkPayment(payment, index, order.currency);
      return recordedPayment(tx, order, payment);
    });
    rejectOverpayment(
      tx,
      order,
      added.filter(({ status }) => !["DECLINED", "CANCELED", "VOIDED"].includes(status)),
    );
    const { money } = addPayments(tx, order, added);
    return { orderTransactions: showTransactions(money), paymentsIds: added.map(({ id }) => id) };
  },
  updateStatus(tx, { orderId, paymentId, status }) {
    setPaymentStatus(tx, orderId ?? "", paymentId ?? "", status ?? "");
    return { orderTransactions: showTransactions(transactionsOf(tx, orderOf(tx, orderId))) };
  },
  bulkUpdateStatus(tx, { paymentAndOrderIds, status, returnFullEntity }) {
    const done = forEachItem(tx, paymentAndOrderIds ?? [], ({ orderId, paymentId }) =>
      setPaymentStatus(tx, orderId ?? "", paymentId ?? "", status ?? ""),
    );
    return bulkResponse(done, "item", returnFullEntity ? (payment) => payment : undefined);
  },
  updateRefund: (tx, input) => ({ orderTransactions: showTransactions(updateRefund(tx, input)) }),
  updatePayments(tx, { orderId, payments }) {
    const order = orderOf(tx, orderId);
    const before = transactionsOf(tx, order);
    const changed = (payments ?? []).map(({ payment }) =>
      changedPayment(paymentOf(before, payment?.id ?? ""), payment ?? {}),
    );
    const money = changed.reduce(replacePayment, before);
    settleOrder(tx, order, money, { paymentIds: changed.map(({ id }) => id) });
    return { orderTransactions: showTransactions(money) };
  },
};

const recordable = [
  "APPROVED",
  "PENDING",
  "PENDING_MERCHANT",
  "AUTHORIZED",
  "DECLINED",
  "CANCELED",
  "VOIDED",
];

function checkPayment(payment: Payment, index: number, currency: string): void {
  const path = `payments[${index}]`;
  const { regularPaymentDetails, giftcardPaymentDetails, membershipPaymentDetails } = payment;
  if (!regularPaymentDetails && !giftcardPaymentDetails && !membershipPaymentDetails)
    throw invalid(
      `${path}.regularPaymentDetails`,
      "REQUIRED_ONE_OF_FIELD",
      "must be set, or another kind of payment",
    );
  if (!wholeAmount(payment.amount?.amount, currency))
    throw invalid(`${path}.amount.amount`, "DECIMAL_GT", `must be an amount of ${currency} above 0`);
  const status = payment.status || regularPaymentDetails?.status || "APPROVED";
  if (!recordable.includes(status))
    throw invalid(`${path}.status`, "INVALID_ENUM_VALUE", `must be one of: ${recordable.join(", ")}`);
}

/** Changes the status of pending payments. Captures, voids and refunds change the others. */
function setPaymentStatus(tx: StoreTx, orderId: string, paymentId: string, status: string): StoredPayment {
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  const payment = paymentOf(before, paymentId);
  const waits = ["UNDEFINED", "PENDING", "PENDING_MERCHANT"].includes(payment.status);
  if (!waits || !paymentTransitions[payment.status]?.includes(status)) {
    const message = `A payment whose status is ${payment.status} cannot become ${status}`;
    throw new PlatformError(409, "STATUS_NOT_ALLOWED", message, {
      orderId,
      paymentId,
      status: payment.status,
    });
  }
  const after = withStatus(tx, payment, status, {
    ...(status === "DECLINED" && { declined: { reason: "CHARGE_FAILED" } }),
    ...(status === "CANCELED" && { canceled: { reason: "OTHER_PAYMENT_FAILURE" } }),
  });
  const kind = ({ APPROVED: "CHARGED", AUTHORIZED: "AUTHORIZED" } as const)[status];
  const replaced = replacePayment(before, after);
  const money = kind ? noted(tx, replaced, payment.id, kind, amountOf(payment.amount)) : replaced;
  settleOrder(tx, order, money, { activities: paymentActivities(tx, after), paymentIds: [after.id] });
  return after;
}

function updateRefund(
  tx: StoreTx,
  { orderId, refundId, transaction }: WireInput<typeof endpoints.updateRefund>,
) {
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  const refund = before.refunds.find(({ id }) => id === refundId);
  if (!refund)
    throw new PlatformError(404, "REFUND_NOT_FOUND", `The order ${orderId} has no refund ${refundId}`, {
      refundId,
    });
  const part = refund.transactions.find(({ paymentId }) => paymentId === transaction?.paymentId);
  if (!part) {
    const message = `The refund ${refundId} has no part of the payment ${transaction?.paymentId}`;
    throw new PlatformError(404, "REFUND_TRANSACTION_NOT_FOUND", message, { refundId });
  }
  const refundStatus = transaction?.refundStatus ?? part.refundStatus;
  if (refundStatus === part.refundStatus) return before;
  const allowed = refundTransitions[part.refundStatus] ?? [];
  if (!allowed.includes(refundStatus)) {
    const message = `A part of a refund whose status is ${part.refundStatus} cannot become ${refundStatus}`;
    throw new PlatformError(409, "STATUS_NOT_ALLOWED", message, { refundId, status: part.refundStatus });
  }
  tx.unschedule("orders.refund", `${order.id} ${refund.id} ${part.paymentId}`);
  const { refundStatusInfo } = transaction ?? {};
  return moveRefund(tx, order, before, refund, {
    ...part,
    refundStatus,
    ...(refundStatusInfo && { refundStatusInfo }),
  });
}

const refundTransitions: Readonly<Record<string, readonly string[]>> = {
  SCHEDULED: ["STARTED", "PENDING", "SUCCEEDED", "FAILED"],
  STARTED: ["PENDING", "SUCCEEDED", "FAILED"],
  PENDING: ["SUCCEEDED", "FAILED"],
};

/** Changes the details of a payment, not its amount and status. */
function changedPayment(before: StoredPayment, given: Payment): StoredPayment {
  const { regularPaymentDetails: regular } = before;
  const details = given.regularPaymentDetails;
  const { status: _, authorizationDetails: __, ...own } = details ?? {};
  return {
    ...before,
    ...(typeof given.refundDisabled === "boolean" && { refundDisabled: given.refundDisabled }),
    ...(given.wixReceipt && { wixReceipt: given.wixReceipt }),
    ...(given.externalReceipt && { externalReceipt: given.externalReceipt }),
    ...(regular && details && { regularPaymentDetails: { ...regular, ...own } }),
  };
}
