/** The parts of this service that other services may use. */

export type { DeliveryOption } from "./carriers.ts";
export { extend } from "./regions.ts";
export { businessAddress, deliveryOptions } from "./shop.ts";
export { type StoredRegion, shippingOptions } from "./tables.ts";
