import type { EventGuest, Rsvp } from "../../api/services/guests.ts";
import { sortedJson } from "../../kernel/json.ts";
import { detailsOf } from "../events/index.ts";
import { nextRevision, type Stored } from "../kernel/entities.ts";
import { seededId } from "../kernel/ids.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import type { Table, Tx } from "../kernel/tx.ts";

const fqdn = "wix.events.guests.v1.guest";

/** The data of a guest. `ref` identifies the RSVP, order or ticket. */
export type GuestFacts = Partial<EventGuest> &
  Pick<StoredGuest, "eventId" | "attendanceStatus" | "guestDetails">;

/** Returns the guest id of an RSVP, an order or a ticket. */
export const guestId = (tx: Tx, ref: string): string => seededId(tx, `guest ${ref}`);

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
    guestDetails: fields?.includes("GUEST_DETAILS") ? guestDetails : undefined,
    totalGuests: fields?.includes("GUEST_TOTAL") && totalGuests !== undefined ? totalGuests : undefined,
  };
}

/** Compares values as stored, ignoring the order of keys. */
const sameJson = (one: object, other: object) => sortedJson(one) === sortedJson(other);

export type Answer = "YES" | "NO" | "WAITLIST";
export type Guest = NonNullable<NonNullable<Rsvp["guestList"]>["guests"]>[number] & {
  guestId: number;
  fullName: string;
};

/** A stored RSVP with its guests. Guest 1 is the person who answered. */
export interface StoredRsvp extends Stored<Rsvp> {
  eventId: string;
  firstName: string;
  lastName: string;
  email: string;
  status: Answer;
  totalGuests: number;
  guestList: { guests: Guest[] };
  checkedInGuestCount: number;
  fullyCheckedIn: boolean;
}

const flag = (value: boolean | null | undefined) => (value ? 1 : 0);

export const rsvps: Table<StoredRsvp> = {
  name: "eventRsvps",
  columns: {
    eventId: "text",
    status: "text",
    createdDate: "text",
    updatedDate: "text",
    memberId: "text",
    contactId: "text",
    email: "text",
    fullyCheckedIn: { type: "number", value: ({ fullyCheckedIn }) => flag(fullyCheckedIn) },
    searchText: {
      type: "text",
      value: ({ firstName, lastName, email, guestList }) =>
        [firstName, lastName, email, ...guestList.guests.map(({ fullName }) => fullName)]
          .join(" ")
          .toLowerCase(),
    },
  },
};

/** A stored guest. */
interface StoredGuest extends Stored<EventGuest> {
  eventId: string;
  attendanceStatus: "NOT_ATTENDING" | "ATTENDING" | "IN_WAITLIST";
  attendanceStatusUpdatedDate: string;
  guestDetails: NonNullable<EventGuest["guestDetails"]>;
}

export const guests: Table<StoredGuest> = {
  name: "eventGuests",
  columns: {
    eventId: "text",
    rsvpId: "text",
    orderNumber: "text",
    ticketNumber: "text",
    contactId: "text",
    memberId: "text",
    attendanceStatus: "text",
    guestType: "text",
    "guestDetails.checkedIn": { type: "number", value: ({ guestDetails }) => flag(guestDetails.checkedIn) },
    createdDate: "text",
    updatedDate: "text",
    attendanceStatusUpdatedDate: "text",
  },
};
