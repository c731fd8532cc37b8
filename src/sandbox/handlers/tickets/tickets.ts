import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import type { Ticket } from "../../../api/services/tickets/ticket-orders.ts";
import type { tickets as endpoints } from "../../../api/services/tickets/tickets.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { checkFormResponse, eventOf, inStoredTimes } from "../../services/events/index.ts";
import { readsForms } from "../../services/staff/index.ts";
import { checkIn, ticketOf, undoCheckIn } from "../../services/tickets/check-in.ts";
import { emitOrder } from "../../services/tickets/emit.ts";
import { guestIn, showTicket, ticketsOf } from "../../services/tickets/issue.ts";
import { syncOrderGuests } from "../../services/tickets/order-guests.ts";
import { orderOf } from "../../services/tickets/orders.ts";
import { among, containing, countsOf, facetsOf, sortOf, tagged } from "../../services/tickets/plain-lists.ts";
import { type StoredTicket, tickets as table } from "../../services/tickets/tables.ts";

const pageSize = 50;
const sortable = {
  created: "created",
  ticketNumber: "id",
  orderNumber: "orderNumber",
  orderStatus: "orderStatus",
};
const facets = ["eventId", "ticketDefinitionId", "orderStatus", "archived", "channel", "name"];
/** Filters by ticket state. */
const states = [
  { ORDER_ARCHIVED: { orderArchived: true }, ORDER_ACTIVE: { orderArchived: false } },
  { TICKET_ARCHIVED: { archived: true }, TICKET_ACTIVE: { archived: false } },
  { CHECKED_IN: { checkedIn: 1 }, NON_CHECKED_IN: { checkedIn: 0 } },
  { FREE: { orderStatus: "FREE" }, PAID: { orderStatus: "PAID" } },
  { MEMBER: { memberId: { $exists: true } } },
];

/** Sold tickets: their holders and check-ins. */
export const tickets: Handlers<typeof endpoints, StoreTx> = {
  list(tx, request) {
    const filter = { $and: conditions(request) };
    const [limit, offset] = [request.limit ?? pageSize, request.offset ?? 0];
    const sort = sortOf(request.sort, sortable, "created:desc");
    const { items, total } = tx.query(table, { filter, sort, limit, offset });
    const found = facetsOf(tx, table, filter, { asked: request.facet, known: facets });
    return {
      tickets: items.map((ticket) => permitted(tx, showTicket(tx, ticket, request.fieldset))),
      total,
      offset,
      limit,
      ...(request.facet?.length && { facets: countsOf(found) }),
    };
  },
  get: (tx, { eventId, ticketNumber, fieldset }) => ({
    ticket: permitted(tx, showTicket(tx, ticketOf(tx, ticketNumber, eventId), fieldset)),
  }),
  checkIn: (tx, { eventId, ticketNumber }) => ({
    tickets: checkIn(tx, eventOf(tx, eventId).id, ticketNumber ?? []).map((one) => showTicket(tx, one)),
  }),
  undoCheckIn: (tx, { eventId, ticketNumber }) => ({
    tickets: undoCheckIn(tx, eventOf(tx, eventId).id, ticketNumber ?? []).map((one) => showTicket(tx, one)),
  }),
  update(tx, { eventId, ticketNumber, fields, archived, guestDetails }) {
    const before = ticketOf(tx, ticketNumber, eventId);
    const masked = (fields ?? "").split(",").filter(Boolean);
    const asks = (name: string) => masked.length === 0 || masked.some((path) => path.startsWith(name));
    const form = asks("guestDetails") ? guestDetails?.form : undefined;
    if (form) checkFormResponse(eventOf(tx, before.eventId).form, form, "guestDetails.form");
    const after: StoredTicket = {
      ...before,
      ...(asks("archived") && archived != null && { archived }),
      ...(form && guestIn(tx, inStoredTimes(form), true)),
    };
    return { ticket: showTicket(tx, save(tx, [after])[0] ?? after, ["GUEST_DETAILS", "TICKET_DETAILS"]) };
  },
  bulkUpdate(tx, { eventId, ticketNumber, archived }) {
    const { id } = eventOf(tx, eventId);
    const before = (ticketNumber ?? []).map((number) => ticketOf(tx, number, id));
    const after = before.map((ticket) => ({ ...ticket, archived: archived ?? ticket.archived }));
    return { tickets: save(tx, after).map((ticket) => showTicket(tx, ticket)) };
  },
};

/** Returns the ticket without the answers that the caller may not read. */
function permitted(tx: StoreTx, ticket: Ticket): Ticket {
  if (readsForms(tx) || !ticket.guestDetails) return ticket;
  const { form: _, ...guestDetails } = ticket.guestDetails;
  return { ...ticket, guestDetails };
}

function conditions(request: WireInput<(typeof endpoints)["list"]>): object[] {
  return [
    ...among("eventId", request.eventId),
    ...among("orderNumber", request.orderNumber),
    ...among("id", request.ticketNumber),
    ...among("orderStatus", request.orderStatus),
    ...among("memberId", request.memberId),
    ...among("guestDetails.contactId", request.contactId),
    ...among("ticketDefinitionId", request.ticketDefinitionId),
    ...among("ticketDetails.seatId", request.seatId),
    ...containing("searchText", request.searchPhrase),
    ...tagged(states, request.state),
  ];
}

/** Stores changed tickets and updates the guests of their orders. */
function save(tx: StoreTx, changed: readonly StoredTicket[]): readonly StoredTicket[] {
  for (const ticket of changed) tx.put(table, ticket.ticketNumber, ticket);
  for (const number of new Set(changed.map(({ orderNumber }) => orderNumber))) {
    const [order, issued] = [orderOf(tx, number), ticketsOf(tx, number)];
    syncOrderGuests(tx, order, issued);
    emitOrder(tx, order, "Updated", issued);
  }
  return changed;
}
