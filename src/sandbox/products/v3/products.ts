import { isDeepStrictEqual } from "node:util";
import { storesAppId } from "../../../api/models/app-ids.ts";
import type { CategoryItem } from "../../../api/services/collections.ts";
import {
  addItemToCategory,
  addToAllProducts,
  branchOf,
  categoryItem,
  categoryKind,
  directCategories,
  type Placement,
  placements,
  productItem,
  rejectManaged,
  removeCategory,
  removeItemFromCategories,
  removeItemFromCategory,
  type StoredCategory,
  withAncestors,
} from "../../collections/index.ts";
import { siteUrlOf } from "../../kernel/defaults.ts";
import { entityOf, insertEntity, removeEntity, replaceEntity } from "../../kernel/entities.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { categoryIds, deriveProduct, variantName, variantRowsOf } from "./derive.ts";
import {
  itemKind,
  items,
  productKind,
  products,
  type StoredItem,
  type StoredProductV3,
  type StoredVariantV3,
  variantRows,
} from "./tables.ts";

/** The default location of inventory items. Product availability depends on it alone. */
export const defaultLocation = "0a1b2c3d-0000-4000-8000-000000000001";
const maxItems = 4000;

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
  for (const item of inventoryItemsOf(tx, facts.id)) {
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
  for (const item of inventoryItemsOf(tx, product.id)) removeEntity(tx, itemKind, item);
  for (const { id } of product.variantsInfo.variants) tx.remove(variantRows, id);
  removeItemFromCategories(tx, productItem(product.id));
  removeEntity(tx, productKind, product);
}

/** Returns the inventory items of a product at all locations. */
export function inventoryItemsOf(tx: Tx, productId: string): StoredItem[] {
  return tx.query(items, { filter: { productId }, limit: maxItems }).items;
}

/** Returns the product details of an inventory item. */
export function describeItem(product: StoredProductV3, variant: StoredVariantV3) {
  const { sku, barcode, visible } = variant;
  return {
    name: product.name,
    directCategoryIds: categoryIds(product),
    variantName: variantName(product, variant),
    variantSku: sku || undefined,
    variantBarcode: barcode || undefined,
    variantVisible: visible,
    brand: product.brand || undefined,
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
  const stock = inventoryItemsOf(tx, facts.id).filter(({ locationId }) => locationId === defaultLocation);
  const direct = directCategories(tx, productItem(facts.id));
  const sorted = {
    ...facts,
    directCategoriesInfo: listed(direct),
    allCategoriesInfo: listed(withAncestors(tx, direct)),
  };
  // Compare as JSON, without undefined members, because documents come from the store.
  return JSON.parse(JSON.stringify(deriveProduct(sorted, stock, siteUrlOf(tx))));
}

const listed = (ids: readonly string[]) => ({ categories: ids.map((id) => ({ id })) });

/** Updates the store-wide variants and the inventory items of a stored product. */
function settle(tx: Tx, product: StoredProductV3): StoredProductV3 {
  const filter = { "productData.productId": product.id };
  const present = new Map(
    tx.query(variantRows, { filter, limit: maxItems }).items.map((row) => [row.id, JSON.stringify(row)]),
  );
  for (const row of variantRowsOf(product, tx.setting("currency"))) {
    if (present.get(row.id) !== JSON.stringify(row)) tx.put(variantRows, row.id, row);
    present.delete(row.id);
  }
  for (const id of present.keys()) tx.remove(variantRows, id);
  for (const item of inventoryItemsOf(tx, product.id)) {
    const variant = product.variantsInfo.variants.find(({ id }) => id === item.variantId);
    const described = variant && describeItem(product, variant);
    if (described && !isDeepStrictEqual(item.product, described))
      tx.put(items, item.id, { ...item, product: described, searchText: itemSearchText(described) });
  }
  return product;
}

/** Adds an item to a category and updates the product. Throws PlatformError 404 if the product does not exist. */
export function putInto(tx: Tx, categoryId: string, item: CategoryItem): { id: string } {
  const category = changeable(tx, categoryId);
  const { catalogItemId, appId } = item;
  if (appId === storesAppId && tx.get(products, catalogItemId ?? "") === undefined) {
    const message = `There is no product ${catalogItemId}`;
    throw new PlatformError(404, "ITEM_NOT_FOUND", message, { item });
  }
  if (addItemToCategory(tx, category, item)) refreshItem(tx, item);
  return category;
}

/** Removes an item from a category and updates the product. */
export function removeFromCategory(tx: Tx, categoryId: string, item: CategoryItem): { id: string } {
  const category = changeable(tx, categoryId);
  if (removeItemFromCategory(tx, category.id, item)) refreshItem(tx, item);
  return category;
}

/** Deletes a category with its descendants. Their items stay. */
export function deleteCategory(tx: Tx, category: StoredCategory): void {
  const branch = branchOf(tx, category);
  for (const one of branch) rejectManaged(one);
  for (const { id } of branch) {
    for (const item of itemsIn(tx, [id])) {
      removeItemFromCategory(tx, id, item);
      refreshItem(tx, item);
    }
  }
  for (const product of tx.each(products, { mainCategoryId: { $in: branch.map(({ id }) => id) } })) {
    const { mainCategoryId, ...rest } = product;
    refreshProduct(tx, rest);
  }
  for (const one of branch.reverse()) removeCategory(tx, one);
}

/** Updates the products of a branch after it was moved. */
export function refreshBranch(tx: Tx, category: StoredCategory): void {
  const ids = branchOf(tx, category).map(({ id }) => id);
  for (const item of itemsIn(tx, ids)) refreshItem(tx, item);
}

/** Returns the items of categories without duplicates. */
export function itemsIn(tx: Tx, categoryIds: readonly string[]): CategoryItem[] {
  const found = new Map<string, Placement>();
  for (const one of tx.each(placements, { categoryId: { $in: categoryIds } })) {
    const key = `${one.appId}/${one.catalogItemId}`;
    if ((found.get(key)?.position ?? Number.POSITIVE_INFINITY) > one.position) found.set(key, one);
  }
  return [...found.values()].sort((a, b) => a.position - b.position).map(categoryItem);
}

function changeable(tx: Tx, categoryId: string): StoredCategory {
  const category = entityOf(tx, categoryKind, categoryId);
  rejectManaged(category);
  return category;
}

function refreshItem(tx: Tx, { catalogItemId, appId }: CategoryItem): void {
  const product = appId === storesAppId ? tx.get(products, catalogItemId ?? "") : undefined;
  if (product !== undefined) refreshProduct(tx, product);
}
