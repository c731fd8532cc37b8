import type { Handlers, WireInput } from "../../api/endpoint.ts";
import type { ticketDefinitionsV1 as endpoints, TicketDefinitionV3 } from "../../api/services/tickets.ts";
import { createdBy } from "../events/index.ts";
import { countsOf, inFilters, type PlainList, plainPage, tagged } from "../kernel/plain-lists.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { ticketDefinitions } from "./calls.ts";
import {
  changeDefinition,
  createDefinition,
  definitionOf,
  definitionsOf,
  refreshTickets,
  removeDefinition,
} from "./definitions.ts";
import { definitions, type StoredDefinition } from "./tables.ts";
import { legacyFilter, legacySortable, toLegacyDefinition } from "./tickets.ts";

type Given = NonNullable<WireInput<(typeof endpoints)["create"]>["definition"]>;
type Fieldset = readonly (string | null)[] | null | undefined;

const definitionList: PlainList<StoredDefinition> = {
  table: definitions,
  sortable: legacySortable,
  sortedBy: "orderIndex:asc",
  facets: ["eventId", "saleStatus", "hidden"],
};
const states = [
  { VISIBLE: { hidden: false }, HIDDEN: { hidden: true } },
  { FREE: { "pricingMethod.free": true }, PAID: { "pricingMethod.free": false } },
];

/** The older service of ticket definitions, which names their fields as the checkout does. */
export const ticketDefinitionsV1: Handlers<typeof endpoints, StoreTx> = {
  query(tx, { filter, fieldset, ...request }) {
    const { items, page, tallies } = plainPage(tx, definitionList, legacyFilter(filter), request);
    return { ...page, definitions: items.map((one) => legacy(one, fieldset)), facets: countsOf(tallies) };
  },
  queryV2(tx, { query }) {
    const { ticketDefinitions: found, metadata } = ticketDefinitions.query(tx, {
      query: { ...query, filter: legacyFilter(query?.filter) },
    });
    const shown = (found ?? []).map(({ id }) => legacy(definitionOf(tx, id), ["POLICY", "DASHBOARD"]));
    return { definitions: shown, metadata };
  },
  list(tx, { eventId, state, saleStatus, fieldset, eventCreatorId, ...request }) {
    const scope = [
      ...inFilters({ eventId, saleStatus }),
      ...tagged(states, state),
      ...createdBy(tx, eventCreatorId),
    ];
    const { items, page, tallies } = plainPage(tx, definitionList, { $and: scope }, request);
    return {
      metaData: { count: items.length, offset: page.offset, total: page.total },
      definitions: items.map((one) => legacy(one, fieldset)),
      facets: countsOf(tallies),
    };
  },
  get: (tx, { definitionId, fieldset }) => ({ definition: legacy(definitionOf(tx, definitionId), fieldset) }),
  create(tx, { eventId, definition }) {
    const created = createDefinition(tx, { eventId, feeType: "FEE_INCLUDED", ...current(definition) });
    return { definition: legacy(created, ["POLICY", "DASHBOARD"]) };
  },
  update(tx, { eventId, definitionId, definition, fields }) {
    const before = ownOf(tx, eventId, definitionId);
    const masked = new Set(fields?.split(",").map((path) => path.split(".")[0]));
    const given = Object.entries(definition ?? {}).filter(([key]) => masked.size === 0 || masked.has(key));
    const after = changeDefinition(tx, before, current(Object.fromEntries(given)));
    return { definition: legacy(after, ["POLICY", "DASHBOARD"]) };
  },
  remove(tx, { eventId, byId, all }) {
    const removed = all
      ? definitionsOf(tx, eventId)
      : (byId?.definitionId ?? []).map((id) => ownOf(tx, eventId, id));
    for (const definition of removed) removeDefinition(tx, definition);
    refreshTickets(tx, eventId);
    return {};
  },
  changeCurrency: (tx, { eventId, currency }) => ticketDefinitions.changeCurrency(tx, { eventId, currency }),
};

function legacy(definition: StoredDefinition, fieldset: Fieldset) {
  const has = (group: string) => fieldset?.includes(group) ?? false;
  return toLegacyDefinition(definition, { policy: has("POLICY"), dashboard: has("DASHBOARD") });
}

function ownOf(tx: Tx, eventId: string, id: string): StoredDefinition {
  const definition = definitionOf(tx, id);
  if (definition.eventId === eventId) return definition;
  const message = `The event ${eventId} has no ticket definition ${id}`;
  throw new PlatformError(404, "TICKET_DEFINITION_NOT_FOUND", message, { id });
}

/** Returns what the present service calls the fields of a request. */
function current(given: Given): Partial<TicketDefinitionV3> {
  const { name, description, policy, hidden, wixFeeConfig, salePeriod, quantity, limited } = given;
  const { fixedPrice, minPrice, pricingOptions } = given.pricing ?? {};
  const price = fixedPrice ?? given.price;
  const options = pricingOptions?.options?.map(({ id, ...option }) => ({ optionId: id, ...option }));
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(policy !== undefined && { policyText: policy }),
    ...(hidden !== undefined && { hidden }),
    ...(wixFeeConfig?.type && { feeType: feeTypes[wixFeeConfig.type] ?? wixFeeConfig.type }),
    ...(quantity !== undefined && { initialLimit: quantity }),
    ...(limited === false && { initialLimit: null }),
    ...(salePeriod && {
      salePeriod: {
        startDate: salePeriod.startDate,
        endDate: salePeriod.endDate,
        displayNotOnSale: !salePeriod.hideNotOnSale,
      },
    }),
    ...(price && { pricingMethod: { fixedPrice: price } }),
    ...(minPrice && { pricingMethod: { guestPrice: minPrice } }),
    ...(options && { pricingMethod: { pricingOptions: { optionDetails: options } } }),
  };
}

/** The present name of the older FEE_ADDED. */
const feeTypes: Readonly<Record<string, string>> = { FEE_ADDED: "FEE_ADDED_AT_CHECKOUT" };
