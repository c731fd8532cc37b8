import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { orderOf, showTransactions, transactionsOf } from "../orders/index.ts";
import { refundableOf } from "./refundability.ts";
import { type RefundRequest, refundPayments } from "./refunds.ts";

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

/** The refund input of older services. */
export interface LegacyRefund {
  payments: RefundRequest["payments"];
  details?: {
    items?: { lineItemId?: string | null; quantity?: number | null }[] | null;
    shippingIncluded?: boolean | null;
    reason?: string | null;
  } | null;
  sideEffects?: {
    restockInfo?: {
      type?: string | null;
      items?: { lineItemId?: string | null; quantity?: number | null }[] | null;
    } | null;
  } | null;
}

/** The older codes of newer errors. */
const codes: Readonly<Record<string, string>> = {
  PAYMENT_NOT_FOUND: "PAYMENTS_NOT_FOUND",
  PAYMENT_NOT_REFUNDABLE: "REFUND_NOT_AVAILABLE",
  EXTERNAL_REFUND_EXPECTED: "REFUND_NOT_AVAILABLE",
  INVALID_PAYMENT_REFUND_AMOUNT: "INVALID_AMOUNT",
};

/** Refunds payments, with the results and error codes of older services. */
export function legacyRefund(tx: StoreTx, orderId: string, { payments, details, sideEffects }: LegacyRefund) {
  const order = orderOf(tx, orderId);
  const { type, items } = sideEffects?.restockInfo ?? {};
  const restock = { ALL_ITEMS: restOf(order.lineItems), SOME_ITEMS: items ?? [] }[type ?? ""] ?? [];
  try {
    const { refund, money } = refundPayments(tx, orderId, {
      payments,
      items: { lineItems: details?.items ?? [], ...(details?.shippingIncluded && { shipping: {} }) },
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
    const code = error instanceof PlatformError && codes[error.code];
    if (!(error instanceof PlatformError) || !code) throw error;
    throw new PlatformError(error.status, code, error.message, error.data);
  }
}

const restOf = (lines: readonly { id: string; quantity: number; restockQuantity?: number | null }[]) =>
  lines.flatMap(({ id, quantity, restockQuantity }) => {
    const left = quantity - (restockQuantity ?? 0);
    return left > 0 ? [{ lineItemId: id, quantity: left }] : [];
  });
