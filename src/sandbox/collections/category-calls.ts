import type { Handlers } from "../../api/endpoint.ts";
import {
  type Category,
  type CategoryItem,
  storeCategories as endpoints,
  storesTree,
  type TreeReference,
} from "../../api/services/collections.ts";
import { bulkResponse, forEachItem } from "../kernel/bulk.ts";
import { entityOf } from "../kernel/entities.ts";
import { countMatches, findPage, type ListRequest, listFilter, listPage, scanPage } from "../kernel/lists.ts";
import { beforeOf } from "../kernel/regular.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { deleteCategory, itemsIn, putInto, refreshBranch, removeFromCategory } from "../products/index.ts";
import {
  branchOf,
  builtInCategory,
  categoryKind,
  categoryView,
  changeCategory,
  createCategory,
  moveCategory,
  requireTree,
  setVisible,
  visibleCategory,
} from "./categories.ts";
import {
  allProductsCategory,
  arrangedItems,
  arrangeItems,
  categoryFields,
  categoryItem,
  directCategories,
  placements,
  type StoredCategory,
  categories as table,
  withAncestors,
} from "./placements.ts";

type ItemCalls = Pick<
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
const categoryItems: Handlers<ItemCalls, Tx> = {
  addItems: (tx, { categoryId, items }) => eachItem(tx, putInto, categoryId, items),
  removeItems: (tx, { categoryId, items }) => eachItem(tx, removeFromCategory, categoryId, items),
  addItem: (tx, { item, categoryIds }) => eachCategory(tx, putInto, item, categoryIds),
  removeItem: (tx, { item, categoryIds }) => eachCategory(tx, removeFromCategory, item, categoryIds),
  setItemCategories(tx, { item, categoryIds }) {
    const requested = categoryIds ?? [];
    const present = directCategories(tx, item);
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
    const category = visibleCategory(tx, categoryId);
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
    return { items: page.items.map(categoryItem), pagingMetadata: page.metadata };
  },
  listForItem(tx, { item }) {
    const directCategoryIds = directCategories(tx, item);
    return { directCategoryIds, allCategoryIds: withAncestors(tx, directCategoryIds) };
  },
  listForItems: (tx, { items }) => ({
    categoriesForItems: items.map((item) => {
      const directCategoryIds = directCategories(tx, item);
      const indirectCategoryIds = withAncestors(tx, directCategoryIds).filter(
        (id) => !directCategoryIds.includes(id),
      );
      return { item, directCategoryIds, indirectCategoryIds };
    }),
  }),
  setArrangedItems(tx, { categoryId, items }) {
    const { id } = entityOf(tx, categoryKind, categoryId);
    arrangeItems(tx, id, items ?? []);
    return { items: arrangedItems(tx, id) };
  },
  getArrangedItems: (tx, { categoryId }) => ({
    items: arrangedItems(tx, visibleCategory(tx, categoryId).id),
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
    results: outcomes.map(({ itemMetadata: { id, ...rest } }, index) => ({
      itemMetadata: { item: given[index], ...rest },
    })),
    bulkActionMetadata: bulkResponse(outcomes, "item", undefined).bulkActionMetadata,
  };
}

function eachCategory(tx: Tx, change: Change, item: CategoryItem, categoryIds: readonly string[]) {
  const outcomes = forEachItem(tx, categoryIds, (id) => change(tx, id, item));
  return bulkResponse(outcomes, "category", undefined);
}

/** Throws PlatformError 400 for a change of parent or visibility, which have their own calls. */
function rejectMovedOrShown(tx: Tx, { id, parentCategory, visible }: Partial<Category>): void {
  const before = tx.get(table, id ?? "");
  const field =
    parentCategory?.id && parentCategory.id !== before?.parentCategory.id
      ? "parentCategory"
      : typeof visible === "boolean" && visible !== before?.visible
        ? "visible"
        : undefined;
  if (!before || !field) return;
  const message = `The category ${id} cannot get another ${field} by an update`;
  throw new PlatformError(400, "UPDATE_OF_FIELD_NOT_ALLOWED", message, { id, field });
}

const treeRevision = "categoryTreeRevision";

const calls: Handlers<typeof endpoints, Tx> = {
  ...categoryItems,
  create: (tx, { category, fields }) => ({
    category: categoryView(tx, fields)(createCategory(tx, category)),
  }),
  get: (tx, { categoryId, fields }) => ({
    category: categoryView(tx, fields)(visibleCategory(tx, categoryId)),
  }),
  getBySlug(tx, { slug, fields }) {
    const builtIn = builtInCategory(tx);
    const found = slug === builtIn.slug ? builtIn : tx.findBy(table, "slug", slug);
    if (found === undefined)
      throw new PlatformError(404, "CATEGORY_NOT_FOUND", `There is no category with the slug "${slug}"`, {
        slug,
      });
    return { category: categoryView(tx, fields)(visibleCategory(tx, found.id)) };
  },
  update: (tx, { category, fields }) => ({
    category: categoryView(tx, fields)(changeCategory(tx, category)),
  }),
  remove(tx, { categoryId }) {
    deleteCategory(tx, entityOf(tx, categoryKind, categoryId));
    return {};
  },
  query(tx, { query, returnNonVisibleCategories, fields }) {
    rejectEmptyFilter(tx, query?.filter);
    const { items, ...page } = pageOf(tx, withinPage(query), returnNonVisibleCategories);
    return { categories: items.map(categoryView(tx, fields)), ...page };
  },
  search(tx, { search, returnNonVisibleCategories, fields }) {
    const { items, ...page } = pageOf(tx, search, returnNonVisibleCategories);
    return { categories: items.map(categoryView(tx, fields)), ...page };
  },
  count: (tx, { filter, search, returnNonVisibleCategories }) => ({
    count:
      countMatches(tx, table, { filter, search }, categoryFields, scopeOf(tx, returnNonVisibleCategories)) +
      unstored(tx, { filter, search }).length,
  }),
  move(tx, { categoryId, parentCategoryId, position, moveAfterCategoryId }) {
    const category = entityOf(tx, categoryKind, categoryId);
    const order = moveCategory(tx, category, {
      parentId: parentCategoryId ?? undefined,
      position,
      after: moveAfterCategoryId ?? undefined,
    });
    refreshBranch(tx, category);
    return {
      parentCategoryId: parentCategoryId || undefined,
      categoriesAfterMove: order.slice(order.indexOf(category.id)).slice(0, 100),
    };
  },
  bulkUpdate(tx, { categories, returnEntity, fields }) {
    const changed = forEachItem(tx, categories, ({ category }) => {
      rejectMovedOrShown(tx, category ?? {});
      return changeCategory(tx, category ?? {});
    });
    return bulkResponse(changed, "category", returnEntity ? categoryView(tx, fields) : undefined);
  },
  updateVisibility(tx, { categoryId, visible, revision, fields }) {
    const category = beforeOf(tx, categoryKind, { id: categoryId, revision });
    return { category: categoryView(tx, fields)(setVisible(tx, category, visible)) };
  },
  bulkShow(tx, { categoryIds, returnEntity, fields }) {
    const show = (id: string) => setVisible(tx, entityOf(tx, categoryKind, id), true);
    return bulkResponse(
      forEachItem(tx, categoryIds, show),
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
  duration: (tx: Tx): number => Number(tx.setting("categoryWriteTime")),
  conflict: (): PlatformError =>
    new PlatformError(
      409,
      "INVALID_REVISION",
      `Outdated revision for entity id ${storesTree.appNamespace}`,
      {},
    ),
};

function pageOf(
  tx: Tx,
  request: ListRequest | null | undefined,
  includeHidden: boolean | null | undefined,
): ReturnType<typeof listPage<StoredCategory>> {
  const page = listPage(tx, table, request, categoryFields, scopeOf(tx, includeHidden));
  const items = [...page.items, ...unstored(tx, request ?? {})];
  return { ...page, items, pagingMetadata: { ...page.pagingMetadata, count: items.length } };
}

/** Returns the built-in category if a request finds it and it is not stored yet: then it is the only one. */
function unstored(tx: Tx, request: ListRequest): StoredCategory[] {
  if (tx.get(table, allProductsCategory) !== undefined) return [];
  const filter = listFilter(request, categoryFields);
  return scanPage([builtInCategory(tx)], { filter, paging: request.paging }).items;
}

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
