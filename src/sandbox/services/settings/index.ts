/** The parts of this service that other services may use. */
export {
  eventsSettingsKind,
  eventsSettingsOf,
  paymentSettings,
  type StoredSettings,
} from "./events-settings.ts";
export { inventoryTrigger } from "./orders-settings.ts";
export { changeSellingSettings, sellingSettings } from "./settings.ts";
