import { endpoint } from "../../endpoint.ts";
import { guid, list, map, obj, text } from "../../models/fields.ts";
import { currency } from "../../models/money.ts";
import { FacetCounts, Filter, PagingMetadata, Query } from "../../models/query.ts";
import { TicketDefinitionField, TicketDefinitionV3 } from "./models/ticket-definition-v3.ts";

const at = (path: string) => ({
  path: `/v3${path}`,
  public: `/events-ticket-definitions/v3${path}`,
  alternatives: [`/events/v3${path}`],
});
const ticketDefinitionId = guid();
const fields = list(TicketDefinitionField, { maxSize: 5 });
const ticketDefinition = obj({ ticketDefinition: TicketDefinitionV3 });
const query = {
  method: "POST",
  input: obj({ query: Query, fields }),
  result: obj({ ticketDefinitions: list(TicketDefinitionV3), metadata: PagingMetadata }),
  paging: "cursor",
  items: "ticketDefinitions",
  metadata: "metadata",
  limitMax: 100,
} as const;

/** The kinds of tickets that events sell (v3). */
export const ticketDefinitions = {
  create: endpoint({
    ...at("/ticket-definitions"),
    method: "POST",
    input: obj({ ticketDefinition: TicketDefinitionV3, fields }),
    result: ticketDefinition,
    required: [
      "ticketDefinition.eventId",
      "ticketDefinition.name",
      "ticketDefinition.pricingMethod",
      "ticketDefinition.feeType",
    ],
    summary: "Create a ticket definition for an event",
  }),
  update: endpoint({
    ...at("/ticket-definitions/{ticketDefinition.id}"),
    method: "PATCH",
    input: obj({ ticketDefinition: TicketDefinitionV3, fields }),
    result: ticketDefinition,
    required: ["ticketDefinition.id", "ticketDefinition.revision"],
    summary: "Update the price, limit or sale period of a ticket definition",
  }),
  get: endpoint({
    ...at("/ticket-definitions/{ticketDefinitionId}"),
    method: "GET",
    input: obj({ ticketDefinitionId, fields }),
    result: ticketDefinition,
    required: ["ticketDefinitionId"],
    role: "admin",
    summary: "Get a ticket definition",
  }),
  remove: endpoint({
    ...at("/ticket-definitions/{ticketDefinitionId}"),
    method: "DELETE",
    input: obj({ ticketDefinitionId }),
    result: obj({}),
    required: ["ticketDefinitionId"],
    summary: "Delete a ticket definition but not its sold tickets",
  }),
  reorder: endpoint({
    ...at("/ticket-definitions/reorder"),
    method: "POST",
    input: obj(
      { beforeDefinitionId: guid(), afterDefinitionId: guid(), eventId: guid(), ticketDefinitionId },
      { oneOf: [["beforeDefinitionId", "afterDefinitionId"]] },
    ),
    result: obj({}),
    required: ["eventId", "ticketDefinitionId"],
    effect: "set",
    summary: "Reorder the ticket definitions of an event",
  }),
  query: endpoint({
    ...at("/ticket-definitions/query"),
    ...query,
    role: "admin",
    summary: "List ticket definitions that match a query",
  }),
  queryAvailable: endpoint({
    ...at("/ticket-definitions/available/query"),
    ...query,
    summary: "List ticket definitions that are visible to visitors",
  }),
  count: endpoint({
    ...at("/ticket-definitions/count"),
    method: "POST",
    input: obj({ filter: Filter, facet: list(text({ maxLength: 100 }), { maxSize: 20 }) }),
    result: obj({ metadata: PagingMetadata, facets: map(FacetCounts) }),
    role: "admin",
    summary: "Count ticket definitions that match a filter, by facet",
  }),
  countAvailable: endpoint({
    ...at("/ticket-definitions/available/count"),
    method: "POST",
    input: obj({ filter: Filter }),
    result: obj({ metadata: PagingMetadata }),
    summary: "Count ticket definitions that are visible to visitors",
  }),
  removeByFilter: endpoint({
    ...at("/bulk/ticket-definitions/delete"),
    method: "POST",
    input: obj({ filter: Filter }),
    result: obj({}),
    required: ["filter"],
    effect: "delete",
    summary: "Delete all ticket definitions that match a filter",
  }),
  changeCurrency: endpoint({
    ...at("/ticket-definitions/currency"),
    method: "POST",
    input: obj({ eventId: guid(), currency: currency() }),
    result: obj({}),
    required: ["eventId", "currency"],
    effect: "set",
    summary: "Change the ticket currency of an event",
  }),
};
