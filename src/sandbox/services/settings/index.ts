/** The parts of this service that other services may use. */
export { inventoryTrigger } from "./orders-settings.ts";
export { changeSellingSettings, sellingSettings } from "./settings.ts";
