import type { CategoryItem } from "../../../../api/services/collections/models/category.ts";
import { storesAppId, storesTree } from "../../../../api/services/collections/models/category.ts";
import { emitDomainEvent } from "../../../kernel/domain-events.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { categories, type Placement, placements, type StoredCategory, unarranged } from "./tables.ts";

/** What events of categories are called after. */
export const categoryFqdn = "wix.categories.v1.category";
const most = 1000;

/** The item that a product is. */
export const productItem = (catalogItemId: string) => ({ catalogItemId, appId: storesAppId });

/** The categories that an item stands in itself, in the order in which it was put there. */
export function directCategories(tx: Tx, { catalogItemId, appId }: CategoryItem): string[] {
  const filter = { catalogItemId, appId };
  const sort = [{ fieldName: "place", order: "ASC" }];
  return tx.query(placements, { filter, sort, limit: most }).items.map(({ categoryId }) => categoryId);
}

/** These categories and all above them. */
export function withAncestors(tx: Tx, ids: readonly string[]): string[] {
  const found = new Set<string>();
  for (const id of ids) {
    for (let at: string | undefined = id; at !== undefined && !found.has(at); ) {
      found.add(at);
      at = tx.get(categories, at)?.parentCategory.id;
    }
  }
  return [...found];
}

/** Puts an item into a category and tells of it; nothing happens where it stands there already. */
export function placeItem(tx: Tx, category: StoredCategory, item: CategoryItem): boolean {
  const placement = placementOf(tx, category.id, item);
  if (placement !== undefined) return false;
  const { catalogItemId, appId } = spelled(item);
  tx.put(placements, keyOf(category.id, item), {
    categoryId: category.id,
    catalogItemId,
    appId,
    place: tx.next("places in categories"),
    arranged: unarranged,
  });
  count(tx, category.id, 1);
  emitCategoryAction(tx, "item_added_to_category", category.id, { addedItem: item });
  return true;
}

/** Takes an item out of a category and tells of it; nothing happens where it is not in it. */
export function takeItem(tx: Tx, categoryId: string, item: CategoryItem): boolean {
  if (!tx.remove(placements, keyOf(categoryId, item))) return false;
  count(tx, categoryId, -1);
  emitCategoryAction(tx, "item_removed_from_category", categoryId, { removedItem: item });
  return true;
}

/** Takes an item that goes away out of all its categories. */
export function forgetItem(tx: Tx, item: CategoryItem): void {
  for (const categoryId of directCategories(tx, item)) takeItem(tx, categoryId, item);
}

/** The items of a category that come first, in their order. */
export function arrangedItems(tx: Tx, categoryId: string): CategoryItem[] {
  const filter = { categoryId, arranged: { $lt: unarranged } };
  const sort = [{ fieldName: "arranged", order: "ASC" }];
  return tx.query(placements, { filter, sort, limit: most }).items.map(itemOf);
}

/** Makes these items of a category come first, in this order. PlatformError where one is not in it. */
export function arrangeItems(tx: Tx, categoryId: string, items: readonly CategoryItem[]): void {
  for (const item of arrangedItems(tx, categoryId)) arrange(tx, categoryId, item, unarranged);
  for (const [index, item] of items.entries()) arrange(tx, categoryId, item, index);
  emitCategoryAction(tx, "items_arranged_in_category", categoryId, {});
}

/** The item that a placement places. */
export function itemOf({ catalogItemId, appId }: Placement): CategoryItem {
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
  const { catalogItemId, appId } = spelled(item);
  return `${categoryId}/${appId}/${catalogItemId}`;
}

function spelled({ catalogItemId, appId }: CategoryItem): { catalogItemId: string; appId: string } {
  return { catalogItemId: catalogItemId ?? "", appId: appId ?? "" };
}

/** The number of items is no change of the category: no new revision, no event. */
function count(tx: Tx, categoryId: string, difference: number): void {
  const category = tx.get(categories, categoryId);
  if (category === undefined) return;
  tx.put(categories, categoryId, { ...category, itemCounter: category.itemCounter + difference });
}

function emitCategoryAction(tx: Tx, slug: string, categoryId: string, about: object): void {
  const body = { categoryId, ...about, treeReference: storesTree };
  emitDomainEvent(tx, categoryFqdn, slug, categoryId, { actionEvent: { body } });
}
