import type { TicketHold } from "../../../api/services/tickets/ticket-reservations.ts";
import { entityOf, type Kind, replaceEntity } from "../../kernel/documents/entities.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { requireEvent } from "../staff/index.ts";
import { moveTickets } from "./capacity.ts";
import { refreshTickets } from "./counts.ts";
import { emitReservation } from "./emit.ts";
import { type ReservationState, reservations, type StoredReservation } from "./tables.ts";

export const reservationKind: Kind<StoredReservation> = {
  table: reservations,
  fqdn: "wix.events.v1.ticket_reservation",
  name: "ticket reservation",
  show: (reservation) => showReservation(reservation),
};

/** Returns a reservation in API form. */
export function showReservation({ internal: _, eventId: __, ...reservation }: StoredReservation): TicketHold {
  return reservation;
}

/** Returns a reservation, optionally of an event. Throws PlatformError 404 `TICKET_RESERVATION_NOT_FOUND`. */
export function reservationOf(
  tx: Tx,
  id: string | null | undefined,
  eventId?: string | null,
): StoredReservation {
  const reservation = entityOf(tx, reservationKind, id ?? "");
  requireEvent(tx, reservation.eventId);
  if (!eventId || reservation.eventId === eventId) return reservation;
  const message = `The event ${eventId} has no ticket reservation ${id}`;
  throw new PlatformError(404, "TICKET_RESERVATION_NOT_FOUND", message, { id, eventId });
}

/** Throws PlatformError 404 if a visitor requests the reservation of someone else. */
export function requireOwner({ caller }: Tx, { id, memberId, visitorId }: StoredReservation): void {
  const isOwn = memberId ? memberId === caller.memberId : !visitorId || visitorId === caller.visitorId;
  if (caller.role === "admin" || isOwn) return;
  throw new PlatformError(404, "TICKET_RESERVATION_NOT_FOUND", `There is no ticket reservation ${id}`, {
    id,
  });
}

/** Changes the state of a pending reservation and releases its tickets unless it was confirmed. */
export function settleReservation(
  tx: StoreTx,
  reservation: StoredReservation,
  status: Exclude<ReservationState, "PENDING">,
): StoredReservation {
  moveTickets(tx, reservation.tickets, "reserved", status === "CONFIRMED" ? "sold" : "free");
  tx.unschedule("ticketReservations.expire", reservation.id);
  const after = replaceEntity(tx, reservationKind, { ...reservation, status });
  refreshTickets(tx, reservation.eventId);
  emitReservation(tx, after, "Updated");
  return after;
}

/** Releases the sold tickets of a voided order. */
export function returnSold(tx: StoreTx, id: string): void {
  const reservation = tx.get(reservations, id);
  if (reservation?.status !== "CONFIRMED") return;
  moveTickets(tx, reservation.tickets, "sold", "free");
  const after = replaceEntity(tx, reservationKind, { ...reservation, status: "CANCELED" });
  refreshTickets(tx, reservation.eventId);
  emitReservation(tx, after, "Updated");
}

/** Throws PlatformError 409 if a reservation is no longer pending. */
export function rejectSettled({ id, status, expirationDate }: StoredReservation, what: string): void {
  if (status === "PENDING") return;
  const code = status === "EXPIRED" ? "RESERVATION_EXPIRED" : "RESERVATION_NOT_PENDING";
  const when = status === "EXPIRED" ? ` since ${expirationDate}` : "";
  const message = `The reservation ${id} is ${status}${when} and cannot ${what}`;
  throw new PlatformError(409, code, message, { id, status, expirationDate });
}
