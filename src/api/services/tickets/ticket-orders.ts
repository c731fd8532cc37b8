import { endpoint, service } from "../../endpoint.ts";
import {
  bool,
  date,
  decimal,
  enumOf,
  fieldMask,
  guid,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { FacetCounts } from "../../models/query.ts";
import { Money } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";
import { FormResponse, FormSubmission } from "../events/event-forms.ts";
import { FeeType, TicketDefinition, TicketDetails } from "./ticket-definitions.ts";

/** The field groups of ticket orders. */
const OrderFieldset = enumOf("TICKETS", "DETAILS", "FORM", "INVOICE");
export const OrderTag = enumOf(
  "CONFIRMED",
  "UNCONFIRMED",
  "MEMBER",
  "ARCHIVED",
  "NON_ARCHIVED",
  "FULLY_CHECKED_IN",
  "NOT_FULLY_CHECKED_IN",
);
export const TicketOrderStatus = enumOf(
  "NA_ORDER_STATUS",
  "FREE",
  "PENDING",
  "PAID",
  "OFFLINE_PENDING",
  "INITIATED",
  "CANCELED",
  "DECLINED",
  "AUTHORIZED",
  "VOIDED",
  "PARTIALLY_PAID",
);
/** The states that ticket lists can filter by. */
export const TicketState = enumOf(
  "ORDER_ARCHIVED",
  "ORDER_ACTIVE",
  "TICKET_ARCHIVED",
  "TICKET_ACTIVE",
  "CHECKED_IN",
  "NON_CHECKED_IN",
  "FREE",
  "PAID",
  "MEMBER",
);
export const ReservationStatus = enumOf(
  "RESERVATION_PENDING",
  "RESERVATION_CONFIRMED",
  "RESERVATION_CANCELED",
  "RESERVATION_CANCELED_MANUALLY",
  "RESERVATION_EXPIRED",
  "RESERVATION_PREVIEW",
);
const Channel = enumOf("ONLINE", "OFFLINE_POS");

const InvoiceDiscount = obj({
  amount: Money,
  afterDiscount: Money,
  code: text(),
  name: text(),
  couponId: text(),
  discounts: list(
    obj(
      {
        coupon: obj({ name: text(), code: text(), couponId: text() }),
        paidPlan: obj({
          name: text(),
          percentDiscount: obj({
            rate: decimal({ min: 0.01, max: 100, maxScale: 2 }),
            quantityDiscounted: num(),
          }),
        }),
        amount: Money,
      },
      { oneOf: [["coupon", "paidPlan"]] },
    ),
  ),
});
const InvoiceTax = obj({
  type: enumOf("INCLUDED", "ADDED", "ADDED_AT_CHECKOUT"),
  name: text(),
  rate: decimal(),
  taxable: Money,
  amount: Money,
});
const InvoiceFee = obj({ name: enumOf("WIX_FEE"), type: FeeType, rate: decimal(), amount: Money });
/** The prices of tickets by line, as exact decimal text. */
export const TicketInvoice = obj({
  items: list(
    obj({
      id: guid(),
      quantity: num({ min: 1, max: 50 }),
      name: text(),
      price: Money,
      total: Money,
      discount: InvoiceDiscount,
      tax: InvoiceTax,
      fees: list(InvoiceFee),
    }),
  ),
  total: Money,
  discount: InvoiceDiscount,
  tax: InvoiceTax,
  subTotal: Money,
  grandTotal: Money,
  fees: list(InvoiceFee),
  revenue: Money,
  previewUrl: text(),
});
export interface TicketInvoice extends WireOf<typeof TicketInvoice> {}

const CheckIn = obj({
  created: date(),
  checkInCanceledDate: date(),
  checkedInBy: guid(),
  checkInCanceledBy: guid(),
  checkedInByStaffMember: guid(),
  checkInCanceledByStaffMember: guid(),
});
/** A sold ticket. */
export const Ticket = obj(
  {
    ticketNumber: text(),
    orderNumber: text(),
    ticketDefinitionId: guid(),
    name: text(),
    price: Money,
    free: readonly(bool()),
    policy: text(),
    qrCode: text(),
    checkIn: CheckIn,
    orderStatus: TicketOrderStatus,
    orderArchived: bool(),
    orderFullName: text(),
    guestFullName: text(),
    guestDetails: obj({
      guestAssigned: bool(),
      firstName: text(),
      lastName: text(),
      email: text({ format: "EMAIL" }),
      form: FormResponse,
      contactId: guid(),
      phone: text({ format: "PHONE" }),
      formSubmission: FormSubmission,
    }),
    archived: bool(),
    memberId: guid(),
    anonymized: bool(),
    checkInUrl: text(),
    ticketPdf: text(),
    ticketPdfUrl: text(),
    channel: Channel,
    walletPassUrl: text({ format: "WEB_URL", readonly: true }),
    ticketDetails: readonly(TicketDetails),
    canceled: readonly(bool()),
  },
  { always: ["ticketNumber"] },
);
export interface Ticket extends WireOf<typeof Ticket> {}

const PaymentDetails = obj({
  transaction: obj({
    transactionId: text({ format: "GUID", readonly: true }),
    method: text({ readonly: true }),
    scheduledAction: readonly(enumOf("UNKNOWN_ACTION", "CAPTURE", "VOID")),
    scheduledActionExecutionDate: readonly(date()),
  }),
});

/** The gift cards that a ticket order is paid with, and the remaining balance. */
export const GiftCardPayment = obj({
  giftCardPaymentId: guid(),
  appId: guid(),
  voided: bool(),
  amount: Money,
  obfuscatedCode: text({ maxLength: 30 }),
  code: text({ maxLength: 30 }),
});
export const BalanceSummary = obj({ balance: Money });

/** An order of tickets for one event. */
export const TicketOrder = obj(
  {
    orderNumber: text(),
    reservationId: guid(),
    snapshotId: text({ format: "GUID", readonly: true }),
    eventId: guid(),
    contactId: guid(),
    memberId: guid(),
    created: readonly(date()),
    updated: readonly(date()),
    firstName: text(),
    lastName: text(),
    fullName: text(),
    email: text({ format: "EMAIL" }),
    checkoutForm: FormResponse,
    checkoutFormSubmission: FormSubmission,
    confirmed: bool(),
    status: TicketOrderStatus,
    method: text(),
    ticketsQuantity: num(),
    totalPrice: Money,
    ticketsPdf: text(),
    tickets: list(Ticket),
    archived: bool(),
    anonymized: bool(),
    invoice: TicketInvoice,
    fullyCheckedIn: bool(),
    transactionId: text({ format: "GUID", readonly: true }),
    paymentDetails: PaymentDetails,
    channel: Channel,
    language: text({ format: "LANGUAGE" }),
    locale: text(),
    availableActions: list(enumOf("ARCHIVE", "UNARCHIVE", "CONFIRM", "CAPTURE", "VOID"), { readonly: true }),
    giftCardPaymentDetails: list(GiftCardPayment, { maxSize: 10 }),
    balanceSummary: BalanceSummary,
    marketingConsent: bool(),
  },
  { always: ["orderNumber"] },
);
export interface TicketOrder extends WireOf<typeof TicketOrder> {}

/** A ticket reservation of the checkout service. */
export const TicketReservation = obj({
  quantity: num({ min: 1, max: 20 }),
  ticket: TicketDefinition,
  ticketDetails: list(TicketDetails),
});
export interface TicketReservation extends WireOf<typeof TicketReservation> {}

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
