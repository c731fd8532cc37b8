import { endpoint, pagedBy, service } from "../../endpoint.ts";
import {
  bool,
  date,
  decimal,
  draft,
  enumOf,
  guid,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { ExtendedFields, FacetCounts, Filter, PagingMetadata, Query } from "../../models/query.ts";
import { currency, Money } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";
import { Event } from "../events/events.ts";

export const FeeType = enumOf("FEE_ADDED", "FEE_INCLUDED", "FEE_ADDED_AT_CHECKOUT", "NO_FEE");
export const TicketState = enumOf("INCLUDE_HIDDEN_NOT_ON_SALE");

const TicketPricing = obj(
  {
    fixedPrice: Money,
    minPrice: Money,
    pricingOptions: obj({
      options: list(obj({ id: guid(), name: text({ minLength: 1, maxLength: 200 }), price: Money })),
    }),
    pricingType: readonly(enumOf("STANDARD", "DONATION")),
  },
  { oneOf: [["fixedPrice", "minPrice", "pricingOptions"]] },
);

/** A ticket type of an event, for buyers. */
export const TicketDefinition = obj({
  id: guid(),
  price: Money,
  free: bool(),
  name: text(),
  description: text(),
  limitPerCheckout: num({ max: 20 }),
  orderIndex: num(),
  policy: text(),
  dashboard: obj({
    hidden: bool(),
    sold: num(),
    limited: bool(),
    quantity: num(),
    unsold: num(),
    ticketsSold: num(),
    ticketsReserved: num(),
  }),
  eventId: guid(),
  wixFeeConfig: readonly(obj({ type: FeeType })),
  salePeriod: obj({ startDate: date(), endDate: date(), hideNotOnSale: bool() }),
  saleStatus: readonly(enumOf("SALE_SCHEDULED", "SALE_STARTED", "SALE_ENDED")),
  state: list(TicketState),
  pricing: TicketPricing,
});
export interface TicketDefinition extends WireOf<typeof TicketDefinition> {}

const label = () => text({ readonly: true });
/** The seat and price of a ticket. */
export const TicketDetails = obj({
  seatId: text({ minLength: 1, maxLength: 36 }),
  sectorName: label(),
  areaName: label(),
  tableName: label(),
  rowNumber: label(),
  seatNumber: label(),
  sectionLabel: label(),
  areaLabel: label(),
  tableLabel: label(),
  rowLabel: label(),
  seatLabel: label(),
  planId: text({ format: "GUID", readonly: true }),
  capacity: num({ min: 1, max: 50 }),
  priceOverride: decimal(),
  pricingOptionId: guid(),
  pricingOptionName: label(),
});

/** The field groups of ticket definitions. */
const TicketDefinitionField = enumOf("SALES_DETAILS", "EVENT_DETAILS", "SEATING_DETAILS");

const PricingMethod = obj(
  {
    fixedPrice: Money,
    /** The minimum price; the guest may pay more. */
    guestPrice: Money,
    pricingOptions: obj({
      optionDetails: list(
        obj({ optionId: guid(), name: text({ minLength: 1, maxLength: 200 }), price: Money }),
        { maxSize: 100 },
      ),
    }),
    pricingType: readonly(enumOf("STANDARD", "DONATION")),
    free: readonly(bool()),
  },
  { oneOf: [["fixedPrice", "guestPrice", "pricingOptions"]] },
);

/** A ticket type of an event (v3), for admins. */
export const TicketDefinitionV3 = obj(
  {
    id: readonly(guid()),
    eventId: guid(),
    revision: readonly(text()),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    name: text({ minLength: 1, maxLength: 30 }),
    description: text({ maxLength: 500 }),
    policyText: text({ maxLength: 1000 }),
    hidden: bool(),
    limited: readonly(bool()),
    /** The number of tickets; unlimited if absent. */
    initialLimit: num({ min: 0, whole: true }),
    actualLimit: readonly(num()),
    pricingMethod: PricingMethod,
    feeType: enumOf("FEE_INCLUDED", "FEE_ADDED_AT_CHECKOUT", "NO_FEE"),
    salePeriod: obj({ startDate: date(), endDate: date(), displayNotOnSale: bool() }),
    saleStatus: readonly(enumOf("SALE_SCHEDULED", "SALE_STARTED", "SALE_ENDED")),
    salesDetails: readonly(
      obj({ unsoldCount: num(), soldCount: num(), reservedCount: num(), soldOut: bool() }),
    ),
    limitPerCheckout: readonly(num({ max: 50 })),
    extendedFields: ExtendedFields,
    /** Title, dates, location, page and status of the event. */
    eventDetails: readonly(draft(Event)),
    seatingDetails: readonly(obj({ places: list(obj({ placeId: text(), label: text() })) })),
  },
  { always: ["id"] },
);
export interface TicketDefinitionV3 extends WireOf<typeof TicketDefinitionV3> {}

const ticketDefinitionId = guid();
const fields = list(TicketDefinitionField, { maxSize: 5 });
const ticketDefinition = obj({ ticketDefinition: TicketDefinitionV3 }, { always: ["ticketDefinition"] });
const query = {
  input: obj({ query: Query, fields }),
  result: obj({ ticketDefinitions: list(TicketDefinitionV3), metadata: PagingMetadata }),
  ...pagedBy("cursor", "ticketDefinitions", "metadata", 100),
} as const;

/** The ticket types of events (v3). */
export const ticketDefinitions = service("ticketDefinitions", {
  create: endpoint("POST /events-ticket-definitions/v3/ticket-definitions", {
    alternatives: ["/events/v3/ticket-definitions"],
    input: obj({ ticketDefinition: draft(TicketDefinitionV3), fields }),
    result: ticketDefinition,
    required: [
      "ticketDefinition.eventId",
      "ticketDefinition.name",
      "ticketDefinition.pricingMethod",
      "ticketDefinition.feeType",
    ],
    summary: "Create a ticket definition for an event",
  }),
  update: endpoint("PATCH /events-ticket-definitions/v3/ticket-definitions/{ticketDefinition.id}", {
    alternatives: ["/events/v3/ticket-definitions/{ticketDefinition.id}"],
    input: obj({ ticketDefinition: draft(TicketDefinitionV3), fields }),
    result: ticketDefinition,
    required: ["ticketDefinition.id", "ticketDefinition.revision"],
    summary: "Update the price, limit or sale period of a ticket definition",
  }),
  get: endpoint("GET /events-ticket-definitions/v3/ticket-definitions/{ticketDefinitionId}", {
    alternatives: ["/events/v3/ticket-definitions/{ticketDefinitionId}"],
    input: obj({ ticketDefinitionId, fields }),
    result: ticketDefinition,
    role: "admin",
    scopes: ["SELL_TICKETS", "READ_ANALYTICS"],
    summary: "Get a ticket definition",
  }),
  remove: endpoint("DELETE /events-ticket-definitions/v3/ticket-definitions/{ticketDefinitionId}", {
    alternatives: ["/events/v3/ticket-definitions/{ticketDefinitionId}"],
    input: obj({ ticketDefinitionId }),
    result: obj({}),
    summary: "Delete a ticket definition but not its sold tickets",
  }),
  reorder: endpoint("POST /events-ticket-definitions/v3/ticket-definitions/reorder", {
    alternatives: ["/events/v3/ticket-definitions/reorder"],
    input: obj(
      { beforeDefinitionId: guid(), afterDefinitionId: guid(), eventId: guid(), ticketDefinitionId },
      { oneOf: [["beforeDefinitionId", "afterDefinitionId"]] },
    ),
    result: obj({}),
    required: ["eventId", "ticketDefinitionId"],
    effect: "set",
    summary: "Reorder the ticket definitions of an event",
  }),
  query: endpoint("POST /events-ticket-definitions/v3/ticket-definitions/query", {
    alternatives: ["/events/v3/ticket-definitions/query"],
    ...query,
    role: "admin",
    scopes: ["SELL_TICKETS", "READ_ANALYTICS"],
    summary: "List ticket definitions that match a query",
  }),
  queryAvailable: endpoint("POST /events-ticket-definitions/v3/ticket-definitions/available/query", {
    alternatives: ["/events/v3/ticket-definitions/available/query"],
    ...query,
    summary: "List ticket definitions that are visible to visitors",
  }),
  count: endpoint("POST /events-ticket-definitions/v3/ticket-definitions/count", {
    alternatives: ["/events/v3/ticket-definitions/count"],
    input: obj({ filter: Filter, facet: list(text({ maxLength: 100 }), { maxSize: 20 }) }),
    result: obj({ metadata: PagingMetadata, facets: map(FacetCounts) }),
    role: "admin",
    scopes: ["SELL_TICKETS", "READ_ANALYTICS"],
    summary: "Count ticket definitions that match a filter, by facet",
  }),
  countAvailable: endpoint("POST /events-ticket-definitions/v3/ticket-definitions/available/count", {
    alternatives: ["/events/v3/ticket-definitions/available/count"],
    input: obj({ filter: Filter }),
    result: obj({ metadata: PagingMetadata }),
    summary: "Count ticket definitions that are visible to visitors",
  }),
  removeByFilter: endpoint("POST /events-ticket-definitions/v3/bulk/ticket-definitions/delete", {
    alternatives: ["/events/v3/bulk/ticket-definitions/delete"],
    input: obj({ filter: Filter }),
    result: obj({}),
    required: ["filter"],
    effect: "delete",
    summary: "Delete all ticket definitions that match a filter",
  }),
  changeCurrency: endpoint("POST /events-ticket-definitions/v3/ticket-definitions/currency", {
    alternatives: ["/events/v3/ticket-definitions/currency"],
    input: obj({ eventId: guid(), currency: currency() }),
    result: obj({}),
    required: ["eventId", "currency"],
    effect: "set",
    summary: "Change the ticket currency of an event",
  }),
});
