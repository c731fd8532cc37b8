/** The public part of this service for other services. */
export { checkoutCompleted, watchCheckout } from "./abandoned-checkouts.ts";
