/** The parts of this service that other services may use. */
export { startSubscriptions } from "./subscriptions.ts";
