import { detailsOf } from "../events/index.ts";
import { emitGuestAction, type GuestFacts, guestId, guests, syncGuest } from "../guests/index.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { requireEvent } from "../staff/index.ts";
import { isSelling } from "./definitions.ts";
import { isCheckedIn, orders, type StoredOrder, type StoredTicket, tickets } from "./tables.ts";
import { emitOrder, ticketsOf } from "./tickets.ts";

/** Returns a ticket, optionally of an event. Throws PlatformError 404 `TICKET_NOT_FOUND` if it does not exist. */
export function ticketOf(tx: Tx, number: string | null | undefined, eventId?: string | null): StoredTicket {
  const ticket = tx.get(tickets, number ?? "");
  if (ticket) requireEvent(tx, ticket.eventId);
  if (ticket && (!eventId || ticket.eventId === eventId)) return ticket;
  const where = eventId ? ` of the event ${eventId}` : "";
  throw new PlatformError(404, "TICKET_NOT_FOUND", `There is no ticket ${number}${where}`, {
    ticketNumber: number,
    eventId,
  });
}

/** Checks tickets in, all or none. Throws PlatformError 409 for a checked-in ticket or an invalid order. */
export function checkIn(tx: Tx, eventId: string, numbers: readonly (string | null)[]): StoredTicket[] {
  const { staff } = tx.caller;
  return changeAll(tx, eventId, numbers, (ticket) => {
    const { ticketNumber, checkIn: before, orderStatus, archived, orderArchived } = ticket;
    const reject = (code: string, message: string) => {
      throw new PlatformError(409, code, message, { ticketNumber, orderStatus, checkIn: before });
    };
    if (!isSelling(orderStatus))
      reject("ORDER_NOT_VALID", `The ticket ${ticketNumber} is not valid; its order is ${orderStatus}`);
    if (archived || orderArchived) reject("TICKET_ARCHIVED", `The ticket ${ticketNumber} is archived`);
    if (isCheckedIn(ticket))
      reject(
        "TICKET_ALREADY_CHECKED_IN",
        `The ticket ${ticketNumber} was already checked in at ${before?.created}`,
      );
    return {
      ...ticket,
      checkIn: { created: tx.now.toISOString(), checkedInByStaffMember: staff?.id },
    };
  });
}

/** Reverts check-ins, all or none. Throws PlatformError 409 for a ticket that is not checked in. */
export function undoCheckIn(tx: Tx, eventId: string, numbers: readonly (string | null)[]): StoredTicket[] {
  return changeAll(tx, eventId, numbers, (ticket) => {
    if (isCheckedIn(ticket)) return { ...ticket, checkIn: { checkInCanceledDate: tx.now.toISOString() } };
    const { ticketNumber } = ticket;
    const message = `The ticket ${ticketNumber} is not checked in`;
    throw new PlatformError(409, "TICKET_NOT_CHECKED_IN", message, { ticketNumber });
  });
}

function changeAll(
  tx: Tx,
  eventId: string,
  numbers: readonly (string | null)[],
  change: (ticket: StoredTicket) => StoredTicket,
): StoredTicket[] {
  const changed = [...new Set(numbers)].map((number) => change(ticketOf(tx, number, eventId)));
  for (const ticket of changed) tx.put(tickets, ticket.ticketNumber, ticket);
  for (const orderNumber of new Set(changed.map((ticket) => ticket.orderNumber)))
    updateOrderCheckIn(tx, orderNumber);
  return changed;
}

/** Marks an order as checked in if all its tickets are. */
function updateOrderCheckIn(tx: Tx, orderNumber: string): void {
  const order = tx.get(orders, orderNumber);
  if (!order) return;
  const issued = ticketsOf(tx, orderNumber);
  const fullyCheckedIn = issued.every(isCheckedIn);
  const after = { ...order, fullyCheckedIn, updated: tx.now.toISOString() };
  tx.put(orders, orderNumber, after);
  syncOrderGuests(tx, after, issued);
  emitOrder(tx, after, "Updated", issued);
}

/**
 * Updates the guests of an order: its buyer, and the holder of each ticket if the form requires them. They attend while
 * the order is valid.
 */
export function syncOrderGuests(tx: Tx, order: StoredOrder, issued: readonly StoredTicket[]): void {
  if (issued.length === 0) return;
  syncGuest(tx, refOf(order), buyer(order, issued));
  for (const ticket of issued)
    if (ticket.guestDetails.guestAssigned) syncGuest(tx, ticket.ticketNumber, holder(order, ticket));
}

/** Updates the guests of a voided order and emits a cancellation event for the buyer. */
export function cancelOrderGuests(tx: Tx, order: StoredOrder, issued: readonly StoredTicket[]): void {
  syncOrderGuests(tx, order, issued);
  const guest = tx.get(guests, guestId(tx, refOf(order)));
  if (!guest) return;
  const { orderNumber, status, ticketsQuantity, totalPrice } = order;
  const payload = { orderNumber, status, ticketsQuantity, totalPrice };
  emitGuestAction(tx, guest, "guest_order_canceled", { event: detailsOf(tx, order.eventId), order: payload });
}

const refOf = ({ orderNumber }: StoredOrder) => `order ${orderNumber}`;

function common(order: StoredOrder, tickets: readonly StoredTicket[]) {
  return {
    eventId: order.eventId,
    orderNumber: order.orderNumber,
    memberId: order.memberId || undefined,
    attendanceStatus: isSelling(order.status) ? ("ATTENDING" as const) : ("NOT_ATTENDING" as const),
    tickets: tickets.map(({ ticketNumber, ticketDefinitionId, name }) => ({
      number: ticketNumber,
      definitionId: ticketDefinitionId,
      name,
    })),
    locale: "en-US",
    totalGuests: tickets.length,
    additionalDetails: { createdDate: order.created, orderStatus: order.status },
  };
}

const arrival = (ticket: StoredTicket) => ({
  checkedIn: isCheckedIn(ticket),
  checkInDate: ticket.checkIn?.created || undefined,
  checkInCanceledDate: ticket.checkIn?.checkInCanceledDate || undefined,
});

function buyer(order: StoredOrder, issued: readonly StoredTicket[]): GuestFacts {
  const { email, firstName = "", lastName = "", checkoutForm, contactId } = order;
  return {
    ...common(order, issued),
    contactId: contactId || undefined,
    guestType: "BUYER",
    guestDetails: {
      email: email || undefined,
      firstName,
      lastName,
      formResponse: checkoutForm ?? { inputValues: [] },
      checkedIn: issued.every(isCheckedIn),
      checkInDetails: issued.map(arrival),
    },
  };
}

function holder(order: StoredOrder, ticket: StoredTicket): GuestFacts {
  const { email, firstName, lastName, form, phone, contactId } = ticket.guestDetails;
  return {
    ...common(order, [ticket]),
    ticketNumber: ticket.ticketNumber,
    contactId: contactId || undefined,
    guestType: "TICKET_HOLDER",
    guestDetails: {
      email: email || undefined,
      firstName: firstName ?? "",
      lastName: lastName ?? "",
      phone: phone || undefined,
      formResponse: form || undefined,
      checkedIn: isCheckedIn(ticket),
      checkInDetails: [arrival(ticket)],
    },
  };
}
