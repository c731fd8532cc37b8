import type { Event } from "../../../api/services/events/models/event.ts";
import { PlatformError, type Table, type Tx } from "../../kernel/tx.ts";
export type EventStatus = "UPCOMING" | "STARTED" | "ENDED" | "CANCELED" | "DRAFT";

/** An event as the sandbox keeps it: all groups of fields, and what only the sandbox knows. */
export interface StoredEvent extends Event {
  id: string;
  title: string;
  slug: string;
  status: EventStatus;
  createdDate: string;
  updatedDate: string;
  location: NonNullable<Event["location"]>;
  dateAndTimeSettings: NonNullable<Event["dateAndTimeSettings"]>;
  /** `rsvp` stands where people may RSVP, `tickets` where they may buy; `tickets.soldOut` is kept by the tickets. */
  registration: NonNullable<Event["registration"]>;
  form: NonNullable<Event["form"]>;
  /** The counts are kept by RSVPs and ticket orders. */
  summaries: NonNullable<Event["summaries"]>;
  internal: {
    /** People who come by RSVP, companions included: what `registration.rsvp.limit` is about. */
    attending: number;
    /** The event that this one is a clone of. */
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

/** The event, or PlatformError 404 (`EVENT_NOT_FOUND`); a draft is there for admins only. */
export function eventOf(tx: Tx, id: string | null | undefined): StoredEvent {
  const event = tx.get(events, id ?? "");
  if (event && (event.status !== "DRAFT" || tx.caller.role === "admin")) return event;
  throw new PlatformError(404, "EVENT_NOT_FOUND", `There is no event ${id}`, { id });
}
