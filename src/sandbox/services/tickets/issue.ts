import type { FormResponse } from "../../../api/services/events/event-forms.ts";
import type { Ticket } from "../../../api/services/tickets/ticket-orders.ts";
import { decimal } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import { answerTo, nameIn } from "../events/index.ts";
import { contactIdOf } from "../guests/index.ts";
import { isSelling } from "./counts.ts";
import { bothNames } from "./legacy.ts";
import { ticketNumberOf } from "./numbers.ts";
import { isCheckedIn, type StoredOrder, type StoredTicket, tickets } from "./tables.ts";

/** Returns the tickets of an order, sorted by number. */
export const ticketsOf = (tx: Tx, orderNumber: string): StoredTicket[] =>
  tx.query(tickets, {
    filter: { orderNumber },
    sort: [{ fieldName: "id", order: "ASC" }],
    limit: 1000,
  }).items;

/** Issues the tickets of an order, one per reserved ticket. */
export function issueTickets(tx: Tx, order: StoredOrder): StoredTicket[] {
  const units = order.internal.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  return units.map((line, index) => {
    const { guests } = order.internal;
    const form = guests.length > 1 ? guests[index] : guests[0];
    const { seatId, pricingOptionId, pricingOptionName } = line.ticketInfo ?? {};
    const details = {
      ...(seatId && { seatId }),
      ...(pricingOptionId && { pricingOptionId, pricingOptionName }),
    };
    const ticket: StoredTicket = {
      ticketNumber: ticketNumberOf(order.orderNumber, index + 1),
      orderNumber: order.orderNumber,
      eventId: order.eventId,
      created: tx.now.toISOString(),
      ticketDefinitionId: line.ticketDefinitionId,
      name: line.ticketName ?? "",
      price: bothNames(line.price ?? {}),
      free: decimal(line.price?.value ?? "0").eq(decimal("0")),
      ...(line.policy && { policy: line.policy }),
      orderStatus: order.status,
      orderArchived: order.archived,
      archived: false,
      canceled: false,
      orderFullName: order.fullName ?? "",
      ...guestIn(tx, form, guests.length > 1),
      ...(order.memberId && { memberId: order.memberId }),
      anonymized: false,
      channel: order.channel ?? "ONLINE",
      ...(Object.keys(details).length > 0 && { ticketDetails: details }),
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
      ...(email && { email, contactId: contactIdOf(tx, email) }),
      ...(phone && { phone }),
      ...(form && { form }),
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
  const { eventId, created: _, guestDetails, ticketDetails, checkIn, ...rest } = ticket;
  const { form, ...person } = guestDetails;
  const site = tx.setting("siteUrl") ?? "https://shop.example/";
  const path = `${ticket.ticketNumber},${eventId}`;
  const isAsked = (group: string) => !fieldset?.length || fieldset.includes(group);
  const withForm = fieldset?.includes("GUEST_FORM") || fieldset?.includes("GUEST_DETAILS");
  return {
    ...rest,
    ...(isCheckedIn(ticket) && { checkIn }),
    ...((isAsked("GUEST_DETAILS") || withForm) && {
      guestDetails: { ...person, ...(withForm && form && { form }) },
    }),
    ...(isAsked("TICKET_DETAILS") && ticketDetails && { ticketDetails }),
    qrCode: new URL(`/_api/events/tickets/${ticket.ticketNumber}/qr.png`, site).href,
    checkInUrl: new URL(`/events/check-in/${path}`, site).href,
    ticketPdfUrl: new URL(`/_api/events/tickets/${ticket.ticketNumber}.pdf`, site).href,
    walletPassUrl: new URL(`/_api/events/tickets/${ticket.ticketNumber}.pkpass`, site).href,
  };
}
