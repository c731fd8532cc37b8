/** The parts of this service that other services may use. */
export { checkoutUrl, pricedCheckout, replaceCheckout } from "./checkouts.ts";
export { checkoutOfCart } from "./create.ts";
export { type PaymentOutcome, requestedPayment } from "./payment.ts";
export { completeCheckout, markCompleted, type PlacedOrder } from "./place.ts";
export { checkouts, type StoredCheckout } from "./tables.ts";
export { checkoutOfToken } from "./token.ts";
