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
import { seedTx } from "./seed-tx.ts";

/**
 * Adds tickets, ticket orders in every payment status, RSVPs and guests to the demo events. The same seed and clock give
 * the same ids. Emits no domain events. Does nothing if tickets exist or the events do not.
 */
export function seedTickets(tx: StoreTx): void {
  const raku = tx.findBy(events, "slug", "raku-night");
  if (!raku || definitionsOf(tx, raku.id).length > 0) return;
  for (const ticket of demoTickets)
    seedTicket(seedTx(tx, `demo ticket ${ticket.event} ${ticket.name}`), ticket);
  for (const [index, order] of demoTicketOrders.entries())
    seedTicketOrder(seedTx(tx, `demo ticket order ${index + 1}`, { payment: order.payment }), raku, order);
  const openDay = tx.findBy(events, "slug", "studio-open-day");
  for (const { first, last, status, checkedIn } of openDay ? demoRsvps : []) {
    const own = seedTx(tx, `demo rsvp ${first}`);
    const person = { eventId: openDay?.id, firstName: first, lastName: last, email: mailOf(first) };
    const rsvp = createRsvp(own, { ...person, status, additionalGuestDetails: { guestCount: 0 } }, {});
    if (checkedIn) checkInGuests(own, rsvp, undefined);
  }
}

const mailOf = (first: string) => `${first.toLowerCase()}@example.com`;

function seedTicket(tx: StoreTx, { event: slug, price, minimumPrice, saleDays, ...facts }: DemoTicket): void {
  const event = tx.findBy(events, "slug", slug);
  if (!event) return;
  const currency = event.registration.tickets?.currency ?? "USD";
  const zone = event.dateAndTimeSettings.timeZoneId ?? "UTC";
  const [from, to] = (saleDays ?? []).map((days) => clockTime(tx.now, days, "09:00", zone));
  createDefinition(tx, {
    feeType: price === "0" ? "NO_FEE" : "FEE_INCLUDED",
    ...facts,
    eventId: event.id,
    pricingMethod: minimumPrice
      ? { guestPrice: { value: minimumPrice, currency } }
      : { fixedPrice: { value: price ?? "0", currency } },
    ...(saleDays && { salePeriod: { startDate: from, endDate: to, displayNotOnSale: true } }),
  });
}

function seedTicketOrder(tx: StoreTx, { id: eventId }: StoredEvent, demo: DemoTicketOrder): void {
  const { first, last, items, checkedIn = 0, archived } = demo;
  const definitions = definitionsOf(tx, eventId);
  const lines = Object.entries(items).map(([name, quantity]) => ({
    ticketDefinitionId: definitions.find((one) => one.name === name)?.id ?? "",
    quantity,
  }));
  const { id: reservationId } = reserveTickets(tx, { eventId, lines, allowHidden: true });
  const buyer = { firstName: first, lastName: last, email: mailOf(first) };
  const order = checkOut(tx, { eventId, reservationId, buyer }, "ONLINE");
  const numbers = ticketsOf(tx, order.orderNumber).map(({ ticketNumber }) => ticketNumber);
  if (checkedIn > 0) checkIn(tx, eventId, numbers.slice(0, checkedIn));
  if (archived) saveOrder(tx, { ...order, archived });
}
