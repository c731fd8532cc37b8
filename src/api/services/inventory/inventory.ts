import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { list, num, obj, text } from "../../models/fields.ts";
import { Paging } from "../../models/query.ts";
import { DecrementData, IncrementData, InventoryItem } from "./models/inventory.ts";

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
    input: obj({ incrementData: list(IncrementData, { minSize: 1, maxSize: 300 }), reason: text() }),
    result: nothing,
    required: ["incrementData"],
    effect: "add",
    summary: "Increase the stock of variants",
  }),
  decrement: endpoint("POST /stores/v2/inventoryItems/decrement", {
    input: obj({ decrementData: list(DecrementData, { minSize: 1, maxSize: 300 }), reason: text() }),
    result: nothing,
    required: ["decrementData"],
    effect: "add",
    summary: "Decrease the stock of variants",
  }),
});
