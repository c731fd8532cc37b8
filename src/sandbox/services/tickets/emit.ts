import type { Tx } from "../../kernel/tx.ts";
import { showTicket } from "./issue.ts";
import { definitions, type StoredOrder, type StoredReservation, type StoredTicket } from "./tables.ts";

const topic = "wix.events.ticketing.events";

/** Emits an order event in the legacy envelope. */
export function emitOrder(
  tx: Tx,
  order: StoredOrder,
  what: "Initiated" | "Confirmed" | "Updated" | "Deleted",
  issued: readonly StoredTicket[] = [],
): void {
  const { eventId, orderNumber, contactId, memberId, created, updated, firstName, lastName, email } = order;
  const sold = issued.map((ticket) => showTicket(tx, ticket));
  const base = {
    timestamp: tx.now.toISOString(),
    eventId,
    orderNumber,
    contactId,
    memberId,
    created,
    updated,
  };
  const person = { firstName, lastName, email, checkoutForm: order.checkoutForm, language: "en" };
  const { status, method, invoice, reservationId } = order;
  const facts = {
    Initiated: { ...person, status, invoice, reservationId, marketingConsent: order.marketingConsent },
    Confirmed: {
      ...person,
      status,
      method,
      tickets: sold,
      invoice,
      reservationId,
      silent: order.internal.silent ?? false,
    },
    Updated: {
      ...person,
      confirmed: order.confirmed,
      status,
      method,
      tickets: sold,
      archived: order.archived,
      triggeredByAnonymizeRequest: false,
    },
    Deleted: { anonymized: false, triggeredByAnonymizeRequest: false, tickets: sold },
  };
  tx.emit(`${topic}.Order${what}`, orderNumber, { ...base, ...facts[what] });
}

/** Emits a change of a reservation with its tickets and how many of each are reserved and sold. */
export function emitReservation(
  tx: Tx,
  { id, eventId, tickets, status, expirationDate, updatedDate }: StoredReservation,
  what: "Created" | "Updated",
): void {
  const ids = [...new Set(tickets.map(({ ticketDefinitionId }) => ticketDefinitionId))];
  tx.emit(`${topic}.Reservation${what}`, id, {
    timestamp: tx.now.toISOString(),
    eventId,
    reservationId: id,
    status: `RESERVATION_${status}`,
    expires: expirationDate,
    quantities: tickets.map(({ ticketDefinitionId, quantity }) => ({ ticketDefinitionId, quantity })),
    updatedDate,
    counts: ids.flatMap((ticketDefinitionId) => {
      const definition = tx.get(definitions, ticketDefinitionId);
      if (!definition) return [];
      const { sold, reserved } = definition.internal;
      const paidExists = sold > 0 && !definition.pricingMethod.free;
      const timestamp = tx.now.toISOString();
      return [{ timestamp, ticketDefinitionId, confirmedCount: sold, pendingCount: reserved, paidExists }];
    }),
  });
}
