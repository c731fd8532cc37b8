import type { Handlers } from "../../../api/endpoint.ts";
import type {
  EventsSettings,
  eventsSettings as endpoints,
} from "../../../api/services/events/event-settings.ts";
import { checkRevision, replaceEntity } from "../../kernel/documents/entities.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { events } from "../../services/events/tables.ts";
import {
  eventsSettingsKind as kind,
  paymentSettings as payment,
  type StoredSettings,
  eventsSettingsOf as settingsOf,
} from "../../services/settings/index.ts";

/** Settings of all events of the site. */
export const eventsSettings: Handlers<typeof endpoints, Tx> = {
  get: (tx, { fields }) => ({ eventsSettings: show(tx, settingsOf(tx), fields) }),
  update(tx, { eventsSettings: given, fields }) {
    const before = settingsOf(tx);
    if (given?.id !== before.id)
      throw new PlatformError(404, "EVENTS_SETTINGS_NOT_FOUND", `There are no settings ${given?.id}`, {
        id: given?.id,
      });
    checkRevision(before, given.revision, kind.name);
    const delayedCapture =
      given.paymentSettings?.delayedPaymentCaptureSettings?.enabled ?? before.delayedCapture;
    return { eventsSettings: show(tx, replaceEntity(tx, kind, { ...before, delayedCapture }), fields) };
  },
};

function show(
  tx: Tx,
  { delayedCapture, ...entity }: StoredSettings,
  fields: readonly (string | null)[] | null | undefined,
): EventsSettings {
  const has = (group: string) => fields?.includes(group) ?? false;
  return {
    ...entity,
    ...(has("SITE_INFO") && {
      siteInfo: { locale: "en", language: "en", premiumFeatures: ["SELL_TICKETS"] },
    }),
    ...(has("EVENTS_INFO") && { eventsInfo: eventsInfo(tx) }),
    ...(has("SERVICE_FEE_SETTINGS") && { serviceFeeSettings: { serviceFeeEnabled: false } }),
    ...(has("PAYMENT_SETTINGS") && { paymentSettings: payment(delayedCapture) }),
  };
}

function eventsInfo(tx: Tx) {
  const count = (filter: object) => tx.query(events, { filter, limit: 1 }).total;
  const ticketed = { "registration.type": { $in: ["TICKETING", "RSVP_AND_TICKETING"] } };
  return {
    firstEventCreated: count({}) > 0,
    sellingTickets: count(ticketed) > 0,
    sellingPaidTickets:
      count({ $and: [ticketed, { "registration.tickets.highestPrice": { $exists: true } }] }) > 0,
  };
}
