import type { WireInput } from "../../api/endpoint.ts";
import type { FormResponse } from "../../api/services/events.ts";
import type { eventCheckout, TicketInvoice } from "../../api/services/tickets.ts";
import { decimal } from "../../kernel/money.ts";
import { coupons, rejectUsedUp } from "../discounts/index.ts";
import { answerTo, checkFormResponse, eventOf, type StoredEvent, withAnswers } from "../events/index.ts";
import { contactOf } from "../kernel/ids.ts";
import { invalid, PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { requestedOutcome } from "../orders/index.ts";
import { findPromotion, invoiceOf, type Priced, type Promotion, requirePromotion } from "./invoice.ts";
import { advanceOrder, buyerOf, countOrder, notAvailable, saveOrder, ticketOrderTotal } from "./orders.ts";
import { rejectSettled, requireOwner, reservationOf } from "./reservations.ts";
import {
  definitions,
  type HeldLine,
  type OrderState,
  orders,
  reservations,
  type StoredOrder,
  tickets,
} from "./tables.ts";
import { emitOrder, guestIn, nextOrderNumber, ticketsOf } from "./tickets.ts";

/** The input of a checkout. */
export type Purchase = Partial<WireInput<(typeof eventCheckout)["checkout"]>>;

/**
 * Creates an order for reserved tickets and pays it as `x-sandbox-payment` requests. Throws PlatformError 409 if the
 * reservation has expired or has an order, 403 for admin options; InvalidInput for answers that do not match the form.
 */
export function checkOut(tx: StoreTx, purchase: Purchase, channel: "ONLINE" | "OFFLINE_POS"): StoredOrder {
  const event = eventOf(tx, purchase.eventId);
  const reservation = reservationOf(tx, purchase.reservationId, event.id);
  requireOwner(tx, reservation);
  rejectSettled(reservation, "be checked out");
  rejectOccupied(tx, reservation.internal.orderNumber);
  rejectAdminOptions(tx, purchase);
  const guests =
    channel === "ONLINE" ? answersOf(tx, event, purchase, reservation.tickets) : [withAnswers(undefined, {})];
  const [first] = guests;
  const { buyer, marketingConsent, options } = purchase;
  const memberId = purchase.memberId || tx.caller.memberId;
  const bill = billFor(
    tx,
    event,
    reservation.tickets,
    promotionFor(tx, event, purchase, reservation.tickets),
  );
  const now = tx.now.toISOString();
  const email = buyer?.email || answerTo(first, "email");
  const [firstName, lastName] = [
    buyer?.firstName || answerTo(first, "firstName"),
    buyer?.lastName || answerTo(first, "lastName"),
  ];
  const order: StoredOrder = {
    orderNumber: nextOrderNumber(tx),
    reservationId: reservation.id,
    eventId: event.id,
    snapshotId: tx.newId(),
    created: now,
    updated: now,
    memberId: memberId || undefined,
    ...contactOf(tx, email),
    ...(firstName && { firstName, lastName }),
    fullName: [firstName, lastName].filter(Boolean).join(" "),
    checkoutForm: first ?? { inputValues: [] },
    status: "INITIATED",
    confirmed: false,
    archived: false,
    fullyCheckedIn: false,
    anonymized: false,
    ticketsQuantity: reservation.tickets.reduce((count, { quantity }) => count + quantity, 0),
    channel,
    language: "en",
    locale: "en-US",
    marketingConsent: marketingConsent ?? false,
    ...billed(bill),
    internal: {
      guests,
      lines: reservation.tickets,
      ledger: [],
      ...used(bill),
      silent: options?.silent ?? false,
    },
  };
  rejectSpentCoupon(tx, order);
  tx.put(orders, order.orderNumber, order);
  tx.put(reservations, reservation.id, { ...reservation, internal: { orderNumber: order.orderNumber } });
  emitOrder(tx, order, "Initiated");
  return pay(tx, order, purchase, channel);
}

/**
 * Changes an unpaid order. Retries the payment unless it is pending or made offline. Throws PlatformError 409 for any
 * other status.
 */
export function changeCheckout(tx: StoreTx, before: StoredOrder, purchase: Purchase): StoredOrder {
  const isPending = before.status === "PENDING" || before.status === "OFFLINE_PENDING";
  if (!isPending && before.status !== "INITIATED" && before.status !== "DECLINED")
    throw notAvailable(before, "be changed by its buyer");
  const event = eventOf(tx, before.eventId);
  const reservation = reservationOf(tx, before.reservationId);
  requireOwner(tx, reservation);
  rejectAdminOptions(tx, purchase);
  if (!isPending) rejectSettled(reservation, "be checked out");
  const { lines } = before.internal;
  const { firstName, lastName, email } = { ...before, ...filledFields(purchase.buyer) };
  const guests = purchase.guests
    ? answersOf(tx, event, { ...purchase, buyer: { firstName, lastName, email } }, lines)
    : before.internal.guests;
  const asks = purchase.discount !== undefined || purchase.paidPlanBenefit !== undefined;
  if (asks && before.status === "PENDING") throw notAvailable(before, "get a discount during its payment");
  const rebills = asks && isPending;
  if (rebills) countOrder(tx, before, -1);
  const promotion = asks ? promotionFor(tx, event, purchase, lines) : undefined;
  const bill = asks
    ? billFor(tx, event, lines, promotion)
    : { invoice: before.invoice, promotion: undefined };
  const { couponId, benefit, ...internal } = before.internal;
  const memberId = purchase.memberId || before.memberId;
  const order: StoredOrder = {
    ...before,
    firstName,
    lastName,
    fullName: [firstName, lastName].filter(Boolean).join(" "),
    ...contactOf(tx, email),
    memberId: memberId || before.memberId,
    checkoutForm: guests[0] ?? before.checkoutForm ?? { inputValues: [] },
    ...billed(bill),
    internal: asks ? { ...internal, guests, ...used(bill) } : { ...before.internal, guests },
  };
  if (asks) rejectSpentCoupon(tx, order);
  if (rebills) countOrder(tx, order, 1);
  if (isPending && purchase.guests) changeHolders(tx, order);
  if (isPending) return saveOrder(tx, order);
  tx.put(orders, order.orderNumber, order);
  return pay(tx, order, purchase, "ONLINE");
}

/** Throws PlatformError 400 if the buyer of an order has used its coupon as often as each customer can. */
function rejectSpentCoupon(tx: Tx, order: StoredOrder): void {
  const coupon = tx.get(coupons, order.internal.couponId ?? "");
  if (coupon) rejectUsedUp(coupon, buyerOf(order));
}

interface Billed {
  invoice: TicketInvoice;
  promotion: Promotion | undefined;
}

/** Gives the tickets of an order the guests of its changed answers. */
function changeHolders(tx: Tx, { orderNumber, internal: { guests } }: StoredOrder): void {
  for (const [index, ticket] of ticketsOf(tx, orderNumber).entries()) {
    const holder = guestIn(tx, guests.length > 1 ? guests[index] : guests[0], guests.length > 1);
    tx.put(tickets, ticket.ticketNumber, { ...ticket, ...holder });
  }
}

/** Prices reserved tickets with the requested coupon or plan, or returns why it does not apply. */
export function quote(tx: Tx, event: StoredEvent, purchase: Purchase, lines: readonly HeldLine[]) {
  const { promotion, error } = findPromotion(tx, requestedPromotion(tx, purchase), lines, currencyOf(event));
  return { invoice: billFor(tx, event, lines, promotion).invoice, error };
}

function billFor(
  tx: Tx,
  event: StoredEvent,
  lines: readonly HeldLine[],
  promotion: Promotion | undefined,
): Billed {
  const priced = lines.map((line): Priced => {
    const { feeType = "NO_FEE", pricingMethod } = tx.get(definitions, line.ticketDefinitionId) ?? {};
    return { ...line, feeType, donation: pricingMethod?.pricingType === "DONATION" };
  });
  const tax = event.registration.tickets?.taxSettings ?? undefined;
  return { invoice: invoiceOf({ currency: currencyOf(event), lines: priced, tax, promotion }), promotion };
}

const billed = ({ invoice }: Billed) => ({ invoice, totalPrice: invoice.grandTotal ?? {} });
const used = ({ promotion }: Billed) => ({
  ...(promotion?.couponId && { couponId: promotion.couponId }),
  ...(promotion?.benefit && { benefit: promotion.benefit }),
});
const currencyOf = ({ registration }: StoredEvent) => registration.tickets?.currency ?? "USD";
const requestedPromotion = (tx: Tx, { discount, paidPlanBenefit, memberId }: Purchase) => ({
  couponCode: discount?.couponCode,
  planOrderId: paidPlanBenefit?.planOrderId,
  memberId: memberId || tx.caller.memberId,
});
const promotionFor = (tx: Tx, event: StoredEvent, purchase: Purchase, lines: readonly HeldLine[]) =>
  requirePromotion(tx, requestedPromotion(tx, purchase), lines, currencyOf(event));

const filledFields = (fields: object | null | undefined) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value));

function rejectOccupied(tx: Tx, orderNumber: string | undefined): void {
  const order = orderNumber && tx.get(orders, orderNumber);
  if (!order || order.status === "DECLINED" || order.status === "CANCELED") return;
  const message = `The reservation already has the ticket order ${orderNumber}, which is ${order.status}`;
  throw new PlatformError(409, "RESERVATION_OCCUPIED", message, { orderNumber, status: order.status });
}

function rejectAdminOptions({ caller }: Tx, { options, memberId }: Purchase): void {
  if (caller.role === "admin") return;
  const { markAsPaid, ignoreFormValidation, silent } = options ?? {};
  const named = { markAsPaid, ignoreFormValidation, silent };
  const option = Object.entries(named).find(([, value]) => value)?.[0];
  const stranger = memberId && memberId !== caller.memberId ? "memberId of another member" : undefined;
  const what = option ?? stranger;
  if (!what) return;
  const message = `${what} requires an API key; the caller is a ${caller.role}`;
  throw new PlatformError(403, "PERMISSION_DENIED", message, { option: what });
}

/** Validates the answers of the guests: the buyer's only, or one per ticket if the form requires it. */
function answersOf(
  tx: Tx,
  event: StoredEvent,
  { guests, buyer, options }: Purchase,
  lines: readonly HeldLine[],
): FormResponse[] {
  const seats = lines.reduce((count, { quantity }) => count + quantity, 0);
  const forms = guests?.length ? guests : [{ form: undefined }];
  const apart = event.registration.tickets?.guestsAssignedSeparately ?? false;
  if (forms.length > 1 && (!apart || forms.length !== seats)) {
    const requested = apart
      ? `1 or ${seats}, one for each ticket`
      : "1: this event has one form for all guests";
    throw invalid("guests", "MAX_SIZE", `has size ${forms.length}, expected ${requested}`, {
      threshold: apart ? seats : 1,
    });
  }
  return forms.map(({ form }, index) => {
    const response =
      index === 0
        ? withAnswers(form, { ...(buyer as Record<string, string | null> | null) })
        : (form ?? { inputValues: [] });
    const lenient = options?.ignoreFormValidation && tx.caller.role === "admin";
    if (!lenient) checkFormResponse(event.form, response, `guests[${index}].form`);
    return response;
  });
}

/** The order status by requested outcome. `LATER` leaves the order unchanged until its reservation expires. */
const outcomes: Readonly<Record<string, OrderState | "LATER">> = {
  APPROVED: "PAID",
  AUTHORIZED: "AUTHORIZED",
  PENDING: "PENDING",
  PENDING_MERCHANT: "PENDING",
  OFFLINE: "OFFLINE_PENDING",
  PARTIALLY_PAID: "PARTIALLY_PAID",
  DECLINED: "DECLINED",
  CANCELED: "CANCELED",
  INITIATED: "LATER",
  NONE: "LATER",
};

function pay(tx: StoreTx, order: StoredOrder, { options }: Purchase, channel: string): StoredOrder {
  if (!ticketOrderTotal(order).gt(decimal("0"))) return advanceOrder(tx, order, "FREE");
  if (options?.markAsPaid) return advanceOrder(tx, { ...order, method: "offline" }, "PAID");
  if (options?.payInPerson) return advanceOrder(tx, { ...order, method: "payInPerson" }, "OFFLINE_PENDING");
  const requested = requestedOutcome(tx);
  const outcome = outcomes[requested];
  if (outcome === undefined) {
    const names = Object.keys(outcomes).join(", ").toLowerCase();
    throw invalid(
      "x-sandbox-payment",
      "INVALID_ENUM_VALUE",
      `must be one of: ${names}, not "${tx.payment()}"`,
    );
  }
  if (outcome === "LATER") return order;
  const method =
    channel === "OFFLINE_POS" ? "pointOfSale" : requested === "OFFLINE" ? "offline" : "creditCard";
  return advanceOrder(tx, { ...order, method }, outcome);
}
