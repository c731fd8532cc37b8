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
