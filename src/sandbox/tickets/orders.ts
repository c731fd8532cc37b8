import type { Ticket, TicketOrder } from "../../api/services/tickets.ts";
import { day } from "../../kernel/durations.ts";
import { amountText, type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { memberships } from "../cart/index.ts";
import { countUse } from "../discounts/index.ts";
import { events } from "../events/index.ts";
import { siteUrlOf } from "../kernel/defaults.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { sendMessage } from "../members/index.ts";
import type { Movement } from "../orders/index.ts";
import { cancelOrderGuests, syncOrderGuests } from "./check-in.ts";
import { countSales, isSelling } from "./definitions.ts";
import {
  rejectSettled,
  reservationKind,
  returnSold,
  settleReservation,
  showReservation,
} from "./reservations.ts";
import {
  type OrderState,
  orders,
  reservations,
  type StoredOrder,
  type StoredReservation,
  type StoredTicket,
  tickets,
} from "./tables.ts";
import { emitOrder, followOrder, issueTickets, printUrl, showTicket, ticketsOf } from "./tickets.ts";

/** Days until an authorization expires. */
const authorizedFor = 7;
const paid: readonly OrderState[] = [
  "FREE",
  "PENDING",
  "OFFLINE_PENDING",
  "PAID",
  "PARTIALLY_PAID",
  "AUTHORIZED",
];

/** The allowed status transitions. */
export const transitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  INITIATED: [...paid, "DECLINED", "CANCELED"],
  DECLINED: [...paid, "DECLINED", "CANCELED"],
  PENDING: ["PAID", "PARTIALLY_PAID", "AUTHORIZED", "DECLINED", "CANCELED"],
  OFFLINE_PENDING: ["PAID", "PARTIALLY_PAID", "CANCELED"],
  PARTIALLY_PAID: ["PAID", "CANCELED"],
  AUTHORIZED: ["PAID", "VOIDED"],
  FREE: [],
  PAID: [],
  CANCELED: [],
  VOIDED: [],
};

/** Returns an order, optionally of an event. Throws PlatformError 404 `ORDER_NOT_FOUND` if it does not exist. */
export function ticketOrderOf(
  tx: Tx,
  orderNumber: string | null | undefined,
  eventId?: string | null,
): StoredOrder {
  const order = tx.get(orders, orderNumber ?? "");
  if (order && (!eventId || order.eventId === eventId)) return order;
  throw orderNotFound(orderNumber, eventId);
}

function orderNotFound(orderNumber: string | null | undefined, eventId?: string | null): PlatformError {
  const where = eventId ? ` of the event ${eventId}` : "";
  return new PlatformError(404, "ORDER_NOT_FOUND", `There is no ticket order ${orderNumber}${where}`, {
    orderNumber,
    eventId,
  });
}

/**
 * Returns the order if the caller may read it: an API key, or the member or visitor who bought it. Throws PlatformError 404
 * (`ORDER_NOT_FOUND`) otherwise.
 */
export function visibleOrderOf(tx: Tx, orderNumber: string, eventId?: string | null): StoredOrder {
  const { role, memberId, visitorId } = tx.caller;
  const order = ticketOrderOf(tx, orderNumber, eventId);
  if (role === "admin") return order;
  const buyer = tx.get(reservations, order.reservationId);
  const isOwn = order.memberId
    ? order.memberId === memberId
    : visitorId !== undefined && buyer?.visitorId === visitorId;
  if (isOwn) return order;
  throw orderNotFound(orderNumber, eventId);
}

/** Stores a changed order, emits an event, and updates its tickets and guests. */
export function saveOrder(tx: StoreTx, order: StoredOrder): StoredOrder {
  const after = { ...order, updated: tx.now.toISOString() };
  tx.put(orders, after.orderNumber, after);
  const issued = followOrder(tx, after);
  syncOrderGuests(tx, after, issued);
  emitOrder(tx, after, "Updated", issued);
  return after;
}

/** Moves an order to its next status with all effects. Throws PlatformError 409 for an invalid transition. */
export function advanceOrder(tx: StoreTx, before: StoredOrder, status: OrderState): StoredOrder {
  if (!transitions[before.status].includes(status)) throw notAvailable(before, `become ${status}`);
  const [was, is] = [isSelling(before.status), isSelling(status)];
  const reservation = tx.get(reservations, before.reservationId);
  if (is && !was) {
    if (!reservation) throw notAvailable(before, "be completed because its reservation was deleted");
    rejectSettled(reservation, "be checked out");
    settleReservation(tx, reservation, "CONFIRMED");
  }
  const order: StoredOrder = {
    ...before,
    status,
    confirmed: status === "FREE" || status === "PAID",
    updated: tx.now.toISOString(),
    ...paymentOf(tx, before, status),
  };
  const isNews = is && status !== "PENDING" && !before.internal.told;
  order.internal = {
    ...order.internal,
    told: isNews || order.internal.told,
    ledger: [...before.internal.ledger, ...movements(tx, before, order)],
  };
  delete order.internal.waiting;
  tx.put(orders, order.orderNumber, order);
  scheduleAction(tx, order);
  if (is && !was) countOrder(tx, order, 1);
  if (was && !is) {
    returnSold(tx, order);
    countSales(tx, order.eventId, [order], -1);
  }
  if (status === "CANCELED" && !was && reservation?.status === "PENDING")
    settleReservation(tx, reservation, "CANCELED");
  const issued = is && !was ? issueTickets(tx, order) : followOrder(tx, order);
  if (was && !is) cancelOrderGuests(tx, order, issued);
  else if (is) syncOrderGuests(tx, order, issued);
  emitOrder(tx, order, isNews ? "Confirmed" : "Updated", issued);
  if (isNews && !order.internal.silent) mailTickets(tx, order, issued);
  return order;
}

/** Sends the buyer the tickets of a confirmed order. */
function mailTickets(
  tx: StoreTx,
  { email, eventId, orderNumber }: StoredOrder,
  issued: readonly StoredTicket[],
) {
  if (!email) return;
  const title = tx.get(events, eventId)?.title ?? "the event";
  const link = printUrl(tx, "ticketOrder", { orderNumber });
  const numbers = issued.map(({ ticketNumber }) => ticketNumber);
  sendMessage(tx, {
    channel: "email",
    to: email,
    subject: `Your ${numbers.length === 1 ? "ticket" : "tickets"} for ${title}`,
    text: `${numbers.join(", ")}: show or print them here: ${link}`,
    code: numbers[0],
    link,
  });
}

/** Returns PlatformError 409 with `ORDER_ACTION_NOT_AVAILABLE` or another code. */
export function notAvailable(
  { orderNumber, status }: StoredOrder,
  what: string,
  code = "ORDER_ACTION_NOT_AVAILABLE",
): PlatformError {
  const message = `The ticket order ${orderNumber} is ${status} and cannot ${what}`;
  return new PlatformError(409, code, message, { orderNumber, status });
}

/** Returns the grand total of an order. */
export const ticketOrderTotal = ({ invoice }: StoredOrder): Decimal =>
  decimal(invoice.grandTotal?.value ?? "0");

/** Returns the paid amount of an order. */
const paidAmount = ({ internal }: StoredOrder): Decimal =>
  sum(
    internal.ledger.flatMap(({ kind, amount }) =>
      kind === "CHARGED" || kind === "CAPTURED" ? [decimal(amount)] : [],
    ),
  );

/** Returns the ledger entry of a new status, or none for an amount of 0. */
function movements(
  tx: Tx,
  before: StoredOrder,
  { status, transactionId, totalPrice }: StoredOrder,
): Movement[] {
  const total = ticketOrderTotal(before);
  const rest = total.minus(paidAmount(before));
  const half = roundMoney(total.div(decimal("2")), totalPrice?.currency ?? "USD");
  const wasAuthorized = before.status === "AUTHORIZED";
  const moved: Partial<Record<OrderState, [Movement["kind"], Decimal]>> = {
    PAID: wasAuthorized ? ["CAPTURED", total] : ["CHARGED", rest],
    AUTHORIZED: ["AUTHORIZED", total],
    VOIDED: ["VOIDED", total],
    PARTIALLY_PAID: ["CHARGED", half],
  };
  const [kind, amount] = moved[status] ?? [];
  if (!kind || !amount?.gt(decimal("0"))) return [];
  const paymentId = transactionId ?? before.transactionId ?? before.orderNumber;
  return [{ at: tx.now.toISOString(), paymentId, kind, amount: amountText(amount) }];
}

function paymentOf(tx: StoreTx, { method, transactionId }: StoredOrder, status: OrderState) {
  if (status === "FREE" || status === "CANCELED") return {};
  const id = transactionId ?? tx.newId();
  const until = new Date(tx.now.getTime() + authorizedFor * day).toISOString();
  const transaction = {
    transactionId: id,
    method: method ?? "creditCard",
    ...(status === "AUTHORIZED" && { scheduledAction: "VOID", scheduledActionExecutionDate: until }),
  };
  return { transactionId: id, method: transaction.method, paymentDetails: { transaction } };
}

function scheduleAction(tx: StoreTx, { orderNumber, status, paymentDetails }: StoredOrder): void {
  const at = paymentDetails?.transaction?.scheduledActionExecutionDate;
  if (status === "AUTHORIZED" && at) tx.schedule(new Date(at), "eventOrders.void", orderNumber);
  else tx.unschedule("eventOrders.void", orderNumber);
  tx.unschedule("eventOrders.settle", orderNumber);
}

/** Returns whose uses of a coupon an order counts to. */
export const buyerOf = ({ email, memberId, orderNumber }: StoredOrder): string =>
  email?.toLowerCase() || memberId || orderNumber;

/** Counts the sale of an order and the use of its coupon or plan, or takes both back with `sign` -1. */
export function countOrder(tx: Tx, order: StoredOrder, sign: 1 | -1): void {
  countSales(tx, order.eventId, [order], sign);
  const { couponId, benefit } = order.internal;
  if (couponId) countUse(tx, couponId, buyerOf(order), sign);
  const plan = benefit && tx.get(memberships, benefit.planOrderId);
  if (!plan?.credits || !benefit) return;
  const remaining = Math.max(0, plan.credits.remaining - sign * benefit.quantity);
  tx.put(memberships, plan.id, { ...plan, credits: { ...plan.credits, remaining } });
}

type RequestedFields = readonly (string | null)[] | null | undefined;

/** Returns the available actions of an order. */
export function actionsFor({ status, archived, internal }: StoredOrder): string[] {
  const waits = ["PENDING", "OFFLINE_PENDING", "PARTIALLY_PAID", "INITIATED"].includes(status);
  return [
    archived ? "UNARCHIVE" : "ARCHIVE",
    ...(waits ? ["CONFIRM"] : []),
    ...(status === "AUTHORIZED" && !internal.waiting ? ["CAPTURE", "VOID"] : []),
  ];
}

/** Returns an order with the requested field groups, by default all but the answers to the form. */
export function showTicketOrder(
  tx: Tx,
  order: StoredOrder,
  fieldset?: RequestedFields,
  issued: readonly StoredTicket[] = isAsked(fieldset, "TICKETS") ? ticketsOf(tx, order.orderNumber) : [],
): TicketOrder {
  const { internal, checkoutForm, invoice, ...rest } = order;
  const site = siteUrlOf(tx);
  return {
    ...rest,
    checkoutForm: isAsked(fieldset, "FORM") ? checkoutForm : undefined,
    invoice: isAsked(fieldset, "INVOICE")
      ? {
          ...invoice,
          previewUrl: new URL(`/_api/events/orders/${order.orderNumber}/invoice`, site).href,
        }
      : undefined,
    ...(isAsked(fieldset, "TICKETS") && {
      tickets: issued.map((ticket): Ticket => showTicket(tx, ticket, ["GUEST_DETAILS", "TICKET_DETAILS"])),
    }),
    ticketsPdf: printUrl(tx, "ticketOrder", { orderNumber: order.orderNumber }),
    availableActions: actionsFor(order),
  };
}

/** Returns a page of orders, reading their tickets in one query. */
export function showOrders(tx: Tx, page: readonly StoredOrder[], fieldset: RequestedFields): TicketOrder[] {
  const issued = new Map<string, StoredTicket[]>();
  if (isAsked(fieldset, "TICKETS") && page.length > 0) {
    const filter = { orderNumber: { $in: page.map(({ orderNumber }) => orderNumber) } };
    const sort = [{ fieldName: "id", order: "ASC" }];
    for (const ticket of tx.query(tickets, { filter, sort, limit: 100_000 }).items) {
      const known = issued.get(ticket.orderNumber);
      if (known) known.push(ticket);
      else issued.set(ticket.orderNumber, [ticket]);
    }
  }
  return page.map((order) => showTicketOrder(tx, order, fieldset, issued.get(order.orderNumber) ?? []));
}

const isAsked = (fieldset: RequestedFields, group: string) => !fieldset?.length || fieldset.includes(group);

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
