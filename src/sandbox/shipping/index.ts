/** The parts of this service that other services may use. */

export type { DeliveryOption } from "./delivery-options.ts";
export { businessAddress, deliveryOptions } from "./delivery-options.ts";
export { extend } from "./regions.ts";
export { type StoredRegion, shippingOptions } from "./tables.ts";
