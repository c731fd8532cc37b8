import type { Event } from "../../../api/services/events/events.ts";
import { PlatformError, type Table, type Tx } from "../../kernel/tx.ts";
export type EventStatus = "UPCOMING" | "STARTED" | "ENDED" | "CANCELED" | "DRAFT";

/** A stored event with all field groups, plus `internal` fields, which the API never returns. */
export interface StoredEvent extends Event {
  id: string;
  title: string;
  slug: string;
  status: EventStatus;
  createdDate: string;
  updatedDate: string;
  location: NonNullable<Event["location"]>;
  dateAndTimeSettings: NonNullable<Event["dateAndTimeSettings"]>;
  /** `rsvp` is set for events with RSVPs, `tickets` for events with tickets, which update `tickets.soldOut`. */
  registration: NonNullable<Event["registration"]>;
  form: NonNullable<Event["form"]>;
  /** Updated by RSVPs and ticket orders. */
  summaries: NonNullable<Event["summaries"]>;
  internal: {
    /** Attending people by RSVP, including companions. `registration.rsvp.limit` limits it. */
    attending: number;
    /** The original of a cloned event. */
    derivedFromEventId?: string;
  };
}

/** Column values of fields that may be absent. */
const orNull = <T>(value: T | null | undefined) => value ?? null;

export const events: Table<StoredEvent> = {
  name: "events",
  columns: {
    slug: { type: "text", unique: true, value: ({ slug }) => slug },
    title: { type: "text", value: ({ title }) => title },
    status: { type: "text", value: ({ status }) => status },
    createdDate: { type: "text", value: ({ createdDate }) => createdDate },
    updatedDate: { type: "text", value: ({ updatedDate }) => updatedDate },
    "dateAndTimeSettings.startDate": {
      type: "text",
      value: (event) => orNull(event.dateAndTimeSettings.startDate),
    },
    "dateAndTimeSettings.endDate": {
      type: "text",
      value: (event) => orNull(event.dateAndTimeSettings.endDate),
    },
    "dateAndTimeSettings.recurringEvents.categoryId": {
      type: "text",
      value: (event) => orNull(event.dateAndTimeSettings.recurringEvents?.categoryId),
    },
  },
};

/** Returns an event. Throws PlatformError 404 `EVENT_NOT_FOUND` if it does not exist or is a draft hidden from the caller. */
export function eventOf(tx: Tx, id: string | null | undefined): StoredEvent {
  const event = tx.get(events, id ?? "");
  if (event && (event.status !== "DRAFT" || tx.caller.role === "admin")) return event;
  throw new PlatformError(404, "EVENT_NOT_FOUND", `There is no event ${id}`, { id });
}
