import type { Handlers } from "../../../api/endpoint.ts";
import {
  storeCategories as endpoints,
  storesTree,
  type TreeReference,
} from "../../../api/services/collections/store-categories.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import { checkRevision, entityOf } from "../../kernel/documents/entities.ts";
import { countOf, listPage } from "../../kernel/documents/lists.ts";
import { scanPage } from "../../kernel/documents/pages.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { builtInCategory } from "../../services/collections/categories/built-in.ts";
import {
  allProductsCategory,
  categoryFields,
  categories as table,
} from "../../services/collections/categories/tables.ts";
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

const treeRevision = "categoryTreeRevision";

const calls: Handlers<typeof endpoints, Tx> = {
  ...categoryItems,
  create: (tx, { category, fields }) => ({
    category: categoryView(tx, fields)(createCategory(tx, category ?? {})),
  }),
  get: (tx, { categoryId, fields }) => ({
    category: categoryView(tx, fields)(visibleCategory(tx, categoryId ?? "")),
  }),
  getBySlug(tx, { slug, fields }) {
    const builtIn = builtInCategory(tx);
    const found = slug === builtIn.slug ? builtIn : tx.findBy(table, "slug", slug ?? "");
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
    rejectEmptyFilter(tx, query?.filter);
    const page = listPage(
      tx,
      table,
      withinPage(query),
      categoryFields,
      scopeOf(tx, returnNonVisibleCategories),
    );
    const items = isEmptyShop(tx)
      ? scanPage([builtInCategory(tx)], { filter: query?.filter }).items
      : page.items;
    return { categories: items.map(categoryView(tx, fields)), pagingMetadata: page.pagingMetadata };
  },
  search(tx, { search, returnNonVisibleCategories, fields }) {
    const scope = scopeOf(tx, returnNonVisibleCategories);
    const { items, ...page } = listPage(tx, table, search, categoryFields, scope);
    return { categories: items.map(categoryView(tx, fields)), ...page };
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
      const result = handler(tx, input);
      if (endpoints[call as keyof typeof endpoints].effect !== "read")
        tx.setSetting(treeRevision, String(Number(tx.setting(treeRevision) ?? 0) + 1));
      return result;
    },
  ]),
) as typeof calls;

/**
 * The revision of the category tree, which every write increments. The platform fails all but one of the writes that are
 * in flight at the same time.
 */
export const sharedRevision = {
  of: (tx: Tx): string => tx.setting(treeRevision) ?? "0",
  conflict: (): PlatformError =>
    new PlatformError(
      409,
      "INVALID_REVISION",
      `Outdated revision for entity id ${storesTree.appNamespace}`,
      {},
    ),
};

const isEmptyShop = (tx: Tx) => tx.get(table, allProductsCategory) === undefined;

/** The live platform returns at most 100 categories per page, and accepts larger limits. */
function withinPage<Q extends { cursorPaging?: { limit?: number | null } | null }>(
  query: Q | null | undefined,
) {
  const limit = query?.cursorPaging?.limit;
  if (!query || !limit || limit <= 100) return query;
  return { ...query, cursorPaging: { ...query.cursorPaging, limit: 100 } };
}

/** The platform rejects `filter: {}` of visitors and accepts a query without a filter. */
function rejectEmptyFilter(tx: Tx, filter: unknown): void {
  if (tx.caller.role === "admin" || !filter || Object.keys(filter).length > 0) return;
  throw new PlatformError(400, "INVALID_FILTER", "Filter expression cannot contain an empty condition", {});
}

function scopeOf(tx: Tx, includeHidden: boolean | null | undefined): unknown {
  return includeHidden && tx.caller.role === "admin" ? undefined : { visible: true };
}
