import { minute } from "../../kernel/durations.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { createEvent } from "../services/events/lifecycle.ts";
import { events, type StoredEvent } from "../services/events/tables.ts";
import { clockTime } from "../services/events/times.ts";
import { contactIdOf } from "../services/guests/guests.ts";
import { moveTickets } from "../services/tickets/capacity.ts";
import { countSales } from "../services/tickets/counts.ts";
import { createDefinition, definitionsOf } from "../services/tickets/definitions.ts";
import { invoiceOf } from "../services/tickets/invoice.ts";
import { issueTickets } from "../services/tickets/issue.ts";
import { eventHooks } from "../services/tickets/lifecycle-hooks.ts";
import { numberOf } from "../services/tickets/numbers.ts";
import {
  type OrderState,
  orders,
  type StoredDefinition,
  type StoredOrder,
} from "../services/tickets/tables.ts";
import { seedTx } from "./seed-tx.ts";

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
  const event = createEvent(
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
