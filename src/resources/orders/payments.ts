import { type Call, callWithRequestId } from "../../api/caller.ts";
import { readByIds } from "../../api/query/by-ids.ts";
import {
  type OrderRefundability,
  type OrderTransactions,
  orderBilling,
  orderTransactions,
  type Payment,
} from "../../api/services/payments.ts";
import type { Fields } from "../../output/field.ts";
import { transactionWords } from "./words.ts";

/** The platform's reasons as text that completes "it cannot be …: <text>". */
const reasons: Readonly<Record<string, string>> = {
  // A payment that cannot be refunded.
  ALREADY_REFUNDED: "it is already refunded",
  PROVIDER_IS_DOWN: "the payment provider cannot be reached",
  INTERNAL_ERROR: "internal error of the platform",
  NOT_PAID: "it is not paid",
  ACCESS_DENIED: "this identity has no permission",
  ZERO_PRICE: "the price is 0",
  DISABLED_BY_PROVIDER: "the payment provider does not allow it",
  PENDING_REFUND: "a refund is pending",
  FORBIDDEN: "the account has no permission",
  TRANSACTION_NOT_FOUND: "the payment provider does not know the payment",
  ORDER_IS_PENDING: "the order is pending",
  ORDER_IS_REJECTED: "the order was rejected",
  AMOUNT_OFFSET_BY_CHARGEBACK: "it was charged back",
  PARTIALLY_PAID: "it is only partially paid",
  DEPOSIT_ONLINE_ITEM: "it is a deposit",
  NOT_FOUND: "the payment was not found",
  // A payment that can only be refunded outside the platform.
  EXPIRED: "the refund period of the payment provider is over",
  NOT_SUPPORTED: "the payment provider does not support it",
  OFFLINE: "it was an offline payment",
  REQUIRES_CARD_READER: "it needs the card and a card reader",
  // An order that cannot be edited or imported.
  PARTIALLY_OR_FULLY_REFUNDED: "it has refunds",
  UNSUPPORTED_CHANNEL_TYPE: "orders of its sales channel are not supported",
  ORDER_STATUS_IS_NOT_SUPPORTED: "only approved orders are supported",
  ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT: "its currency is not the site's",
  ORDER_AND_SITE_WEIGHT_UNITS_ARE_INCONSISTENT: "its weight unit is not the site's",
  AMOUNTS_DO_NOT_ADD_UP: "its amounts do not add up to its total",
  ORDER_NOT_FOUND: "the order was not found",
  SUBSCRIPTION_LINE_ITEM_EXISTS: "it has a subscription item",
  UNSUPPORTED_CATALOG_ITEM: "it has an item that is no longer in the catalog",
  ORDER_HAS_CHARGEBACKS: "it has chargebacks",
  EDITING_IS_NOT_ALLOWED_FOR_APP: "it belongs to an app that does not allow editing",
  COUPON_BEHAVIOR_IS_UNDEFINED: "it has a coupon with unknown behavior",
  TAXABLE_EXISTING_ADDITIONAL_FEE: "it has a taxable additional fee",
};

/** Returns a reason as text, followed by its code; an unknown reason is returned as it is. */
export function describeReason(reason: string | null | undefined): string {
  if (!reason) return "";
  const known = reasons[reason];
  return known === undefined ? reason : `${known} (${reason})`;
}

/** Returns whether a code is a known reason. */
export const isReason = (code: string): boolean => Object.hasOwn(reasons, code);

type Refundability = NonNullable<OrderRefundability["payments"]>[number];

/** A payment of an order, and whether it can be refunded. */
export interface PaymentRow extends Payment {
  currency: string;
  /** The payment method for people: `VISA 4242`, `offline`, `gift card`. */
  method: string;
  scheduled?: { action: string; at: string };
  refundable: { is: "yes" | "by hand" | "no"; reason?: string; max?: string };
}

/** Reads the payments and refunds of an order. */
export async function readTransactions(call: Call, orderId: string): Promise<OrderTransactions> {
  const body = await call(orderTransactions.get, { orderId });
  return body.orderTransactions;
}

/** Reads the payments and refunds of up to 100 orders, by order id; lacks orders that do not exist. */
export async function listTransactions(
  call: Call,
  orderIds: readonly string[],
): Promise<{ found: Map<string, OrderTransactions>; requestId?: string | undefined }> {
  let requestId: string | undefined;
  const found = await readByIds<OrderTransactions>(orderIds, {
    async many(ids) {
      const answer = await callWithRequestId(call, orderTransactions.list, { orderIds: [...ids] });
      ({ requestId } = answer);
      return answer.result.orderTransactions ?? [];
    },
    one: (id) => readTransactions(call, id),
    idOf: ({ orderId }) => orderId,
  });
  return { found, requestId };
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
    const refundability = refundabilities?.find(
      (refundability) => refundability.payment?.paymentId === payment.id,
    );
    const { scheduledAction } = payment.regularPaymentDetails?.authorizationDetails ?? {};
    const isScheduled = payment.status === "AUTHORIZED" && scheduledAction?.executionDate;
    return {
      ...payment,
      currency,
      method: paymentMethodText(payment),
      ...(isScheduled && {
        scheduled: { action: scheduledAction.actionType ?? "", at: scheduledAction.executionDate ?? "" },
      }),
      refundable: refundableOf(refundability),
    };
  });
}

function refundableOf(refundability: Refundability | undefined): PaymentRow["refundable"] {
  if (!refundability) return { is: "no" };
  const max = refundability.payment?.monetary?.maxRefund?.amount;
  const known = max ? { max } : {};
  if (refundability.manuallyRefundable)
    return { is: "by hand", reason: refundability.manuallyRefundable.reason ?? "UNKNOWN_REASON", ...known };
  if (refundability.nonRefundable)
    return { is: "no", reason: refundability.nonRefundable.reason ?? "UNKNOWN_REASON" };
  return { is: refundability.refundable ? "yes" : "no", ...known };
}

/** Describes whether a payment can be refunded. */
export function describeRefundability({ refundable: { is, reason, max }, currency }: PaymentRow): string {
  const label = is === "by hand" ? "manually" : is;
  const upTo = max && is !== "no" ? `, up to ${max} ${currency}` : "";
  return `${label}${upTo}${reason === undefined ? "" : `: ${describeReason(reason)}`}`;
}

/** Returns the payment method for people: `VISA 4242`, `offline`, `gift card`. */
export function paymentMethodText({
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
