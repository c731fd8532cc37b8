import type { Handlers } from "../../../api/endpoint.ts";
import type { localDeliveryOptions as endpoints } from "../../../api/services/shipping/local-delivery-options.ts";
import { LocalDeliveryOption } from "../../../api/services/shipping/models.ts";
import { forEachItem, type ItemResult } from "../../kernel/documents/bulk.ts";
import { entityOf } from "../../kernel/documents/entities.ts";
import { type RegularResource, regularActions, regularHandlers } from "../../kernel/documents/regular.ts";
import { invalid } from "../../kernel/invalid.ts";
import type { Tx } from "../../kernel/tx.ts";
import { regionHandlers, regionsOf } from "../../services/shipping/regions.ts";
import {
  localDeliveryKind as kind,
  type StoredLocalDelivery,
  localDeliveryOptions as table,
} from "../../services/shipping/tables.ts";
import { checkRates } from "./shipping-options.ts";

const areas = ["zipConfig", "cityConfig", "radiusConfig", "customAreaConfig"] as const;

const resource: RegularResource<StoredLocalDelivery, "localDeliveryOption", "localDeliveryOptions"> = {
  kind,
  one: "localDeliveryOption",
  many: "localDeliveryOptions",
  model: LocalDeliveryOption,
  fields: {
    filterable: ["id", "areaName", "createdDate", "updatedDate"],
    sortable: ["id", "areaName", "createdDate", "updatedDate"],
    lists: ["deliveryRegionIds"],
  },
  complete(_tx, given, before) {
    checkRates(given.rates);
    const { radiusConfig, customAreaConfig } = given;
    if (!areas.some((area) => given[area]))
      throw invalid(
        "localDeliveryOption.zipConfig",
        "REQUIRED_ONE_OF_FIELD",
        `or another of ${areas.join(", ")} must be there`,
      );
    if (customAreaConfig && (customAreaConfig.geocodes ?? []).length < 3)
      throw invalid("localDeliveryOption.customAreaConfig.geocodes", "MIN_SIZE", "needs at least 3 corners", {
        threshold: 3,
      });
    return {
      ...withoutOldArea(given, before),
      ...(radiusConfig && { radiusConfig: { ...radiusConfig, lengthUnit: "KM" } }),
      rates: given.rates ?? [],
      deliveryRegionIds: regionsOf(given),
    };
  },
};
const actions = regularActions(resource);

/** Handlers of local delivery. */
export const localDeliveryOptions: Handlers<typeof endpoints, Tx> = {
  ...regularHandlers(resource),
  list: (tx, { externalId }) => ({
    localDeliveryOptions: [...tx.each(table)]
      .filter(({ deliveryRegionIds }) => deliveryRegionIds.includes(externalId ?? ""))
      .map(({ id }) => actions.get(tx, id)),
  }),
  ...regionHandlers(kind, "localDeliveryOption"),
  bulkCreate: (tx, { localDeliveryOptions }) =>
    several(forEachItem(tx, localDeliveryOptions ?? [], (one) => actions.create(tx, one))),
  bulkUpdate: (tx, { localDeliveryOptions }) =>
    several(forEachItem(tx, localDeliveryOptions ?? [], (one) => actions.change(tx, one))),
  bulkRemove(tx, { ids }) {
    // The response cannot report failures, so either all are deleted or none.
    for (const id of ids ?? []) entityOf(tx, kind, id);
    for (const id of new Set(ids)) actions.remove(tx, id);
    return {};
  },
};

/** Removes the previous area if the type of area changes. */
function withoutOldArea<T extends { [Area in (typeof areas)[number]]?: unknown }>(
  given: T,
  before: T | undefined,
): T {
  const old = areas.find((area) => before?.[area]);
  const isReplaced = areas.some((area) => given[area] && area !== old);
  if (old === undefined || !isReplaced) return given;
  return { ...given, [old]: undefined };
}

function several(outcomes: readonly ItemResult<StoredLocalDelivery>[]) {
  return {
    localDeliveryOptions: outcomes.flatMap(({ done }) => done ?? []),
    errors: outcomes.flatMap(({ itemMetadata: { originalIndex, error } }) =>
      error ? [{ id: String(originalIndex), error: error.description ?? "" }] : [],
    ),
  };
}
