import type { Call } from "../../api/caller.ts";
import { bounds } from "../../api/models/fields.ts";
import type { FilterField } from "../../api/query/filter.ts";
import { eventOrders } from "../../api/services/tickets/event-orders.ts";
import {
  OrderTag,
  type Ticket,
  type TicketOrder,
  TicketOrderStatus,
  TicketState,
} from "../../api/services/tickets/models/ticket-order.ts";
import { tickets } from "../../api/services/tickets/tickets.ts";
import type { Listing, ListQuery } from "../listing.ts";
import { listNarrowed, type Narrowed, narrowFilter, narrowingField } from "../narrowing.ts";
import { eventIdIn } from "./code.ts";

/** A sold ticket, and the event that it is for. */
export interface SoldTicket extends Ticket {
  eventId?: string | undefined;
}

const text = (name: string): FilterField => ({ name, type: "text" });
const flag = (name: string): FilterField => ({ name, type: "boolean" });
const statuses = bounds.get(TicketOrderStatus)?.values ?? [];

/** What filters know of sold tickets. Fields with operators narrow what is read, the others are tested row by row. */
export const ticketFields: readonly FilterField[] = [
  narrowingField("eventId"),
  narrowingField("state", bounds.get(TicketState)?.values ?? []),
  narrowingField("orderStatus", statuses),
  narrowingField("orderNumber"),
  text("ticketNumber"),
  text("ticketDefinitionId"),
  text("memberId"),
  text("name"),
  text("guestFullName"),
  text("orderFullName"),
  text("guestDetails.email"),
  { name: "checkIn.created", type: "date" },
  flag("free"),
  flag("archived"),
  flag("canceled"),
];

/** What filters know of ticket orders. */
export const ticketOrderFields: readonly FilterField[] = [
  narrowingField("eventId"),
  narrowingField("status", statuses),
  narrowingField("tag", bounds.get(OrderTag)?.values ?? []),
  narrowingField("orderNumber"),
  narrowingField("memberId"),
  narrowingField("contactId"),
  narrowingField("eventCreatorId"),
  text("fullName"),
  text("email"),
  { name: "created", type: "date" },
  { name: "totalPrice.value", type: "number" },
  { name: "ticketsQuantity", type: "number" },
  flag("confirmed"),
  flag("archived"),
  flag("fullyCheckedIn"),
];

/** What a filter narrows tickets to. UsageError where it cannot be told. */
export const narrowTickets = (filter: string | undefined): Narrowed =>
  narrowFilter(filter, ticketFields, ["state"]);

/** The same of ticket orders. */
export const narrowTicketOrders = (filter: string | undefined): Narrowed =>
  narrowFilter(filter, ticketOrderFields, ["tag", "eventCreatorId"]);

/** Lists sold tickets, of all events where none is named. */
export function listTickets(call: Call, { filter, search, ...query }: ListQuery): Listing<SoldTicket> {
  const source = {
    call,
    name: "tickets.list",
    endpoint: tickets.list,
    fields: ticketFields,
    sortPaths: [],
    id: "ticketNumber",
    input: { ...phrase(search), fieldset: ["GUEST_DETAILS"] },
  };
  return listNarrowed<Ticket, SoldTicket>(source, query, narrowTickets(filter), (ticket) => ({
    ...ticket,
    eventId: eventIdIn(ticket.checkInUrl ?? ""),
  }));
}

/** Lists ticket orders, of all events where none is named. */
export function listTicketOrders(call: Call, { filter, search, ...query }: ListQuery): Listing<TicketOrder> {
  const source = {
    call,
    name: "eventOrders.list",
    endpoint: eventOrders.list,
    fields: ticketOrderFields,
    sortPaths: [],
    id: "orderNumber",
    input: { ...phrase(search), fieldset: ["DETAILS"] },
  };
  return listNarrowed<TicketOrder>(source, query, narrowTicketOrders(filter), (order) => order);
}

const phrase = (search: string | undefined) => (search === undefined ? {} : { searchPhrase: search });
