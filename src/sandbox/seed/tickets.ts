import { guidOf } from "../kernel/ids.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { events, type StoredEvent } from "../services/events/tables.ts";
import { clockTime } from "../services/events/times.ts";
import { checkInGuests } from "../services/guests/rsvp-check-in.ts";
import { createRsvp } from "../services/guests/rsvps.ts";
import { checkIn } from "../services/tickets/check-in.ts";
import { checkOut } from "../services/tickets/checkout.ts";
import { createDefinition, definitionsOf } from "../services/tickets/definitions.ts";
import { ticketsOf } from "../services/tickets/issue.ts";
import { saveOrder } from "../services/tickets/orders.ts";
import { reserveTickets } from "../services/tickets/reserve.ts";
import {
  type DemoTicket,
  type DemoTicketOrder,
  demoRsvps,
  demoTicketOrders,
  demoTickets,
} from "./demo-tickets.ts";

/**
 * Adds tickets, ticket orders in every payment status, RSVPs and guests to the demo events. The same seed and clock give
 * the same ids. No domain events are written. Does nothing where they are there already, or the events are not.
 */
export function seedTickets(tx: StoreTx): void {
  const raku = tx.findBy(events, "slug", "raku-night");
  if (!raku || definitionsOf(tx, raku.id).length > 0) return;
  for (const ticket of demoTickets)
    plantTicket(quiet(tx, `demo ticket ${ticket.event} ${ticket.name}`), ticket);
  for (const [index, order] of demoTicketOrders.entries())
    plantOrder(quiet(tx, `demo ticket order ${index + 1}`, order.payment), raku, order);
  const openDay = tx.findBy(events, "slug", "studio-open-day");
  for (const { first, last, status, inside } of openDay ? demoRsvps : []) {
    const own = quiet(tx, `demo rsvp ${first}`);
    const person = { eventId: openDay?.id, firstName: first, lastName: last, email: mailOf(first) };
    const rsvp = createRsvp(own, { ...person, status, additionalGuestDetails: { guestCount: 0 } }, {});
    if (inside) checkInGuests(own, rsvp, undefined);
  }
}

const mailOf = (first: string) => `${first.toLowerCase()}@example.com`;

/** A transaction with ids of its own, that tells nobody. */
export function quiet(tx: StoreTx, name: string, payment?: string): StoreTx {
  const seed = tx.setting("seed") ?? "";
  let count = 0;
  return {
    ...tx,
    payment,
    emit: () => {},
    next: (counter) => (counter.startsWith("events of") ? 0 : tx.next(counter)),
    newId() {
      count += 1;
      return guidOf(seed, name, count);
    },
  };
}

function plantTicket(tx: StoreTx, { event: slug, price, atLeast, on, ...facts }: DemoTicket): void {
  const event = tx.findBy(events, "slug", slug);
  if (!event) return;
  const currency = event.registration.tickets?.currency ?? "USD";
  const zone = event.dateAndTimeSettings.timeZoneId ?? "UTC";
  const [from, to] = (on ?? []).map((days) => clockTime(tx.now, days, "09:00", zone));
  createDefinition(tx, {
    feeType: "NO_FEE",
    ...facts,
    eventId: event.id,
    pricingMethod: atLeast
      ? { guestPrice: { value: atLeast, currency } }
      : { fixedPrice: { value: price ?? "0", currency } },
    ...(on && { salePeriod: { startDate: from, endDate: to, displayNotOnSale: true } }),
  });
}

function plantOrder(tx: StoreTx, { id: eventId }: StoredEvent, demo: DemoTicketOrder): void {
  const { first, last, items, inside = 0, archived } = demo;
  const known = definitionsOf(tx, eventId);
  const lines = Object.entries(items).map(([name, quantity]) => ({
    ticketDefinitionId: known.find((one) => one.name === name)?.id ?? "",
    quantity,
  }));
  const { id: reservationId } = reserveTickets(tx, { eventId, lines, allowHidden: true });
  const buyer = { firstName: first, lastName: last, email: mailOf(first) };
  const order = checkOut(tx, { eventId, reservationId, buyer }, "ONLINE");
  const numbers = ticketsOf(tx, order.orderNumber).map(({ ticketNumber }) => ticketNumber);
  if (inside > 0) checkIn(tx, eventId, numbers.slice(0, inside));
  if (archived) saveOrder(tx, { ...order, archived });
}
