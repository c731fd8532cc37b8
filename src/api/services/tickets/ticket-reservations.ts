import { endpoint, service } from "../../endpoint.ts";
import { plainBulkResults } from "../../models/bulk.ts";
import { StartedJob } from "../../models/catalog-query.ts";
import { guid, list, obj } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import { PromotionErrors, ReservationTags, TicketHold } from "./models/ticket-reservation.ts";

const ticketReservationId = guid();
const ticketReservation = obj({ ticketReservation: TicketHold });
const withErrors = obj({ ticketReservation: TicketHold, promotionErrors: PromotionErrors });
const tags = { assignTags: ReservationTags, unassignTags: ReservationTags };

/** Ticket reservations. */
export const ticketReservations = service("ticketReservations", {
  create: endpoint("POST /events/v1/ticket-reservations", {
    input: ticketReservation,
    result: withErrors,
    required: ["ticketReservation.tickets"],
    role: "visitor",
    scopes: ["SELL_TICKETS", "ADD_GUESTS"],
    summary: "Reserve tickets for a few minutes",
  }),
  get: endpoint("GET /events/v1/ticket-reservations/{ticketReservationId}", {
    input: obj({ ticketReservationId }),
    result: withErrors,
    scopes: ["SELL_TICKETS", "ADD_GUESTS"],
    summary: "Get a ticket reservation",
  }),
  remove: endpoint("DELETE /events/v1/ticket-reservations/{ticketReservationId}", {
    input: obj({ ticketReservationId }),
    result: ticketReservation,
    summary: "Delete a ticket reservation",
  }),
  updateTags: endpoint("POST /events/v1/bulk/ticket-reservations/update-tags", {
    input: obj({ ids: list(guid(), { minSize: 1, maxSize: 100 }), ...tags }),
    result: plainBulkResults,
    required: ["ids", "assignTags"],
    effect: "set",
    summary: "Add and remove tags of up to 100 ticket reservations",
  }),
  updateTagsByFilter: endpoint("POST /events/v1/bulk/ticket-reservations/update-tags-by-filter", {
    input: obj({ filter: Filter, ...tags }),
    result: StartedJob,
    required: ["filter", "assignTags"],
    effect: "set",
    summary: "Add and remove tags of all ticket reservations that match a filter",
  }),
  cancel: endpoint("POST /events/v1/ticket-reservations/{ticketReservationId}/cancel", {
    input: obj({ ticketReservationId }),
    result: ticketReservation,
    role: "visitor",
    scopes: ["SELL_TICKETS", "ADD_GUESTS"],
    summary: "Cancel a ticket reservation",
  }),
});
