import type { Call } from "../../../api/caller.ts";
import { pages } from "../../../api/query/pages.ts";
import type { Ticket } from "../../../api/services/tickets/ticket-orders.ts";
import { tickets } from "../../../api/services/tickets/tickets.ts";
import type { DoorTicket } from "./store.ts";

/** Details that make a search by name possible. */
const fieldset = ["GUEST_DETAILS"];

/** Reads all tickets of an event, 100 per request. */
export async function readTickets(call: Call, eventId: string, signal: AbortSignal): Promise<DoorTicket[]> {
  const found: DoorTicket[] = [];
  const input = { eventId: [eventId], fieldset };
  const all = pages<Ticket>(call, tickets.list, input, { id: "ticketNumber", signal });
  for await (const ticket of all) found.push(doorTicket(ticket));
  return found;
}

/** Reads a ticket by number. Returns undefined if there is none. */
export async function readTicket(
  call: Call,
  number: string,
  signal: AbortSignal,
): Promise<Ticket | undefined> {
  const input = { ticketNumber: [number], fieldset, limit: 1 };
  const body = await call(tickets.list, input, { signal });
  return body.tickets?.[0];
}

/** Returns how many tickets of an event are sold and checked in, if the platform says so. */
export async function readCounts(call: Call, eventId: string, signal: AbortSignal) {
  const count = async (...state: string[]) => {
    const input = { eventId: [eventId], limit: 1, ...(state.length > 0 && { state }) };
    const body = await call(tickets.list, input, { signal });
    return body.total;
  };
  return { all: await count(), inside: await count("CHECKED_IN") };
}

/** Returns what the door keeps of a ticket. */
export function doorTicket(ticket: Ticket): DoorTicket {
  const { ticketNumber, name, guestFullName, orderFullName, orderNumber, orderStatus } = ticket;
  return {
    number: ticketNumber,
    type: name ?? "",
    guest: guestFullName || orderFullName || "",
    order: orderNumber ?? "",
    status: ticket.canceled
      ? "CANCELED"
      : ticket.archived || ticket.orderArchived
        ? "ARCHIVED"
        : (orderStatus ?? ""),
    checkedIn: ticket.checkIn?.created ?? "",
  };
}
