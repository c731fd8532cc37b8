import type { Handlers } from "../../api/endpoint.ts";
import {
  type InventoryItemV3,
  inventoryItemsV3 as itemEndpoints,
  storesLocations as locationEndpoints,
} from "../../api/services/inventory.ts";
import { bulkResponse, forEachItem, type ItemResult, startJob } from "../kernel/bulk.ts";
import { checkRevision } from "../kernel/entities.ts";
import { seededId } from "../kernel/ids.ts";
import { checkedQuery, countMatches, listPage, matchingDocuments, scanPage } from "../kernel/lists.ts";
import { beforeOf } from "../kernel/regular.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import {
  defaultLocation,
  itemKind,
  items,
  type StoredItem,
  showInventoryItem,
  items as table,
  variantRows,
  variantSearchFields,
} from "../products/index.ts";
import {
  createItem,
  deleteItem,
  inventoryItemOf,
  itemAt,
  itemOfVariant,
  type Movement,
  moveItem,
  refreshingOnce,
  setItem,
} from "./items-v3.ts";

/** Inventory items of catalog v3. Changes update the product and the variant at once. */
export const inventoryItemsV3: Handlers<typeof itemEndpoints, Tx> = {
  create: (tx, { inventoryItem }) => ({
    inventoryItem: showInventoryItem(createItem(tx, inventoryItem)),
  }),
  get: (tx, { inventoryItemId }) => ({
    inventoryItem: showInventoryItem(inventoryItemOf(tx, inventoryItemId)),
  }),
  update: (tx, { inventoryItem, reason }) => ({
    inventoryItem: showInventoryItem(changeItem(tx, inventoryItem, reason)),
  }),
  remove(tx, { inventoryItemId }) {
    deleteItem(tx, inventoryItemOf(tx, inventoryItemId));
    return {};
  },
  query(tx, { query }) {
    const { items, pagingMetadata } = listPage(tx, table, query, itemEndpoints.search);
    return { inventoryItems: items.map(showInventoryItem), pagingMetadata };
  },
  search(tx, { search }) {
    const { items, ...page } = listPage(tx, table, search, itemEndpoints.search);
    return { inventoryItems: items.map(showInventoryItem), ...page };
  },
  count: (tx, request) => ({ count: countMatches(tx, table, request, itemEndpoints.search) }),
  bulkCreate(tx, { inventoryItems, returnEntity }) {
    return respond(
      refreshingOnce(tx, (refresh) => forEachItem(tx, inventoryItems, (one) => createItem(tx, one, refresh))),
      returnEntity,
    );
  },
  bulkUpdate(tx, { inventoryItems, returnEntity, reason }) {
    return respond(
      refreshingOnce(tx, (refresh) =>
        forEachItem(tx, inventoryItems, ({ inventoryItem }) =>
          changeItem(tx, inventoryItem ?? {}, reason, refresh),
        ),
      ),
      returnEntity,
    );
  },
  bulkUpsert(tx, { inventoryItems, returnEntity }) {
    const upserted = refreshingOnce(tx, (refresh) =>
      forEachItem(tx, inventoryItems, ({ inventoryItem }) => {
        const given = inventoryItem ?? {};
        const existing = itemAt(tx, given.variantId ?? "", given.locationId);
        if (existing === undefined) return createItem(tx, given, refresh);
        if (given.revision) checkRevision(existing, given.revision, "inventory item");
        return setItem(tx, existing, given, undefined, refresh);
      }),
    );
    return respond(upserted, returnEntity);
  },
  bulkUpdateByFilter(tx, { filter, search, inventoryItem }) {
    const found = matchingDocuments(tx, table, { filter, search }, itemEndpoints.search);
    return refreshingOnce(tx, (refresh) =>
      startJob(tx, found, (item) => setItem(tx, item, inventoryItem, undefined, refresh)),
    );
  },
  bulkRemove(tx, { inventoryItemIds }) {
    const removed = refreshingOnce(tx, (refresh) =>
      forEachItem(tx, inventoryItemIds, (id) => {
        const item = inventoryItemOf(tx, id);
        deleteItem(tx, item, refresh);
        return item;
      }),
    );
    return respond(removed, false);
  },
  bulkRemoveByFilter(tx, { filter, search }) {
    const found = matchingDocuments(tx, table, { filter, search }, itemEndpoints.search);
    return refreshingOnce(tx, (refresh) => startJob(tx, found, (item) => deleteItem(tx, item, refresh)));
  },
  bulkDecrement(tx, { decrementData, restrictInventory, returnEntity, reason }) {
    return moveEach(tx, decrementData, returnEntity, (row) => [
      inventoryItemOf(tx, row.inventoryItemId ?? ""),
      { by: -(row.decrementBy ?? 0), preorder: row.preorderRequest, restrict: restrictInventory, reason },
    ]);
  },
  bulkIncrement(tx, { incrementData, returnEntity, reason }) {
    return moveEach(tx, incrementData, returnEntity, (row) => [
      inventoryItemOf(tx, row.inventoryItemId ?? ""),
      { by: row.incrementBy ?? 0, reason },
    ]);
  },
  bulkDecrementByVariant(tx, { decrementData, restrictInventory, returnEntity, reason }) {
    return moveEach(tx, decrementData, returnEntity, (row) => [
      itemOfVariant(tx, row),
      { by: -(row.decrementBy ?? 0), preorder: row.preorderRequest, restrict: restrictInventory, reason },
    ]);
  },
  bulkIncrementByVariant(tx, { incrementData, returnEntity, reason }) {
    return moveEach(tx, incrementData, returnEntity, (row) => [
      itemOfVariant(tx, row),
      { by: row.incrementBy ?? 0, reason },
    ]);
  },
  bulkAdjustByFilter(tx, { filter, search, adjustment, trackQuantity }) {
    const by = (adjustment.incrementBy ?? 0) - (adjustment.decrementBy ?? 0);
    const found = matchingDocuments(tx, table, { filter, search }, itemEndpoints.search);
    return refreshingOnce(tx, (refresh) =>
      startJob(tx, found, (item) => {
        const isTracked = !trackQuantity || item.trackQuantity;
        const tracked = isTracked ? item : setItem(tx, item, { quantity: 0 }, undefined, refresh);
        moveItem(tx, tracked, { by, restrict: true }, refresh);
      }),
    );
  },
  bulkCreateByVariantFilter(tx, { filter, search, locationId, inventoryCreationData }) {
    const quantity = inventoryCreationData?.quantity;
    const stock = typeof quantity === "number" ? { quantity } : { inStock: true };
    const found = matchingDocuments(tx, variantRows, { filter, search }, variantSearchFields);
    return refreshingOnce(tx, (refresh) =>
      startJob(tx, found, ({ id, productData }) => {
        const item = { ...stock, variantId: id, productId: productData?.productId ?? "", locationId };
        createItem(tx, item, refresh);
      }),
    );
  },
};

function respond(outcomes: readonly ItemResult<StoredItem>[], returnEntity: boolean | null | undefined) {
  return bulkResponse(outcomes, "item", returnEntity ? showInventoryItem : undefined);
}

function changeItem(
  tx: Tx,
  given: InventoryItemV3,
  reason: string | null | undefined,
  refresh?: Parameters<typeof setItem>[4],
): StoredItem {
  const before = beforeOf(tx, itemKind, given);
  return setItem(tx, before, given, reason, refresh);
}

function moveEach<Row>(
  tx: Tx,
  rows: readonly Row[],
  returnEntity: boolean | null | undefined,
  read: (row: Row) => [StoredItem, Movement],
) {
  const moved = refreshingOnce(tx, (refresh) =>
    forEachItem(tx, rows, (row) => moveItem(tx, ...read(row), refresh)),
  );
  return respond(moved, returnEntity);
}

/** Stock locations: the default one, and every location with an inventory item. */
export const storesLocations: Handlers<typeof locationEndpoints, Tx> = {
  get: (tx, { storesLocationId }) => {
    const storesLocation = allLocations(tx).find(({ id }) => id === storesLocationId);
    if (storesLocation) return { storesLocation };
    const message = `There is no stock location ${storesLocationId}`;
    throw new PlatformError(404, "STORES_LOCATION_NOT_FOUND", message, { id: storesLocationId });
  },
  query(tx, { query }) {
    const { items: storesLocations, metadata } = scanPage(allLocations(tx), {
      ...checkedQuery(query ?? {}, locationEndpoints.query),
      cursorPaging: query?.cursorPaging ?? {},
    });
    const cursors = metadata.cursors ?? {};
    const hasNext = cursors.next !== undefined;
    return { storesLocations, pagingMetadata: { count: storesLocations.length, cursors, hasNext } };
  },
  getDefault: (tx) => ({ storesLocation: locationOf(tx, defaultLocation) }),
};

/** Reads one item of each location. */
function allLocations(tx: Tx) {
  const ids = new Set([defaultLocation]);
  for (let last = ""; ; ) {
    const next = {
      filter: { locationId: { $gt: last } },
      sort: [{ fieldName: "locationId", order: "ASC" as const }],
      limit: 1,
      withoutTotal: true as const,
    };
    const [item] = tx.query(items, next).items;
    if (item === undefined) break;
    ids.add(item.locationId);
    last = item.locationId;
  }
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
    wixLocationId: seededId(tx, `business location ${id}`),
    locationType: "PHYSICAL" as const,
    name: isDefault ? "Default location" : `Location ${id.slice(0, 8)}`,
    defaultLocation: isDefault,
  };
}
