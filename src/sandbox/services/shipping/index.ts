/** The parts of this service that other services may use. */
export { extend } from "./regions.ts";
export { businessAddress, type DeliveryOption, deliveryOptions } from "./shop.ts";
export { type StoredRegion, shippingOptions } from "./tables.ts";
