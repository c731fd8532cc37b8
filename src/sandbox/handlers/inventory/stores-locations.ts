import type { Handlers } from "../../../api/endpoint.ts";
import type { storesLocations as endpoints } from "../../../api/services/inventory/inventory-v3.ts";
import { checkFields } from "../../kernel/documents/lists.ts";
import { scanPage } from "../../kernel/documents/pages.ts";
import { guidOf } from "../../kernel/ids.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { defaultLocation, items } from "../../services/products/index.ts";

const sortable = ["createdDate", "updatedDate", "defaultLocation", "locationType", "name"];
const fields = { filterable: ["id", "wixLocationId", ...sortable], sortable };

/** Stock locations: the default one, and every location with an inventory item. */
export const storesLocations: Handlers<typeof endpoints, Tx> = {
  get: (tx, { storesLocationId }) => {
    const storesLocation = allLocations(tx).find(({ id }) => id === storesLocationId);
    if (storesLocation) return { storesLocation };
    const message = `There is no stock location ${storesLocationId}`;
    throw new PlatformError(404, "STORES_LOCATION_NOT_FOUND", message, { id: storesLocationId });
  },
  query(tx, { query }) {
    checkFields(query ?? {}, fields);
    const { items: storesLocations, metadata } = scanPage(allLocations(tx), {
      ...query,
      cursorPaging: query?.cursorPaging ?? {},
    });
    const cursors = metadata.cursors ?? {};
    const hasNext = cursors.next !== undefined;
    return { storesLocations, pagingMetadata: { count: storesLocations.length, cursors, hasNext } };
  },
  getDefault: (tx) => ({ storesLocation: locationOf(tx, defaultLocation) }),
};

function allLocations(tx: Tx) {
  const ids = new Set([defaultLocation]);
  for (const { locationId } of tx.each(items)) if (locationId) ids.add(locationId);
  return [...ids].map((id) => locationOf(tx, id));
}

function locationOf(tx: Tx, id: string) {
  const isDefault = id === defaultLocation;
  const date = "2024-01-01T00:00:00.000Z";
  return {
    id,
    revision: "1",
    createdDate: date,
    updatedDate: date,
    wixLocationId: guidOf(tx.setting("seed") ?? "", `business location ${id}`, 1),
    locationType: "PHYSICAL" as const,
    name: isDefault ? "Default location" : `Location ${id.slice(0, 8)}`,
    defaultLocation: isDefault,
  };
}
