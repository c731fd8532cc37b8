import type { LifecycleHooks } from "../events/index.ts";
import { guestHooks } from "../guests/index.ts";
import { insertEntity, newEntity } from "../kernel/entities.ts";
import type { StoreTx } from "../kernel/tx.ts";
import {
  definitionKind,
  definitionsOf,
  emitLegacy,
  endSale,
  limitPerOrder,
  refreshTickets,
  removeDefinition,
  saleStatusAt,
  scheduleSale,
} from "./definitions.ts";
import { releaseReservation } from "./orders.ts";
import { definitions, orders, reservations, tickets } from "./tables.ts";
import { emitOrder, ticketsOf } from "./tickets.ts";

/**
 * Copies ticket definitions to clones, gives them the limit of their event, and releases reservations and ends sales of
 * canceled events.
 */
const ticketHooks: LifecycleHooks = {
  copied(tx, from, to) {
    const earlier =
      Date.parse(to.dateAndTimeSettings.startDate ?? "") -
      Date.parse(from.dateAndTimeSettings.startDate ?? "");
    const shifted = (time: string | null | undefined) =>
      time && Number.isFinite(earlier) ? new Date(Date.parse(time) + earlier).toISOString() : time;
    for (const definition of definitionsOf(tx, from.id)) {
      const { startDate, endDate, displayNotOnSale } = definition.salePeriod ?? {};
      const salePeriod = definition.salePeriod && {
        startDate: shifted(startDate),
        endDate: shifted(endDate),
        displayNotOnSale: displayNotOnSale ?? undefined,
      };
      const copy = {
        ...definition,
        ...newEntity(tx),
        eventId: to.id,
        salePeriod: salePeriod ?? definition.salePeriod,
        saleStatus: saleStatusAt(salePeriod, tx.now),
        internal: { place: definition.internal.place, sold: 0, reserved: 0 },
      };
      insertEntity(tx, definitionKind, copy);
      emitLegacy(tx, copy, "Created");
      scheduleSale(tx, copy);
    }
    refreshTickets(tx, to.id);
  },
  changed(tx, { id, registration }) {
    const limitPerCheckout = limitPerOrder(registration);
    for (const definition of definitionsOf(tx, id))
      if (definition.limitPerCheckout !== limitPerCheckout)
        tx.put(definitions, definition.id, { ...definition, limitPerCheckout });
  },
  canceled(tx, { id }) {
    for (const reservation of pendingReservations(tx, id)) releaseReservation(tx, reservation, "CANCELED");
    for (const definition of definitionsOf(tx, id)) endSale(tx, definition);
  },
  ended(tx, { id }) {
    for (const definition of definitionsOf(tx, id)) endSale(tx, definition);
  },
  removed(tx, { id: eventId }) {
    for (const { id } of [...tx.each(reservations, { eventId })]) {
      tx.unschedule("ticketReservations.expire", id);
      tx.remove(reservations, id);
    }
    for (const definition of definitionsOf(tx, eventId)) removeDefinition(tx, definition);
    for (const order of tx.each(orders, { eventId })) {
      const issued = ticketsOf(tx, order.orderNumber);
      for (const { ticketNumber } of issued) tx.remove(tickets, ticketNumber);
      for (const work of ["void", "settle"]) tx.unschedule(`eventOrders.${work}`, order.orderNumber);
      tx.remove(orders, order.orderNumber);
      emitOrder(tx, order, "Deleted", issued);
    }
  },
};

const pendingReservations = (tx: StoreTx, eventId: string) => [
  ...tx.each(reservations, { eventId, status: "PENDING" }),
];

/** The hooks of the services above events, to pass to its functions. */
export const eventHooks: readonly LifecycleHooks[] = [ticketHooks, guestHooks];
