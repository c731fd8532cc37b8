import type { Call } from "../../api/caller.ts";
import { bounds } from "../../api/models/fields.ts";
import type { FilterField } from "../../api/query/filter.ts";
import {
  eventOrders,
  OrderTag,
  type Ticket,
  type TicketOrder,
  TicketOrderStatus,
  TicketState,
} from "../../api/services/tickets/ticket-orders.ts";
import { tickets } from "../../api/services/tickets/tickets.ts";
import type { Listing, ListQuery } from "../listing.ts";
import { listNarrowed, type Narrowed, narrowFilter, narrowingField } from "../narrowing.ts";
import { eventOf } from "./code.ts";

const text = (name: string): FilterField => ({ name, type: "text" });
const flag = (name: string): FilterField => ({ name, type: "boolean" });
const statuses = bounds.get(TicketOrderStatus)?.values ?? [];

/** The filter fields of sold tickets. The platform filters by fields with operators; the others are tested on each row. */
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

/** The filter fields of ticket orders. */
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

/** Splits a filter of tickets. Throws UsageError if it cannot be evaluated. */
export const narrowTickets = (filter: string | undefined): Narrowed =>
  narrowFilter(filter, ticketFields, ["state"]);

/** Splits a filter of ticket orders. Throws UsageError if it cannot be evaluated. */
export const narrowTicketOrders = (filter: string | undefined): Narrowed =>
  narrowFilter(filter, ticketOrderFields, ["tag", "eventCreatorId"]);

/** Lists sold tickets; of all events if the filter names none. */
export function listTickets(call: Call, { filter, search, ...query }: ListQuery): Listing<Ticket> {
  const source = {
    call,
    endpoint: tickets.list,
    fields: ticketFields,
    sortPaths: [],
    id: "ticketNumber",
    input: { ...phrase(search), fieldset: ["GUEST_DETAILS"] },
  };
  // The platform does not return the event as a field, but filters know it.
  return listNarrowed<Ticket>(source, query, narrowTickets(filter), (ticket) => ({
    ...ticket,
    eventId: eventOf(ticket),
  }));
}

/** The options of `tickets orders list`. */
interface TicketOrderQuery extends ListQuery {
  fieldset?: readonly string[];
}

/** Lists ticket orders; of all events if the filter names none. */
export function listTicketOrders(
  call: Call,
  { filter, search, sort, fieldset = ["DETAILS"], ...query }: TicketOrderQuery,
): Listing<TicketOrder> {
  const source = {
    call,
    endpoint: eventOrders.list,
    fields: ticketOrderFields,
    sortPaths: [],
    id: "orderNumber",
    input: { ...phrase(search), ...(sort !== undefined && { sort }), fieldset },
  };
  return listNarrowed<TicketOrder>(source, query, narrowTicketOrders(filter));
}

const phrase = (search: string | undefined) => (search === undefined ? {} : { searchPhrase: search });
