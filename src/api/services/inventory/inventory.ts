import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bool, date, guid, list, num, obj, text } from "../../models/fields.ts";
import { Paging } from "../../models/query.ts";
import { Quantity } from "../products/products.ts";

export const InventoryVariant = obj({
  variantId: text(),
  inStock: bool(),
  quantity: Quantity,
  availableForPreorder: bool(),
});

/** The stock of one product (catalog v1), per variant. Quantities are used only if `trackQuantity` is true. */
export const InventoryItem = obj({
  id: text(),
  externalId: text(),
  productId: text(),
  trackQuantity: bool(),
  variants: list(InventoryVariant),
  lastUpdated: date(),
  numericId: text(),
  preorderInfo: obj({
    enabled: bool(),
    message: text({ minLength: 1, maxLength: 250 }),
    limit: num({ max: 100000 }),
  }),
});
export interface InventoryItem extends z.input<typeof InventoryItem> {}

const owner = { inventoryId: text({ maxLength: 36 }), productId: text({ maxLength: 36 }), variantId: guid() };
const IncrementData = obj(
  { ...owner, incrementBy: num({ min: 1 }) },
  { oneOf: [["inventoryId", "productId"]] },
);
const DecrementData = obj(
  { ...owner, externalId: text({ maxLength: 36 }), decrementBy: num({ min: 1 }), preorderRequest: bool() },
  { oneOf: [["inventoryId", "externalId", "productId"]] },
);

const nothing = obj({});

/** Stock of catalog v1 products. `filter` and `sort` of the query are JSON text, as this older service requires. */
export const inventory = service("inventory", {
  query: endpoint("POST /stores-reader/v2/inventoryItems/query", {
    input: obj({ query: obj({ filter: text(), sort: text(), paging: Paging }) }),
    result: obj({
      inventoryItems: list(InventoryItem),
      metadata: obj({ items: num(), offset: num() }),
      totalResults: num(),
    }),
    ...pagedBy("offset", "inventoryItems", "metadata", 100),
    summary: "List inventory items",
  }),
  getVariants: endpoint("POST /stores-reader/v2/inventoryItems/{inventoryId}/getVariants", {
    required: [],
    alternatives: ["/stores-reader/v2/inventoryItems/product/{productId}/getVariants"],
    input: obj({ inventoryId: text(), externalId: text(), productId: text(), variantIds: list(text()) }),
    result: obj({ inventoryItem: InventoryItem }),
    effect: "read",
    summary: "Get the stock of a product by variant",
  }),
  updateVariants: endpoint("PATCH /stores/v2/inventoryItems/product/{inventoryItem.productId}", {
    input: obj({ inventoryItem: InventoryItem, reason: text() }),
    result: nothing,
    summary: "Set the stock of a product's variants",
  }),
  increment: endpoint("POST /stores/v2/inventoryItems/increment", {
    once: true,
    input: obj({ incrementData: list(IncrementData, { minSize: 1, maxSize: 300 }), reason: text() }),
    result: nothing,
    required: ["incrementData"],
    effect: "add",
    summary: "Increase the stock of variants",
  }),
  decrement: endpoint("POST /stores/v2/inventoryItems/decrement", {
    once: true,
    input: obj({ decrementData: list(DecrementData, { minSize: 1, maxSize: 300 }), reason: text() }),
    result: nothing,
    required: ["decrementData"],
    effect: "add",
    summary: "Decrease the stock of variants",
  }),
});
