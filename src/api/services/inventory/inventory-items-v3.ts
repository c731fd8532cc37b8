import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/bulk.ts";
import {
  AggregationData,
  CountResult,
  CursorMetadata,
  catalogQuery,
  catalogSearch,
  SearchDetails,
  StartedJob,
} from "../../models/catalog-query.ts";
import { bool, guid, list, num, obj } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import {
  DecrementById,
  DecrementByVariant,
  IncrementById,
  IncrementByVariant,
  InventoryItemV3,
  StockAdjustment,
  StockReason,
} from "./models/inventory-item-v3.ts";

const one = obj({ inventoryItem: InventoryItemV3 });
const results = bulkResults("item", InventoryItemV3);
const page = {
  ...pagedBy("cursor", "inventoryItems", "pagingMetadata", 1000),
} as const;
const upTo = <T extends z.core.$ZodType>(max: number, item: T) => list(item, { minSize: 1, maxSize: max });

/** Stock of catalog v3, one item per variant and location. */
export const inventoryItemsV3 = service("inventoryItemsV3", {
  create: endpoint("POST /stores/v3/inventory-items", {
    input: one,
    result: one,
    required: ["inventoryItem.productId", "inventoryItem.variantId"],
    requiredOneOf: [["inventoryItem.inStock", "inventoryItem.quantity"]],
    summary: "Create an inventory item for a variant at a location",
  }),
  get: endpoint("GET /stores/v3/inventory-items/{inventoryItemId}", {
    input: obj({ inventoryItemId: guid() }),
    result: one,
    summary: "Get an inventory item by ID",
  }),
  update: endpoint("PATCH /stores/v3/inventory-items/{inventoryItem.id}", {
    input: obj({ inventoryItem: InventoryItemV3, reason: StockReason }),
    result: one,
    required: ["inventoryItem.id", "inventoryItem.revision"],
    summary: "Update an inventory item (requires its revision)",
  }),
  remove: endpoint("DELETE /stores/v3/inventory-items/{inventoryItemId}", {
    input: obj({ inventoryItemId: guid() }),
    result: obj({}),
    summary: "Delete an inventory item",
  }),
  query: endpoint("GET /stores/v3/inventory-items/query", {
    fallback: { method: "POST", public: "/stores/v3/inventory-items/query" },
    complexQuery: true,
    input: obj({ query: catalogQuery(1000) }),
    result: obj({ inventoryItems: list(InventoryItemV3), pagingMetadata: CursorMetadata }),
    ...page,
    summary: "List inventory items that match a query",
  }),
  search: endpoint("GET /stores/v3/inventory-items/search", {
    fallback: { method: "POST", public: "/stores/v3/inventory-items/search" },
    complexQuery: true,
    input: obj({ search: catalogSearch(1000) }),
    result: obj({
      inventoryItems: list(InventoryItemV3),
      pagingMetadata: CursorMetadata,
      aggregationData: AggregationData,
    }),
    required: ["search"],
    ...page,
    summary: "Search inventory items by text and filter",
  }),
  count: endpoint("GET /stores/v3/inventory-items/count", {
    fallback: { method: "POST", public: "/stores/v3/inventory-items/count" },
    complexQuery: true,
    input: obj({ filter: Filter, search: SearchDetails }),
    result: CountResult,
    summary: "Count inventory items",
  }),
  bulkCreate: endpoint("POST /stores/v3/bulk/inventory-items/create", {
    input: obj({ inventoryItems: upTo(1000, InventoryItemV3), returnEntity: bool() }),
    result: results,
    required: ["inventoryItems"],
    summary: "Create up to 1000 inventory items",
  }),
  bulkUpdate: endpoint("POST /stores/v3/bulk/inventory-items/update", {
    input: obj({
      inventoryItems: upTo(
        1000,
        obj({ inventoryItem: InventoryItemV3 }, { required: ["inventoryItem.id", "inventoryItem.revision"] }),
      ),
      returnEntity: bool(),
      reason: StockReason,
    }),
    result: results,
    required: ["inventoryItems"],
    effect: "set",
    summary: "Update up to 1000 inventory items (requires their revisions)",
  }),
  bulkUpsert: endpoint("POST /stores/v3/bulk/inventory-items/upsert", {
    input: obj({
      inventoryItems: upTo(
        1000,
        obj(
          { inventoryItem: InventoryItemV3 },
          { required: ["inventoryItem.productId", "inventoryItem.variantId"] },
        ),
      ),
      returnEntity: bool(),
    }),
    result: results,
    required: ["inventoryItems"],
    effect: "set",
    summary: "Create or update the inventory items of up to 1000 variants",
  }),
  bulkUpdateByFilter: endpoint("POST /stores/v3/bulk/inventory-items/update-by-filter", {
    input: obj({ filter: Filter, inventoryItem: InventoryItemV3, search: SearchDetails }),
    result: StartedJob,
    required: ["filter", "inventoryItem"],
    effect: "set",
    summary: "Update all inventory items that match a filter",
  }),
  bulkRemove: endpoint("POST /stores/v3/bulk/inventory-items/delete", {
    input: obj({ inventoryItemIds: upTo(1000, guid()) }),
    result: results,
    required: ["inventoryItemIds"],
    effect: "delete",
    summary: "Delete up to 1000 inventory items",
  }),
  bulkRemoveByFilter: endpoint("POST /stores/v3/bulk/inventory-items/delete-by-filter", {
    input: obj({ filter: Filter, search: SearchDetails }),
    result: StartedJob,
    required: ["filter"],
    effect: "delete",
    summary: "Delete all inventory items that match a filter",
  }),
  bulkDecrement: endpoint("POST /stores/v3/bulk/inventory-items/decrement", {
    input: obj({
      decrementData: upTo(300, DecrementById),
      restrictInventory: bool(),
      returnEntity: bool(),
      reason: StockReason,
    }),
    result: results,
    required: ["decrementData"],
    summary: "Decrease the stock of inventory items",
  }),
  bulkIncrement: endpoint("POST /stores/v3/bulk/inventory-items/increment", {
    input: obj({ incrementData: upTo(300, IncrementById), returnEntity: bool(), reason: StockReason }),
    result: results,
    required: ["incrementData"],
    summary: "Increase the stock of inventory items",
  }),
  bulkDecrementByVariant: endpoint("POST /stores/v3/bulk/inventory-items/decrement-by-variant-and-location", {
    input: obj({
      decrementData: upTo(300, DecrementByVariant),
      restrictInventory: bool(),
      returnEntity: bool(),
      reason: StockReason,
    }),
    result: results,
    required: ["decrementData"],
    summary: "Decrease the stock of variants at a location",
  }),
  bulkIncrementByVariant: endpoint("POST /stores/v3/bulk/inventory-items/increment-by-variant-and-location", {
    input: obj({ incrementData: upTo(300, IncrementByVariant), returnEntity: bool(), reason: StockReason }),
    result: results,
    required: ["incrementData"],
    summary: "Increase the stock of variants at a location",
  }),
  bulkAdjustByFilter: endpoint("POST /stores/v3/bulk/inventory-items/adjust-by-filter", {
    input: obj({ filter: Filter, adjustment: StockAdjustment, search: SearchDetails, trackQuantity: bool() }),
    result: StartedJob,
    required: ["filter", "adjustment"],
    summary: "Increase or decrease the stock of all inventory items that match a filter",
  }),
  bulkCreateByVariantFilter: endpoint("POST /stores/v3/bulk/inventory-items/create-by-variant-filter", {
    input: obj({
      filter: Filter,
      search: SearchDetails,
      locationId: guid(),
      inventoryCreationData: obj({ quantity: num({ max: 99999 }) }, { required: ["quantity"] }),
    }),
    result: StartedJob,
    required: ["filter", "locationId"],
    summary: "Create inventory items at a location for all variants that match a filter",
  }),
});
