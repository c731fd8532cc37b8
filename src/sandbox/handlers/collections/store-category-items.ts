import type { Handlers } from "../../../api/endpoint.ts";
import type {
  CategoryItem,
  storeCategories as endpoints,
} from "../../../api/services/collections/store-categories.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import { entityOf } from "../../kernel/documents/entities.ts";
import { findPage, scanPage } from "../../kernel/documents/pages.ts";
import type { Tx } from "../../kernel/tx.ts";
import {
  arrangedItems,
  arrangeItems,
  directCategories,
  itemOf,
  withAncestors,
} from "../../services/collections/categories/placements.ts";
import { placements } from "../../services/collections/categories/tables.ts";
import { branchOf, categoryKind, visibleCategory } from "../../services/collections/categories/tree.ts";
import { itemsIn, putInto, removeFromCategory } from "../../services/products/index.ts";

type Calls = Pick<
  typeof endpoints,
  | "addItems"
  | "removeItems"
  | "addItem"
  | "removeItem"
  | "setItemCategories"
  | "listItems"
  | "listForItem"
  | "listForItems"
  | "setArrangedItems"
  | "getArrangedItems"
>;
type Change = (tx: Tx, categoryId: string, item: CategoryItem) => { id: string };

/** The items of categories. */
export const categoryItems: Handlers<Calls, Tx> = {
  addItems: (tx, { categoryId, items }) => eachItem(tx, putInto, categoryId, items),
  removeItems: (tx, { categoryId, items }) => eachItem(tx, removeFromCategory, categoryId, items),
  addItem: (tx, { item, categoryIds }) => eachCategory(tx, putInto, item, categoryIds),
  removeItem: (tx, { item, categoryIds }) => eachCategory(tx, removeFromCategory, item, categoryIds),
  setItemCategories(tx, { item, categoryIds }) {
    const requested = categoryIds ?? [];
    const present = directCategories(tx, item ?? {});
    const added = eachCategory(
      tx,
      putInto,
      item,
      requested.filter((id) => !present.includes(id)),
    );
    const removed = eachCategory(
      tx,
      removeFromCategory,
      item,
      present.filter((id) => !requested.includes(id)),
    );
    const [one, other] = [added.bulkActionMetadata, removed.bulkActionMetadata];
    return {
      addResults: added.results,
      removeResults: removed.results,
      bulkActionMetadata: {
        totalSuccesses: one.totalSuccesses + other.totalSuccesses,
        totalFailures: one.totalFailures + other.totalFailures,
        undetailedFailures: 0,
      },
    };
  },
  listItems(tx, { categoryId, cursorPaging, useCategoryArrangement, includeItemsFromSubcategories }) {
    const category = visibleCategory(tx, categoryId ?? "");
    if (includeItemsFromSubcategories) {
      const branch = branchOf(tx, category).map(({ id }) => id);
      const { items, metadata } = scanPage(itemsIn(tx, branch), { cursorPaging: cursorPaging ?? {} });
      return { items, pagingMetadata: metadata };
    }
    const order = ["position"];
    if (useCategoryArrangement) order.unshift("arranged");
    const page = findPage(tx, placements, {
      filter: { categoryId: category.id },
      sort: order.map((fieldName) => ({ fieldName, order: "ASC" })),
      cursorPaging: cursorPaging ?? {},
    });
    return { items: page.items.map(itemOf), pagingMetadata: page.metadata };
  },
  listForItem(tx, { item }) {
    const directCategoryIds = directCategories(tx, item ?? {});
    return { directCategoryIds, allCategoryIds: withAncestors(tx, directCategoryIds) };
  },
  listForItems: (tx, { items }) => ({
    categoriesForItems: (items ?? []).map((item) => {
      const directCategoryIds = directCategories(tx, item);
      const indirectCategoryIds = withAncestors(tx, directCategoryIds).filter(
        (id) => !directCategoryIds.includes(id),
      );
      return { item, directCategoryIds, indirectCategoryIds };
    }),
  }),
  setArrangedItems(tx, { categoryId, items }) {
    const { id } = entityOf(tx, categoryKind, categoryId ?? "");
    arrangeItems(tx, id, items ?? []);
    return { items: arrangedItems(tx, id) };
  },
  getArrangedItems: (tx, { categoryId }) => ({
    items: arrangedItems(tx, visibleCategory(tx, categoryId ?? "").id),
  }),
};

function eachItem(
  tx: Tx,
  change: Change,
  categoryId = "" as string | null,
  items: CategoryItem[] | null = [],
) {
  const given = items ?? [];
  const { id: into } = entityOf(tx, categoryKind, categoryId ?? "");
  const outcomes = forEachItem(tx, given, (item) => change(tx, into, item));
  return {
    results: outcomes.map(({ itemMetadata: { id: _, ...rest } }, index) => ({
      itemMetadata: { item: given[index], ...rest },
    })),
    bulkActionMetadata: bulkResponse(outcomes, "item", undefined).bulkActionMetadata,
  };
}

function eachCategory(
  tx: Tx,
  change: Change,
  item: CategoryItem | null | undefined,
  categoryIds: readonly string[] | null | undefined,
) {
  const outcomes = forEachItem(tx, categoryIds ?? [], (id) => change(tx, id, item ?? {}));
  return bulkResponse(outcomes, "category", undefined);
}
