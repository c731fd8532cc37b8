import type { Context } from "../../context/context.ts";

/** Prints a reservation and its cost. */
export async function printReservation(context: Context, record: object): Promise<void> {
  await context.printRecord(record, {
    kind: "reservation",
    fields: {
      id: { label: "Reservation" },
      expires: { label: "Reserved until", as: "time" },
      reservationStatus: { label: "Status" },
      tickets: { path: "reservations.ticket.name" },
      quantities: { path: "reservations.quantity" },
      total: { path: "invoice.grandTotal.value" },
      currency: { path: "invoice.grandTotal.currency" },
    },
  });
}

/** The fields of a ticket order after a sale. */
export const orderFields = {
  orderNumber: { label: "Order" },
  status: {},
  channel: {},
  fullName: { label: "Buyer" },
  ticketsQuantity: { label: "Tickets" },
  numbers: { path: "tickets.ticketNumber" },
  total: { path: "totalPrice.value" },
  currency: { path: "totalPrice.currency" },
};

/** Prints a ticket order. */
export async function printOrder(context: Context, record: object): Promise<void> {
  await context.printRecord(record, {
    kind: "order",
    fields: orderFields,
    list: "orderNumber status fullName ticketsQuantity numbers total currency",
  });
}
