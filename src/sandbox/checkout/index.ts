/** The parts of this service that other services may use. */

export { checkoutOfCart } from "./change.ts";
export {
  checkoutOf,
  checkoutOfToken,
  checkouts,
  checkoutUrl,
  pricedCheckout,
  redirectToCheckout,
  removeCheckout,
  replaceCheckout,
  type StoredCheckout,
} from "./checkouts.ts";
export {
  completeCheckout,
  markCompleted,
  type PaymentOutcome,
  type PlacedOrder,
  paymentOutcome,
} from "./place.ts";
