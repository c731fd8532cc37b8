import type { Call } from "../../api/caller.ts";
import type { OrderRefundability } from "../../api/services/payments/models/order-billing.ts";
import type { OrderTransactions, Payment } from "../../api/services/payments/models/order-payment.ts";
import { orderBilling } from "../../api/services/payments/order-billing.ts";
import { orderTransactions } from "../../api/services/payments/order-transactions.ts";
import { type Column, column } from "../../output/table.ts";
import { reasonWords } from "./reasons.ts";

type Refundability = NonNullable<OrderRefundability["payments"]>[number];

/** A payment of an order, and whether it can be given back. */
export interface PaymentRow extends Payment {
  currency: string;
  /** What people call the way of paying: `VISA 4242`, `by hand`, `gift card`. */
  method: string;
  scheduled?: { action: string; at: string };
  refundable: { is: "yes" | "by hand" | "no"; reason?: string; most?: string };
}

/** The payments and refunds of an order as the platform has them. */
export async function readTransactions(call: Call, orderId: string): Promise<OrderTransactions> {
  const { body } = await call("orderTransactions.get", orderTransactions.get, { orderId });
  return (body.orderTransactions ?? {}) as OrderTransactions;
}

/** What can be given back of an order. */
export async function readRefundability(call: Call, orderId: string): Promise<OrderRefundability> {
  const { body } = await call("orderBilling.refundability", orderBilling.refundability, { orderId });
  return body as OrderRefundability;
}

/** The payments of an order with what can be given back of each. */
export function paymentRows(
  { payments }: OrderTransactions,
  { payments: told }: OrderRefundability,
  currency: string,
): PaymentRow[] {
  return (payments ?? []).map((payment) => {
    const own = told?.find((one) => one.payment?.paymentId === payment.id);
    const { scheduledAction } = payment.regularPaymentDetails?.authorizationDetails ?? {};
    const waits = payment.status === "AUTHORIZED" && scheduledAction?.executionDate;
    return {
      ...payment,
      currency,
      method: methodOf(payment),
      ...(waits && {
        scheduled: { action: scheduledAction.actionType ?? "", at: scheduledAction.executionDate ?? "" },
      }),
      refundable: refundableOf(own),
    };
  });
}

function refundableOf(told: Refundability | undefined): PaymentRow["refundable"] {
  if (!told) return { is: "no" };
  const most = told.payment?.monetary?.maxRefund?.amount;
  const known = most ? { most } : {};
  if (told.manuallyRefundable)
    return { is: "by hand", reason: told.manuallyRefundable.reason ?? "UNKNOWN_REASON", ...known };
  if (told.nonRefundable) return { is: "no", reason: told.nonRefundable.reason ?? "UNKNOWN_REASON" };
  return { is: told.refundable ? "yes" : "no", ...known };
}

/** Whether a payment can be given back, in words. */
export function refundWords({ refundable: { is, reason, most }, currency }: PaymentRow): string {
  const upTo = most && is !== "no" ? `, up to ${most} ${currency}` : "";
  return `${is}${upTo}${reason === undefined ? "" : `: ${reasonWords(reason)}`}`;
}

function methodOf({
  regularPaymentDetails: regular,
  giftcardPaymentDetails,
  membershipPaymentDetails,
}: Payment) {
  if (giftcardPaymentDetails) return "gift card";
  if (membershipPaymentDetails) return membershipPaymentDetails.name?.original ?? "membership";
  const { brand, lastFourDigits } = regular?.creditCardDetails ?? {};
  if (brand || lastFourDigits) return [brand, lastFourDigits].filter(Boolean).join(" ");
  return regular?.offlinePayment ? "by hand" : (regular?.paymentMethod ?? "");
}

/** The columns of `till orders payments`. */
export const paymentColumns: readonly Column<PaymentRow>[] = [
  column("METHOD", ({ method }) => method, { path: "method", min: 10 }),
  column("AMOUNT", ({ amount, currency }) => `${amount?.amount ?? ""} ${currency}`, {
    align: "right",
    path: "amount.amount",
    min: 11,
  }),
  column("STATUS", ({ status }) => status ?? "", { path: "status", min: 10 }),
  column("REFUNDABLE", refundWords, { grow: true, path: "refundable.is", min: 12 }),
  column("BY ITSELF", ({ scheduled }) => scheduled?.action ?? "", { path: "scheduled.action", min: 9 }),
  column("AT", ({ scheduled }) => scheduled?.at ?? "", { as: "time", path: "scheduled.at", min: 20 }),
  column("PAYMENT", ({ id }) => id ?? "", { path: "id", min: 36 }),
];
