import type { WireInput, WireResult } from "../../../api/endpoint.ts";
import type { eventOrders } from "../../../api/services/tickets/ticket-orders.ts";
import type { Tx } from "../../kernel/tx.ts";
import { events } from "../events/index.ts";
import { showOrders } from "./order-view.ts";
import { among, containing, countsOf, facetsOf, sortOf, tagged } from "./plain-lists.ts";
import { isCheckedIn, orders, tickets } from "./tables.ts";

type ListRequest = WireInput<(typeof eventOrders)["list"]>;

/** Filters by tag. */
const tags = [
  { CONFIRMED: { confirmed: true }, UNCONFIRMED: { confirmed: false } },
  { MEMBER: { memberId: { $exists: true } } },
  { ARCHIVED: { archived: true }, NON_ARCHIVED: { archived: false } },
  { FULLY_CHECKED_IN: { fullyCheckedIn: true }, NOT_FULLY_CHECKED_IN: { fullyCheckedIn: false } },
];
const sortable = {
  created: "created",
  updated: "updated",
  orderNumber: "id",
  fullName: "fullName",
  status: "status",
  totalPrice: "totalPrice",
};
const facets = ["status", "eventId", "archived", "confirmed", "fullyCheckedIn", "channel", "memberId"];
const pageSize = 50;

/** Returns a page of ticket orders with the requested fields, by default newest first. */
export function listOrders(tx: Tx, request: ListRequest): WireResult<(typeof eventOrders)["list"]> {
  const filter = { $and: conditions(tx, request) };
  const [limit, offset] = [request.limit ?? pageSize, request.offset ?? 0];
  const sort = sortOf(request.sort, sortable, "created:desc");
  const { items, total } = tx.query(orders, { filter, sort, limit, offset });
  const fieldset = request.fieldset?.length ? request.fieldset : ["DETAILS"];
  const tallies = facetsOf(tx, orders, filter, { asked: request.facet, known: facets }, (order) => {
    const issued = [...tx.each(tickets, { orderNumber: order.orderNumber })];
    return [order.ticketsQuantity, issued.filter(isCheckedIn).length];
  });
  const orderFacets = Object.entries(tallies).map(([name, counts]) => [name, { counts }]);
  return {
    orders: showOrders(tx, items, fieldset),
    total,
    offset,
    limit,
    ...(request.facet?.length && {
      facets: countsOf(tallies),
      orderFacets: { facets: Object.fromEntries(orderFacets) },
    }),
  };
}

function conditions(tx: Tx, request: ListRequest): object[] {
  return [
    ...among("eventId", request.eventId),
    ...among("status", request.status),
    ...among("id", request.orderNumber),
    ...among("memberId", request.memberId),
    ...among("contactId", request.contactId),
    ...containing("searchText", request.searchPhrase),
    ...tagged(tags, request.tag),
    ...createdBy(tx, request.eventCreatorId),
  ];
}

/** Returns the conditions for orders of events by these creators. Orders only store their event. */
function createdBy(tx: Tx, creators: ListRequest["eventCreatorId"]): object[] {
  if (!creators?.length) return [];
  const ids = [...tx.each(events, { userId: { $in: creators } })].map(({ id }) => id);
  return [{ eventId: { $in: ids } }];
}
