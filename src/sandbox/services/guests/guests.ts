import type { EventGuest } from "../../../api/services/guests/event-guests.ts";
import { sortedJson } from "../../../kernel/json.ts";
import { nextRevision } from "../../kernel/documents/entities.ts";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import { guidOf } from "../../kernel/ids.ts";
import type { Tx } from "../../kernel/tx.ts";
import { detailsOf } from "../events/index.ts";
import { guests, type StoredGuest } from "./tables.ts";

const fqdn = "wix.events.guests.v1.guest";

/** The data of a guest. `ref` identifies the RSVP, order or ticket. */
export type GuestFacts = Partial<EventGuest> &
  Pick<StoredGuest, "eventId" | "attendanceStatus" | "guestDetails">;

/** Returns the guest id of an RSVP, an order or a ticket. */
export const guestId = (tx: Tx, ref: string): string => guidOf(tx.setting("seed") ?? "", `guest ${ref}`, 1);

/** Creates or updates a guest and emits an event if anything changed. */
export function syncGuest(tx: Tx, ref: string, facts: GuestFacts): void {
  const id = guestId(tx, ref);
  const before = tx.get(guests, id);
  const now = tx.now.toISOString();
  const stays = before?.attendanceStatus === facts.attendanceStatus;
  const known = { revision: "1", createdDate: now, updatedDate: now, attendanceStatusUpdatedDate: now };
  const base: StoredGuest = {
    ...facts,
    id,
    ...known,
    ...(before && {
      revision: before.revision,
      createdDate: before.createdDate,
      updatedDate: before.updatedDate,
      ...(stays && { attendanceStatusUpdatedDate: before.attendanceStatusUpdatedDate }),
    }),
  };
  if (before && sameJson(before, base)) return;
  const after = before ? nextRevision(tx, base) : base;
  tx.put(guests, id, after);
  const body = before ? { updatedEvent: { currentEntity: after } } : { createdEvent: { entity: after } };
  emitDomainEvent(tx, fqdn, before ? "updated" : "created", id, body);
  if (after.guestDetails.checkedIn && !before?.guestDetails.checkedIn)
    emitGuestAction(tx, after, "guest_checked_in", { eventDetails: detailsOf(tx, after.eventId) });
}

/** Deletes the guest of an RSVP, an order or a ticket. */
export function forgetGuest(tx: Tx, ref: string): void {
  const guest = tx.get(guests, guestId(tx, ref));
  if (guest) removeGuest(tx, guest);
}

/** Deletes a guest and emits its deleted event. */
export function removeGuest(tx: Tx, guest: StoredGuest): void {
  tx.remove(guests, guest.id);
  emitDomainEvent(tx, fqdn, "deleted", guest.id, { deletedEvent: { deletedEntity: guest } });
}

type Action = "guest_checked_in" | "guest_event_canceled" | "guest_event_starts" | "guest_order_canceled";

/** Emits an action event of a guest. */
export function emitGuestAction(tx: Tx, guest: StoredGuest, action: Action, more: object): void {
  emitDomainEvent(tx, fqdn, action, guest.id, { actionEvent: { body: { guest, ...more } } });
}

/** Returns a guest with the requested field groups. */
export function showGuest(
  guest: StoredGuest,
  fields: readonly (string | null)[] | null | undefined,
): EventGuest {
  const { guestDetails, totalGuests, ...rest } = guest;
  return {
    ...rest,
    ...(fields?.includes("GUEST_DETAILS") && { guestDetails }),
    ...(fields?.includes("GUEST_TOTAL") && totalGuests !== undefined && { totalGuests }),
  };
}

/** Compares values as stored, ignoring the order of keys. */
const sameJson = (one: object, other: object) => sortedJson(one) === sortedJson(other);

/** Returns the contact id of an email address. The sandbox has no contacts, only their ids. */
export const contactIdOf = (tx: Tx, email: string): string =>
  guidOf(tx.setting("seed") ?? "", `contact ${email.trim().toLowerCase()}`, 1);
