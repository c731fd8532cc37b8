import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { draft, guid, list, map, obj, text } from "../../models/fields.ts";
import { currency } from "../../models/money.ts";
import { FacetCounts, Filter, PagingMetadata, Query } from "../../models/query.ts";
import { TicketDefinitionField, TicketDefinitionV3 } from "./models/ticket-definition-v3.ts";

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
