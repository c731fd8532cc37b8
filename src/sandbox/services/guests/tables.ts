import type { EventGuest } from "../../../api/services/guests/event-guests.ts";
import type { Rsvp } from "../../../api/services/guests/rsvp.ts";
import type { Stored } from "../../kernel/documents/entities.ts";
import type { Table } from "../../kernel/tx.ts";

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

const orNull = <T>(value: T | null | undefined) => value ?? null;
const flag = (value: boolean | null | undefined) => (value ? 1 : 0);

export const rsvps: Table<StoredRsvp> = {
  name: "eventRsvps",
  columns: {
    eventId: { type: "text", value: ({ eventId }) => eventId },
    status: { type: "text", value: ({ status }) => status },
    createdDate: { type: "text", value: ({ createdDate }) => createdDate },
    updatedDate: { type: "text", value: ({ updatedDate }) => updatedDate },
    memberId: { type: "text", value: ({ memberId }) => orNull(memberId) },
    contactId: { type: "text", value: ({ contactId }) => orNull(contactId) },
    email: { type: "text", value: ({ email }) => email },
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
export interface StoredGuest extends Stored<EventGuest> {
  eventId: string;
  attendanceStatus: "NOT_ATTENDING" | "ATTENDING" | "IN_WAITLIST";
  attendanceStatusUpdatedDate: string;
  guestDetails: NonNullable<EventGuest["guestDetails"]>;
}

export const guests: Table<StoredGuest> = {
  name: "eventGuests",
  columns: {
    eventId: { type: "text", value: ({ eventId }) => eventId },
    rsvpId: { type: "text", value: ({ rsvpId }) => orNull(rsvpId) },
    orderNumber: { type: "text", value: ({ orderNumber }) => orNull(orderNumber) },
    ticketNumber: { type: "text", value: ({ ticketNumber }) => orNull(ticketNumber) },
    contactId: { type: "text", value: ({ contactId }) => orNull(contactId) },
    memberId: { type: "text", value: ({ memberId }) => orNull(memberId) },
    attendanceStatus: { type: "text", value: ({ attendanceStatus }) => attendanceStatus },
    guestType: { type: "text", value: ({ guestType }) => orNull(guestType) },
    "guestDetails.checkedIn": { type: "number", value: ({ guestDetails }) => flag(guestDetails.checkedIn) },
    createdDate: { type: "text", value: ({ createdDate }) => createdDate },
    updatedDate: { type: "text", value: ({ updatedDate }) => updatedDate },
    attendanceStatusUpdatedDate: {
      type: "text",
      value: ({ attendanceStatusUpdatedDate }) => attendanceStatusUpdatedDate,
    },
  },
};
