// Written by scripts/contract.ts from inventory.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";
import type { Aggregation, AggregationData, BulkActionMetadata, CountResult, CursorMetadata, InventoryItemV3, ItemMetadata, Paging, Quantity, SearchDetails, Sorting, StartedJob } from "./models.gen.ts";

export interface InventoryItem { id?: string | null; externalId?: string | null; productId?: string | null; trackQuantity?: boolean | null; variants?: InventoryVariant[] | null; lastUpdated?: Time | null; numericId?: string | null; preorderInfo?: { enabled?: boolean | null; message?: string | null; limit?: number | null; [field: string]: unknown; } | null; [field: string]: unknown; }

export interface InventoryVariant { variantId?: string | null; inStock?: boolean | null; quantity?: Quantity | null; availableForPreorder?: boolean | null; [field: string]: unknown; }

export type StockReason = "ORDER" | "MANUAL" | "REVERT_INVENTORY_CHANGE" | (string & {});

export interface InventoryItemChanged { inventoryItemId?: string | null; externalId?: string | null; productId?: string | null; updatedDate?: Time | null; trackInventory?: boolean | null; preorderInfo?: unknown | null; fieldMask?: string[] | null; [field: string]: unknown; }

export interface InventoryVariantsChanged { inventoryItemId?: string | null; externalId?: string | null; productId?: string | null; updatedDate?: Time | null; variants?: ({ id?: string | null; newValue?: unknown | null; oldValue?: unknown | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }

export interface InventoryItemStockStatusUpdatedEvent { inStock?: boolean | null; [field: string]: unknown; }

export interface InventoryItemUpdatedWithReason { currentEntity?: InventoryItemV3 | null; reason?: StockReason | null; appId?: string | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  inventory: {
    query: EndpointOf<{ query?: { filter?: string | null; sort?: string | null; paging?: Paging | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { inventoryItems?: InventoryItem[] | null; metadata?: { items?: number | null; offset?: number | null; [field: string]: unknown; } | null; totalResults?: number | null; [field: string]: unknown; }>;
    getVariants: EndpointOf<{ inventoryId?: string | null; externalId?: string | null; productId?: string | null; variantIds?: string[] | null; [field: string]: unknown; }, { inventoryItem?: InventoryItem | null; [field: string]: unknown; }>;
    updateVariants: EndpointOf<{ inventoryItem: InventoryItem; reason?: "UNKNOWN" | "ORDER" | "MANUAL" | "REVERT_INVENTORY_CHANGE" | (string & {}) | null; [field: string]: unknown; }, { [field: string]: unknown; }>;
    increment: EndpointOf<{ incrementData: ({ inventoryId?: string | null; productId?: string | null; variantId?: string | null; incrementBy?: number | null; [field: string]: unknown; })[]; reason?: "UNKNOWN" | "ORDER" | "MANUAL" | "REVERT_INVENTORY_CHANGE" | (string & {}) | null; [field: string]: unknown; }, { [field: string]: unknown; }>;
    decrement: EndpointOf<{ decrementData: ({ inventoryId?: string | null; productId?: string | null; variantId?: string | null; externalId?: string | null; decrementBy?: number | null; preorderRequest?: boolean | null; [field: string]: unknown; })[]; reason?: "UNKNOWN" | "ORDER" | "MANUAL" | "REVERT_INVENTORY_CHANGE" | (string & {}) | null; [field: string]: unknown; }, { [field: string]: unknown; }>;
  };
  inventoryItemsV3: {
    create: EndpointOf<{ inventoryItem: InventoryItemV3; [field: string]: unknown; }, { inventoryItem?: InventoryItemV3 | null; [field: string]: unknown; }>;
    get: EndpointOf<{ inventoryItemId: string; [field: string]: unknown; }, { inventoryItem?: InventoryItemV3 | null; [field: string]: unknown; }>;
    remove: EndpointOf<{ inventoryItemId: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    update: EndpointOf<{ inventoryItem: InventoryItemV3; reason?: StockReason | null; [field: string]: unknown; }, { inventoryItem?: InventoryItemV3 | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { inventoryItems?: InventoryItemV3[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    search: EndpointOf<{ search: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; search?: SearchDetails | null; aggregations?: Aggregation[] | null; timeZone?: string | null; [field: string]: unknown; }; [field: string]: unknown; }, { inventoryItems?: InventoryItemV3[] | null; pagingMetadata?: CursorMetadata | null; aggregationData?: AggregationData | null; [field: string]: unknown; }>;
    count: EndpointOf<{ filter?: unknown | null; search?: SearchDetails | null; [field: string]: unknown; }, CountResult>;
    bulkCreate: EndpointOf<{ inventoryItems: InventoryItemV3[]; returnEntity?: boolean | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: InventoryItemV3 | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    bulkUpdate: EndpointOf<{ inventoryItems: ({ inventoryItem?: InventoryItemV3 | null; [field: string]: unknown; })[]; returnEntity?: boolean | null; reason?: StockReason | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: InventoryItemV3 | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    bulkUpsert: EndpointOf<{ inventoryItems: ({ inventoryItem?: InventoryItemV3 | null; [field: string]: unknown; })[]; returnEntity?: boolean | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: InventoryItemV3 | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    bulkUpdateByFilter: EndpointOf<{ filter: unknown; inventoryItem: InventoryItemV3; search?: SearchDetails | null; [field: string]: unknown; }, StartedJob>;
    bulkRemove: EndpointOf<{ inventoryItemIds: string[]; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: InventoryItemV3 | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    bulkRemoveByFilter: EndpointOf<{ filter: unknown; search?: SearchDetails | null; [field: string]: unknown; }, StartedJob>;
    bulkDecrement: EndpointOf<{ decrementData: ({ inventoryItemId?: string | null; decrementBy?: number | null; preorderRequest?: boolean | null; [field: string]: unknown; })[]; restrictInventory?: boolean | null; returnEntity?: boolean | null; reason?: StockReason | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: InventoryItemV3 | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    bulkIncrement: EndpointOf<{ incrementData: ({ inventoryItemId?: string | null; incrementBy?: number | null; [field: string]: unknown; })[]; returnEntity?: boolean | null; reason?: StockReason | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: InventoryItemV3 | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    bulkDecrementByVariant: EndpointOf<{ decrementData: ({ variantId?: string | null; locationId?: string | null; productId?: string | null; decrementBy?: number | null; preorderRequest?: boolean | null; [field: string]: unknown; })[]; restrictInventory?: boolean | null; returnEntity?: boolean | null; reason?: StockReason | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: InventoryItemV3 | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    bulkIncrementByVariant: EndpointOf<{ incrementData: ({ variantId?: string | null; locationId?: string | null; productId?: string | null; incrementBy?: number | null; [field: string]: unknown; })[]; returnEntity?: boolean | null; reason?: StockReason | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: InventoryItemV3 | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    bulkAdjustByFilter: EndpointOf<{ filter: unknown; adjustment: { incrementBy?: number | null; decrementBy?: number | null; [field: string]: unknown; }; search?: SearchDetails | null; trackQuantity?: boolean | null; [field: string]: unknown; }, StartedJob>;
    bulkCreateByVariantFilter: EndpointOf<{ filter: unknown; search?: SearchDetails | null; locationId: string; inventoryCreationData?: { quantity?: number | null; [field: string]: unknown; } | null; [field: string]: unknown; }, StartedJob>;
  };
  storesLocations: {
    get: EndpointOf<{ storesLocationId: string; [field: string]: unknown; }, { storesLocation?: { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; wixLocationId?: string | null; locationType?: "VIRTUAL" | "PHYSICAL" | (string & {}) | null; name?: string | null; defaultLocation?: boolean | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { storesLocations?: ({ id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; wixLocationId?: string | null; locationType?: "VIRTUAL" | "PHYSICAL" | (string & {}) | null; name?: string | null; defaultLocation?: boolean | null; [field: string]: unknown; })[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    getDefault: EndpointOf<{ [field: string]: unknown; }, { storesLocation?: { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; wixLocationId?: string | null; locationType?: "VIRTUAL" | "PHYSICAL" | (string & {}) | null; name?: string | null; defaultLocation?: boolean | null; [field: string]: unknown; } | null; [field: string]: unknown; }>;
  };
}
