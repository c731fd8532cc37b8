import type { Handlers } from "../../../api/endpoint.ts";
import type { eventOrders as endpoints } from "../../../api/services/tickets/ticket-orders.ts";
import { type Decimal, decimal } from "../../../kernel/money.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import {
  answerTo,
  checkFormResponse,
  eventOf,
  events,
  inStoredTimes,
  nameIn,
  type StoredEvent,
  showEvent,
} from "../../services/events/index.ts";
import { contactIdOf } from "../../services/guests/index.ts";
import { settleAuthorized } from "../../services/tickets/capture.ts";
import { moneyIn } from "../../services/tickets/invoice.ts";
import { listOrders } from "../../services/tickets/order-list.ts";
import { actionsFor, showOrder } from "../../services/tickets/order-view.ts";
import {
  advanceOrder,
  notAvailable,
  orderOf,
  saveOrder,
  visibleOrderOf,
} from "../../services/tickets/orders.ts";
import type { StoredOrder } from "../../services/tickets/tables.ts";

export { due } from "../../services/tickets/capture.ts";

/** Ticket orders, for admins. */
export const eventOrders: Handlers<typeof endpoints, StoreTx> = {
  list: (tx, request) => listOrders(tx, request),
  get(tx, { eventId, orderNumber, fieldset }) {
    const order = visibleOrderOf(tx, orderNumber, eventId);
    const { calendarUrls } = showEvent(tx, eventOf(tx, eventId), ["DETAILS"]);
    return { order: showOrder(tx, order, fieldset), calendarLinks: calendarUrls ?? {} };
  },
  update(tx, { eventId, orderNumber, fields, checkoutForm, archived, contactId }) {
    const before = orderOf(tx, orderNumber, eventId);
    const masked = (fields ?? "").split(",").filter(Boolean);
    const asks = (name: string) => masked.length === 0 || masked.some((path) => path.startsWith(name));
    const form = asks("checkoutForm") ? checkoutForm : undefined;
    if (form) checkFormResponse(eventOf(tx, eventId).form, form, "checkoutForm");
    const after: StoredOrder = {
      ...before,
      ...(asks("archived") && archived != null && { archived }),
      ...(asks("contactId") && contactId && { contactId }),
      ...(form && answered(tx, inStoredTimes(form))),
    };
    return { order: showOrder(tx, saveOrder(tx, after)) };
  },
  bulkUpdate(tx, { eventId, orderNumber, archived }) {
    const found = (orderNumber ?? []).map((number) => orderOf(tx, number, eventId));
    const saved = found.map((order) => saveOrder(tx, { ...order, archived: archived ?? order.archived }));
    return { orders: saved.map((order) => showOrder(tx, order)) };
  },
  confirm(tx, { eventId, orderNumber }) {
    const found = [...new Set(orderNumber ?? [])].map((number) => orderOf(tx, number, eventId));
    const rejected = found.find((order) => !actionsFor(order).includes("CONFIRM"));
    if (rejected) throw notAvailable(rejected, "be confirmed");
    return {
      orders: found.map((order) => {
        const method = order.method ?? "offline";
        return showOrder(tx, advanceOrder(tx, { ...order, method }, "PAID"));
      }),
    };
  },
  summary(tx, { eventId }) {
    const found = eventId ? [eventOf(tx, eventId)] : tx.each(events);
    return { sales: salesOf(found) };
  },
  capture(tx, { eventId, orderNumber }) {
    settleAuthorized(tx, orderOf(tx, orderNumber, eventId), "CAPTURE");
    return {};
  },
  void(tx, { eventId, orderNumber }) {
    settleAuthorized(tx, orderOf(tx, orderNumber, eventId), "VOID");
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
    ...(email && { email, contactId: contactIdOf(tx, email) }),
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
      const money = moneyIn(currency);
      return { total: money(total), totalOrders, totalTickets, revenue: money(revenue) };
    });
}
