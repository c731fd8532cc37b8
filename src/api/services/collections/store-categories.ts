import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { BulkActionMetadata, bulkResults, ItemMetadata } from "../../models/errors.ts";
import {
  bool,
  date,
  draft,
  enumOf,
  guid,
  json,
  list,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import {
  AggregationData,
  CountResult,
  CursorMetadata,
  catalogQuery,
  catalogSearch,
  ExtendedFields,
  Filter,
  PagingMetadata,
  cursorPaging as pagesUpTo,
  SearchDetails,
} from "../../models/query.ts";
import { RichContent } from "../../models/rich-content.ts";
import { ImageV3 } from "../products/models-v3.ts";
import { SeoData } from "../products/products.ts";

/** Fields that are returned on request only. */
const CategoryField = enumOf("BREADCRUMBS_INFO", "DESCRIPTION", "RICH_CONTENT_DESCRIPTION");
/** The position of a category among its siblings. */
const CategoryPosition = enumOf("FIRST", "LAST", "AFTER");

/** A category tree; the one for products is `{ appNamespace: "@wix/stores" }`. */
export const TreeReference = obj({
  appNamespace: text({ minLength: 4, maxLength: 150 }),
  treeKey: text({ minLength: 1, maxLength: 44 }),
});
export interface TreeReference extends z.input<typeof TreeReference> {}

/** An item of a category; products are items of the stores app. */
export const CategoryItem = obj(
  { catalogItemId: text({ minLength: 1, maxLength: 36 }), appId: text({ minLength: 1, maxLength: 36 }) },
  { required: ["appId", "catalogItemId"] },
);
export interface CategoryItem extends z.input<typeof CategoryItem> {}

/** A category: a named group of products in a tree. `itemCounter` counts its own items, not those of subcategories. */
export const Category = obj(
  {
    id: guid(),
    revision: text({ readonly: true }),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    name: text({ minLength: 1, maxLength: 80 }),
    image: ImageV3,
    itemCounter: num({ readonly: true }),
    description: text({ minLength: 1, maxLength: 600 }),
    visible: bool(),
    breadcrumbsInfo: readonly(
      obj({ breadcrumbs: list(obj({ categoryId: guid(), categoryName: text(), categorySlug: text() })) }),
    ),
    parentCategory: obj({ id: guid(), index: readonly(num()) }),
    slug: text({ minLength: 1, maxLength: 300 }),
    seoData: SeoData,
    richContentDescription: RichContent,
    treeReference: readonly(TreeReference),
    managingAppId: guid(),
    extendedFields: ExtendedFields,
  },
  { always: ["id", "revision"] },
);
export interface Category extends z.input<typeof Category> {}

/** The category tree of products. */
export const storesTree = { appNamespace: "@wix/stores" };

const fields = list(CategoryField, { maxSize: 100 });
const tree = { treeReference: TreeReference };
const hidden = { returnNonVisibleCategories: bool() };
const upTo = (maxSize: number) => ({ minSize: 1, maxSize });
const many = { categoryIds: list(guid(), upTo(100)) };
const items = list(CategoryItem, { maxSize: 100 });

const categoryResult = obj({ category: Category }, { always: ["category"] });
const itemResult = obj({ itemMetadata: ItemMetadata });
const results = bulkResults("category", Category);
/** The results per item. */
const placed = obj({
  results: list(
    obj({
      itemMetadata: obj({
        item: CategoryItem,
        originalIndex: num(),
        success: bool(),
        error: obj({ code: text(), description: text(), data: json() }),
      }),
    }),
  ),
  bulkActionMetadata: BulkActionMetadata,
});
/** The results per category. */
const sorted = obj({ results: list(itemResult), bulkActionMetadata: BulkActionMetadata });

/** Categories of catalog v3, in the tree of the stores app. */
export const storeCategories = service("storeCategories", {
  create: endpoint("POST /categories/v1/categories", {
    input: obj({ category: draft(Category), ...tree, fields }),
    result: categoryResult,
    required: ["category.name", "treeReference.appNamespace"],
    once: true,
    summary: "Create a category",
  }),
  get: endpoint("GET /categories/v1/categories/{categoryId}", {
    input: obj({ categoryId: guid(), ...tree, fields }),
    result: categoryResult,
    required: ["categoryId", "treeReference.appNamespace"],
    summary: "Get a category by ID",
  }),
  getBySlug: endpoint("GET /categories/v1/categories/slug/{slug}", {
    input: obj({ slug: text(), ...tree, fields }),
    result: categoryResult,
    required: ["slug", "treeReference.appNamespace"],
    summary: "Get a category by slug",
  }),
  update: endpoint("PATCH /categories/v1/categories/{category.id}", {
    input: obj({ category: draft(Category), ...tree, fields }),
    result: categoryResult,
    required: ["category.id", "category.revision", "treeReference.appNamespace"],
    summary: "Update a category (requires its revision)",
  }),
  remove: endpoint("DELETE /categories/v1/categories/{categoryId}", {
    input: obj({ categoryId: guid(), ...tree }),
    result: obj({}),
    required: ["categoryId", "treeReference.appNamespace"],
    summary: "Delete a category but not its products",
  }),
  query: endpoint("POST /categories/v1/categories/query", {
    input: obj({ query: catalogQuery(1000), ...tree, ...hidden, fields }),
    result: obj({ categories: list(Category), pagingMetadata: CursorMetadata }),
    required: ["treeReference.appNamespace"],
    ...pagedBy("cursor", "categories", "pagingMetadata", 1000),
    summary: "List categories that match a query",
  }),
  search: endpoint("POST /categories/v1/categories/search", {
    input: obj({ search: catalogSearch(1000), ...tree, ...hidden, fields }),
    result: obj({
      categories: list(Category),
      pagingMetadata: CursorMetadata,
      aggregationData: AggregationData,
    }),
    required: ["treeReference.appNamespace"],
    ...pagedBy("cursor", "categories", "pagingMetadata", 1000),
    summary: "Search categories by text and filter",
  }),
  count: endpoint("POST /categories/v1/categories/count", {
    input: obj({ filter: Filter, search: SearchDetails, ...tree, ...hidden }),
    result: CountResult,
    required: ["treeReference.appNamespace"],
    summary: "Count categories",
  }),
  move: endpoint("POST /categories/v1/categories/{categoryId}/move", {
    input: obj({
      categoryId: guid(),
      ...tree,
      parentCategoryId: guid(),
      position: CategoryPosition,
      moveAfterCategoryId: guid(),
    }),
    result: obj({ parentCategoryId: guid(), categoriesAfterMove: list(guid()) }),
    required: ["categoryId", "position", "treeReference.appNamespace"],
    effect: "set",
    summary: "Move a category to another parent or position",
  }),
  bulkUpdate: endpoint("POST /categories/v1/bulk/categories/update", {
    input: obj({
      categories: list(
        obj({ category: draft(Category) }, { required: ["category.id", "category.revision"] }),
        upTo(100),
      ),
      ...tree,
      returnEntity: bool(),
      fields,
    }),
    result: results,
    required: ["categories", "treeReference.appNamespace"],
    effect: "set",
    summary: "Update up to 100 categories (requires their revisions)",
  }),
  updateVisibility: endpoint("PATCH /categories/v1/categories/visibility", {
    input: obj({ categoryId: guid(), visible: bool(), revision: text(), ...tree, fields }),
    result: categoryResult,
    required: ["categoryId", "visible", "revision", "treeReference.appNamespace"],
    summary: "Show or hide a category (requires its revision)",
  }),
  bulkShow: endpoint("POST /categories/v1/bulk/categories/show", {
    input: obj({ ...many, ...tree, returnEntity: bool(), fields }),
    result: results,
    required: ["categoryIds", "treeReference.appNamespace"],
    effect: "set",
    summary: "Show up to 100 categories",
  }),
  addItems: endpoint("POST /categories/v1/bulk/categories/{categoryId}/add-items", {
    input: obj({ categoryId: guid(), items: list(CategoryItem, upTo(1000)), ...tree }),
    result: placed,
    required: ["categoryId", "items", "treeReference.appNamespace"],
    effect: "set",
    summary: "Add items to a category",
  }),
  removeItems: endpoint("POST /categories/v1/bulk/categories/{categoryId}/remove-items", {
    input: obj({ categoryId: guid(), items: list(CategoryItem, upTo(100)), ...tree }),
    result: placed,
    required: ["categoryId", "items", "treeReference.appNamespace"],
    effect: "delete",
    summary: "Remove up to 100 items from a category",
  }),
  addItem: endpoint("POST /categories/v1/bulk/categories/add-item", {
    input: obj({ item: CategoryItem, ...many, ...tree }),
    result: sorted,
    required: ["item", "categoryIds", "treeReference.appNamespace"],
    effect: "set",
    summary: "Add an item to up to 100 categories",
  }),
  removeItem: endpoint("POST /categories/v1/bulk/categories/remove-item", {
    input: obj({ item: CategoryItem, ...many, ...tree }),
    result: sorted,
    required: ["item", "categoryIds", "treeReference.appNamespace"],
    effect: "delete",
    summary: "Remove an item from up to 100 categories",
  }),
  setItemCategories: endpoint("POST /categories/v1/bulk/categories/set-item-categories", {
    input: obj({ item: CategoryItem, categoryIds: list(guid(), { maxSize: 1000 }), ...tree }),
    result: obj({
      addResults: list(itemResult),
      removeResults: list(itemResult),
      bulkActionMetadata: BulkActionMetadata,
    }),
    required: ["item", "treeReference.appNamespace"],
    effect: "set",
    summary: "Set the categories of an item",
  }),
  listItems: endpoint("GET /categories/v1/categories/{categoryId}/list-items", {
    fallback: { method: "POST", public: "/categories/v1/categories/{categoryId}/list-items" },
    input: obj({
      categoryId: guid(),
      cursorPaging: pagesUpTo(1000),
      ...tree,
      useCategoryArrangement: bool(),
      includeItemsFromSubcategories: bool(),
    }),
    result: obj({ items: list(CategoryItem), pagingMetadata: PagingMetadata }),
    required: ["categoryId", "treeReference.appNamespace"],
    summary: "List the items of a category",
  }),
  listForItem: endpoint("GET /categories/v1/categories/list-categories-for-item", {
    fallback: { method: "POST", public: "/categories/v1/categories/list-categories-for-item" },
    input: obj({ item: CategoryItem, ...tree }),
    result: obj({ directCategoryIds: list(guid()), allCategoryIds: list(guid()) }),
    required: ["item", "treeReference.appNamespace"],
    summary: "List the categories of an item",
  }),
  listForItems: endpoint("GET /categories/v1/categories/list-categories-for-items", {
    fallback: { method: "POST", public: "/categories/v1/categories/list-categories-for-items" },
    input: obj({ items: list(CategoryItem, { maxSize: 100 }), ...tree }),
    result: obj({
      categoriesForItems: list(
        obj({ item: CategoryItem, directCategoryIds: list(guid()), indirectCategoryIds: list(guid()) }),
      ),
    }),
    required: ["items", "treeReference.appNamespace"],
    summary: "List the categories of up to 100 items",
  }),
  listTrees: endpoint("GET /categories/v1/categories/list-trees", {
    input: obj({}),
    result: obj({ trees: list(TreeReference) }),
    summary: "List the site's category trees",
  }),
  setArrangedItems: endpoint("POST /categories/v1/categories/{categoryId}/set-arranged-items", {
    input: obj({ categoryId: guid(), ...tree, items }),
    result: obj({ items }),
    required: ["categoryId", "treeReference.appNamespace"],
    effect: "set",
    summary: "Set which items of a category come first",
  }),
  getArrangedItems: endpoint("GET /categories/v1/categories/{categoryId}/arranged-items", {
    input: obj({ categoryId: guid(), ...tree }),
    result: obj({ items }),
    required: ["categoryId", "treeReference.appNamespace"],
    summary: "List the arranged items of a category",
  }),
});
