import type { EventPolicy, NotificationConfig, ScheduleItem } from "../../api/services/events.ts";
import { type Kind, newEntity, removeEntity, type Stored } from "../kernel/entities.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import type { LifecycleHooks } from "./events.ts";
import { patched } from "./requests.ts";

/** Returns the hooks of this service, followed by those of the services above it. */
export const allHooks = (hooks: readonly LifecycleHooks[]): readonly LifecycleHooks[] => [
  policyHooks,
  scheduleHooks,
  notificationHooks,
  ...hooks,
];

/** A policy with its position in the event. */
export interface StoredPolicy extends Stored<EventPolicy> {
  name: string;
  body: string;
  eventId: string;
  internal: { place: number };
}

export const policyKind: Kind<StoredPolicy> = {
  table: {
    name: "eventPolicies",
    columns: {
      eventId: "text",
      "internal.place": "number",
    },
  },
  fqdn: "wix.events.v2.policy",
  name: "policy",
  show: showPolicy,
};

/** Returns a policy in API form. */
export function showPolicy({ internal, ...policy }: StoredPolicy): EventPolicy {
  return policy;
}

/** Returns the policies of an event in order. */
export const policiesOf = (tx: Tx, eventId: string): StoredPolicy[] =>
  tx.query(policyKind.table, {
    filter: { eventId },
    sort: [{ fieldName: "internal.place", order: "ASC" }],
    limit: 1000,
  }).items;

const policyHooks: LifecycleHooks = {
  copied(tx, from, to) {
    for (const policy of policiesOf(tx, from.id)) {
      const copy = { ...policy, ...newEntity(tx), eventId: to.id };
      tx.put(policyKind.table, copy.id, copy);
    }
  },
  removed(tx, { id }) {
    for (const policy of policiesOf(tx, id)) removeEntity(tx, policyKind, policy);
  },
};

/** A published schedule item. */
export interface StoredItem extends ScheduleItem {
  id: string;
  eventId: string;
  createdDate: string;
  updatedDate: string;
  timeSlot: NonNullable<ScheduleItem["timeSlot"]>;
  hidden: boolean;
  draft: boolean;
}
/** A draft of a schedule item; `gone` if publishing deletes it. */
export interface DraftItem extends StoredItem {
  gone?: true;
}

const scheduleColumns = { eventId: "text", "timeSlot.start": "text" } as const;
export const publishedItems: Table<StoredItem> = { name: "scheduleItems", columns: scheduleColumns };
export const draftItems: Table<DraftItem> = { name: "scheduleDrafts", columns: scheduleColumns };

/** A member's bookmark of an item. */
export interface Bookmark {
  id: string;
  memberId: string;
  eventId: string;
  itemId: string;
}
export const bookmarks: Table<Bookmark> = {
  name: "scheduleBookmarks",
  columns: {
    memberId: "text",
    eventId: "text",
  },
};

/** Returns the items of an event with the changes of its draft. */
export function upcomingItems(tx: Tx, eventId: string): DraftItem[] {
  const drafts = new Map([...tx.each(draftItems, { eventId })].map((item) => [item.id, item]));
  const rest = [...tx.each(publishedItems, { eventId })].filter(({ id }) => !drafts.has(id));
  return [...rest, ...drafts.values()].filter(({ gone }) => !gone);
}

/** Returns an item with the changes of the draft. Throws PlatformError 404 if it does not exist. */
export function draftedItem(tx: Tx, eventId: string, id: string): DraftItem {
  const item = tx.get(draftItems, id) ?? tx.get(publishedItems, id);
  if (item && item.eventId === eventId && !("gone" in item)) return item;
  throw noItem(id);
}

export const noItem = (id: string) =>
  new PlatformError(404, "SCHEDULE_ITEM_NOT_FOUND", `There is no item ${id} in this schedule`, { id });

/** Publishes the draft of an event. */
export function publishSchedule(tx: Tx, eventId: string): void {
  for (const { gone, ...item } of [...tx.each(draftItems, { eventId })]) {
    tx.remove(draftItems, item.id);
    if (gone) tx.remove(publishedItems, item.id);
    else tx.put(publishedItems, item.id, { ...item, draft: false });
  }
}

/** Discards the draft of an event. */
export function discardSchedule(tx: Tx, eventId: string): void {
  for (const { id } of [...tx.each(draftItems, { eventId })]) tx.remove(draftItems, id);
}

const scheduleHooks: LifecycleHooks = {
  removed(tx, { id: eventId }) {
    discardSchedule(tx, eventId);
    for (const { id } of [...tx.each(publishedItems, { eventId })]) tx.remove(publishedItems, id);
    for (const { id } of [...tx.each(bookmarks, { eventId })]) tx.remove(bookmarks, id);
  },
};

/** The notification settings of an event that differ from the defaults. */
export interface StoredConfig extends Stored<NotificationConfig> {}

export const configKind: Kind<StoredConfig> = {
  table: { name: "notificationConfigs" },
  fqdn: "wix.events.notifications.v2.notification_config",
  name: "notification config",
  show: (config) => config,
};

const notificationLink = (linkText: string) => ({ display: true, linkText });
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
    descriptionLink: notificationLink("Event details"),
    calendarLink: notificationLink("Add to calendar"),
    onlineConferencingLink: notificationLink("Join online"),
  },
});

/** The default notifications. */
const standardConfig = {
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
  const config: NotificationConfig = { id, revision: "0", ...standardConfig };
  return patched(config, tx.get(configKind.table, id) ?? {});
}

const notificationHooks: LifecycleHooks = {
  copied(tx, from, to) {
    const config = tx.get(configKind.table, from.id);
    if (config) tx.put(configKind.table, to.id, { ...config, ...newEntity(tx, to.id) });
  },
  removed(tx, { id }) {
    tx.remove(configKind.table, id);
  },
};
