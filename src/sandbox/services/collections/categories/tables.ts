import type { Category, CategoryItem } from "../../../../api/services/collections/models/category.ts";
import type { Entity } from "../../../kernel/documents/entities.ts";
import type { ListFields } from "../../../kernel/documents/lists.ts";
import type { Table } from "../../../kernel/tx.ts";

export interface StoredCategory extends Category, Entity {
  id: string;
  revision: string;
  createdDate: string;
  updatedDate: string;
  name: string;
  slug: string;
  visible: boolean;
  itemCounter: number;
  /** Without an id: at the top. `index` is the place among those beside it. */
  parentCategory: { id?: string; index: number };
  /** All that free text finds the category by. */
  searchText: string;
}

/** An item in a category. */
export interface Placement extends CategoryItem {
  categoryId: string;
  catalogItemId: string;
  appId: string;
  /** Counts up: what came later stands further down. */
  place: number;
  /** The place that was asked for; `unarranged` where none was. */
  arranged: number;
}

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
    place: { type: "number", value: ({ place }) => place },
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
/** What lists of categories can be asked by. */
export const categoryFields: ListFields = {
  filterable: ["id", "slug", "visible", "treeReference.appNamespace", "treeReference.treeKey", ...sortable],
  sortable,
};
