import type { Context } from "../../context/context.ts";
import { cellAt } from "../../output/fields.ts";
import { column } from "../../output/table.ts";

const line = (header: string, path: string, as?: "time") =>
  column<object>(header, (row) => cellAt(row, path), { path, ...(as && { as }) });

/** Prints a reservation and its cost. */
export async function printReservation(context: Context, record: object): Promise<void> {
  await print(context, "reservation", record, [
    line("Reservation", "id"),
    line("Reserved until", "expires", "time"),
    line("Status", "reservationStatus"),
    line("Tickets", "reservations.ticket.name"),
    line("Quantities", "reservations.quantity"),
    line("Total", "invoice.grandTotal.value"),
    line("Currency", "invoice.grandTotal.currency"),
  ]);
}

/** Prints a ticket order. */
export async function printOrder(context: Context, record: object): Promise<void> {
  await print(context, "order", record, [
    line("Order", "orderNumber"),
    line("Status", "status"),
    line("Buyer", "fullName"),
    line("Tickets", "ticketsQuantity"),
    line("Numbers", "tickets.ticketNumber"),
    line("Total", "totalPrice.value"),
    line("Currency", "totalPrice.currency"),
  ]);
}

async function print(
  { printRecord }: Context,
  kind: string,
  record: object,
  columns: ReturnType<typeof line>[],
): Promise<void> {
  await printRecord(record, { kind, fields: columns });
}
