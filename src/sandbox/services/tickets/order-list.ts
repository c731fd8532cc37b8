import type { WireInput, WireResult } from "../../../api/endpoint.ts";
import type { eventOrders } from "../../../api/services/tickets/event-orders.ts";
import type { Tx } from "../../kernel/tx.ts";
import { events } from "../events/index.ts";
import { showOrders } from "./order-view.ts";
import { among, containing, countsOf, facetsOf, sortOf, tagged } from "./plain-lists.ts";
import { isCheckedIn, orders, tickets } from "./tables.ts";

type Asked = WireInput<(typeof eventOrders)["list"]>;

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
export function listOrders(tx: Tx, asked: Asked): WireResult<(typeof eventOrders)["list"]> {
  const filter = { $and: conditions(tx, asked) };
  const [limit, offset] = [asked.limit ?? pageSize, asked.offset ?? 0];
  const sort = sortOf(asked.sort, sortable, "created:desc");
  const { items, total } = tx.query(orders, { filter, sort, limit, offset });
  const fieldset = asked.fieldset?.length ? asked.fieldset : ["DETAILS"];
  const tallies = facetsOf(tx, orders, filter, { asked: asked.facet, known: facets }, (order) => {
    const issued = [...tx.each(tickets, { orderNumber: order.orderNumber })];
    return [order.ticketsQuantity, issued.filter(isCheckedIn).length];
  });
  const orderFacets = Object.entries(tallies).map(([name, counts]) => [name, { counts }]);
  return {
    orders: showOrders(tx, items, fieldset),
    total,
    offset,
    limit,
    ...(asked.facet?.length && {
      facets: countsOf(tallies),
      orderFacets: { facets: Object.fromEntries(orderFacets) },
    }),
  };
}

function conditions(tx: Tx, asked: Asked): object[] {
  return [
    ...among("eventId", asked.eventId),
    ...among("status", asked.status),
    ...among("id", asked.orderNumber),
    ...among("memberId", asked.memberId),
    ...among("contactId", asked.contactId),
    ...containing("searchText", asked.searchPhrase),
    ...tagged(tags, asked.tag),
    ...createdBy(tx, asked.eventCreatorId),
  ];
}

/** Returns the conditions for orders of events by these creators. Orders only store their event. */
function createdBy(tx: Tx, creators: Asked["eventCreatorId"]): object[] {
  if (!creators?.length) return [];
  const ids = [...tx.each(events, { userId: { $in: creators } })].map(({ id }) => id);
  return [{ eventId: { $in: ids } }];
}
