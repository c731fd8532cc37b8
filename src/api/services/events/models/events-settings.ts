import type * as z from "zod/mini";
import { bool, date, enumOf, guid, list, obj, readonly, text } from "../../../models/fields.ts";

/** The field groups of the event settings, which are returned on request only. */
export const EventsSettingsField = enumOf(
  "APP_STATE",
  "SITE_INFO",
  "EVENTS_INFO",
  "SERVICE_FEE_SETTINGS",
  "PAYMENT_SETTINGS",
  "SITE_SETTINGS",
  "EVENT_BADGES_SETTINGS",
  "SITE_PROPERTIES",
  "EVENT_PAGES",
  "APP_FEATURES",
  "BUYER_FORM",
);

/** The event settings of a site. */
export const EventsSettings = obj({
  id: readonly(guid()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  revision: readonly(text()),
  siteInfo: readonly(
    obj({
      locale: text(),
      language: text({ format: "LANGUAGE" }),
      premiumFeatures: list(enumOf("SELL_TICKETS", "INCLUDE_URL_IN_EMAIL", "HIDE_FOOTER_IN_EMAIL")),
    }),
  ),
  eventsInfo: readonly(
    obj({ firstEventCreated: bool(), sellingTickets: bool(), sellingPaidTickets: bool() }),
  ),
  serviceFeeSettings: readonly(obj({ serviceFeeEnabled: bool() })),
  paymentSettings: obj({
    ticketSalesEnabled: readonly(bool()),
    activePaymentMethods: list(obj({ methodId: text({ maxLength: 20 }) }), { readonly: true }),
    couponsAccepted: readonly(bool()),
    giftCardsAccepted: readonly(bool()),
    delayedPaymentCaptureSettings: obj({ enabled: bool() }),
  }),
});
export interface EventsSettings extends z.input<typeof EventsSettings> {}
