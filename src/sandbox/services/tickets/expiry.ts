import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { advanceOrder } from "./orders.ts";
import { reservationKind, settleReservation, showReservation } from "./reservations.ts";
import { orders, reservations, type StoredReservation } from "./tables.ts";

/** A reservation ends by the clock: its tickets are free again, and an order that waited for money is canceled. */
export function expireReservation(tx: StoreTx, id: string): void {
  const reservation = tx.get(reservations, id);
  if (reservation?.status !== "PENDING") return;
  settleReservation(tx, reservation, "EXPIRED");
  cancelWaiting(tx, reservation);
}

/** Lets held tickets go before their time. */
export function releaseReservation(
  tx: StoreTx,
  reservation: StoredReservation,
  status: "CANCELED" | "CANCELED_MANUALLY",
): StoredReservation {
  const after = settleReservation(tx, reservation, status);
  cancelWaiting(tx, reservation);
  return after;
}

/** Forgets a reservation; what it held is free again. Sold tickets stay sold. */
export function removeReservation(tx: StoreTx, reservation: StoredReservation): StoredReservation {
  const last =
    reservation.status === "PENDING" ? releaseReservation(tx, reservation, "CANCELED_MANUALLY") : reservation;
  tx.remove(reservations, reservation.id);
  const body = { deletedEvent: { deletedEntity: showReservation(last) } };
  emitDomainEvent(tx, reservationKind.fqdn, "deleted", reservation.id, body);
  return last;
}

function cancelWaiting(tx: StoreTx, { internal }: StoredReservation): void {
  const order = internal.orderNumber ? tx.get(orders, internal.orderNumber) : undefined;
  if (order?.status === "INITIATED") advanceOrder(tx, order, "CANCELED");
}
