/** The parts of this service that other services may use. */
export { contractKind, removeContract, startSubscriptions } from "./subscriptions.ts";
