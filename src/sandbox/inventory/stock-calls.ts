import type { Handlers } from "../../api/endpoint.ts";
import { inventory as endpoints, type InventoryItem } from "../../api/services/inventory.ts";
import { checkedQuery, fieldsOfList, parseTextQuery, scan } from "../kernel/lists.ts";
import { invalid, type StoreQuery, type Tx } from "../kernel/tx.ts";
import { products, visibleProduct, visibleTo } from "../products/index.ts";
import { inventoryItem, moveStock, setStock, stockedProduct } from "./stock.ts";

/** Paths in product documents by field of an inventory item. */
const paths: Readonly<Record<string, string>> = {
  id: "inventoryItemId",
  productId: "id",
  externalId: "id",
  trackQuantity: "stock.trackInventory",
  "preorderInfo.enabled": "internal.preorderInfo.enabled",
};
const storedFields = fieldsOfList(() => endpoints.query, { paths });

/** Inventory of catalog v1. Inventory items are views of product documents. */
export const inventory: Handlers<typeof endpoints, Tx> = {
  query(tx, { query }) {
    const { filter = {}, sort = [] } = parseTextQuery(query);
    const [limit, offset] = [query?.paging?.limit ?? 50, query?.paging?.offset ?? 0];
    const { items, total } = findItems(tx, { filter, sort, limit, offset });
    return { inventoryItems: items, metadata: { items: limit, offset }, totalResults: total };
  },
  getVariants(tx, { variantIds, ...owner }) {
    const product = visibleProduct(tx, stockedProduct(tx, owner).id);
    return { inventoryItem: inventoryItem(product, variantIds) };
  },
  updateVariants(tx, { inventoryItem: item, reason }) {
    setStock(tx, stockedProduct(tx, { productId: item.productId }), item, reason);
    return {};
  },
  increment(tx, { incrementData, reason }) {
    moveStock(
      tx,
      incrementData.map((row) => ({ ...row, by: positive(row.incrementBy) })),
      reason,
    );
    return {};
  },
  decrement(tx, { decrementData, reason }) {
    moveStock(
      tx,
      decrementData.map((row) => ({ ...row, by: -positive(row.decrementBy), preorder: row.preorderRequest })),
      reason,
    );
    return {};
  },
};

function positive(count: number | null | undefined): number {
  const value = count ?? 1;
  if (value >= 1) return value;
  throw invalid("by", "MIN", `must be 1 or more, not ${value}`);
}

/** Finds items. Store filters cannot match variants, which are lists, so filters on them scan all items. */
function findItems(tx: Tx, query: StoreQuery): { items: InventoryItem[]; total: number } {
  const scope = visibleTo(tx);
  if (query.filter !== undefined && JSON.stringify(query.filter).includes('"variants.')) {
    return scan(
      Iterator.from(tx.each(products, scope)).map((product) => inventoryItem(product)),
      checkedQuery(query, endpoints.query),
    );
  }
  const { filter, sort } = checkedQuery(query, storedFields);
  const found = tx.query(products, { ...query, filter: scope ? { $and: [filter, scope] } : filter, sort });
  return { items: found.items.map((product) => inventoryItem(product)), total: found.total };
}
