import { PlatformError } from "../../../kernel/tx.ts";

/** The v2 error codes of v1 errors. */
const codes: Readonly<Record<string, string>> = {
  CHECKOUT_ALREADY_PAID: "CART_ALREADY_ORDERED",
  COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: "CANNOT_REDEEM_COUPON_WHEN_PURCHASING_GIFT_CARD",
  EMPTY_CHECKOUT: "EMPTY_CART",
  ERROR_COUPON_DOES_NOT_EXIST: "INVALID_COUPON_CODE",
  ERROR_COUPON_HAS_EXPIRED: "INVALID_COUPON_STATUS",
  ERROR_COUPON_IS_NOT_ACTIVE_YET: "INVALID_COUPON_STATUS",
  ERROR_COUPON_NOT_APPLICABLE: "INVALID_COUPON_STATUS",
  ERROR_COUPON_USAGE_EXCEEDED: "INVALID_COUPON_STATUS",
  ERROR_INVALID_SUBTOTAL: "INVALID_COUPON_STATUS",
  FULL_OUT_OF_STOCK: "LINE_ITEMS_OUT_OF_STOCK",
  GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD: "CANNOT_PAY_FOR_GIFT_CARD_WITH_GIFT_CARD",
  GIFT_CARD_CURRENCY_MISMATCH: "INVALID_GIFT_CARD_STATUS",
  GIFT_CARD_DISABLED: "INVALID_GIFT_CARD_STATUS",
  GIFT_CARD_EXPIRED: "INVALID_GIFT_CARD_STATUS",
  GIFT_CARD_IS_EMPTY: "INVALID_GIFT_CARD_STATUS",
  GIFT_CARD_NOT_FOUND: "INVALID_GIFT_CARD_CODE",
  NO_SELECTED_CARRIER_SERVICE_OPTION: "MISSING_DELIVERY_METHOD",
  PARTIAL_OUT_OF_STOCK: "LINE_ITEMS_OUT_OF_STOCK",
  PAYMENT_ERROR: "INVALID_PAYMENT_STATUS",
  REDEEM_GIFT_CARD_ERROR: "GIFT_CARD_REDEEM_ERROR",
  SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND: "DELIVERY_METHOD_NOT_FOUND",
  SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE: "DELIVERY_METHOD_NO_LONGER_AVAILABLE",
  SUBSCRIPTION_WITH_GIFT_CARD: "CANNOT_PAY_FOR_SUBSCRIPTION_WITH_GIFT_CARD",
};

/** Wraps handlers to throw errors with v2 codes. Messages and data stay. */
export function withV2ErrorCodes<H extends object>(handlers: H): H {
  const wrapped = Object.entries(handlers).map(([name, handle]) => [
    name,
    (...given: unknown[]) => {
      try {
        return (handle as (...given: unknown[]) => unknown)(...given);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        throw new PlatformError(error.status, codes[error.code] ?? error.code, error.message, error.data);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as H;
}
