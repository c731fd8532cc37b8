import type { Tx } from "../../kernel/tx.ts";
import { detailsOf } from "../events/index.ts";
import { emitGuestAction, type GuestFacts, guestId, guests, syncGuest } from "../guests/index.ts";
import { isSelling } from "./counts.ts";
import { isCheckedIn, type StoredOrder, type StoredTicket } from "./tables.ts";

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
    ...(order.memberId && { memberId: order.memberId }),
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
  ...(ticket.checkIn?.created && { checkInDate: ticket.checkIn.created }),
  ...(ticket.checkIn?.checkInCanceledDate && { checkInCanceledDate: ticket.checkIn.checkInCanceledDate }),
});

function buyer(order: StoredOrder, issued: readonly StoredTicket[]): GuestFacts {
  const { email, firstName = "", lastName = "", checkoutForm, contactId } = order;
  return {
    ...common(order, issued),
    ...(contactId && { contactId }),
    guestType: "BUYER",
    guestDetails: {
      ...(email && { email }),
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
    ...(contactId && { contactId }),
    guestType: "TICKET_HOLDER",
    guestDetails: {
      ...(email && { email }),
      firstName: firstName ?? "",
      lastName: lastName ?? "",
      ...(phone && { phone }),
      ...(form && { formResponse: form }),
      checkedIn: isCheckedIn(ticket),
      checkInDetails: [arrival(ticket)],
    },
  };
}
