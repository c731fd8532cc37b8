import { eventsSettings } from "../../api/services/events/events-settings.ts";
import type { EventsSettings } from "../../api/services/events/models/events-settings.ts";
import { checkoutSettings } from "../../api/services/settings/commerce-settings.ts";
import { ordersSettings } from "../../api/services/settings/orders-settings.ts";
import type { EntityKind } from "../snapshot/entities.ts";

/** The settings of checkout, orders and events; each site has one of each. */
export const settingsKinds: readonly EntityKind[] = [
  {
    kind: "checkoutSettings",
    domain: "settings",
    name: "checkout settings",
    call: "checkoutSettings.get",
    endpoint: checkoutSettings.get,
    at: "checkoutSettings",
  },
  {
    kind: "ordersSettings",
    domain: "settings",
    name: "order settings",
    call: "ordersSettings.get",
    endpoint: ordersSettings.get,
    at: "ordersSettings",
  },
  {
    kind: "eventsSettings",
    domain: "settings",
    name: "event settings",
    call: "eventsSettings.get",
    endpoint: eventsSettings.get,
    input: { fields: ["PAYMENT_SETTINGS"] },
    at: "eventsSettings",
    // The other fields follow from the site and its payment methods.
    content(one) {
      const { delayedPaymentCaptureSettings } = (one as EventsSettings).paymentSettings ?? {};
      return delayedPaymentCaptureSettings ? { paymentSettings: { delayedPaymentCaptureSettings } } : {};
    },
  },
];
