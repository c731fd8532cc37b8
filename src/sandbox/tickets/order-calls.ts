import type { Handlers, WireInput, WireResult } from "../../api/endpoint.ts";
import type { eventOrders as endpoints } from "../../api/services/tickets.ts";
import { minute } from "../../kernel/durations.ts";
import { type Decimal, decimal } from "../../kernel/money.ts";
import {
  answerTo,
  checkFormResponse,
  createdBy,
  eventOf,
  events,
  inStoredTimes,
  nameIn,
  type StoredEvent,
  showEvent,
} from "../events/index.ts";
import { contactOf } from "../kernel/ids.ts";
import {
  containing,
  countsOf,
  inFilters,
  maskOf,
  type PlainList,
  plainPage,
  tagged,
} from "../kernel/plain-lists.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { requestedOutcome } from "../orders/index.ts";
import { moneyFormatter } from "./invoice.ts";
import {
  actionsFor,
  advanceOrder,
  notAvailable,
  saveOrder,
  showOrders,
  showTicketOrder,
  ticketOrderOf,
  visibleOrderOf,
} from "./orders.ts";
import { isCheckedIn, orders, type StoredOrder, tickets } from "./tables.ts";

const settleAfter = minute;
const settledStatuses = { CAPTURE: "PAID", VOID: "VOIDED" } as const;

/**
 * Captures or voids an authorized payment. Throws PlatformError 409 `ORDER_STATUS_NOT_AUTHORIZED` with the status. If the
 * provider declines (`x-sandbox-payment`), nothing changes; if it is pending, the order settles a minute later.
 */
function settleAuthorized(tx: StoreTx, order: StoredOrder, action: "CAPTURE" | "VOID"): StoredOrder {
  const { orderNumber, status, internal } = order;
  const what = action === "CAPTURE" ? "be captured" : "be voided";
  if (status !== "AUTHORIZED") throw notAvailable(order, what, "ORDER_STATUS_NOT_AUTHORIZED");
  if (internal.waiting) {
    const message = `The ticket order ${orderNumber} is ${status} with a pending ${internal.waiting} and cannot ${what}`;
    throw new PlatformError(409, "ORDER_STATUS_NOT_AUTHORIZED", message, { orderNumber, status });
  }
  const requested = requestedOutcome(tx);
  if (requested === "DECLINED") {
    const message = `The provider declined the ${action.toLowerCase()}; the ticket order ${orderNumber} stays ${status}`;
    throw new PlatformError(409, "PAYMENT_DECLINED", message, { orderNumber, status });
  }
  if (requested !== "PENDING") return advanceOrder(tx, order, settledStatuses[action]);
  const after = { ...order, internal: { ...internal, waiting: action } };
  tx.put(orders, orderNumber, after);
  tx.schedule(new Date(tx.now.getTime() + settleAfter), "eventOrders.settle", orderNumber);
  return after;
}

/** Due work: voids expired authorizations and settles pending captures and voids. */
export const due = {
  void(tx: StoreTx, orderNumber: string) {
    const order = tx.get(orders, orderNumber);
    if (order?.status === "AUTHORIZED") advanceOrder(tx, order, "VOIDED");
  },
  settle(tx: StoreTx, orderNumber: string) {
    const order = tx.get(orders, orderNumber);
    const waiting = order?.internal.waiting;
    if (order?.status === "AUTHORIZED" && waiting) advanceOrder(tx, order, settledStatuses[waiting]);
  },
};

/** Ticket orders, for admins. */
export const eventOrders: Handlers<typeof endpoints, StoreTx> = {
  list: (tx, request) => listOrders(tx, request),
  get(tx, { eventId, orderNumber, fieldset }) {
    const order = visibleOrderOf(tx, orderNumber, eventId);
    const { calendarUrls } = showEvent(tx, eventOf(tx, eventId), ["DETAILS"]);
    return { order: showTicketOrder(tx, order, fieldset), calendarLinks: calendarUrls ?? {} };
  },
  update(tx, { eventId, orderNumber, fields, checkoutForm, archived, contactId }) {
    const before = ticketOrderOf(tx, orderNumber, eventId);
    const asks = maskOf(fields);
    const form = asks("checkoutForm") ? checkoutForm : undefined;
    if (form) checkFormResponse(eventOf(tx, eventId).form, form, "checkoutForm");
    const after: StoredOrder = {
      ...before,
      ...(asks("archived") && archived != null && { archived }),
      ...(form && answered(tx, inStoredTimes(form))),
      ...(asks("contactId") && contactId && { contactId }),
    };
    return { order: showTicketOrder(tx, saveOrder(tx, after)) };
  },
  bulkUpdate(tx, { eventId, orderNumber, archived }) {
    const found = orderNumber.map((number) => ticketOrderOf(tx, number, eventId));
    const saved = found.map((order) => saveOrder(tx, { ...order, archived: archived ?? order.archived }));
    return { orders: saved.map((order) => showTicketOrder(tx, order)) };
  },
  confirm(tx, { eventId, orderNumber }) {
    const found = [...new Set(orderNumber ?? [])].map((number) => ticketOrderOf(tx, number, eventId));
    const rejected = found.find((order) => !actionsFor(order).includes("CONFIRM"));
    if (rejected) throw notAvailable(rejected, "be confirmed");
    return {
      orders: found.map((order) => {
        const method = order.method ?? "offline";
        return showTicketOrder(tx, advanceOrder(tx, { ...order, method }, "PAID"));
      }),
    };
  },
  summary(tx, { eventId }) {
    const found = eventId ? [eventOf(tx, eventId)] : tx.each(events);
    return { sales: salesOf(found) };
  },
  capture(tx, { eventId, orderNumber }) {
    settleAuthorized(tx, ticketOrderOf(tx, orderNumber, eventId), "CAPTURE");
    return {};
  },
  void(tx, { eventId, orderNumber }) {
    settleAuthorized(tx, ticketOrderOf(tx, orderNumber, eventId), "VOID");
    return {};
  },
};

/** Returns the form, names and address of an order from the answers to its form. */
function answered(tx: StoreTx, checkoutForm: NonNullable<StoredOrder["checkoutForm"]>) {
  const email = answerTo(checkoutForm, "email");
  return {
    checkoutForm,
    firstName: answerTo(checkoutForm, "firstName"),
    lastName: answerTo(checkoutForm, "lastName"),
    fullName: nameIn(checkoutForm),
    ...contactOf(tx, email),
  };
}

/** Returns the sales of events by currency, from the sums stored on the events. */
function salesOf(found: Iterable<StoredEvent>) {
  const sums = new Map<string, { total: Decimal; revenue: Decimal; orders: number; tickets: number }>();
  for (const { summaries } of found) {
    const { totalSales, revenue, totalOrders, ticketsSold } = summaries.tickets ?? {};
    const currency = totalSales?.currency;
    if (!currency || !totalOrders) continue;
    const before = sums.get(currency) ?? {
      total: decimal("0"),
      revenue: decimal("0"),
      orders: 0,
      tickets: 0,
    };
    sums.set(currency, {
      total: before.total.plus(decimal(totalSales.value ?? "0")),
      revenue: before.revenue.plus(decimal(revenue?.value ?? "0")),
      orders: before.orders + totalOrders,
      tickets: before.tickets + (ticketsSold ?? 0),
    });
  }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, { total, revenue, orders: totalOrders, tickets: totalTickets }]) => {
      const money = moneyFormatter(currency);
      return { total: money(total), totalOrders, totalTickets, revenue: money(revenue) };
    });
}

type ListRequest = WireInput<(typeof endpoints)["list"]>;

/** Filters by tag. */
const tags = [
  { CONFIRMED: { confirmed: true }, UNCONFIRMED: { confirmed: false } },
  { MEMBER: { memberId: { $exists: true } } },
  { ARCHIVED: { archived: true }, NON_ARCHIVED: { archived: false } },
  { FULLY_CHECKED_IN: { fullyCheckedIn: true }, NOT_FULLY_CHECKED_IN: { fullyCheckedIn: false } },
];
const orderList = (tx: Tx): PlainList<StoredOrder> => ({
  table: orders,
  sortable: {
    created: "created",
    updated: "updated",
    orderNumber: "id",
    fullName: "fullName",
    status: "status",
    totalPrice: "totalPrice",
  },
  sortedBy: "created:desc",
  facets: ["status", "eventId", "archived", "confirmed", "fullyCheckedIn", "channel", "memberId"],
  weigh({ orderNumber, ticketsQuantity }) {
    const issued = [...tx.each(tickets, { orderNumber })];
    return [ticketsQuantity, issued.filter(isCheckedIn).length];
  },
});

/** Returns a page of ticket orders with the requested fields, by default newest first. */
function listOrders(tx: Tx, request: ListRequest): WireResult<(typeof endpoints)["list"]> {
  const filter = { $and: conditions(tx, request) };
  const { items, page, tallies } = plainPage(tx, orderList(tx), filter, request);
  const fieldset = request.fieldset?.length ? request.fieldset : ["DETAILS"];
  const orderFacets = Object.entries(tallies).map(([name, counts]) => [name, { counts }]);
  return {
    orders: showOrders(tx, items, fieldset),
    ...page,
    ...(request.facet?.length && {
      facets: countsOf(tallies),
      orderFacets: { facets: Object.fromEntries(orderFacets) },
    }),
  };
}

function conditions(tx: Tx, request: ListRequest): object[] {
  return [
    ...inFilters({
      eventId: request.eventId,
      status: request.status,
      id: request.orderNumber,
      memberId: request.memberId,
      contactId: request.contactId,
    }),
    ...containing("searchText", request.searchPhrase),
    ...tagged(tags, request.tag),
    ...createdBy(tx, request.eventCreatorId),
  ];
}
