import { eventsSettings } from "../../api/services/events/events-settings.ts";
import { checkoutSettings } from "../../api/services/settings/commerce-settings.ts";
import { ordersSettings } from "../../api/services/settings/orders-settings.ts";
import type { Writer } from "../snapshot/write/writer.ts";

/** How the settings of checkout, orders and events are written. Each site has them. */
export const settingsWriters: readonly Writer[] = [
  {
    kind: "checkoutSettings",
    noun: "checkout settings",
    phase: () => 0,
    update: ({ changed }) => ({
      name: "checkoutSettings.update",
      endpoint: checkoutSettings.update,
      input: { checkoutSettings: changed },
    }),
  },
  {
    kind: "ordersSettings",
    noun: "order settings",
    phase: () => 0,
    update: ({ changed }) => ({
      name: "ordersSettings.update",
      endpoint: ordersSettings.update,
      input: { ordersSettings: changed, fieldMask: Object.keys(changed).join(",") },
    }),
  },
  {
    kind: "eventsSettings",
    noun: "event settings",
    phase: () => 0,
    update: ({ id, revision, changed }) => ({
      name: "eventsSettings.update",
      endpoint: eventsSettings.update,
      input: { eventsSettings: { ...changed, id, revision }, fields: ["PAYMENT_SETTINGS"] },
    }),
  },
];
