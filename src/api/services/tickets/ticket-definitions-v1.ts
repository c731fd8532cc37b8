import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bool, date, enumOf, fieldMask, guid, list, map, num, obj, text } from "../../models/fields.ts";
import { FacetCounts, Filter, PagingMetadata, Query } from "../../models/query.ts";
import { Money } from "../../models/values.ts";
import { FeeType, TicketDefinition } from "./ticket-definitions.ts";

const fieldset = list(enumOf("POLICY", "DASHBOARD"), { maxSize: 20 });
const facet = list(text({ maxLength: 20 }), { maxSize: 10 });
const limit = num({ max: 100 });
const sort = text({ maxLength: 100 });
const definition = obj({ definition: TicketDefinition }, { always: ["definition"] });
const definitions = list(TicketDefinition);
const facets = map(FacetCounts);
const reads = { role: "admin", scopes: ["SELL_TICKETS", "READ_ANALYTICS"] } as const;

/** What a request sets of a ticket type. */
const TicketDefinitionData = obj({
  name: text({ maxLength: 30 }),
  price: Money,
  description: text({ maxLength: 500 }),
  limited: bool(),
  quantity: num(),
  orderIndex: num(),
  policy: text({ maxLength: 1000 }),
  hidden: bool(),
  wixFeeConfig: obj({ type: FeeType }),
  salePeriod: obj({ startDate: date(), endDate: date(), hideNotOnSale: bool() }),
  pricing: obj(
    {
      fixedPrice: Money,
      minPrice: Money,
      pricingOptions: obj({
        options: list(obj({ id: guid(), name: text({ maxLength: 200 }), price: Money })),
      }),
    },
    { oneOf: [["fixedPrice", "minPrice", "pricingOptions"]] },
  ),
});

/** The older service of ticket definitions. Both services read and write the same ones. */
export const ticketDefinitionsV1 = service("ticketDefinitionsV1", {
  query: endpoint("POST /events/v1/ticket-definitions/query", {
    input: obj({ offset: num(), limit, fieldset, filter: Filter, sort, facet }),
    result: obj({ total: num(), offset: num(), limit, definitions, facets }),
    ...reads,
    effect: "read",
    summary: "List ticket definitions that match a filter (older service)",
  }),
  queryV2: endpoint("POST /events/v2/ticket-definitions/query", {
    input: obj({ query: Query }),
    result: obj({ definitions, metadata: PagingMetadata }),
    ...pagedBy("cursor", "definitions", "metadata", 100),
    ...reads,
    summary: "List ticket definitions that match a query (older service)",
  }),
  // Without paging here: a POST to this path creates one, and is not an older form of the list.
  list: endpoint("GET /events/v1/ticket-definitions", {
    input: obj({
      eventId: list(guid(), { maxSize: 100 }),
      offset: num(),
      limit,
      fieldset,
      eventCreatorId: list(guid(), { maxSize: 1 }),
      state: list(enumOf("VISIBLE", "HIDDEN", "FREE", "PAID"), { maxSize: 20 }),
      sort,
      saleStatus: list(enumOf("SALE_SCHEDULED", "SALE_STARTED", "SALE_ENDED"), { maxSize: 5 }),
      facet,
    }),
    result: obj({ metaData: obj({ count: num(), offset: num(), total: num() }), definitions, facets }),
    ...reads,
    summary: "List ticket definitions of events (older service)",
  }),
  get: endpoint("GET /events/v1/ticket-definitions/{definitionId}", {
    input: obj({ definitionId: guid(), fieldset }),
    result: definition,
    ...reads,
    summary: "Get a ticket definition (older service)",
  }),
  create: endpoint("POST /events/v1/ticket-definitions", {
    input: obj({ eventId: guid(), definition: TicketDefinitionData }),
    result: definition,
    required: ["eventId", "definition.name"],
    summary: "Create a ticket definition (older service)",
  }),
  update: endpoint("PATCH /events/v1/ticket-definitions/{definitionId}", {
    input: obj({
      eventId: guid(),
      definitionId: guid(),
      definition: TicketDefinitionData,
      fields: fieldMask(),
    }),
    result: definition,
    required: ["eventId", "definitionId"],
    summary: "Update a ticket definition (older service)",
  }),
  remove: endpoint("DELETE /events/v1/ticket-definitions", {
    input: obj(
      {
        byId: obj({ definitionId: list(guid(), { minSize: 1, maxSize: 100 }) }),
        all: bool(),
        eventId: guid(),
      },
      { oneOf: [["byId", "all"]] },
    ),
    result: obj({}),
    required: ["eventId"],
    summary: "Delete ticket definitions of an event (older service)",
  }),
  changeCurrency: endpoint("PUT /events/v1/ticket-definitions/currency", {
    input: obj({ eventId: guid(), currency: text({ minLength: 3, maxLength: 3 }) }),
    result: obj({}),
    required: ["eventId", "currency"],
    summary: "Change the ticket currency of an event (older service)",
  }),
});
