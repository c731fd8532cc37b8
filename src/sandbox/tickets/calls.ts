import type { Handlers, WireInput } from "../../api/endpoint.ts";
import {
  ticketDefinitions as definitionEndpoints,
  type Ticket,
  type tickets as ticketEndpoints,
} from "../../api/services/tickets.ts";
import {
  checkFormResponse,
  eventOf,
  events,
  eventsPage,
  eventsQuery,
  inStoredTimes,
  reordered,
} from "../events/index.ts";
import { startJob } from "../kernel/bulk.ts";
import {
  containing,
  countsOf,
  facetsOf,
  inFilters,
  maskOf,
  type PlainList,
  plainPage,
  tagged,
} from "../kernel/plain-lists.ts";
import { beforeOf } from "../kernel/regular.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { readsForms } from "../staff/index.ts";
import { checkIn, syncOrderGuests, ticketOf, undoCheckIn } from "./check-in.ts";
import {
  changeDefinition,
  createDefinition,
  definitionKind,
  definitionOf,
  definitionsOf,
  ofSeenEvents,
  refreshTickets,
  rejectOtherEvents,
  removeDefinition,
  showDefinition,
  updateSaleStatus,
} from "./definitions.ts";
import { ticketOrderOf } from "./orders.ts";
import { definitions, type StoredTicket, tickets as ticketTable } from "./tables.ts";
import { emitOrder, guestIn, showTicket, ticketsOf } from "./tickets.ts";

const definitionFilter = (filter: unknown) =>
  eventsQuery({ filter }, definitionEndpoints.query).filter as object;
const definitionFacets = ["eventId", "saleStatus", "hidden", "feeType", "pricingMethod.pricingType"];

type QueryRequest = WireInput<(typeof definitionEndpoints)["query"]>;

/** Returns a filter for the tickets that visitors see: not hidden, and before their sale only if announced. */
const visibleOnly = (tx: Tx) => ({
  $and: [
    ofSeenEvents(tx),
    { hidden: false },
    {
      $or: [
        { saleStatus: "SALE_STARTED" },
        { "salePeriod.displayNotOnSale": true },
        { salePeriod: { $exists: false } },
      ],
    },
    { createdDate: { $lte: tx.now.toISOString() } },
  ],
});

/** Ticket definitions v3. The sandbox clock starts and ends their sale. */
export const ticketDefinitions: Handlers<typeof definitionEndpoints, StoreTx> = {
  create: (tx, { ticketDefinition, fields: requested }) => ({
    ticketDefinition: showDefinition(tx, createDefinition(tx, ticketDefinition), requested),
  }),
  update(tx, { ticketDefinition, fields: requested }) {
    const before = beforeOf(tx, definitionKind, ticketDefinition);
    return {
      ticketDefinition: showDefinition(tx, changeDefinition(tx, before, ticketDefinition), requested),
    };
  },
  get: (tx, { ticketDefinitionId, fields: requested }) => ({
    ticketDefinition: showDefinition(tx, definitionOf(tx, ticketDefinitionId), requested),
  }),
  remove(tx, { ticketDefinitionId }) {
    const definition = definitionOf(tx, ticketDefinitionId);
    removeDefinition(tx, definition);
    refreshTickets(tx, definition.eventId);
    return {};
  },
  reorder(tx, { eventId, ticketDefinitionId, beforeDefinitionId, afterDefinitionId }) {
    const all = definitionsOf(tx, eventOf(tx, eventId).id);
    const neighbors = { before: beforeDefinitionId, after: afterDefinitionId };
    const ids = reordered(
      all.map(({ id }) => id),
      ticketDefinitionId,
      neighbors,
    );
    for (const one of all)
      tx.put(definitions, one.id, {
        ...one,
        internal: { ...one.internal, place: ids.indexOf(one.id) + 1 },
      });
    return {};
  },
  query: (tx, request) => page(tx, request),
  queryAvailable: (tx, request) => page(tx, request, visibleOnly(tx)),
  count(tx, request) {
    const { facet } = request;
    const filter = definitionFilter(request.filter);
    const total = tx.query(definitions, { filter, limit: 1 }).total;
    const found = facetsOf(tx, definitions, filter, {
      asked: facet,
      known: definitionFacets,
    });
    return { metadata: { count: total, offset: 0, total }, facets: countsOf(found) };
  },
  countAvailable(tx, { filter }) {
    const { total } = tx.query(definitions, {
      filter: { $and: [definitionFilter(filter), visibleOnly(tx)] },
      limit: 1,
    });
    return { metadata: { count: total, offset: 0, total } };
  },
  removeByFilter(tx, { filter }) {
    const touched = new Set<string>();
    startJob(tx, tx.each(definitions, definitionFilter(filter)), (definition) => {
      touched.add(definition.eventId);
      removeDefinition(tx, definition);
    });
    for (const eventId of touched) refreshTickets(tx, eventId);
    return {};
  },
  changeCurrency(tx, { eventId, currency }) {
    const event = eventOf(tx, eventId);
    rejectOtherEvents(event);
    const { tickets } = event.registration;
    const { summaries } = event;
    if (tickets?.currency === currency) return {};
    const reserved = definitionsOf(tx, event.id).some(
      ({ internal }) => internal.reserved + internal.sold > 0,
    );
    if (summaries.tickets?.currencyLocked || reserved) {
      const message = `Tickets of "${event.title}" are sold or held in ${tickets?.currency}, so the currency cannot be changed`;
      throw new PlatformError(409, "CURRENCY_LOCKED", message, { eventId, currency: tickets?.currency });
    }
    tx.put(events, event.id, {
      ...event,
      registration: { ...event.registration, tickets: { ...tickets, currency } },
    });
    for (const definition of definitionsOf(tx, event.id)) {
      const pricingMethod = inCurrency(definition.pricingMethod, currency);
      changeDefinition(tx, definition, { pricingMethod });
    }
    refreshTickets(tx, event.id);
    return {};
  },
};

/** Due work: starts and ends sales. */
export const due = { sale: updateSaleStatus };

function page(tx: Tx, { query, fields: requested }: QueryRequest, scope?: object) {
  const sort = query?.sort?.length ? query.sort : [{ fieldName: "sortIndex", order: "ASC" as const }];
  const { items, pagingMetadata } = eventsPage(
    tx,
    definitions,
    { ...query, sort },
    definitionEndpoints.query,
    scope,
  );
  return {
    ticketDefinitions: items.map((one) => showDefinition(tx, one, requested)),
    metadata: pagingMetadata,
  };
}

type Pricing = ReturnType<typeof definitionOf>["pricingMethod"];

function inCurrency(pricing: Pricing, currency: string): Pricing {
  const { fixedPrice, guestPrice, pricingOptions } = pricing;
  return {
    fixedPrice: fixedPrice ? { ...fixedPrice, currency } : undefined,
    guestPrice: guestPrice ? { ...guestPrice, currency } : undefined,
    pricingOptions: pricingOptions
      ? {
          optionDetails: pricingOptions.optionDetails?.map((option) => ({
            ...option,
            price: { ...option.price, currency },
          })),
        }
      : undefined,
  };
}

const ticketList: PlainList<StoredTicket> = {
  table: ticketTable,
  sortable: {
    created: "created",
    ticketNumber: "id",
    orderNumber: "orderNumber",
    orderStatus: "orderStatus",
  },
  sortedBy: "created:desc",
  facets: ["eventId", "ticketDefinitionId", "orderStatus", "archived", "channel", "name"],
};
/** Filters by ticket state. */
const ticketStates = [
  { ORDER_ARCHIVED: { orderArchived: true }, ORDER_ACTIVE: { orderArchived: false } },
  { TICKET_ARCHIVED: { archived: true }, TICKET_ACTIVE: { archived: false } },
  { CHECKED_IN: { checkedIn: 1 }, NON_CHECKED_IN: { checkedIn: 0 } },
  { FREE: { orderStatus: "FREE" }, PAID: { orderStatus: "PAID" } },
  { MEMBER: { memberId: { $exists: true } } },
];

/** Sold tickets: their holders and check-ins. */
export const tickets: Handlers<typeof ticketEndpoints, StoreTx> = {
  list(tx, request) {
    const { items, page, tallies } = plainPage(tx, ticketList, { $and: conditions(request) }, request);
    return {
      tickets: items.map((ticket) => permitted(tx, showTicket(tx, ticket, request.fieldset))),
      ...page,
      facets: request.facet?.length ? countsOf(tallies) : undefined,
    };
  },
  get: (tx, { eventId, ticketNumber, fieldset }) => ({
    ticket: permitted(tx, showTicket(tx, ticketOf(tx, ticketNumber, eventId), fieldset)),
  }),
  checkIn: (tx, { eventId, ticketNumber }) => ({
    tickets: checkIn(tx, eventOf(tx, eventId).id, ticketNumber).map((one) => showTicket(tx, one)),
  }),
  undoCheckIn: (tx, { eventId, ticketNumber }) => ({
    tickets: undoCheckIn(tx, eventOf(tx, eventId).id, ticketNumber).map((one) => showTicket(tx, one)),
  }),
  update(tx, { eventId, ticketNumber, fields, archived, guestDetails }) {
    const before = ticketOf(tx, ticketNumber, eventId);
    const asks = maskOf(fields);
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
    const before = ticketNumber.map((number) => ticketOf(tx, number, id));
    const after = before.map((ticket) => ({ ...ticket, archived: archived ?? ticket.archived }));
    return { tickets: save(tx, after).map((ticket) => showTicket(tx, ticket)) };
  },
};

/** Returns the ticket without the answers that the caller may not read. */
function permitted(tx: StoreTx, ticket: Ticket): Ticket {
  if (readsForms(tx) || !ticket.guestDetails) return ticket;
  const { form, ...guestDetails } = ticket.guestDetails;
  return { ...ticket, guestDetails };
}

function conditions(request: WireInput<(typeof ticketEndpoints)["list"]>): object[] {
  return [
    ...inFilters({
      eventId: request.eventId,
      orderNumber: request.orderNumber,
      id: request.ticketNumber,
      orderStatus: request.orderStatus,
      memberId: request.memberId,
      "guestDetails.contactId": request.contactId,
      ticketDefinitionId: request.ticketDefinitionId,
      "ticketDetails.seatId": request.seatId,
    }),
    ...containing("searchText", request.searchPhrase),
    ...tagged(ticketStates, request.state),
  ];
}

/** Stores changed tickets and updates the guests of their orders. */
function save(tx: StoreTx, changed: readonly StoredTicket[]): readonly StoredTicket[] {
  for (const ticket of changed) tx.put(ticketTable, ticket.ticketNumber, ticket);
  for (const number of new Set(changed.map(({ orderNumber }) => orderNumber))) {
    const [order, issued] = [ticketOrderOf(tx, number), ticketsOf(tx, number)];
    syncOrderGuests(tx, order, issued);
    emitOrder(tx, order, "Updated", issued);
  }
  return changed;
}
