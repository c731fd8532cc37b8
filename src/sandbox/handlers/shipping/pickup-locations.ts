import type { Handlers } from "../../../api/endpoint.ts";
import { PickupLocation } from "../../../api/services/shipping/models.ts";
import type { pickupLocations as endpoints } from "../../../api/services/shipping/pickup-locations.ts";
import { forEachItem, type ItemResult } from "../../kernel/documents/bulk.ts";
import { type RegularResource, regularActions, regularHandlers } from "../../kernel/documents/regular.ts";
import type { Tx } from "../../kernel/tx.ts";
import { regionHandlers, regionsOf } from "../../services/shipping/regions.ts";
import { pickupLocationKind as kind, type StoredPickupLocation } from "../../services/shipping/tables.ts";
import { checkRates } from "./shipping-options.ts";

const resource: RegularResource<StoredPickupLocation, "pickupLocation", "pickupLocations"> = {
  kind,
  one: "pickupLocation",
  many: "pickupLocations",
  model: PickupLocation,
  fields: {
    filterable: ["id", "name", "createdDate", "updatedDate", "address.city", "address.country"].concat(
      "address.subdivision",
    ),
    sortable: ["id"],
    lists: ["deliveryRegionIds"],
  },
  complete(_tx, given) {
    checkRates(given.rates);
    return {
      ...given,
      active: given.active ?? true,
      rates: given.rates ?? [],
      deliveryRegionIds: regionsOf(given),
    };
  },
};
const actions = regularActions(resource);

/** Handlers of pickup locations. */
export const pickupLocations: Handlers<typeof endpoints, Tx> = {
  ...regularHandlers(resource),
  ...regionHandlers(kind, "pickupLocation"),
  bulkCreate: (tx, { pickupLocations }) =>
    several(forEachItem(tx, pickupLocations ?? [], (one) => actions.create(tx, one))),
  bulkUpdate: (tx, { pickupLocations }) =>
    several(forEachItem(tx, pickupLocations ?? [], (one) => actions.change(tx, one))),
  bulkRemove: (tx, { pickupLocationIds }) => ({
    errors: several(forEachItem(tx, pickupLocationIds ?? [], (id) => actions.remove(tx, id))).errors,
  }),
};

function several(outcomes: readonly ItemResult<StoredPickupLocation>[]) {
  return {
    pickupLocations: outcomes.flatMap(({ done }) => done ?? []),
    errors: outcomes.flatMap(({ itemMetadata: { originalIndex, error } }) =>
      error ? [{ id: String(originalIndex), error }] : [],
    ),
  };
}
