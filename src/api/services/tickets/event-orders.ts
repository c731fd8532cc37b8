import { endpoint, service } from "../../endpoint.ts";
import { bool, date, fieldMask, guid, list, map, num, obj, text } from "../../models/fields.ts";
import { Money } from "../../models/money.ts";
import { FacetCounts } from "../../models/query.ts";
import { FormResponse, FormSubmission } from "../events/models/form.ts";
import { OrderFieldset, OrderTag, TicketOrder, TicketOrderStatus } from "./models/ticket-order.ts";

const eventId = guid();
const orderNumber = text({ minLength: 1, maxLength: 36 });
const orderNumbers = list(orderNumber, { minSize: 1, maxSize: 100 });
const fieldset = list(OrderFieldset, { maxSize: 20 });
const orders = obj({ orders: list(TicketOrder) });
/** Calls on the authorized payment of a ticket order. */
const payment = {
  input: obj({ eventId, orderNumber }),
  result: obj({}),
  effect: "money",
} as const;

/** Ticket orders, for admins. */
export const eventOrders = service("eventOrders", {
  list: endpoint("GET /events/v1/orders", {
    input: obj({
      offset: num({ min: 0 }),
      limit: num({ min: 0, max: 400 }),
      fieldset,
      status: list(TicketOrderStatus),
      eventId: list(guid(), { maxSize: 100 }),
      orderNumber: list(text({ maxLength: 36 }), { maxSize: 500 }),
      memberId: list(guid(), { maxSize: 500 }),
      facet: list(text({ maxLength: 100 }), { maxSize: 20 }),
      searchPhrase: text({ maxLength: 200 }),
      eventCreatorId: list(guid(), { maxSize: 50 }),
      sort: text({ maxLength: 100 }),
      tag: list(OrderTag),
      contactId: list(guid(), { maxSize: 100 }),
    }),
    result: obj({
      orders: list(TicketOrder),
      total: num(),
      offset: num(),
      limit: num(),
      facets: map(FacetCounts),
      orderFacets: obj({
        facets: map(obj({ counts: map(obj({ count: num(), tickets: num(), ticketsCheckIn: num() })) })),
      }),
    }),
    paging: "offset",
    items: "orders",
    limitMax: 400,
    role: "admin",
    summary: "List ticket orders",
  }),
  get: endpoint("GET /events/v1/events/{eventId}/orders/{orderNumber}", {
    input: obj({ eventId, orderNumber, fieldset }),
    result: obj(
      { order: TicketOrder, calendarLinks: obj({ google: text(), ics: text() }) },
      { always: ["order"] },
    ),
    summary: "Get a ticket order by number",
  }),
  update: endpoint("PATCH /events/v1/events/{eventId}/orders/{orderNumber}", {
    input: obj({
      eventId,
      orderNumber,
      fields: fieldMask(),
      checkoutForm: FormResponse,
      archived: bool(),
      expires: date(),
      contactId: guid(),
      checkoutFormSubmission: FormSubmission,
    }),
    result: obj({ order: TicketOrder }, { always: ["order"] }),
    summary: "Update the fields of a ticket order that are named in `fields`",
  }),
  bulkUpdate: endpoint("PATCH /events/v1/events/{eventId}/orders", {
    input: obj({ eventId, orderNumber: orderNumbers, fields: fieldMask(), archived: bool() }),
    result: orders,
    required: ["eventId", "orderNumber"],
    summary: "Archive or unarchive up to 100 ticket orders of one event",
  }),
  confirm: endpoint("POST /events/v1/events/{eventId}/orders/confirm", {
    input: obj({ eventId, orderNumber: list(orderNumber, { maxSize: 100 }) }),
    result: orders,
    summary: "Confirm ticket orders with a pending payment",
  }),
  summary: endpoint("GET /events/v1/orders/summary", {
    input: obj({ eventId }),
    result: obj({
      sales: list(obj({ total: Money, totalOrders: num(), totalTickets: num(), revenue: Money })),
    }),
    role: "admin",
    scopes: ["READ_ANALYTICS"],
    summary: "Summarize ticket sales by currency, for one event or all",
  }),
  capture: endpoint("POST /events/v1/events/orders/{orderNumber}/capture", {
    ...payment,
    summary: "Capture an authorized payment",
  }),
  void: endpoint("POST /events/v1/events/orders/{orderNumber}/void", {
    ...payment,
    summary: "Void an authorized payment",
  }),
});
