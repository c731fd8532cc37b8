import type { FormResponse } from "../../api/services/events.ts";
import {
  type Ticket,
  type TicketDefinition,
  type TicketReservation,
  ticketDefinitionsV1,
} from "../../api/services/tickets.ts";
import { decimal } from "../../kernel/money.ts";
import { answerTo, eventsQuery, nameIn } from "../events/index.ts";
import { siteUrlOf } from "../kernel/defaults.ts";
import { contactOf, guidOf } from "../kernel/ids.ts";
import { fieldsOfList } from "../kernel/lists.ts";
import type { Tx } from "../kernel/tx.ts";
import { availableCount, isSelling } from "./definitions.ts";
import {
  definitions,
  type HeldLine,
  isCheckedIn,
  type StoredDefinition,
  type StoredOrder,
  type StoredReservation,
  type StoredTicket,
  tickets,
} from "./tables.ts";

/** Returns the tickets of an order, sorted by number. */
export const ticketsOf = (tx: Tx, orderNumber: string): StoredTicket[] =>
  tx.query(tickets, {
    filter: { orderNumber },
    sort: [{ fieldName: "id", order: "ASC" }],
    limit: 1000,
  }).items;

/** Returns the chosen seat and price of a line. */
function detailsOf({ ticketInfo }: Pick<HeldLine, "ticketInfo">) {
  const { seatId, pricingOptionId, pricingOptionName } = ticketInfo ?? {};
  return { ...(seatId && { seatId }), ...(pricingOptionId && { pricingOptionId, pricingOptionName }) };
}

/** Issues the tickets of an order, one per reserved ticket. */
export function issueTickets(tx: Tx, order: StoredOrder): StoredTicket[] {
  const units = order.internal.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  return units.map((line, index) => {
    const { guests } = order.internal;
    const form = guests.length > 1 ? guests[index] : guests[0];
    const details = detailsOf(line);
    const ticket: StoredTicket = {
      ticketNumber: ticketNumberOf(order.orderNumber, index + 1),
      orderNumber: order.orderNumber,
      eventId: order.eventId,
      created: tx.now.toISOString(),
      ticketDefinitionId: line.ticketDefinitionId,
      name: line.ticketName ?? "",
      price: bothNames(line.price ?? {}),
      free: decimal(line.price?.value ?? "0").eq(decimal("0")),
      policy: line.policy || undefined,
      orderStatus: order.status,
      orderArchived: order.archived,
      archived: false,
      canceled: false,
      orderFullName: order.fullName ?? "",
      ...guestIn(tx, form, guests.length > 1),
      memberId: order.memberId || undefined,
      anonymized: false,
      channel: order.channel ?? "ONLINE",
      ticketDetails: Object.keys(details).length > 0 ? details : undefined,
    };
    tx.put(tickets, ticket.ticketNumber, ticket);
    return ticket;
  });
}

/** Returns the holder of a ticket from the answers to the form. */
export function guestIn(
  tx: Tx,
  form: FormResponse | undefined,
  guestAssigned: boolean,
): Pick<StoredTicket, "guestFullName" | "guestDetails"> {
  const [firstName, lastName] = [answerTo(form, "firstName"), answerTo(form, "lastName")];
  const [email, phone] = [answerTo(form, "email"), answerTo(form, "phone")];
  return {
    guestFullName: nameIn(form),
    guestDetails: {
      guestAssigned,
      firstName,
      lastName,
      ...contactOf(tx, email),
      phone: phone || undefined,
      form,
    },
  };
}

/** Updates the tickets of an order after its status changed. */
export function followOrder(tx: Tx, order: StoredOrder): StoredTicket[] {
  return ticketsOf(tx, order.orderNumber).map((before) => {
    const ticket = {
      ...before,
      orderStatus: order.status,
      orderArchived: order.archived,
      orderFullName: order.fullName ?? "",
      canceled: !isSelling(order.status),
    };
    tx.put(tickets, ticket.ticketNumber, ticket);
    return ticket;
  });
}

/** Returns a ticket in API form with the requested field groups, by default all but the answers to the form. */
export function showTicket(
  tx: Tx,
  ticket: StoredTicket,
  fieldset?: readonly (string | null)[] | null,
): Ticket {
  const { eventId, created, guestDetails, ticketDetails, checkIn, ...rest } = ticket;
  const { form, ...person } = guestDetails;
  const site = siteUrlOf(tx);
  const path = `${ticket.ticketNumber},${eventId}`;
  const isAsked = (group: string) => !fieldset?.length || fieldset.includes(group);
  const withForm = fieldset?.includes("GUEST_FORM") || fieldset?.includes("GUEST_DETAILS");
  return {
    ...rest,
    checkIn: isCheckedIn(ticket) ? checkIn : undefined,
    guestDetails:
      isAsked("GUEST_DETAILS") || withForm
        ? { ...person, form: withForm && form ? form : undefined }
        : undefined,
    ticketDetails: isAsked("TICKET_DETAILS") && ticketDetails ? ticketDetails : undefined,
    qrCode: new URL(`/_api/events/tickets/${ticket.ticketNumber}/qr.png`, site).href,
    checkInUrl: new URL(`/events/check-in/${path}`, site).href,
    ticketPdfUrl: printUrl(tx, "ticket", { number: ticket.ticketNumber }),
    walletPassUrl: new URL(`/_api/events/tickets/${ticket.ticketNumber}.pkpass`, site).href,
  };
}

/** Returns the address of the page that shows tickets to print. The platform has PDF files there. */
export function printUrl({ origin }: Tx, page: string, parameters: Readonly<Record<string, string>>): string {
  return `${origin}/__till/pages/${page}?${new URLSearchParams(parameters)}`;
}

type Price = { value?: string | null; amount?: string | null; currency?: string | null };

/** Returns an amount with both field names. */
const bothNames = ({ value, amount, currency }: Price = {}) => {
  const text = value ?? amount ?? "0";
  return { value: text, amount: text, currency: currency ?? "USD" };
};

/** What the checkout and the older service of ticket definitions sort by. */
export const legacySortable = {
  orderIndex: "sortIndex",
  sortIndex: "sortIndex",
  name: "name",
  createdDate: "createdDate",
};

const legacyFields = fieldsOfList(() => ticketDefinitionsV1.query, {
  paths: { "event.id": "eventId", free: "pricingMethod.free" },
});

/** Returns a filter of the checkout and of the older service of ticket definitions as a filter of definitions. */
export const legacyFilter = (filter: unknown): object =>
  eventsQuery({ filter }, legacyFields).filter as object;

/** Returns a ticket definition in the checkout format. */
export function toLegacyDefinition(
  definition: StoredDefinition,
  { policy = true, dashboard = false }: { policy?: boolean; dashboard?: boolean } = {},
): TicketDefinition {
  const { fixedPrice, guestPrice, pricingOptions, pricingType, free } = definition.pricingMethod;
  const { sold, reserved, place } = definition.internal;
  const options = pricingOptions?.optionDetails ?? [];
  const left = availableCount(definition);
  const most = definition.limitPerCheckout ?? 20;
  const { startDate, endDate, displayNotOnSale } = definition.salePeriod ?? {};
  return {
    id: definition.id,
    price: bothNames(fixedPrice ?? guestPrice ?? options[0]?.price ?? {}),
    free: free ?? false,
    name: definition.name,
    description: definition.description ?? "",
    limitPerCheckout: Math.min(20, most, left ?? most),
    orderIndex: place,
    eventId: definition.eventId,
    policy: policy && definition.policyText ? definition.policyText : undefined,
    ...(dashboard && {
      dashboard: {
        hidden: definition.hidden,
        sold: sold + reserved,
        limited: definition.limited ?? false,
        ...(definition.actualLimit != null && { quantity: definition.actualLimit, unsold: left }),
        ticketsSold: sold,
        ticketsReserved: reserved,
      },
    }),
    wixFeeConfig: { type: definition.feeType },
    salePeriod: definition.salePeriod
      ? {
          startDate: startDate || undefined,
          endDate: endDate || undefined,
          hideNotOnSale: displayNotOnSale === false,
        }
      : undefined,
    saleStatus: definition.saleStatus,
    pricing: {
      ...(fixedPrice && { fixedPrice: bothNames(fixedPrice) }),
      ...(guestPrice && { minPrice: bothNames(guestPrice) }),
      ...(options.length > 0 && {
        pricingOptions: {
          options: options.map(({ optionId, name, price }) => ({
            id: optionId,
            name,
            price: bothNames(price ?? {}),
          })),
        },
      }),
      ...(pricingType && { pricingType }),
    },
  };
}

/** Returns reserved tickets in the checkout format. */
export function toLegacyReservations(
  lines: readonly HeldLine[],
  definitionOf: (id: string) => StoredDefinition | undefined,
): TicketReservation[] {
  return lines.flatMap(({ ticketDefinitionId, quantity, price, ticketInfo }) => {
    const definition = definitionOf(ticketDefinitionId);
    if (!definition) return [];
    const ticket = { ...toLegacyDefinition(definition), price: bothNames(price ?? {}) };
    const details = detailsOf({ ticketInfo });
    const one = Object.keys(details).length > 0 ? { ticketDetails: [details] } : {};
    return [{ quantity, ticket, ...one }];
  });
}

const orderTopic = "wix.events.ticketing.events";

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
  tx.emit(`${orderTopic}.Order${what}`, orderNumber, { ...base, ...facts[what] });
}

/** Emits a change of a reservation with its tickets and how many of each are reserved and sold. */
export function emitReservation(
  tx: Tx,
  { id, eventId, tickets, status, expirationDate, updatedDate }: StoredReservation,
  what: "Created" | "Updated",
): void {
  const ids = [...new Set(tickets.map(({ ticketDefinitionId }) => ticketDefinitionId))];
  tx.emit(`${orderTopic}.Reservation${what}`, id, {
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

/** Excludes letters that look like digits, because people read these numbers aloud. */
const numberAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns the next order number, such as `2K4T-9XQ0-7HD`, derived from seed and history. */
export function nextOrderNumber(tx: Tx): string {
  return numberOf(tx.setting("seed"), tx.next("ticket order"));
}

/** Returns the order number of a serial, unique per seed. */
export function numberOf(seed: string, serial: number): string {
  const hex = guidOf(seed, "ticket order", serial).replaceAll("-", "");
  let text = "";
  for (let at = 0; at < 6; at++)
    text += numberAlphabet[Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16) % 32];
  // Multiplying by an odd number permutes all values of five base-32 digits.
  let rest = (serial * 9_699_691) % 32 ** 5;
  for (let at = 0; at < 5; at++) {
    text += numberAlphabet[rest % 32];
    rest = Math.floor(rest / 32);
  }
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/** Returns the number of an order's ticket by position, from 1. */
const ticketNumberOf = (orderNumber: string, position: number): string =>
  `${orderNumber}${String(position).padStart(2, "0")}`;
