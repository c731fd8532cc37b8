import type { Tx } from "../../kernel/tx.ts";
import { emitUpdated } from "./emit.ts";
import { events, type StoredEvent } from "./tables.ts";

export type RegistrationType = "RSVP" | "TICKETING" | "EXTERNAL" | "NONE" | "RSVP_AND_TICKETING";
export type RegistrationStatus =
  | "CLOSED_AUTOMATICALLY"
  | "CLOSED_MANUALLY"
  | "OPEN_RSVP"
  | "OPEN_RSVP_WAITLIST_ONLY"
  | "OPEN_TICKETS"
  | "OPEN_EXTERNAL"
  | "SCHEDULED_RSVP"
  | "OPEN_RSVP_AND_TICKETS";

/** Returns the registration status of an event at a time, from its settings, status and counts. */
export function registrationState(
  event: Pick<StoredEvent, "registration" | "status" | "internal">,
  now: Date,
): { type: RegistrationType; status: RegistrationStatus } {
  const type = typeOf(event.registration);
  return { type, status: statusOf(event, type, now) };
}

function typeOf(registration: StoredEvent["registration"]): RegistrationType {
  if (registration.registrationDisabled) return "NONE";
  if (registration.external?.url) return "EXTERNAL";
  return (registration.initialType ?? "RSVP") as RegistrationType;
}

function statusOf(
  { registration, status, internal }: Pick<StoredEvent, "registration" | "status" | "internal">,
  type: RegistrationType,
  now: Date,
): RegistrationStatus {
  const { registrationPaused, registrationDisabled, rsvp, tickets } = registration;
  // The live platform reports drafts as closed manually.
  if (registrationDisabled || registrationPaused || status === "DRAFT") return "CLOSED_MANUALLY";
  if (status !== "UPCOMING" && status !== "STARTED") return "CLOSED_AUTOMATICALLY";
  if (type === "EXTERNAL") return "OPEN_EXTERNAL";
  const byRsvp =
    type === "TICKETING" ? "CLOSED_AUTOMATICALLY" : rsvpStatus(rsvp ?? {}, internal.attending, now);
  const selling = type !== "RSVP" && !tickets?.soldOut;
  if (!selling) return byRsvp;
  return byRsvp === "OPEN_RSVP" ? "OPEN_RSVP_AND_TICKETS" : "OPEN_TICKETS";
}

function rsvpStatus(
  { startDate, endDate, limit, waitlistEnabled }: NonNullable<StoredEvent["registration"]["rsvp"]>,
  attending: number,
  now: Date,
): RegistrationStatus {
  const at = now.toISOString();
  if (startDate && at < startDate) return "SCHEDULED_RSVP";
  if (endDate && at >= endDate) return "CLOSED_AUTOMATICALLY";
  if (typeof limit !== "number" || attending < limit) return "OPEN_RSVP";
  return waitlistEnabled ? "OPEN_RSVP_WAITLIST_ONLY" : "CLOSED_AUTOMATICALLY";
}

/**
 * Stores an event whose counts changed (`summaries`, `internal.attending`, `registration.tickets`) with its new
 * registration status. Emits an updated event if the status changed.
 */
export function refreshRegistration(tx: Tx, event: StoredEvent): StoredEvent {
  const state = registrationState(event, tx.now);
  const after = { ...event, registration: { ...event.registration, ...state } };
  const before = tx.get(events, event.id);
  tx.put(events, after.id, after);
  if (before?.registration.status !== state.status) emitUpdated(tx, after);
  return after;
}
