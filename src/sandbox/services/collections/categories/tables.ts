import type { Category, CategoryItem } from "../../../../api/services/collections/store-categories.ts";
import type { Stored } from "../../../kernel/documents/entities.ts";
import type { ListFields } from "../../../kernel/documents/lists.ts";
import type { Table } from "../../../kernel/tx.ts";

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

export const unarranged = Number.MAX_SAFE_INTEGER;

export const categories: Table<StoredCategory> = {
  name: "v3-categories",
  columns: {
    slug: { type: "text", unique: true, value: ({ slug }) => slug },
    name: { type: "text", value: ({ name }) => name },
    "parentCategory.id": { type: "text", value: ({ parentCategory }) => parentCategory.id ?? null },
    "parentCategory.index": { type: "number", value: ({ parentCategory }) => parentCategory.index },
    createdDate: { type: "text", value: ({ createdDate }) => createdDate },
    updatedDate: { type: "text", value: ({ updatedDate }) => updatedDate },
  },
};

export const placements: Table<Placement> = {
  name: "v3-category-items",
  columns: {
    categoryId: { type: "text", value: ({ categoryId }) => categoryId },
    catalogItemId: { type: "text", value: ({ catalogItemId }) => catalogItemId },
    position: { type: "number", value: ({ position }) => position },
    arranged: { type: "number", value: ({ arranged }) => arranged },
  },
};

const sortable = [
  "name",
  "createdDate",
  "updatedDate",
  "managingAppId",
  "parentCategory.id",
  "parentCategory.index",
];
/** The queryable fields of categories. */
export const categoryFields: ListFields = {
  filterable: ["id", "slug", "treeReference.appNamespace", "treeReference.treeKey", ...sortable],
  sortable,
};
