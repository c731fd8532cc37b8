import { endpoint, service } from "../../endpoint.ts";
import { bool, enumOf, fieldMask, guid, list, map, num, obj, text } from "../../models/fields.ts";
import { FacetCounts } from "../../models/query.ts";
import { FormResponse } from "../events/event-forms.ts";
import { Ticket, TicketOrderStatus, TicketState } from "./ticket-orders.ts";

const eventId = guid();
const ticketNumber = text({ minLength: 1, maxLength: 36 });
const ticketNumbers = list(ticketNumber, { minSize: 1, maxSize: 100 });
const fieldset = list(enumOf("GUEST_DETAILS", "TICKET_DETAILS", "GUEST_FORM"), { maxSize: 20 });
const sold = obj({ tickets: list(Ticket) });
const ticket = obj({ ticket: Ticket }, { always: ["ticket"] });
const checkIn = {
  input: obj({ eventId, ticketNumber: ticketNumbers }),
  result: sold,
  required: ["eventId", "ticketNumber"],
} as const;

/** Sold tickets. */
export const tickets = service("tickets", {
  list: endpoint("GET /events/v1/tickets", {
    input: obj({
      eventId: list(guid()),
      offset: num({ min: 0 }),
      limit: num({ min: 0, max: 100 }),
      orderNumber: list(text({ minLength: 1, maxLength: 36 }), { maxSize: 20 }),
      ticketNumber: list(ticketNumber, { maxSize: 50 }),
      searchPhrase: text({ maxLength: 200 }),
      orderStatus: list(TicketOrderStatus, { maxSize: 20 }),
      fieldset,
      state: list(TicketState, { maxSize: 20 }),
      memberId: list(guid(), { maxSize: 500 }),
      facet: list(text({ maxLength: 100 }), { maxSize: 20 }),
      sort: text({ maxLength: 100 }),
      contactId: list(guid(), { maxSize: 100 }),
      ticketDefinitionId: list(guid(), { maxSize: 10 }),
      seatId: list(text({ maxLength: 36 }), { maxSize: 50 }),
    }),
    result: obj({
      total: num(),
      offset: num(),
      limit: num(),
      tickets: list(Ticket),
      facets: map(FacetCounts),
    }),
    paging: "offset",
    items: "tickets",
    limitMax: 100,
    role: "admin",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "List sold tickets",
  }),
  get: endpoint("GET /events/v1/tickets/{ticketNumber}", {
    input: obj({ eventId, ticketNumber, fieldset }),
    result: ticket,
    role: "admin",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "Get a ticket by number",
  }),
  checkIn: endpoint("POST /events/v1/tickets/check-in", {
    ...checkIn,
    scopes: ["CHECK_IN_GUESTS"],
    summary: "Check in up to 100 tickets",
  }),
  undoCheckIn: endpoint("DELETE /events/v1/tickets/check-in", {
    ...checkIn,
    // A second attempt would be rejected and would hide the outcome of the first.
    effect: "add",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "Undo the check-in of up to 100 tickets",
  }),
  update: endpoint("PATCH /events/v1/tickets/{ticketNumber}", {
    input: obj({
      eventId,
      ticketNumber,
      fields: fieldMask(),
      archived: bool(),
      guestDetails: obj({ form: FormResponse }),
    }),
    result: ticket,
    summary: "Update the guest details of a ticket, or archive it",
  }),
  bulkUpdate: endpoint("PATCH /events/v1/tickets", {
    input: obj({ eventId, ticketNumber: ticketNumbers, archived: bool() }),
    result: sold,
    required: ["eventId", "ticketNumber"],
    summary: "Archive or unarchive up to 100 tickets of one event",
  }),
});
