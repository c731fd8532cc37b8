/** The parts of this service that other services may use. */
export {
  changeSellingSettings,
  eventsSettingsKind,
  eventsSettingsOf,
  inventoryTrigger,
  paymentSettings,
  type StoredSettings,
  sellingSettings,
} from "./settings.ts";
