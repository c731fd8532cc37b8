import type { Handlers } from "../../../api/endpoint.ts";
import type { EventGuest, eventGuests as endpoints } from "../../../api/services/guests/event-guests.ts";
import type { Tx } from "../../kernel/tx.ts";
import { offsetPage } from "../../services/events/index.ts";
import { showGuest } from "../../services/guests/guests.ts";
import { guests as table } from "../../services/guests/tables.ts";
import { readsForms } from "../../services/staff/index.ts";

const dates = ["createdDate", "updatedDate", "attendanceStatusUpdatedDate"];
const fields = {
  filterable: [
    ...dates,
    "id",
    "contactId",
    "eventId",
    "memberId",
    "orderNumber",
    "rsvpId",
    "secondaryLanguageCode",
    "ticketNumber",
    "attendanceStatus",
    "guestType",
    "guestDetails.checkedIn",
    "tickets",
  ],
  sortable: dates,
};

/** Guests of events, by RSVP and with tickets. */
export const eventGuests: Handlers<typeof endpoints, Tx> = {
  query(tx, { query, fields: groups }) {
    const { items, pagingMetadata } = offsetPage(tx, table, query, fields);
    return { guests: items.map((guest) => permitted(tx, showGuest(guest, groups))), pagingMetadata };
  },
};

/** Returns the guest without the answers that the caller may not read. */
function permitted(tx: Tx, guest: EventGuest): EventGuest {
  if (readsForms(tx) || !guest.guestDetails) return guest;
  const { formResponse: _, ...guestDetails } = guest.guestDetails;
  return { ...guest, guestDetails };
}
