import { storesAppId } from "../../api/models/app-ids.ts";
import {
  type Category,
  type CategoryItem,
  storeCategories,
  storesTree,
} from "../../api/services/collections.ts";
import type { Stored } from "../kernel/entities.ts";
import { fieldsOfList } from "../kernel/lists.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";

/** The FQDN of category events. */
export const categoryFqdn = "wix.categories.v1.category";
const maxItems = 1000;

/** Returns the category item of a product. */
export const productItem = (catalogItemId: string) => ({ catalogItemId, appId: storesAppId });

/**
 * Returns the ids of the categories that directly contain an item, in the order in which it was added, without the
 * built-in category of all products.
 */
export function directCategories(tx: Tx, item: CategoryItem): string[] {
  return categoriesWith(tx, item).filter((id) => id !== allProductsCategory);
}

function categoriesWith(tx: Tx, { catalogItemId, appId }: CategoryItem): string[] {
  const filter = { catalogItemId, appId };
  const sort = [{ fieldName: "position", order: "ASC" }];
  return tx.query(placements, { filter, sort, limit: maxItems }).items.map(({ categoryId }) => categoryId);
}

/** Returns the ids of categories and all their ancestors. */
export function withAncestors(tx: Tx, ids: readonly string[]): string[] {
  const found = new Set<string>();
  for (const id of ids) {
    for (let next: string | undefined = id; next !== undefined && !found.has(next); ) {
      found.add(next);
      next = tx.get(categories, next)?.parentCategory.id;
    }
  }
  return [...found];
}

/** Adds an item to a category and emits an event. Returns false if it was already in it. */
export function addItemToCategory(tx: Tx, category: StoredCategory, item: CategoryItem): boolean {
  const placement = placementOf(tx, category.id, item);
  if (placement !== undefined) return false;
  const { catalogItemId, appId } = idsOf(item);
  tx.put(placements, keyOf(category.id, item), {
    categoryId: category.id,
    catalogItemId,
    appId,
    position: tx.next("places in categories"),
    arranged: unarranged,
  });
  changeItemCount(tx, category.id, 1);
  emitCategoryAction(tx, "item_added_to_category", category.id, { addedItem: item });
  return true;
}

/** Removes an item from a category and emits an event. Returns false if it was not in it. */
export function removeItemFromCategory(tx: Tx, categoryId: string, item: CategoryItem): boolean {
  if (!tx.remove(placements, keyOf(categoryId, item))) return false;
  changeItemCount(tx, categoryId, -1);
  emitCategoryAction(tx, "item_removed_from_category", categoryId, { removedItem: item });
  return true;
}

/** Removes a deleted item from all its categories. */
export function removeItemFromCategories(tx: Tx, item: CategoryItem): void {
  for (const categoryId of categoriesWith(tx, item)) {
    const silent = categoryId === allProductsCategory ? { ...tx, emit: () => {} } : tx;
    removeItemFromCategory(silent, categoryId, item);
  }
}

/** Returns the arranged items of a category in their order. */
export function arrangedItems(tx: Tx, categoryId: string): CategoryItem[] {
  const filter = { categoryId, arranged: { $lt: unarranged } };
  const sort = [{ fieldName: "arranged", order: "ASC" }];
  return tx.query(placements, { filter, sort, limit: maxItems }).items.map(categoryItem);
}

/** Arranges items of a category before the others. Throws PlatformError if one is not in the category. */
export function arrangeItems(tx: Tx, categoryId: string, items: readonly CategoryItem[]): void {
  for (const item of arrangedItems(tx, categoryId)) arrange(tx, categoryId, item, unarranged);
  for (const [index, item] of items.entries()) arrange(tx, categoryId, item, index);
  emitCategoryAction(tx, "items_arranged_in_category", categoryId, {});
}

/** Returns the item of a placement. */
export function categoryItem({ catalogItemId, appId }: Placement): CategoryItem {
  return { catalogItemId, appId };
}

function arrange(tx: Tx, categoryId: string, item: CategoryItem, arranged: number): void {
  const placement = placementOf(tx, categoryId, item);
  if (placement === undefined) {
    const message = `The item ${item.catalogItemId} is not in the category ${categoryId}`;
    throw new PlatformError(400, "ITEM_NOT_IN_CATEGORY", message, { item });
  }
  tx.put(placements, keyOf(categoryId, item), { ...placement, arranged });
}

function placementOf(tx: Tx, categoryId: string, item: CategoryItem): Placement | undefined {
  return tx.get(placements, keyOf(categoryId, item));
}

function keyOf(categoryId: string, item: CategoryItem): string {
  const { catalogItemId, appId } = idsOf(item);
  return `${categoryId}/${appId}/${catalogItemId}`;
}

function idsOf({ catalogItemId, appId }: CategoryItem): { catalogItemId: string; appId: string } {
  return { catalogItemId: catalogItemId ?? "", appId: appId ?? "" };
}

/** Updates the item count without a new revision or an event. */
function changeItemCount(tx: Tx, categoryId: string, difference: number): void {
  const category = tx.get(categories, categoryId);
  if (category === undefined) return;
  tx.put(categories, categoryId, { ...category, itemCounter: category.itemCounter + difference });
}

function emitCategoryAction(tx: Tx, slug: string, categoryId: string, details: object): void {
  const body = { categoryId, ...details, treeReference: storesTree };
  emitDomainEvent(tx, categoryFqdn, slug, categoryId, { actionEvent: { body } });
}

export interface StoredCategory extends Stored<Category> {
  name: string;
  slug: string;
  visible: boolean;
  itemCounter: number;
  /** Without an id for root categories. `index` is the position among the siblings. */
  parentCategory: { id?: string; index: number };
  /** The text that free-text search matches. */
  searchText: string;
}

/** An item in a category. */
export interface Placement extends CategoryItem {
  categoryId: string;
  catalogItemId: string;
  appId: string;
  /** Increases with each added item. */
  position: number;
  /** The arranged position, or `unarranged`. */
  arranged: number;
}

/** The id of the built-in category of all products. On the platform each site has its own. */
export const allProductsCategory = "0a1b2c3d-0000-4000-8000-000000000002";

const unarranged = Number.MAX_SAFE_INTEGER;

export const categories: Table<StoredCategory> = {
  name: "v3-categories",
  columns: {
    slug: { type: "text", unique: true },
    name: "text",
    "parentCategory.id": "text",
    "parentCategory.index": "number",
    createdDate: "text",
    updatedDate: "text",
  },
};

export const placements: Table<Placement> = {
  name: "v3-category-items",
  columns: {
    categoryId: "text",
    catalogItemId: "text",
    position: "number",
    arranged: "number",
  },
};

/** The queryable fields of categories. */
export const categoryFields = fieldsOfList(() => storeCategories.search);
