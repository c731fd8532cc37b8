import type { OrderActivity } from "../../api/services/orders/models.ts";

type Price = { amount?: string | null; formattedAmount?: string | null } | null | undefined;

const price = (value: Price) => value?.formattedAmount ?? value?.amount ?? "";
const card = (value: { brand?: string | null; lastFourDigits?: string | null } | null | undefined) =>
  [value?.brand, value?.lastFourDigits].filter(Boolean).join(" ");
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(", ");

/** Describes an entry of an order's history beyond its type. */
export function activityDetails(one: OrderActivity): string {
  const authorized =
    one.authorizedPaymentCreated ?? one.authorizedPaymentCaptured ?? one.authorizedPaymentVoided;
  const regular = one.paymentPending ?? one.paymentCanceled ?? one.paymentDeclined;
  const refunded = one.paymentRefunded ?? one.paymentRefundFailed;
  return joined(
    one.merchantComment?.message,
    one.customActivity?.type,
    authorized && joined(price(authorized.amount), card(authorized)),
    regular && joined(price(regular.regular?.amount), card(regular.regular?.creditCardDetails)),
    one.refundInitiated && joined(price(one.refundInitiated.amount), one.refundInitiated.reason),
    refunded && joined(price(refunded.payment?.regular?.amount ?? refunded.payment?.giftCard?.amount)),
    one.orderRefunded && joined(price(one.orderRefunded.amount), one.orderRefunded.reason),
    one.refundedAsStoreCredit && price(one.refundedAsStoreCredit.amount),
    one.draftOrderChangesApplied?.reason,
  );
}
