/** What orders do not emulate, for `till sandbox status`. */
export const orderLimits: readonly string[] = [
  "Orders: no mails are written, field masks are not read, and apps are not told apart (editableByOwnerApps).",
  "Payments: there is no provider; x-sandbox-payment makes the next one declined, pending or scheduled, or names a reason why it cannot be refunded. Chargebacks and platform fees are always 0.",
  "Captures: the whole authorized amount, as on the platform; an authorization ends after 7 days unless it says otherwise.",
  "Balance: total less what is paid or pending; a refund does not make an order payable again.",
  "Orders that are canceled before anything was fulfilled have the fulfillment status CANCELED, which newer SDKs do not list.",
  "orders.aggregate takes $count, $sum, $min, $max and $avg by path; the platform documents no format.",
  "Draft orders: deposits are kept, not charged; coupons and rules of the order stay as amounts; shipping options are not offered.",
];
