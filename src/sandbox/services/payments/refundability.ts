import { day } from "../../../kernel/durations.ts";
import { type Decimal, sum } from "../../../kernel/money.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import {
  amountOf,
  isPaid,
  isUnderway,
  requestedOutcome,
  type StoredOrder,
  type StoredPayment,
  type StoredTransactions,
  zero,
} from "../orders/index.ts";

/** Whether and how a payment can be refunded. */
export type Refundable =
  | { refundable: true }
  | { manuallyRefundable: { reason: string } }
  | { nonRefundable: { reason: string } };

/** The refunded, pending and refundable amounts of a payment. */
export interface PaymentParts {
  paid: Decimal;
  refunded: Decimal;
  pending: Decimal;
  left: Decimal;
}

/** Splits a payment into refunded, pending and refundable amounts. Unpaid payments have none. */
export function partsOf({ refunds }: StoredTransactions, payment: StoredPayment): PaymentParts {
  const parts = refunds
    .flatMap((refund) => refund.transactions)
    .filter((one) => one.paymentId === payment.id);
  const amountOfThose = (test: (status: string) => boolean) =>
    sum(parts.filter(({ refundStatus }) => test(refundStatus)).map(({ amount }) => amountOf(amount)));
  const paid = isPaid(payment.status) ? amountOf(payment.amount) : zero;
  const refunded = amountOfThose((status) => status === "SUCCEEDED");
  const pending = amountOfThose(isUnderway);
  return { paid, refunded, pending, left: paid.minus(refunded).minus(pending) };
}

/** Reasons that calls cannot cause. The `x-sandbox-payment` header requests them. */
export const refundabilityReasons: Readonly<Record<string, "nonRefundable" | "manuallyRefundable">> = {
  PROVIDER_IS_DOWN: "nonRefundable",
  FORBIDDEN: "nonRefundable",
  INTERNAL_ERROR: "nonRefundable",
  ACCESS_DENIED: "nonRefundable",
  NOT_SUPPORTED: "manuallyRefundable",
  REQUIRES_CARD_READER: "manuallyRefundable",
};

const year = 365 * day;

/** Returns whether a payment can be refunded, manually or not at all, and why. */
export function refundableOf(
  tx: StoreTx,
  order: StoredOrder,
  money: StoredTransactions,
  payment: StoredPayment,
): Refundable {
  const reason = nonRefundableReason(order, payment, partsOf(money, payment));
  if (reason) return { nonRefundable: { reason } };
  const requested = requestedOutcome(tx);
  const kind = refundabilityReasons[requested];
  if (kind === "nonRefundable") return { nonRefundable: { reason: requested } };
  const manual = kind ? requested : manualReason(tx, order, payment);
  return manual ? { manuallyRefundable: { reason: manual } } : { refundable: true };
}

function nonRefundableReason(
  { status: orderStatus }: StoredOrder,
  { status, refundDisabled, regularPaymentDetails: regular }: StoredPayment,
  { paid, pending, left }: PaymentParts,
): string | undefined {
  if (orderStatus === "PENDING") return "ORDER_IS_PENDING";
  if (orderStatus === "REJECTED") return "ORDER_IS_REJECTED";
  if (!isPaid(status)) return "NOT_PAID";
  if (!paid.gt(zero)) return "ZERO_PRICE";
  if (!left.gt(zero)) return pending.gt(zero) ? "PENDING_REFUND" : "ALREADY_REFUNDED";
  if (refundDisabled) return "DISABLED_BY_PROVIDER";
  if (regular && !regular.offlinePayment && !regular.gatewayTransactionId) return "TRANSACTION_NOT_FOUND";
  return undefined;
}

function manualReason(tx: StoreTx, order: StoredOrder, payment: StoredPayment): string | undefined {
  const { regularPaymentDetails: regular } = payment;
  if (regular?.offlinePayment) return "OFFLINE";
  if (tx.now.getTime() - Date.parse(payment.createdDate) > year) return "EXPIRED";
  return regular && order.channelInfo?.type === "POS" ? "REQUIRES_CARD_READER" : undefined;
}
