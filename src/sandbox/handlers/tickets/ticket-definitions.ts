import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import type { ticketDefinitions as endpoints } from "../../../api/services/tickets/ticket-definitions.ts";
import { startJob } from "../../kernel/documents/bulk.ts";
import { checkRevision } from "../../kernel/documents/entities.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { checkFilter, eventOf, events, offsetPage, reordered } from "../../services/events/index.ts";
import { refreshTickets } from "../../services/tickets/counts.ts";
import {
  changeDefinition,
  createDefinition,
  definitionKind,
  definitionOf,
  definitionsOf,
  removeDefinition,
  showDefinition,
} from "../../services/tickets/definitions.ts";
import { countsOf, facetsOf } from "../../services/tickets/plain-lists.ts";
import { updateSaleStatus } from "../../services/tickets/sale.ts";
import { definitions } from "../../services/tickets/tables.ts";

const known = [
  "id",
  "createdDate",
  "updatedDate",
  "description",
  "eventId",
  "initialLimit",
  "name",
  "pricingMethod.fixedPrice.currency",
  "pricingMethod.fixedPrice.value",
  "revision",
  "feeType",
  "hidden",
  "pricingMethod.free",
  "pricingMethod.pricingType",
  "saleStatus",
];
const fields = { filterable: known, sortable: known };
const facets = ["eventId", "saleStatus", "hidden", "feeType", "pricingMethod.pricingType"];

type QueryRequest = WireInput<(typeof endpoints)["query"]>;

/** Returns a filter for the tickets that visitors see: not hidden, and before their sale only if announced. */
const visibleOnly = (now: Date) => ({
  $and: [
    { hidden: false },
    {
      $or: [
        { saleStatus: "SALE_STARTED" },
        { "salePeriod.displayNotOnSale": true },
        { salePeriod: { $exists: false } },
      ],
    },
    { createdDate: { $lte: now.toISOString() } },
  ],
});

/** Ticket definitions (v3). The sandbox clock starts and ends their sale. */
export const ticketDefinitions: Handlers<typeof endpoints, StoreTx> = {
  create: (tx, { ticketDefinition, fields: requested }) => ({
    ticketDefinition: showDefinition(tx, createDefinition(tx, ticketDefinition ?? {}), requested),
  }),
  update(tx, { ticketDefinition, fields: requested }) {
    const before = definitionOf(tx, ticketDefinition?.id);
    checkRevision(before, ticketDefinition?.revision, definitionKind.name);
    return {
      ticketDefinition: showDefinition(tx, changeDefinition(tx, before, ticketDefinition ?? {}), requested),
    };
  },
  get: (tx, { ticketDefinitionId, fields: requested }) => ({
    ticketDefinition: showDefinition(tx, definitionOf(tx, ticketDefinitionId), requested),
  }),
  remove(tx, { ticketDefinitionId }) {
    const definition = definitionOf(tx, ticketDefinitionId);
    removeDefinition(tx, definition);
    refreshTickets(tx, definition.eventId);
    return {};
  },
  reorder(tx, { eventId, ticketDefinitionId, beforeDefinitionId, afterDefinitionId }) {
    const all = definitionsOf(tx, eventOf(tx, eventId).id);
    const neighbours = { before: beforeDefinitionId, after: afterDefinitionId };
    const ids = reordered(
      all.map(({ id }) => id),
      ticketDefinitionId ?? "",
      neighbours,
    );
    for (const one of all)
      tx.put(definitions, one.id, {
        ...one,
        internal: { ...one.internal, place: ids.indexOf(one.id) + 1 },
      });
    return {};
  },
  query: (tx, request) => page(tx, request),
  queryAvailable: (tx, request) => page(tx, request, visibleOnly(tx.now)),
  count(tx, { filter, facet }) {
    checkFilter(filter, known);
    const total = tx.query(definitions, { filter, limit: 1 }).total;
    const found = facetsOf(tx, definitions, (filter ?? {}) as object, { asked: facet, known: facets });
    return { metadata: { count: total, offset: 0, total }, facets: countsOf(found) };
  },
  countAvailable(tx, { filter }) {
    checkFilter(filter, known);
    const { total } = tx.query(definitions, {
      filter: { $and: [filter ?? {}, visibleOnly(tx.now)] },
      limit: 1,
    });
    return { metadata: { count: total, offset: 0, total } };
  },
  removeByFilter(tx, { filter }) {
    checkFilter(filter, known);
    const touched = new Set<string>();
    startJob(tx, tx.each(definitions, filter), (definition) => {
      touched.add(definition.eventId);
      removeDefinition(tx, definition);
    });
    for (const eventId of touched) refreshTickets(tx, eventId);
    return {};
  },
  changeCurrency(tx, { eventId, currency }) {
    const event = eventOf(tx, eventId);
    const { tickets } = event.registration;
    const { summaries } = event;
    if (tickets?.currency === currency) return {};
    const reserved = definitionsOf(tx, event.id).some(
      ({ internal }) => internal.reserved + internal.sold > 0,
    );
    if (summaries.tickets?.currencyLocked || reserved) {
      const message = `Tickets of "${event.title}" are sold or held in ${tickets?.currency}, so the currency cannot be changed`;
      throw new PlatformError(409, "CURRENCY_LOCKED", message, { eventId, currency: tickets?.currency });
    }
    tx.put(events, event.id, {
      ...event,
      registration: { ...event.registration, tickets: { ...tickets, currency } },
    });
    for (const definition of definitionsOf(tx, event.id)) {
      const pricingMethod = inCurrency(definition.pricingMethod, currency ?? "");
      changeDefinition(tx, definition, { pricingMethod });
    }
    refreshTickets(tx, event.id);
    return {};
  },
};

/** Due work: starts and ends sales. */
export const due = { sale: updateSaleStatus };

function page(tx: Tx, { query, fields: requested }: QueryRequest, scope?: object) {
  const sort = query?.sort?.length ? query.sort : undefined;
  const ordered = { ...query, ...(sort && { sort }) };
  const { items, pagingMetadata } = offsetPage(tx, definitions, ordered, fields, scope);
  const inOrder = sort ? items : [...items].sort((one, other) => one.internal.place - other.internal.place);
  return {
    ticketDefinitions: inOrder.map((one) => showDefinition(tx, one, requested)),
    metadata: pagingMetadata,
  };
}

type Pricing = ReturnType<typeof definitionOf>["pricingMethod"];

function inCurrency(pricing: Pricing, currency: string): Pricing {
  const { fixedPrice, guestPrice, pricingOptions } = pricing;
  return {
    ...(fixedPrice && { fixedPrice: { ...fixedPrice, currency } }),
    ...(guestPrice && { guestPrice: { ...guestPrice, currency } }),
    ...(pricingOptions && {
      pricingOptions: {
        optionDetails: pricingOptions.optionDetails?.map((option) => ({
          ...option,
          price: { ...option.price, currency },
        })),
      },
    }),
  };
}
