import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import {
  activity,
  isUnderway,
  type StoredPayment,
  type StoredRefund,
  type StoredTransactions,
  showTransactions,
} from "../orders/index.ts";
import { paymentOf } from "./authorized.ts";

type Part = StoredRefund["transactions"][number];

/** Emits the event of a completed refund. */
export function emitRefundCompleted(
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
    ...(sideEffects && { sideEffects }),
  };
  emitDomainEvent(tx, "wix.ecom.v1.order_transactions", "refund_completed", orderId, {
    actionEvent: { body },
  });
}

/** Returns the history entries of a new refund. */
export function refundActivities(
  tx: StoreTx,
  money: StoredTransactions,
  refund: StoredRefund,
  reason: string | null | undefined,
) {
  const { transactions, summary, id: refundId } = refund;
  const payments = transactions.map((part) => refundedPayment(paymentOf(money, part.paymentId), part));
  const amount = summary?.requestedRefund;
  const content = { refundId, amount, payments, ...(reason && { reason }) };
  const initiated = activity(tx, "REFUND_INITIATED", { refundInitiated: content });
  const ended = transactions.filter(({ refundStatus }) => !isUnderway(refundStatus));
  return [initiated, ...ended.map((part) => refundPartActivity(tx, money, refund, part))];
}

/** Returns the history entry of a refund part that succeeded or failed. */
export function refundPartActivity(
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
