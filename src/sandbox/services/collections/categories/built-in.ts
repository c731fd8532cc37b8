import { storesTree } from "../../../../api/services/collections/store-categories.ts";
import { freeSlug } from "../../../kernel/slugs.ts";
import type { Tx } from "../../../kernel/tx.ts";
import { addItemToCategory, productItem } from "./placements.ts";
import { allProductsCategory, categories, type StoredCategory } from "./tables.ts";

/** Returns the built-in category of all products. It is stored with the first category or product. */
export function builtInCategory(tx: Tx): StoredCategory {
  const known = tx.get(categories, allProductsCategory);
  if (known !== undefined) return known;
  const now = tx.now.toISOString();
  return {
    id: allProductsCategory,
    revision: "1",
    createdDate: now,
    updatedDate: now,
    name: "All Products",
    slug: freeSlug(tx, categories, "All Products", "category"),
    visible: true,
    itemCounter: 0,
    parentCategory: { index: 0 },
    treeReference: storesTree,
    searchText: "All Products",
  };
}

/** Stores the built-in category of all products if it is missing, without an event. */
export function storeBuiltInCategory(tx: Tx): void {
  if (tx.get(categories, allProductsCategory) === undefined)
    tx.put(categories, allProductsCategory, builtInCategory(tx));
}

/** Adds a new product to the built-in category, without an event. */
export function addToAllProducts(tx: Tx, productId: string): void {
  storeBuiltInCategory(tx);
  addItemToCategory({ ...tx, emit: () => {} }, builtInCategory(tx), productItem(productId));
}
