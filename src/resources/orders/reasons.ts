/** The platform's reasons in words: the whole sentence goes "it cannot be …: <words>". */
const words: Readonly<Record<string, string>> = {
  // Why a payment cannot be given back.
  ALREADY_REFUNDED: "it was given back already",
  PROVIDER_IS_DOWN: "the payment provider cannot be reached",
  INTERNAL_ERROR: "the platform failed",
  NOT_PAID: "it was never paid",
  ACCESS_DENIED: "this identity may not do it",
  ZERO_PRICE: "there is nothing to give back of a price of 0",
  DISABLED_BY_PROVIDER: "the payment provider does not allow it",
  PENDING_REFUND: "a refund is under way",
  FORBIDDEN: "the account may not do it",
  TRANSACTION_NOT_FOUND: "the payment provider does not know the payment",
  ORDER_IS_PENDING: "the order waits for its payment",
  ORDER_IS_REJECTED: "the order was rejected",
  AMOUNT_OFFSET_BY_CHARGEBACK: "the bank took it back (chargeback)",
  PARTIALLY_PAID: "it is paid in part only",
  DEPOSIT_ONLINE_ITEM: "it is a deposit",
  NOT_FOUND: "the payment was not found",
  // Why it can be given back by hand only.
  EXPIRED: "the payment provider's time for refunds is over",
  NOT_SUPPORTED: "the payment provider cannot do it",
  OFFLINE: "it was paid by hand",
  REQUIRES_CARD_READER: "it needs the card and a reader",
  // Why an order cannot be edited or imported.
  PARTIALLY_OR_FULLY_REFUNDED: "money was given back for it",
  UNSUPPORTED_CHANNEL_TYPE: "it comes from a channel whose orders cannot be changed here",
  ORDER_STATUS_IS_NOT_SUPPORTED: "only approved orders can be taken",
  ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT: "its currency is not the site's",
  ORDER_AND_SITE_WEIGHT_UNITS_ARE_INCONSISTENT: "its unit of weight is not the site's",
  AMOUNTS_DO_NOT_ADD_UP: "its amounts do not add up to its total",
  ORDER_NOT_FOUND: "there is no such order",
  SUBSCRIPTION_LINE_ITEM_EXISTS: "it holds a subscription",
  UNSUPPORTED_CATALOG_ITEM: "it holds an item that the catalog no longer has",
  ORDER_HAS_CHARGEBACKS: "the bank took a payment back (chargeback)",
  EDITING_IS_NOT_ALLOWED_FOR_APP: "another app made it and keeps it to itself",
  COUPON_BEHAVIOR_IS_UNDEFINED: "it has a coupon of unknown effect",
  TAXABLE_EXISTING_ADDITIONAL_FEE: "it holds a fee with tax on it",
};

/** A reason of the platform in words, with the platform's own behind them; one that is not known as it is. */
export function reasonWords(reason: string | null | undefined): string {
  if (!reason) return "";
  const known = words[reason];
  return known === undefined ? reason : `${known} (${reason})`;
}

/** Whether a code is one of the platform's reasons. */
export const isReason = (code: string): boolean => Object.hasOwn(words, code);
