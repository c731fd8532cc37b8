/** The parts of this service that other services may use. */
export { checkoutCompleted, watchCheckout } from "./abandoned-checkouts.ts";
