import type { TicketDefinitionV3 } from "../../api/services/tickets.ts";
import { minute } from "../../kernel/durations.ts";
import { clockTime, events, type StoredEvent } from "../events/events.ts";
import { insertEvent } from "../events/lifecycle.ts";
import { checkInGuests, createRsvp } from "../guests/rsvps.ts";
import { contactIdOf } from "../kernel/ids.ts";
import type { StoreTx } from "../kernel/tx.ts";
import { checkIn } from "../tickets/check-in.ts";
import { checkOut } from "../tickets/checkout.ts";
import { countSales, createDefinition, definitionsOf, moveTickets } from "../tickets/definitions.ts";
import { invoiceOf } from "../tickets/invoice.ts";
import { eventHooks } from "../tickets/lifecycle-hooks.ts";
import { saveOrder } from "../tickets/orders.ts";
import { reserveTickets } from "../tickets/reservations.ts";
import { type OrderState, orders, type StoredDefinition, type StoredOrder } from "../tickets/tables.ts";
import { issueTickets, numberOf, ticketsOf } from "../tickets/tickets.ts";
import demoShop from "./demo-shop.json" with { type: "json" };
import { seedTx } from "./seed-tx.ts";

/**
 * Adds tickets, ticket orders in every payment status, RSVPs and guests to the demo events. The same seed and clock give
 * the same ids. Emits no domain events. Does nothing if tickets exist or the events do not.
 */
export function seedTickets(tx: StoreTx): void {
  const raku = tx.findBy(events, "slug", "raku-night");
  if (!raku || definitionsOf(tx, raku.id).length > 0) return;
  for (const ticket of demoShop.tickets as readonly DemoTicket[])
    seedTicket(seedTx(tx, `demo ticket ${ticket.event} ${ticket.name}`), ticket);
  for (const [index, order] of (demoShop.ticketOrders as readonly DemoTicketOrder[]).entries())
    seedTicketOrder(seedTx(tx, `demo ticket order ${index + 1}`, { payment: order.payment }), raku, order);
  const openDay = tx.findBy(events, "slug", "studio-open-day");
  for (const { first, last, status, checkedIn } of openDay ? (demoShop.rsvps as readonly DemoRsvp[]) : []) {
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
  const lines = items.map(({ ticket, quantity }) => ({
    ticketDefinitionId: definitions.find(({ name }) => name === ticket)?.id ?? "",
    quantity,
  }));
  const { id: reservationId } = reserveTickets(tx, { eventId, lines, allowHidden: true });
  const buyer = { firstName: first, lastName: last, email: mailOf(first) };
  // A past order has no new mail. That of a pending one is sent when it is paid.
  const options = { silent: demo.payment !== "pending" };
  const order = checkOut(tx, { eventId, reservationId, buyer, options }, "ONLINE");
  const numbers = ticketsOf(tx, order.orderNumber).map(({ ticketNumber }) => ticketNumber);
  if (checkedIn > 0) checkIn(tx, eventId, numbers.slice(0, checkedIn));
  if (archived) saveOrder(tx, { ...order, archived });
}

/** A ticket definition of a demo event. Prices are decimal text in the shop's currency. */
interface DemoTicket
  extends Pick<TicketDefinitionV3, "name" | "description" | "policyText" | "initialLimit" | "hidden"> {
  /** Slug of the event. */
  event: string;
  price?: string;
  /** Minimum of a guest-defined price. */
  minimumPrice?: string;
  feeType?: string;
  /** Sale period in days relative to the seed date. */
  saleDays?: readonly [from: number, to: number];
}

/** A ticket order for the raku night. */
interface DemoTicketOrder {
  first: string;
  last: string;
  /** Tickets by name. */
  items: readonly { ticket: string; quantity: number }[];
  payment: string;
  /** Number of checked-in tickets. */
  checkedIn?: number;
  archived?: boolean;
}

/** An RSVP to the studio's open day. */
interface DemoRsvp {
  first: string;
  last: string;
  status: "YES" | "NO";
  checkedIn?: boolean;
}

const slug = "generated-festival";
const firsts = "Ada Bo Cy Dea Eli Fay Gil Hana Ian Joy Kai Lea Max Nia Ole Pia".split(" ");
const lasts = "Adams Berg Cruz Dahl Ek Fox Grau Hahn Ito Jung Kern Lund Moss".split(" ");
const statuses: readonly OrderState[] = ["PAID", "PAID", "PAID", "PAID", "OFFLINE_PENDING", "AUTHORIZED"];
/** Far from the serials of other orders so that order numbers do not collide. */
const firstSerial = 10_000_000;

/**
 * Adds the generated ticket orders `from` to `to` (1-based, inclusive) to a generated event: one to three tickets each,
 * a minute apart. Existing ones stay as they are. Emits no domain events and adds no guests. Returns the number of
 * added orders.
 */
export function seedTicketOrders(tx: StoreTx, from: number, to: number): number {
  const seeding = seedTx(tx, `generated tickets ${from}`);
  const event = tx.findBy(events, "slug", slug) ?? createFestival(seeding);
  const [definition] = definitionsOf(tx, event.id);
  if (!definition) return 0;
  const added = [];
  for (let serial = from; serial <= to; serial++)
    added.push(...createOrder(seeding, event, definition, serial));
  moveTickets(
    seeding,
    added.flatMap(({ internal }) => internal.lines),
    "free",
    "sold",
  );
  countSales(seeding, event.id, added, 1);
  return added.length;
}

function createFestival(tx: StoreTx): StoredEvent {
  const zone = "Europe/Berlin";
  const [startDate, endDate] = [clockTime(tx.now, 90, "12:00", zone), clockTime(tx.now, 91, "02:00", zone)];
  const event = insertEvent(
    tx,
    {
      title: "Generated festival",
      location: { type: "VENUE", name: "The meadow" },
      dateAndTimeSettings: { startDate, endDate, timeZoneId: zone },
      registration: { initialType: "TICKETING" },
    },
    false,
    eventHooks,
  );
  const currency = event.registration.tickets?.currency ?? "USD";
  createDefinition(tx, {
    eventId: event.id,
    name: "Day pass",
    feeType: "FEE_INCLUDED",
    pricingMethod: { fixedPrice: { value: "24.50", currency } },
  });
  return event;
}

function createOrder(
  tx: StoreTx,
  event: StoredEvent,
  definition: StoredDefinition,
  serial: number,
): StoredOrder[] {
  const orderNumber = numberOf("generated", firstSerial + serial);
  if (tx.get(orders, orderNumber)) return [];
  const currency = event.registration.tickets?.currency ?? "USD";
  const quantity = (serial % 3) + 1;
  const price = definition.pricingMethod.fixedPrice ?? {};
  const line = { ticketDefinitionId: definition.id, quantity, ticketName: definition.name, price };
  const priced = { ...line, feeType: definition.feeType, donation: false };
  const invoice = invoiceOf({ currency, lines: [priced] });
  const created = new Date(tx.now.getTime() - serial * minute).toISOString();
  const firstName = firsts[serial % firsts.length] ?? "";
  const lastName = lasts[serial % lasts.length] ?? "";
  const email = `guest-${serial}@example.com`;
  const answers = { firstName, lastName, email };
  const checkoutForm = {
    inputValues: Object.entries(answers).map(([inputName, value]) => ({ inputName, value })),
  };
  const status = statuses[serial % statuses.length] ?? "PAID";
  const order: StoredOrder = {
    orderNumber,
    reservationId: tx.newId(),
    eventId: event.id,
    created,
    updated: created,
    ...answers,
    contactId: contactIdOf(tx, email),
    fullName: `${firstName} ${lastName}`,
    checkoutForm,
    status,
    confirmed: status === "PAID",
    archived: false,
    fullyCheckedIn: false,
    anonymized: false,
    ticketsQuantity: quantity,
    channel: "ONLINE",
    language: "en",
    locale: "en-US",
    invoice,
    totalPrice: invoice.grandTotal ?? {},
    method: "creditCard",
    marketingConsent: false,
    internal: { guests: [checkoutForm], lines: [line], ledger: [], told: true },
  };
  tx.put(orders, orderNumber, order);
  issueTickets({ ...tx, now: new Date(created) }, order);
  return [order];
}
