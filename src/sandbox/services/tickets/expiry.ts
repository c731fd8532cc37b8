import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { advanceOrder } from "./orders.ts";
import { reservationKind, settleReservation, showReservation } from "./reservations.ts";
import { orders, reservations, type StoredReservation } from "./tables.ts";

/** Due work: expires a reservation, releases its tickets and cancels an unpaid order. */
export function expireReservation(tx: StoreTx, id: string): void {
  const reservation = tx.get(reservations, id);
  if (reservation?.status !== "PENDING") return;
  settleReservation(tx, reservation, "EXPIRED");
  cancelWaiting(tx, reservation);
}

/** Releases reserved tickets early. */
export function releaseReservation(
  tx: StoreTx,
  reservation: StoredReservation,
  status: "CANCELED" | "CANCELED_MANUALLY",
): StoredReservation {
  const after = settleReservation(tx, reservation, status);
  cancelWaiting(tx, reservation);
  return after;
}

/** Deletes a reservation and releases its tickets. Sold tickets stay sold. */
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
