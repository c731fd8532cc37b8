import { storesAppId } from "../../../../api/models/values.ts";
import type { CategoryItem } from "../../../../api/services/collections/store-categories.ts";
import { entityOf } from "../../../kernel/documents/entities.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import {
  addItemToCategory,
  branchOf,
  categoryKind,
  itemOf,
  type Placement,
  placements,
  rejectManaged,
  removeCategory,
  removeItemFromCategory,
  type StoredCategory,
} from "../../collections/index.ts";
import { refreshProduct } from "./products.ts";
import { products } from "./tables.ts";

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
    const { mainCategoryId: _, ...rest } = product;
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
  return [...found.values()].sort((a, b) => a.position - b.position).map(itemOf);
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
