import { endpoint, service } from "../../endpoint.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, text } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import { FormResponse, FormSubmission } from "../events/event-forms.ts";
import { TicketDefinition, TicketDetails, TicketState } from "./ticket-definitions.ts";
import {
  BalanceSummary,
  GiftCardPayment,
  ReservationStatus,
  TicketInvoice,
  TicketOrder,
  TicketReservation,
} from "./ticket-orders.ts";

const eventId = guid();
const reservationId = guid();
const reservations = list(TicketReservation);
const giftCardCode = text({ maxLength: 30 });
const DiscountRequest = obj({ couponCode: text({ maxLength: 20 }) });
const PaidPlanBenefit = obj({ planOrderId: guid(), benefitId: guid() });
const Buyer = obj({
  firstName: text({ minLength: 1, maxLength: 50 }),
  lastName: text({ minLength: 1, maxLength: 50 }),
  email: text({ format: "EMAIL", minLength: 5, maxLength: 255 }),
});
const Guest = obj({ form: FormResponse, formSubmission: FormSubmission }, { required: ["form"] });
const codes = obj({ error: list(obj({ code: text() })) });
const definitions = obj({
  metaData: obj({ count: num(), offset: num(), total: num() }),
  definitions: list(TicketDefinition),
});
const tickets = { paging: "offset", items: "definitions", metadata: "metaData" } as const;

/** Ticket checkout: tickets on sale, reservations, invoices, checkout. */
export const eventCheckout = service("eventCheckout", {
  options: endpoint("GET /events/v1/checkout/options", {
    input: obj({}),
    result: obj({
      paymentMethodConfigured: bool(),
      acceptCoupons: bool(),
      acceptGiftCards: bool(),
      premiumServices: bool(),
      paidTickets: bool(),
    }),
    summary: "Get the ticket checkout options of the site",
  }),
  availableTickets: endpoint("GET /events/v1/checkout/available-tickets", {
    ...tickets,
    input: obj({
      eventId,
      offset: num({ min: 0 }),
      limit: num({ min: 0, max: 100 }),
      sort: text({ maxLength: 100 }),
      state: list(TicketState),
    }),
    result: definitions,
    limitMax: 100,
    summary: "List tickets on sale",
  }),
  queryAvailableTickets: endpoint("POST /events/v1/checkout/available-tickets/query", {
    ...tickets,
    input: obj({
      offset: num({ min: 0 }),
      limit: num({ min: 0, max: 1000 }),
      filter: Filter,
      fieldset: list(enumOf("POLICY", "DASHBOARD"), { maxSize: 20 }),
      sort: text({ maxLength: 100 }),
    }),
    result: definitions,
    limitMax: 1000,
    summary: "List tickets on sale that match a filter",
  }),
  reserve: endpoint("POST /events/v1/checkout/reservations", {
    input: obj({
      eventId,
      ticketQuantities: list(
        obj({
          ticketDefinitionId: guid(),
          quantity: num({ min: 1, max: 50, whole: true }),
          priceOverride: decimal({ maxLength: 13 }),
          ticketDetails: list(TicketDetails),
        }),
        { minSize: 1, maxSize: 50 },
      ),
      ignoreLimits: bool(),
      allowHiddenTickets: bool(),
    }),
    result: obj({
      id: guid(),
      expires: date(),
      reservations,
      invoice: TicketInvoice,
      reservationStatus: ReservationStatus,
      cancelable: bool(),
    }),
    required: ["eventId", "ticketQuantities"],
    role: "visitor",
    scopes: ["SELL_TICKETS", "ADD_GUESTS"],
    summary: "Reserve tickets for a few minutes",
  }),
  cancelReservation: endpoint("DELETE /events/v1/checkout/reservations/{id}", {
    input: obj({ eventId, id: reservationId }),
    result: obj({}),
    required: ["eventId", "id"],
    role: "visitor",
    scopes: ["SELL_TICKETS", "ADD_GUESTS"],
    summary: "Cancel a ticket reservation",
  }),
  invoice: endpoint("POST /events/v1/checkout/invoices/{reservationId}", {
    input: obj({
      eventId,
      reservationId,
      withDiscount: DiscountRequest,
      paidPlanBenefit: PaidPlanBenefit,
      giftCardCode,
    }),
    result: obj({
      invoice: TicketInvoice,
      discountErrors: codes,
      expires: date(),
      reservationStatus: ReservationStatus,
      reservationOccupied: bool(),
      reservations,
      giftCardPaymentDetails: list(GiftCardPayment, { maxSize: 10 }),
      balanceSummary: BalanceSummary,
      giftCardErrors: codes,
    }),
    required: ["eventId", "reservationId"],
    effect: "read",
    scopes: ["SELL_TICKETS", "ADD_GUESTS"],
    summary: "Get the invoice of a ticket reservation",
  }),
  checkout: endpoint("POST /events/v1/checkout", {
    once: true,
    input: obj({
      eventId,
      reservationId,
      memberId: text(),
      discount: DiscountRequest,
      buyer: Buyer,
      guests: list(Guest, { minSize: 1, maxSize: 50 }),
      paidPlanBenefit: PaidPlanBenefit,
      options: obj({
        silent: bool(),
        payInPerson: bool(),
        ignoreFormValidation: bool(),
        paymentRedirectUrl: text({ format: "WEB_URL", maxLength: 2500 }),
        markAsPaid: bool(),
      }),
      giftCardCode,
      marketingConsent: bool(),
      staffMemberId: guid(),
    }),
    result: obj({ order: TicketOrder, expires: date(), reservations, orderPageUrl: text() }),
    required: ["eventId"],
    role: "visitor",
    scopes: ["SELL_TICKETS", "ADD_GUESTS"],
    summary: "Check out a ticket reservation",
  }),
  updateCheckout: endpoint("PATCH /events/v1/checkout/{orderNumber}", {
    input: obj({
      eventId,
      orderNumber: text({ maxLength: 36 }),
      buyer: Buyer,
      guests: list(Guest, { minSize: 1, maxSize: 20 }),
      memberId: text(),
      discount: DiscountRequest,
      paidPlanBenefit: PaidPlanBenefit,
      paymentDetailsId: text(),
      paymentMethod: text({ maxLength: 100 }),
      giftCardCode,
    }),
    result: obj({
      order: TicketOrder,
      orderPageUrl: text(),
      chargeToken: text(),
      orderPageUrls: obj({ success: text(), pending: text(), canceled: text(), error: text() }),
    }),
    required: ["eventId", "orderNumber"],
    role: "visitor",
    scopes: ["SELL_TICKETS", "ADD_GUESTS"],
    summary: "Update an unpaid ticket order",
  }),
  posCheckout: endpoint("POST /events/v1/pos-checkout", {
    once: true,
    input: obj({ eventId, reservationId, paymentDetailsId: guid() }),
    result: obj({ order: TicketOrder, expires: date(), reservations }),
    required: ["eventId", "reservationId"],
    scopes: ["SELL_TICKETS"],
    summary: "Check out a ticket reservation at a point of sale",
  }),
});
