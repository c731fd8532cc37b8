import type { EventsSettings } from "../../../api/services/events/event-settings.ts";
import type { Entity, Kind } from "../../kernel/documents/entities.ts";
import { guidOf } from "../../kernel/ids.ts";
import type { Tx } from "../../kernel/tx.ts";

/** The writable settings of a site. */
export interface StoredSettings extends Entity {
  delayedCapture: boolean;
}

export const eventsSettingsKind: Kind<StoredSettings> = {
  table: { name: "eventsSettings", columns: {} },
  fqdn: "wix.events.v1.events_settings",
  name: "events settings",
  show: ({ delayedCapture, ...entity }) => ({ ...entity, paymentSettings: paymentSettings(delayedCapture) }),
};

/** Returns the settings of the site, by default those of a new one. */
export function eventsSettingsOf(tx: Tx): StoredSettings {
  const id = guidOf(tx.setting("seed") ?? "", "events settings", 1);
  const start = "2024-01-01T00:00:00.000Z";
  const blank = { id, revision: "1", createdDate: start, updatedDate: start, delayedCapture: false };
  return tx.get(eventsSettingsKind.table, id) ?? blank;
}

/** Returns the payment settings in API form. */
export const paymentSettings = (enabled: boolean) => ({
  ticketSalesEnabled: true,
  activePaymentMethods: [{ methodId: "creditCard" }, { methodId: "offline" }],
  couponsAccepted: true,
  giftCardsAccepted: true,
  delayedPaymentCaptureSettings: { enabled },
});

/** Returns the document of the settings of another site. They keep this site's ID, of which there is one. */
export function copiedEventsSettings(tx: Tx, given: EventsSettings): StoredSettings {
  const { revision, createdDate, updatedDate, paymentSettings: payment } = given;
  const dates = { ...(createdDate && { createdDate }), ...(updatedDate && { updatedDate }) };
  const delayedCapture = payment?.delayedPaymentCaptureSettings?.enabled ?? false;
  return { ...eventsSettingsOf(tx), delayedCapture, ...dates, ...(revision && { revision }) };
}
