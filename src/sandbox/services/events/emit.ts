import type { Event } from "../../../api/services/events/events.ts";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { Tx } from "../../kernel/tx.ts";
import type { StoredEvent } from "./tables.ts";
import { showEvent } from "./view.ts";

const fqdn = "wix.events.v3.event";

/** Returns the entity of created and updated events: everything that visitors may see. */
const payload = (tx: Tx, event: StoredEvent): Event =>
  showEvent({ ...tx, caller: { role: "visitor" } }, event, [
    "DETAILS",
    "TEXTS",
    "REGISTRATION",
    "URLS",
    "FORM",
    "SEO_SETTINGS",
    "AGENDA",
  ]);

/** Emits the created event of an event. */
export function emitCreated(tx: Tx, event: StoredEvent): void {
  emitDomainEvent(tx, fqdn, "created", event.id, { createdEvent: { entity: payload(tx, event) } });
}

/** Emits the updated event of an event. */
export function emitUpdated(tx: Tx, event: StoredEvent): void {
  emitDomainEvent(tx, fqdn, "updated", event.id, { updatedEvent: { currentEntity: payload(tx, event) } });
}

/** Emits the deleted event, which contains the id only. */
export function emitDeleted(tx: Tx, { id }: StoredEvent): void {
  emitDomainEvent(tx, fqdn, "deleted", id, { deletedEvent: {} });
}

/** The fields of action events besides id and time, by action. */
const facts: Record<string, (tx: Tx, event: StoredEvent) => object> = {
  published: (tx, event) => {
    const { status, title, shortDescription, location, dateAndTimeSettings, eventPageUrl, registration } =
      payload(tx, event);
    const { derivedFromEventId } = event.internal;
    return {
      status,
      derivedFromEventId,
      title,
      shortDescription,
      location,
      dateAndTimeSettings,
      eventPageUrl,
      registration,
    };
  },
  started: (_, event) => ({ hasGuests: hasGuests(event) }),
  ended: (_, event) => ({ hasGuests: hasGuests(event) }),
  canceled: (_, event) => ({ title: event.title, userId: event.userId, hasGuests: hasGuests(event) }),
  cloned: (_, { location, dateAndTimeSettings, title, userId, status, internal, instanceId }) => ({
    location,
    dateAndTimeSettings,
    title,
    userId,
    status,
    derivedFromInstanceId: instanceId,
    derivedFromEventId: internal.derivedFromEventId,
  }),
  reminder: (_, event) => {
    const { location, dateAndTimeSettings, title, userId } = event;
    return { location, dateAndTimeSettings, title, userId, hasGuests: hasGuests(event) };
  },
};

export type EventAction = "published" | "started" | "ended" | "canceled" | "cloned" | "reminder";

/** Emits an action event with additional fields. */
export function emitAction(tx: Tx, event: StoredEvent, action: EventAction, more: object = {}): void {
  const known = facts[action]?.(tx, event);
  const body = { timestamp: tx.now.toISOString(), eventId: event.id, ...known, ...more };
  emitDomainEvent(tx, fqdn, action, event.id, { actionEvent: { body } });
}

const hasGuests = ({ summaries, internal }: StoredEvent): boolean =>
  internal.attending + (summaries.rsvps?.totalCount ?? 0) + (summaries.tickets?.ticketsSold ?? 0) > 0;
