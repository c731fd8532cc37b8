import { endpoint, service } from "../../endpoint.ts";
import { plainBulkResults } from "../../models/errors.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import { ExtendedFields, Filter, StartedJob } from "../../models/query.ts";
import { Money } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";

const TagList = obj({ tagIds: list(text({ maxLength: 5 }), { maxSize: 100 }) });
/** The tags of a reservation: public tags, and private ones for admins. */
const ReservationTags = obj({ privateTags: TagList, tags: TagList });

const TicketLine = obj({
  ticketLineItemId: readonly(guid()),
  eventId: readonly(guid()),
  ticketDefinitionId: guid(),
  quantity: num({ min: 1, max: 50, whole: true }),
  ticketInfo: obj({
    seatId: text({ minLength: 1, maxLength: 36 }),
    guestPrice: decimal({ min: 0, maxScale: 4 }),
    pricingOptionId: guid(),
    pricingOptionName: text({ readonly: true }),
    pricingPlan: obj({ orderId: guid(), planId: guid() }),
    priceOverride: decimal({ min: 0, maxScale: 4 }),
  }),
  removedQuantity: readonly(num()),
  policy: readonly(text()),
  ticketName: readonly(text()),
  price: readonly(Money),
  subTotal: readonly(Money),
});

/** A ticket reservation of the reservations service. */
export const TicketHold = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  expirationDate: readonly(date()),
  status: readonly(enumOf("PENDING", "CONFIRMED", "CANCELED", "CANCELED_MANUALLY", "EXPIRED")),
  memberId: readonly(guid()),
  visitorId: readonly(guid()),
  tickets: list(TicketLine, { minSize: 1, maxSize: 50 }),
  additionalReservationSettings: obj({
    disableTicketLimitValidation: bool(),
    enableHiddenTicketReservation: bool(),
  }),
  extendedFields: ExtendedFields,
  tags: ReservationTags,
});
export interface TicketHold extends WireOf<typeof TicketHold> {}

/** Why a coupon or a plan does not apply. */
const PromotionErrors = obj({
  error: list(obj({ promotionType: text(), code: text(), message: text() })),
});

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
