import { isDeepStrictEqual } from "node:util";
import { entityOf, insertEntity, removeEntity, replaceEntity } from "../../../kernel/documents/entities.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import {
  addToAllProducts,
  directCategories,
  productItem,
  removeItemFromCategories,
  withAncestors,
} from "../../collections/index.ts";
import { categoryIds, deriveProduct, variantName, variantRowsOf } from "./derive.ts";
import { itemKind, productKind } from "./kinds.ts";
import {
  items,
  products,
  type StoredItem,
  type StoredProductV3,
  type StoredVariantV3,
  variantRows,
} from "./tables.ts";

/** The default location of inventory items. Product availability depends on it alone. */
export const defaultLocation = "0a1b2c3d-0000-4000-8000-000000000001";
const mostItems = 4000;

/** Returns a product, hidden or not. Throws PlatformError 404 if it does not exist. */
export function productOf(tx: Tx, id: string): StoredProductV3 {
  return entityOf(tx, productKind, id);
}

/** Returns a product that the caller may see. Throws PlatformError 404 otherwise. */
export function visibleProduct(tx: Tx, product: StoredProductV3 | undefined, key: object): StoredProductV3 {
  if (product !== undefined && (product.visible || tx.caller.role === "admin")) return product;
  throw new PlatformError(404, "PRODUCT_NOT_FOUND", `There is no product ${Object.values(key).join()}`, key);
}

/** Stores a new product and emits its created event. */
export function insertProduct(tx: Tx, facts: StoredProductV3): StoredProductV3 {
  addToAllProducts(tx, facts.id);
  return settle(tx, insertEntity(tx, productKind, derived(tx, facts)));
}

/** Stores a changed product as its next revision and emits an event. Deletes the inventory of removed variants. */
export function replaceProduct(tx: Tx, facts: StoredProductV3): StoredProductV3 {
  const left = new Set(facts.variantsInfo.variants.map(({ id }) => id));
  for (const item of itemsOf(tx, facts.id)) {
    if (!left.has(item.variantId)) removeEntity(tx, itemKind, item);
  }
  return settle(tx, replaceEntity(tx, productKind, derived(tx, facts)));
}

/** Updates derived fields of a product after a change in its inventory or references, without a revision or event. */
export function refreshProduct(tx: Tx, facts: StoredProductV3): StoredProductV3 {
  const product = derived(tx, facts);
  tx.put(products, product.id, product);
  return settle(tx, product);
}

/** Deletes a product with its variants and inventory, and emits its deleted event. */
export function deleteProduct(tx: Tx, product: StoredProductV3): void {
  for (const item of itemsOf(tx, product.id)) removeEntity(tx, itemKind, item);
  for (const { id } of product.variantsInfo.variants) tx.remove(variantRows, id);
  removeItemFromCategories(tx, productItem(product.id));
  removeEntity(tx, productKind, product);
}

/** Returns the inventory items of a product at all locations. */
export function itemsOf(tx: Tx, productId: string): StoredItem[] {
  return tx.query(items, { filter: { productId }, limit: mostItems }).items;
}

/** Returns the product details of an inventory item. */
export function describeItem(product: StoredProductV3, variant: StoredVariantV3) {
  const { sku, barcode, visible } = variant;
  return {
    name: product.name,
    directCategoryIds: categoryIds(product),
    variantName: variantName(product, variant),
    ...(sku && { variantSku: sku }),
    ...(barcode && { variantBarcode: barcode }),
    variantVisible: visible,
    ...(product.brand && { brand: product.brand }),
  };
}

/** Returns the search text of an inventory item. */
export function itemSearchText({
  name,
  variantName: variant,
  variantSku,
  variantBarcode,
}: ReturnType<typeof describeItem>) {
  return [name, variant, variantSku, variantBarcode].filter(Boolean).join("\n");
}

function derived(tx: Tx, facts: StoredProductV3): StoredProductV3 {
  const stock = itemsOf(tx, facts.id).filter(({ locationId }) => locationId === defaultLocation);
  const direct = directCategories(tx, productItem(facts.id));
  const sorted = {
    ...facts,
    directCategoriesInfo: listed(direct),
    allCategoriesInfo: listed(withAncestors(tx, direct)),
  };
  // Compare as JSON, without undefined members, because documents come from the store.
  return JSON.parse(
    JSON.stringify(deriveProduct(sorted, stock, tx.setting("siteUrl") ?? "https://shop.example/")),
  );
}

const listed = (ids: readonly string[]) => ({ categories: ids.map((id) => ({ id })) });

/** Updates the store-wide variants and the inventory items of a stored product. */
function settle(tx: Tx, product: StoredProductV3): StoredProductV3 {
  const filter = { "productData.productId": product.id };
  const removed = new Set(tx.query(variantRows, { filter, limit: mostItems }).items.map(({ id }) => id));
  for (const row of variantRowsOf(product, tx.setting("currency") ?? "USD")) {
    removed.delete(row.id);
    tx.put(variantRows, row.id, row);
  }
  for (const id of removed) tx.remove(variantRows, id);
  for (const item of itemsOf(tx, product.id)) {
    const variant = product.variantsInfo.variants.find(({ id }) => id === item.variantId);
    const described = variant && describeItem(product, variant);
    if (described && !isDeepStrictEqual(item.product, described))
      tx.put(items, item.id, { ...item, product: described, searchText: itemSearchText(described) });
  }
  return product;
}
