import type { Category } from "../../../api/services/collections/models/category.ts";
import type { Collection } from "../../../api/services/collections/models/collection.ts";
import type { Tx } from "../../kernel/tx.ts";
import { storeBuiltInCategory } from "./categories/built-in.ts";
import { categories, type StoredCategory } from "./categories/tables.ts";
import { collections, type StoredCollection } from "./tables.ts";

/** Stores a collection of another shop. */
export function putCopiedCollection(tx: Tx, given: Collection): void {
  const { numberOfProducts = 0, visible = true } = given;
  tx.put(collections, given.id ?? "", {
    ...{ media: { items: [] }, ...given },
    numberOfProducts,
    visible,
  } as StoredCollection);
}

/** Stores a category of another shop. The products that are stored later count its items. */
export function putCopiedCategory(tx: Tx, given: Category): void {
  storeBuiltInCategory(tx);
  const { breadcrumbsInfo: _, ...category } = given as StoredCategory;
  tx.put(categories, category.id, {
    ...category,
    visible: category.visible ?? true,
    itemCounter: 0,
    parentCategory: { ...category.parentCategory, index: category.parentCategory?.index ?? 0 },
    searchText: [category.name, category.description].filter(Boolean).join("\n"),
  });
}
