import type { Handlers } from "../../../api/endpoint.ts";
import { storesTree, type TreeReference } from "../../../api/services/collections/models/category.ts";
import type { storeCategories as endpoints } from "../../../api/services/collections/store-categories.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import { checkRevision, entityOf } from "../../kernel/documents/entities.ts";
import { countOf, listPage } from "../../kernel/documents/lists.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { categoryFields, categories as table } from "../../services/collections/categories/tables.ts";
import {
  categoryKind,
  changeCategory,
  createCategory,
  moveCategory,
  requireTree,
  setVisible,
  visibleCategory,
} from "../../services/collections/categories/tree.ts";
import { categoryView } from "../../services/collections/categories/view.ts";
import { deleteCategory, refreshBranch } from "../../services/products/index.ts";
import { categoryItems } from "./store-category-items.ts";

const calls: Handlers<typeof endpoints, Tx> = {
  ...categoryItems,
  create: (tx, { category, fields }) => ({
    category: categoryView(tx, fields)(createCategory(tx, category ?? {})),
  }),
  get: (tx, { categoryId, fields }) => ({
    category: categoryView(tx, fields)(visibleCategory(tx, categoryId ?? "")),
  }),
  getBySlug(tx, { slug, fields }) {
    const found = tx.findBy(table, "slug", slug ?? "");
    if (found === undefined)
      throw new PlatformError(404, "CATEGORY_NOT_FOUND", `There is no category with the slug "${slug}"`, {
        slug,
      });
    return { category: categoryView(tx, fields)(visibleCategory(tx, found.id)) };
  },
  update: (tx, { category, fields }) => ({
    category: categoryView(tx, fields)(changeCategory(tx, category ?? {})),
  }),
  remove(tx, { categoryId }) {
    deleteCategory(tx, entityOf(tx, categoryKind, categoryId ?? ""));
    return {};
  },
  query(tx, { query, returnNonVisibleCategories, fields }) {
    const page = listPage(tx, table, query, categoryFields, scopeOf(tx, returnNonVisibleCategories));
    return { categories: page.items.map(categoryView(tx, fields)), pagingMetadata: page.pagingMetadata };
  },
  search(tx, { search, returnNonVisibleCategories, fields }) {
    const page = listPage(tx, table, search, categoryFields, scopeOf(tx, returnNonVisibleCategories));
    return { categories: page.items.map(categoryView(tx, fields)), pagingMetadata: page.pagingMetadata };
  },
  count: (tx, { filter, search, returnNonVisibleCategories }) => ({
    count: countOf(tx, table, { filter, search }, categoryFields, scopeOf(tx, returnNonVisibleCategories)),
  }),
  move(tx, { categoryId, parentCategoryId, position, moveAfterCategoryId }) {
    const category = entityOf(tx, categoryKind, categoryId ?? "");
    const order = moveCategory(tx, category, {
      parentId: parentCategoryId ?? undefined,
      position: position ?? "",
      after: moveAfterCategoryId ?? undefined,
    });
    refreshBranch(tx, category);
    return {
      ...(parentCategoryId && { parentCategoryId }),
      categoriesAfterMove: order.slice(order.indexOf(category.id)).slice(0, 100),
    };
  },
  bulkUpdate(tx, { categories, returnEntity, fields }) {
    const changed = forEachItem(tx, categories ?? [], ({ category }) => changeCategory(tx, category ?? {}));
    return bulkResponse(changed, "category", returnEntity ? categoryView(tx, fields) : undefined);
  },
  updateVisibility(tx, { categoryId, visible, revision, fields }) {
    const category = entityOf(tx, categoryKind, categoryId ?? "");
    checkRevision(category, revision, "category");
    return { category: categoryView(tx, fields)(setVisible(tx, category, visible ?? true)) };
  },
  bulkShow(tx, { categoryIds, returnEntity, fields }) {
    const show = (id: string) => setVisible(tx, entityOf(tx, categoryKind, id), true);
    return bulkResponse(
      forEachItem(tx, categoryIds ?? [], show),
      "category",
      returnEntity ? categoryView(tx, fields) : undefined,
    );
  },
  listTrees: () => ({ trees: [storesTree] }),
};

/** Categories of the product tree. Only admins can request hidden ones. */
export const storeCategories = Object.fromEntries(
  Object.entries(calls).map(([call, handler]) => [
    call,
    (tx: Tx, input: never) => {
      if (call !== "listTrees") requireTree((input as { treeReference?: TreeReference }).treeReference);
      return handler(tx, input);
    },
  ]),
) as typeof calls;

function scopeOf(tx: Tx, includeHidden: boolean | null | undefined): unknown {
  return includeHidden && tx.caller.role === "admin" ? undefined : { visible: true };
}
