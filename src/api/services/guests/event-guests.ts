import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bool, date, enumOf, guid, list, num, obj, text } from "../../models/fields.ts";
import { cursorPaging, Filter, OffsetPaging, PagingMetadata, Sorting } from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";
import { FormResponse } from "../events/event-forms.ts";
import { TicketOrderStatus } from "../tickets/ticket-orders.ts";
import { CheckInDetails } from "./rsvp.ts";

/** The field groups of guests. */
const GuestField = enumOf("GUEST_DETAILS", "GUEST_TOTAL");
const AttendanceStatus = enumOf("NOT_ATTENDING", "ATTENDING", "IN_WAITLIST");
const GuestType = enumOf("RSVP", "BUYER", "TICKET_HOLDER");

/** A guest of an event, by RSVP or with tickets. */
export const EventGuest = obj(
  {
    id: guid(),
    revision: text(),
    createdDate: date(),
    updatedDate: date(),
    eventId: guid(),
    rsvpId: guid(),
    orderNumber: text({ maxLength: 36 }),
    ticketNumber: text({ maxLength: 36 }),
    tickets: list(obj({ number: text({ maxLength: 36 }), definitionId: guid(), name: text() })),
    contactId: guid(),
    memberId: guid(),
    guestDetails: obj({
      email: text({ format: "EMAIL" }),
      firstName: text({ maxLength: 255 }),
      lastName: text({ maxLength: 255 }),
      formResponse: FormResponse,
      checkedIn: bool(),
      onlineConferencingLogin: obj({ link: text(), password: text() }),
      phone: text({ maxLength: 200 }),
      address: text({ maxLength: 200 }),
      checkInDetails: list(CheckInDetails),
    }),
    attendanceStatus: AttendanceStatus,
    attendanceStatusUpdatedDate: date(),
    secondaryLanguageCode: text({ format: "LANGUAGE" }),
    guestType: GuestType,
    locale: text(),
    totalGuests: num(),
    additionalDetails: obj({
      createdDate: date(),
      updatedDate: date(),
      rsvpStatus: enumOf("YES", "NO", "WAITLIST"),
      orderStatus: TicketOrderStatus,
    }),
  },
  { always: ["id"] },
);
export interface EventGuest extends WireOf<typeof EventGuest> {}

/** A query with pages of up to 1000. */
const GuestQuery = obj(
  { filter: Filter, sort: list(Sorting), paging: OffsetPaging, cursorPaging: cursorPaging(1000) },
  { oneOf: [["paging", "cursorPaging"]] },
);

/** Guests of events. */
export const eventGuests = service("eventGuests", {
  query: endpoint("POST /events/v2/guests/query", {
    alternatives: ["/events-guests/v2/guests/query"],
    input: obj({ query: GuestQuery, fields: list(GuestField, { maxSize: 3 }) }),
    result: obj({ guests: list(EventGuest), pagingMetadata: PagingMetadata }),
    required: ["query"],
    ...pagedBy("cursor", "guests", "pagingMetadata", 1000),
    role: "admin",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "List guests that match a query",
  }),
});
