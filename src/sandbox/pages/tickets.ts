import type { Response } from "../../api/transport/transport.ts";
import { minute } from "../../kernel/durations.ts";
import { decimal } from "../../kernel/money.ts";
import { qrSquares } from "../../output/qr.ts";
import { answerTo, eventOf, type StoredEvent } from "../events/index.ts";
import { PlatformError } from "../kernel/tx.ts";
import { redirectOf } from "../members/authorize.ts";
import { memberOf } from "../members/members.ts";
import { formatPrice } from "../products/index.ts";
import { ticketOf } from "../tickets/check-in.ts";
import { changeCheckout, checkOut, type Purchase, quote } from "../tickets/checkout.ts";
import { ticketOrderOf } from "../tickets/orders.ts";
import { requireOwner, reservationOf } from "../tickets/reservations.ts";
import {
  isCheckedIn,
  type StoredOrder,
  type StoredReservation,
  type StoredTicket,
} from "../tickets/tables.ts";
import { showTicket, ticketsOf } from "../tickets/tickets.ts";
import { answeredField, formAnswers, formFields } from "./event-form.ts";
import {
  button,
  facts,
  field,
  form,
  formProblem,
  type Html,
  html,
  itemTable,
  linkHere,
  linkTo,
  type Page,
  type PageVisit,
  type Problem,
  page,
  redirectTo,
} from "./page.ts";
import {
  atForm,
  chosenMethod,
  confirmationLink,
  confirmationPage,
  declinedAlert,
  declinedLink,
  isConfirming,
  type PaymentMethod,
  paymentChoices,
} from "./payment.ts";
import { loginLink, returnTargets, thankYouRedirect, wayBack } from "./redirect.ts";

/** Reserved tickets that a visitor is buying. */
interface Basket {
  event: StoredEvent;
  reservation: StoredReservation;
  /** The order of an earlier attempt, which was not paid. */
  order: StoredOrder | undefined;
}

/** The ticket checkout of a redirect session: the event's form for each guest, coupon and payment. */
export const ticketCheckout: Page = {
  showsOutcome: true,
  show(visit) {
    const basket = basketOf(visit);
    const ended = endOf(visit, basket);
    if (ended) return ended;
    if (isConfirming(visit) && basket.order) return confirmationPage(visit, moneyOf(basket.order.totalPrice));
    return shown(visit, basket);
  },
  submit(sentTo) {
    const { form: sent } = sentTo;
    const visit = atForm(sentTo);
    const basket = basketOf(visit);
    const ended = endOf(visit, basket);
    if (ended) return ended;
    if (isConfirming(sentTo) && basket.order) {
      const isApproved = sent.get("do") === "approve";
      return afterPayment(visit, paid(visit, basket, {}, isApproved ? "approved" : "declined"));
    }
    const purchase = purchaseOf(visit, basket);
    try {
      if (sent.get("do") !== "pay") return shown(visit, basket);
      const method = chosenMethod(visit);
      const order = visit.tx.attempt(() => paid(visit, basket, purchase, method));
      visit.tx.payment();
      const isUnpaid = order.status === "INITIATED" || order.status === "DECLINED";
      return method === "challenge" && isUnpaid
        ? redirectTo(confirmationLink(visit))
        : afterPayment(visit, order);
    } catch (error) {
      const isSeveral = (purchase.guests?.length ?? 0) > 1;
      const problem = formProblem(error, (violation) => {
        const index = Number(/guests\[(\d+)\]/.exec(violation.field)?.[1] ?? 0);
        const own = answeredField(violation, purchase.guests?.[index]?.form ?? undefined);
        return own && prefixOf(isSeveral ? index : 0) + own;
      });
      return shown(visit, basket, problem);
    }
  },
};

function basketOf({ tx, query }: PageVisit): Basket {
  const id = query.get("session");
  const given = query.get("reservationId");
  const asked = given === null ? redirectOf(tx, id, "eventsCheckout").request.eventsCheckout : undefined;
  const reservation = reservationOf(tx, given ?? asked?.reservationId);
  requireOwner(tx, reservation);
  const { orderNumber } = reservation.internal;
  const order = orderNumber === undefined ? undefined : ticketOrderOf(tx, orderNumber);
  return { event: eventOf(tx, reservation.eventId), reservation, order };
}

/** Returns the response for tickets that cannot be bought any more: the order, or why there is none. */
function endOf(visit: PageVisit, { event, reservation, order }: Basket): Response | undefined {
  const { status } = reservation;
  if (order && order.status !== "INITIATED" && order.status !== "DECLINED" && order.status !== "CANCELED")
    return outcome(visit, order);
  if (status === "PENDING") return undefined;
  const why =
    status === "EXPIRED"
      ? "The time to buy the tickets is over, and other people can buy them now."
      : "The reservation was canceled, and other people can buy the tickets now.";
  return page({
    title: status === "EXPIRED" ? "Your reservation has expired" : "Your reservation was canceled",
    visit,
    status: 410,
    body: html`<p role="alert">${why} Nothing was charged.</p>
<p><a class="button" href="${linkTo(visit, "event", { slug: event.slug })}">Choose tickets again</a></p>`,
  });
}

/** Returns what follows an order: the storefront's thank-you page with event and order, else the sandbox's. */
function outcome(visit: PageVisit, { eventId, orderNumber }: StoredOrder): Response {
  return (
    thankYouRedirect(visit, { eventId, orderNumber }) ??
    redirectTo(linkTo(visit, "ticketOrder", { orderNumber }))
  );
}

function afterPayment(visit: PageVisit, order: StoredOrder): Response {
  return order.status === "DECLINED" ? redirectTo(declinedLink(visit)) : outcome(visit, order);
}

/** Pays for tickets as the buyer chose. A bank's confirmation leaves the order unpaid until then. */
function paid({ tx }: PageVisit, basket: Basket, purchase: Purchase, method: PaymentMethod): StoredOrder {
  const { event, reservation, order } = basket;
  const paying = { ...tx, payment: () => (method === "challenge" ? "initiated" : method) };
  if (order && order.status !== "CANCELED") return changeCheckout(paying, order, purchase);
  return checkOut(paying, { ...purchase, eventId: event.id, reservationId: reservation.id }, "ONLINE");
}

const prefixOf = (guest: number) => `guest${guest}.`;

/** Returns the seats of a reservation with their ticket names, one for each form. */
function seatsOf({ event, reservation }: Basket): string[] {
  const names = reservation.tickets.flatMap(({ ticketName, quantity }) =>
    Array.from({ length: quantity }, () => ticketName ?? ""),
  );
  return event.registration.tickets?.guestsAssignedSeparately ? names : names.slice(0, 1);
}

function purchaseOf({ form: sent }: PageVisit, basket: Basket): Purchase {
  const forms = seatsOf(basket).map((_, index) => formAnswers(basket.event.form, sent, prefixOf(index)));
  const [first] = forms;
  const coupon = sent.get("coupon")?.trim();
  return {
    guests: forms.map((response) => ({ form: response })),
    buyer: {
      firstName: answerTo(first, "firstName"),
      lastName: answerTo(first, "lastName"),
      email: answerTo(first, "email"),
    },
    ...((coupon || basket.order) && { discount: { couponCode: coupon ?? "" } }),
  };
}

function shown(visit: PageVisit, basket: Basket, problem?: Problem): Response {
  const { tx, form: sent } = visit;
  const { event, reservation } = basket;
  const coupon = sent.get("coupon")?.trim() ?? "";
  const { invoice, error } = quote(tx, event, { discount: { couponCode: coupon } }, reservation.tickets);
  const isPaid = decimal(invoice.grandTotal?.value ?? "0").gt(decimal("0"));
  const couponProblem = error && {
    message: "Check the coupon.",
    fields: { coupon: `${error.description}.` },
  };
  const problems = problem ?? couponProblem;
  const minutes = Math.ceil((Date.parse(reservation.expirationDate) - tx.now.getTime()) / minute);
  const total = moneyOf(invoice.grandTotal);
  return page({
    title: event.form.messages?.checkout?.title || "Add your details",
    visit,
    wide: true,
    problem: problems,
    formTargets: returnTargets(visit),
    body: html`${problems === undefined && declinedAlert(visit)}
<p class="notice" role="status">Your tickets are reserved for ${minutes} more ${minutes === 1 ? "minute" : "minutes"}.</p>
${form(
  visit,
  html`<div class="columns"><div>
${guestForms(visit, basket, problems)}
${isPaid && paymentChoices(visit)}
${button(isPaid ? `Pay ${total}` : "Get tickets", "do", "pay", "whole")}
</div>
<section class="card" aria-label="Your tickets">
<h2>${event.title}</h2>
<p>${whenAndWhere(event)}</p>
${invoiceTable(invoice)}
${field("Coupon", { name: "coupon", value: coupon, required: false, problems })}
${button("Apply coupon", "do", "update", "plain")}
</section></div>`,
)}`,
  });
}

function guestForms(visit: PageVisit, basket: Basket, problems: Problem | undefined): Html {
  const { tx, form: sent } = visit;
  const { memberId } = tx.caller;
  const { firstName, lastName } = memberId === undefined ? {} : memberOf(tx, memberId).profile;
  const member = memberId === undefined ? {} : { firstName, lastName, email: memberOf(tx, memberId).email };
  const seats = seatsOf(basket);
  const login =
    memberId === undefined &&
    html`<p class="small">Do you have an account? <a href="${loginLink(visit)}">Log in</a></p>`;
  return html`${seats.map((name, index) => {
    const earlier = basket.order?.internal.guests[index];
    const answered = Object.fromEntries(
      (earlier?.inputValues ?? []).map(({ inputName, value, number }) => [
        inputName,
        value ?? number?.toString(),
      ]),
    );
    const known = { ...(index === 0 && member), ...answered };
    const title = seats.length > 1 ? `Ticket ${index + 1}: ${name}` : "Your details";
    return html`<fieldset>
<legend>${title}</legend>
${index === 0 && login}
${formFields(basket.event.form, { prefix: prefixOf(index), sent, known, problems })}</fieldset>
`;
  })}`;
}

type Money = { value?: string | null; amount?: string | null; currency?: string | null } | null | undefined;

const moneyOf = (price: Money) =>
  formatPrice(decimal(price?.value ?? price?.amount ?? "0"), price?.currency ?? "USD");

/** Returns the table of tickets and sums. Sums that are zero are left out. */
function invoiceTable({ items, discount, tax, fees, grandTotal, subTotal }: StoredOrder["invoice"]): Html {
  const added = (fees ?? []).filter(({ type }) => type === "FEE_ADDED_AT_CHECKOUT");
  const rows: [string, string][] = [
    ["Subtotal", moneyOf(subTotal)],
    ...(discount ? [["Discount", `-${moneyOf(discount.amount)}`] as [string, string]] : []),
    ...(tax
      ? [[tax.type === "INCLUDED" ? "Tax (included)" : "Tax", moneyOf(tax.amount)] as [string, string]]
      : []),
    ...added.map(({ amount }): [string, string] => ["Service fee", moneyOf(amount)]),
    ["Total", moneyOf(grandTotal)],
  ];
  const bought = (items ?? []).map(({ name, quantity, total }) => [name, quantity, moneyOf(total)] as const);
  return itemTable("Your tickets", "Ticket", bought, rows);
}

/** Returns the time and the place of an event in one line. */
export function whenAndWhere({ dateAndTimeSettings, location }: StoredEvent): string {
  const place = location.type === "ONLINE" ? "Online" : location.name;
  return [dateAndTimeSettings.formatted?.dateAndTime, place].filter(Boolean).join(", ");
}

/** The titles of an order's page by status, and what it means for the buyer. */
const states: Readonly<Record<string, readonly [title: string, text: string]>> = {
  PENDING: [
    "Waiting for your payment",
    "We received your order. We send your tickets by email as soon as the payment arrives.",
  ],
  OFFLINE_PENDING: ["Your tickets are ready", "Pay the organizer in person. Your tickets are valid already."],
  PARTIALLY_PAID: ["Your tickets are ready", "A part of the price is still to be paid."],
  INITIATED: ["Your order is not paid yet", "Finish the payment to get your tickets."],
  DECLINED: ["Your payment was declined", "Nothing was charged, and there are no tickets."],
  CANCELED: ["Your order was canceled", "The tickets are not valid."],
  VOIDED: ["Your order was canceled", "Nothing was charged, and the tickets are not valid."],
};

/** The page of a ticket order: its tickets to print or show at the door, or what it waits for. The order number opens it. */
export const ticketOrder: Page = {
  show(visit) {
    const { tx, query } = visit;
    const order = ticketOrderOf(tx, query.get("orderNumber"));
    const event = eventOf(tx, order.eventId);
    const confirmation = event.form.messages?.checkout?.confirmation;
    const [title, text] = states[order.status] ?? [
      confirmation?.title || "Thank you",
      confirmation?.message || "We sent you an email with your tickets.",
    ];
    const isWaiting = order.status === "PENDING";
    const tickets = isWaiting ? [] : ticketsOf(tx, order.orderNumber).filter(({ canceled }) => !canceled);
    return page({
      title,
      visit,
      body: html`<p class="notice" role="status">${text}${isWaiting && html` <a href="${linkHere(visit, {})}">Check again</a>`}</p>
<section class="card"><h2>${event.title}</h2>
<p>${whenAndWhere(event)}</p>
${facts([
  ["Order", order.orderNumber],
  ["Total", moneyOf(order.totalPrice)],
  ["Status", order.status],
  ["Buyer", order.fullName],
])}</section>
${tickets.map((ticket) => ticketCard(visit, ticket))}
${tickets.length > 0 && html`<p class="small soft screen">Print this page to keep the tickets, or show them on your phone.</p>`}
${wayBack(visit)}`,
    });
  },
};

/** The page of one ticket, to print or to show at the door. The ticket number opens it. */
export const ticketPage: Page = {
  show(visit) {
    const ticket = ticketOf(visit.tx, visit.query.get("number"));
    const event = eventOf(visit.tx, ticket.eventId);
    if (ticket.canceled)
      throw new PlatformError(410, "TICKET_CANCELED", `The ticket ${ticket.ticketNumber} was canceled.`);
    return page({
      title: event.title,
      visit,
      body: html`<p>${whenAndWhere(event)}</p>
${ticketCard(visit, ticket)}`,
    });
  },
};

function ticketCard(visit: PageVisit, ticket: StoredTicket): Html {
  const { ticketNumber, name, guestFullName, orderFullName, price, policy } = ticket;
  const { checkInUrl = "" } = showTicket(visit.tx, ticket);
  return html`<article class="card ticket" aria-label="Ticket ${ticketNumber}"><div>
<h2>${name}</h2>
${facts([
  ["Number", html`<code>${ticketNumber}</code>`],
  ["Guest", guestFullName || orderFullName],
  ["Price", ticket.free ? "Free" : moneyOf(price)],
  ["Checked in", isCheckedIn(ticket) && "Yes"],
])}${policy && html`<p class="small soft">${policy}</p>`}
<p class="small screen"><a href="${linkTo(visit, "ticket", { number: ticketNumber })}">Open this ticket alone</a></p></div>
${qrImage(checkInUrl || ticketNumber, `Check-in code of ticket ${ticketNumber}`)}</article>
`;
}

/** Returns a QR code as an image. */
function qrImage(text: string, label: string): Html {
  const rows = qrSquares(text, 2);
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/><path fill="#000" d="${path}"/></svg>`;
}
