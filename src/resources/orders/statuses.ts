/** The statuses of orders, as the platform writes them. */
export const orderStatuses = ["INITIALIZED", "APPROVED", "CANCELED", "PENDING", "REJECTED"] as const;
/** The payment statuses of orders. */
export const paymentStatuses = [
  "NOT_PAID",
  "PAID",
  "PARTIALLY_REFUNDED",
  "FULLY_REFUNDED",
  "PENDING",
  "PARTIALLY_PAID",
  "PENDING_MERCHANT",
  "CANCELED",
  "DECLINED",
] as const;
/** The fulfillment statuses of orders. */
export const fulfillmentStatuses = ["NOT_FULFILLED", "FULFILLED", "PARTIALLY_FULFILLED", "CANCELED"] as const;
