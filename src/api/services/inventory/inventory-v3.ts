import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import { bool, date, enumOf, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import {
  AggregationData,
  CountResult,
  CursorMetadata,
  catalogQuery,
  catalogSearch,
  ExtendedFields,
  Filter,
  SearchDetails,
  StartedJob,
} from "../../models/query.ts";

/** `UNKNOWN` and its longer name are from older releases. */
export const AvailabilityStatus = enumOf(
  "UNKNOWN",
  "UNKNOWN_AVAILABILITY_STATUS",
  "OUT_OF_STOCK",
  "IN_STOCK",
  "PREORDER",
);
/** The reason for a stock change. */
export const StockReason = enumOf("ORDER", "MANUAL", "REVERT_INVENTORY_CHANGE");

export const PreorderInfoV3 = obj({
  enabled: bool(),
  message: text({ minLength: 1, maxLength: 250 }),
  limit: num({ min: 0, max: 100000 }),
  counter: num({ readonly: true }),
  quantity: num({ readonly: true }),
});

const stock = {
  inStock: bool(),
  quantity: num({ min: -99999, max: 99999, whole: true }),
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  preorderInfo: PreorderInfoV3,
};
const trackingMethod = ["inStock", "quantity"] as const;

/** The stock of a variant that is created or updated with its product. */
export const InventoryItemPart = obj(stock, { oneOf: [trackingMethod] });
export interface InventoryItemPart extends z.input<typeof InventoryItemPart> {}

/** The stock of one variant at one location: tracked (`quantity`) or not (`inStock`). */
export const InventoryItemV3 = obj(
  {
    ...stock,
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    variantId: guid(),
    locationId: guid(),
    productId: text({ minLength: 1, maxLength: 36 }),
    trackQuantity: readonly(bool()),
    availabilityStatus: readonly(AvailabilityStatus),
    product: readonly(
      obj({
        name: text(),
        directCategoryIds: list(guid()),
        variantName: text(),
        variantSku: text(),
        variantBarcode: text(),
        variantVisible: bool(),
        brand: obj({ id: guid(), name: text() }),
      }),
    ),
    extendedFields: ExtendedFields,
  },
  { oneOf: [trackingMethod] },
);
export interface InventoryItemV3 extends z.input<typeof InventoryItemV3> {}

const units = () => num({ min: 1, max: 99999, whole: true });
const variantAtLocation = {
  variantId: guid(),
  locationId: guid(),
  productId: text({ minLength: 1, maxLength: 36 }),
};

const DecrementById = obj(
  { inventoryItemId: guid(), decrementBy: units(), preorderRequest: bool() },
  { required: ["inventoryItemId", "decrementBy"] },
);
const IncrementById = obj(
  { inventoryItemId: guid(), incrementBy: units() },
  { required: ["inventoryItemId", "incrementBy"] },
);
const DecrementByVariant = obj(
  { ...variantAtLocation, decrementBy: units(), preorderRequest: bool() },
  { required: ["variantId", "decrementBy"] },
);
const IncrementByVariant = obj(
  { ...variantAtLocation, incrementBy: units() },
  { required: ["variantId", "incrementBy"] },
);
/** A stock change for all items that match a filter. */
const StockAdjustment = obj(
  { incrementBy: units(), decrementBy: units() },
  { oneOf: [["incrementBy", "decrementBy"]] },
);

const inventoryItemResult = obj({ inventoryItem: InventoryItemV3 });
const results = bulkResults("item", InventoryItemV3);
const page = {
  ...pagedBy("cursor", "inventoryItems", "pagingMetadata", 1000),
} as const;
const upTo = <T extends z.core.$ZodType>(max: number, item: T) => list(item, { minSize: 1, maxSize: max });

/** Stock of catalog v3, one item per variant and location. */
export const inventoryItemsV3 = service("inventoryItemsV3", {
  create: endpoint("POST /stores/v3/inventory-items", {
    input: inventoryItemResult,
    result: inventoryItemResult,
    required: ["inventoryItem.productId", "inventoryItem.variantId"],
    requiredOneOf: [["inventoryItem.inStock", "inventoryItem.quantity"]],
    summary: "Create an inventory item for a variant at a location",
  }),
  get: endpoint("GET /stores/v3/inventory-items/{inventoryItemId}", {
    input: obj({ inventoryItemId: guid() }),
    result: inventoryItemResult,
    summary: "Get an inventory item by ID",
  }),
  update: endpoint("PATCH /stores/v3/inventory-items/{inventoryItem.id}", {
    input: obj({ inventoryItem: InventoryItemV3, reason: StockReason }),
    result: inventoryItemResult,
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
    once: true,
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
    once: true,
    input: obj({ incrementData: upTo(300, IncrementById), returnEntity: bool(), reason: StockReason }),
    result: results,
    required: ["incrementData"],
    summary: "Increase the stock of inventory items",
  }),
  bulkDecrementByVariant: endpoint("POST /stores/v3/bulk/inventory-items/decrement-by-variant-and-location", {
    once: true,
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
    once: true,
    input: obj({ incrementData: upTo(300, IncrementByVariant), returnEntity: bool(), reason: StockReason }),
    result: results,
    required: ["incrementData"],
    summary: "Increase the stock of variants at a location",
  }),
  bulkAdjustByFilter: endpoint("POST /stores/v3/bulk/inventory-items/adjust-by-filter", {
    once: true,
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
      inventoryCreationData: obj({ quantity: num({ max: 99999, whole: true }) }, { required: ["quantity"] }),
    }),
    result: StartedJob,
    required: ["filter", "locationId"],
    summary: "Create inventory items at a location for all variants that match a filter",
  }),
});

const StoresLocation = obj({
  id: text({ format: "GUID", readonly: true }),
  revision: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  wixLocationId: guid(),
  locationType: readonly(enumOf("VIRTUAL", "PHYSICAL")),
  name: text({ minLength: 1, maxLength: 150, readonly: true }),
  defaultLocation: readonly(bool()),
});
const location = obj({ storesLocation: StoresLocation });

/** The locations that stock of catalog v3 is kept at. */
export const storesLocations = service("storesLocations", {
  get: endpoint("GET /stores/v3/locations/{storesLocationId}", {
    input: obj({ storesLocationId: guid() }),
    result: location,
    required: ["storesLocationId"],
    summary: "Get a stock location by ID",
  }),
  query: endpoint("POST /stores/v3/locations/query", {
    input: obj({ query: catalogQuery(100) }),
    result: obj({
      storesLocations: list(StoresLocation, { maxSize: 100 }),
      pagingMetadata: CursorMetadata,
    }),
    paging: "cursor",
    items: "storesLocations",
    metadata: "pagingMetadata",
    limitMax: 100,
    effect: "read",
    summary: "List the stock locations that match a query",
  }),
  getDefault: endpoint("GET /stores/v3/locations/default", {
    input: obj({}),
    result: location,
    summary: "Get the default stock location",
  }),
});
