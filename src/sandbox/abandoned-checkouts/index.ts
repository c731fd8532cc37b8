/** The public part of this service for other services. */
export { checkoutCompleted, forgetCheckout, watchCheckout } from "./abandoned-checkouts.ts";
