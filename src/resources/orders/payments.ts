import { type Call, callWithRequestId } from "../../api/caller.ts";
import { type OrderRefundability, orderBilling } from "../../api/services/payments/order-billing.ts";
import {
  type OrderTransactions,
  orderTransactions,
  type Payment,
} from "../../api/services/payments/order-transactions.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Fields } from "../../output/field.ts";
import { describeReason } from "./reasons.ts";
import { transactionWords } from "./words.ts";

type Refundability = NonNullable<OrderRefundability["payments"]>[number];

/** A payment of an order, and whether it can be refunded. */
export interface PaymentRow extends Payment {
  currency: string;
  /** The payment method for people: `VISA 4242`, `offline`, `gift card`. */
  method: string;
  scheduled?: { action: string; at: string };
  refundable: { is: "yes" | "by hand" | "no"; reason?: string; most?: string };
}

/** Reads the payments and refunds of an order. */
export async function readTransactions(call: Call, orderId: string): Promise<OrderTransactions> {
  const body = await call(orderTransactions.get, { orderId });
  return body.orderTransactions;
}

/** Reads the payments and refunds of up to 100 orders; leaves out orders that do not exist. */
export async function listTransactions(
  call: Call,
  orderIds: readonly string[],
): Promise<{ found: OrderTransactions[]; requestId?: string | undefined }> {
  if (orderIds.length === 0) return { found: [] };
  try {
    const input = { orderIds: [...orderIds] };
    const { result, requestId } = await callWithRequestId(call, orderTransactions.list, input);
    return { found: result.orderTransactions ?? [], requestId };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  // The bulk call fails if one of the orders does not exist.
  const found: OrderTransactions[] = [];
  for (const orderId of orderIds) {
    try {
      found.push(await readTransactions(call, orderId));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }
  return { found };
}

/** Reads the refundable amounts of an order. */
export async function readRefundability(call: Call, orderId: string): Promise<OrderRefundability> {
  const body = await call(orderBilling.refundability, { orderId });
  return body;
}

/** Returns the payments of an order with their refundable amounts. */
export function paymentRows(
  { payments }: OrderTransactions,
  { payments: refundabilities }: OrderRefundability,
  currency: string,
): PaymentRow[] {
  return (payments ?? []).map((payment) => {
    const refundability = refundabilities?.find((one) => one.payment?.paymentId === payment.id);
    const { scheduledAction } = payment.regularPaymentDetails?.authorizationDetails ?? {};
    const isScheduled = payment.status === "AUTHORIZED" && scheduledAction?.executionDate;
    return {
      ...payment,
      currency,
      method: paymentMethodOf(payment),
      ...(isScheduled && {
        scheduled: { action: scheduledAction.actionType ?? "", at: scheduledAction.executionDate ?? "" },
      }),
      refundable: refundableOf(refundability),
    };
  });
}

function refundableOf(refundability: Refundability | undefined): PaymentRow["refundable"] {
  if (!refundability) return { is: "no" };
  const most = refundability.payment?.monetary?.maxRefund?.amount;
  const known = most ? { most } : {};
  if (refundability.manuallyRefundable)
    return { is: "by hand", reason: refundability.manuallyRefundable.reason ?? "UNKNOWN_REASON", ...known };
  if (refundability.nonRefundable)
    return { is: "no", reason: refundability.nonRefundable.reason ?? "UNKNOWN_REASON" };
  return { is: refundability.refundable ? "yes" : "no", ...known };
}

/** Describes whether a payment can be refunded. */
export function describeRefundability({ refundable: { is, reason, most }, currency }: PaymentRow): string {
  const label = is === "by hand" ? "manually" : is;
  const upTo = most && is !== "no" ? `, up to ${most} ${currency}` : "";
  return `${label}${upTo}${reason === undefined ? "" : `: ${describeReason(reason)}`}`;
}

/** Returns the payment method for people: `VISA 4242`, `offline`, `gift card`. */
export function paymentMethodOf({
  regularPaymentDetails: regular,
  giftcardPaymentDetails,
  membershipPaymentDetails,
}: Payment): string {
  if (giftcardPaymentDetails) return "gift card";
  if (membershipPaymentDetails) return membershipPaymentDetails.name?.original ?? "membership";
  const { brand, lastFourDigits } = regular?.creditCardDetails ?? {};
  if (brand || lastFourDigits) return [brand, lastFourDigits].filter(Boolean).join(" ");
  return regular?.offlinePayment ? "offline" : (regular?.paymentMethod ?? "");
}

/** The fields of `till orders payments`. */
export const paymentFields: Fields<PaymentRow> = {
  method: { min: 10 },
  amount: {
    path: "amount.amount",
    value: ({ amount, currency }) => `${amount?.amount ?? ""} ${currency}`,
    align: "right",
    min: 11,
  },
  status: { words: transactionWords, min: 10 },
  refundable: { path: "refundable.is", value: describeRefundability, grow: true, min: 12 },
  scheduled: { path: "scheduled.action", words: {}, min: 9 },
  at: { path: "scheduled.at", as: "time", min: 20 },
  id: { label: "Payment", min: 36 },
};
