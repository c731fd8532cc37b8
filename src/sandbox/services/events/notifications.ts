import type { NotificationConfig } from "../../../api/services/events/event-settings.ts";
import { type Kind, newEntity, type Stored } from "../../kernel/documents/entities.ts";
import type { Tx } from "../../kernel/tx.ts";
import type { LifecycleHooks } from "./lifecycle-hooks.ts";

/** The notification settings of an event that differ from the defaults. */
export interface StoredConfig extends Stored<NotificationConfig> {}

export const configKind: Kind<StoredConfig> = {
  table: { name: "notificationConfigs", columns: {} },
  fqdn: "wix.events.notifications.v2.notification_config",
  name: "notification config",
  show: (config) => config,
};

const link = (linkText: string) => ({ display: true, linkText });
const notification = (
  notificationType: string,
  subject: string,
  body: string,
  reminderTime = "INSTANT",
  includeTickets = false,
) => ({
  notificationType,
  reminderTime,
  sendingEnabled: true,
  template: {
    subject,
    body,
    includeTickets,
    descriptionLink: link("Event details"),
    calendarLink: link("Add to calendar"),
    onlineConferencingLink: link("Join online"),
  },
});

/** The default notifications. */
const standard = {
  rsvpConfirmation: notification("EMAIL_RSVP_CONFIRMATION", "You are in", "Thank you for your RSVP."),
  newSpotsAvailable: notification(
    "EMAIL_NEW_SPOTS_AVAILABLE",
    "There is a place for you",
    "New spots opened up.",
  ),
  eventCancelation: notification(
    "EMAIL_EVENT_CANCELATION",
    "Event canceled",
    "We are sorry: it is canceled.",
  ),
  upcomingEventReminder: notification(
    "EMAIL_UPCOMING_EVENT_REMINDER",
    "See you soon",
    "The event starts soon.",
    "BEFORE_1_DAY",
  ),
  orderConfirmation: notification(
    "EMAIL_ORDER_CONFIRMATION",
    "Your order",
    "Thank you for your order.",
    "INSTANT",
    true,
  ),
  ticketConfirmation: notification(
    "EMAIL_TICKET_CONFIRMATION",
    "Your ticket",
    "Here is your ticket.",
    "INSTANT",
    true,
  ),
  invoice: notification("EMAIL_INVOICE", "Your invoice", "Here is your invoice."),
};

/** Returns the notifications of an event: its settings merged with the defaults. */
export function resolvedConfig(tx: Tx, id: string): NotificationConfig {
  return { id, revision: "0", ...standard, ...tx.get(configKind.table, id) };
}

export const notificationHooks: LifecycleHooks = {
  copied(tx, from, to) {
    const config = tx.get(configKind.table, from.id);
    if (config) tx.put(configKind.table, to.id, { ...config, ...newEntity(tx, to.id) });
  },
  removed(tx, { id }) {
    tx.remove(configKind.table, id);
  },
};
