/** What the sandbox does not emulate of carts, checkouts and their prices, for `till sandbox status`. */
export const cartLimits: readonly string[] = [
  "Carts: one currency; what is converted equals what is not, and texts are not translated.",
  "Carts: whoever knows the id of a cart or a checkout may read and change it; prices that a line item brings are taken as they are.",
  "Carts: an update replaces the lists that it carries; adding the same item with the same choices makes its line more.",
  "Carts v2: the same carts in newer words; it tells the events of v1 (wix.ecom.v1.cart), forms are kept and never shown, and the internal upsell calls are missing.",
  "Carts v2: a cart that was ordered is shown from its checkout, at today's prices; priceVerificationToken is base64url, the platform seals its tokens.",
  "Checkouts: prices, stock, delivery and tax are worked out anew at every look, so a checkout is never out of date (CHECKOUT_CHANGED does not occur).",
  "Checkouts: without any shipping option in the shop nothing asks for a delivery; all products use the default delivery profile.",
  "Checkouts: a declined payment is refused (402 PAYMENT_ERROR) and makes no order; 3-D Secure, wallets and payment tokens are not there.",
  'Checkouts: a token of markAsCompletedAndRedirect is base64url of {"checkoutId":"…"}; the platform seals its tokens.',
  "Discounts: a line is discounted by one rule, the one that saves most; buy-X-get-Y does not exist.",
  'Discounts: a custom filter means { collectionIds } or { target: "SHIPPING" }, whatever app it names.',
  "Coupons, fees and memberships: kept by the sandbox itself (till sandbox coupons, /__till/fees, /__till/memberships), not by apps; one coupon, one gift card.",
  "Tax: automatic rates are a small table, true to life in shape only; items that are not sent are taxed at the billing address.",
];
