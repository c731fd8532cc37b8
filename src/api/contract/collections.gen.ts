// Written by scripts/contract.ts from collections.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";
import type { Aggregation, AggregationData, BulkActionMetadata, CountResult, CursorMetadata, ExtendedFields, ImageV3, ItemMetadata, Media, Paging, PagingMetadata, Query, RichContent, SearchDetails, SeoData, Sorting, TreeReference } from "./models.gen.ts";

export interface Collection { id: string; name?: string | null; media?: Media | null; numberOfProducts?: number | null; description?: string | null; slug?: string | null; visible?: boolean | null; seoSchema?: SeoData | null; lastUpdated?: Time | null; [field: string]: unknown; }

export interface Category { id: string; revision: string; createdDate?: Time | null; updatedDate?: Time | null; name?: string | null; image?: ImageV3 | null; itemCounter?: number | null; description?: string | null; visible?: boolean | null; breadcrumbsInfo?: { breadcrumbs?: ({ categoryId?: string | null; categoryName?: string | null; categorySlug?: string | null; [field: string]: unknown; })[] | null; [field: string]: unknown; } | null; parentCategory?: { id?: string | null; index?: number | null; [field: string]: unknown; } | null; slug?: string | null; seoData?: SeoData | null; richContentDescription?: RichContent | null; treeReference?: TreeReference | null; managingAppId?: string | null; extendedFields?: ExtendedFields | null; [field: string]: unknown; }

export interface CategoryItem { catalogItemId?: string | null; appId?: string | null; [field: string]: unknown; }

export interface CollectionChanged { collection_Id?: string | null; originatedFromVersion?: "V1_CATALOG" | "V3_CATALOG" | "STORES_NOT_INSTALLED" | (string & {}) | null; changedFields?: string[] | null; [field: string]: unknown; }

export interface CollectionCreated { collection_Id?: string | null; originatedFromVersion?: "V1_CATALOG" | "V3_CATALOG" | "STORES_NOT_INSTALLED" | (string & {}) | null; name?: string | null; media?: Media | null; slug?: string | null; visible?: boolean | null; [field: string]: unknown; }

export interface CollectionDeleted { collection_Id?: string | null; originatedFromVersion?: "V1_CATALOG" | "V3_CATALOG" | "STORES_NOT_INSTALLED" | (string & {}) | null; [field: string]: unknown; }

export interface CategoryMoved { categoryId?: string | null; treeReference?: TreeReference | null; parentCategory?: unknown | null; [field: string]: unknown; }

export interface ItemAddedToCategory { categoryId?: string | null; treeReference?: TreeReference | null; addedItem?: CategoryItem | null; [field: string]: unknown; }

export interface ItemRemovedFromCategory { categoryId?: string | null; treeReference?: TreeReference | null; removedItem?: CategoryItem | null; [field: string]: unknown; }

export interface ItemsArrangedInCategory { categoryId?: string | null; treeReference?: TreeReference | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  collections: {
    query: EndpointOf<{ query?: Query | null; [field: string]: unknown; }, { collections?: Collection[] | null; metadata?: PagingMetadata | null; [field: string]: unknown; }>;
    get: EndpointOf<{ id: string; [field: string]: unknown; }, { collection: Collection; [field: string]: unknown; }>;
    getBySlug: EndpointOf<{ slug: string; [field: string]: unknown; }, { collection: Collection; [field: string]: unknown; }>;
    queryV1: EndpointOf<{ query?: { filter?: string | null; sort?: string | null; paging?: Paging | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { collections?: Collection[] | null; metadata?: { items?: number | null; offset?: number | null; [field: string]: unknown; } | null; totalResults?: number | null; [field: string]: unknown; }>;
    getBySlugV1: EndpointOf<{ slug: string; [field: string]: unknown; }, { collection: Collection; [field: string]: unknown; }>;
    create: EndpointOf<{ collection: Partial<Collection>; [field: string]: unknown; }, { collection: Collection; [field: string]: unknown; }>;
    update: EndpointOf<{ collection: Partial<Collection>; [field: string]: unknown; }, { collection: Collection; [field: string]: unknown; }>;
    remove: EndpointOf<{ id: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    addProducts: EndpointOf<{ id: string; productIds: string[]; [field: string]: unknown; }, { [field: string]: unknown; }>;
    removeProducts: EndpointOf<{ id: string; productIds: string[]; [field: string]: unknown; }, { [field: string]: unknown; }>;
  };
  storeCategories: {
    create: EndpointOf<{ category: Partial<Category>; treeReference: TreeReference; fields?: ("BREADCRUMBS_INFO" | "DESCRIPTION" | "RICH_CONTENT_DESCRIPTION" | (string & {}))[] | null; [field: string]: unknown; }, { category: Category; [field: string]: unknown; }>;
    get: EndpointOf<{ categoryId: string; treeReference: TreeReference; fields?: ("BREADCRUMBS_INFO" | "DESCRIPTION" | "RICH_CONTENT_DESCRIPTION" | (string & {}))[] | null; [field: string]: unknown; }, { category: Category; [field: string]: unknown; }>;
    remove: EndpointOf<{ categoryId: string; treeReference: TreeReference; [field: string]: unknown; }, { [field: string]: unknown; }>;
    getBySlug: EndpointOf<{ slug: string; treeReference: TreeReference; fields?: ("BREADCRUMBS_INFO" | "DESCRIPTION" | "RICH_CONTENT_DESCRIPTION" | (string & {}))[] | null; [field: string]: unknown; }, { category: Category; [field: string]: unknown; }>;
    update: EndpointOf<{ category: Partial<Category>; treeReference: TreeReference; fields?: ("BREADCRUMBS_INFO" | "DESCRIPTION" | "RICH_CONTENT_DESCRIPTION" | (string & {}))[] | null; [field: string]: unknown; }, { category: Category; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; treeReference: TreeReference; returnNonVisibleCategories?: boolean | null; fields?: ("BREADCRUMBS_INFO" | "DESCRIPTION" | "RICH_CONTENT_DESCRIPTION" | (string & {}))[] | null; [field: string]: unknown; }, { categories?: Category[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    search: EndpointOf<{ search?: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; search?: SearchDetails | null; aggregations?: Aggregation[] | null; timeZone?: string | null; [field: string]: unknown; } | null; treeReference: TreeReference; returnNonVisibleCategories?: boolean | null; fields?: ("BREADCRUMBS_INFO" | "DESCRIPTION" | "RICH_CONTENT_DESCRIPTION" | (string & {}))[] | null; [field: string]: unknown; }, { categories?: Category[] | null; pagingMetadata?: CursorMetadata | null; aggregationData?: AggregationData | null; [field: string]: unknown; }>;
    count: EndpointOf<{ filter?: unknown | null; search?: SearchDetails | null; treeReference: TreeReference; returnNonVisibleCategories?: boolean | null; [field: string]: unknown; }, CountResult>;
    move: EndpointOf<{ categoryId: string; treeReference: TreeReference; parentCategoryId?: string | null; position: "FIRST" | "LAST" | "AFTER" | (string & {}); moveAfterCategoryId?: string | null; [field: string]: unknown; }, { parentCategoryId?: string | null; categoriesAfterMove?: string[] | null; [field: string]: unknown; }>;
    bulkUpdate: EndpointOf<{ categories: ({ category?: Partial<Category> | null; [field: string]: unknown; })[]; treeReference: TreeReference; returnEntity?: boolean | null; fields?: ("BREADCRUMBS_INFO" | "DESCRIPTION" | "RICH_CONTENT_DESCRIPTION" | (string & {}))[] | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; category?: Category | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    updateVisibility: EndpointOf<{ categoryId: string; visible: boolean; revision: string; treeReference: TreeReference; fields?: ("BREADCRUMBS_INFO" | "DESCRIPTION" | "RICH_CONTENT_DESCRIPTION" | (string & {}))[] | null; [field: string]: unknown; }, { category: Category; [field: string]: unknown; }>;
    bulkShow: EndpointOf<{ categoryIds: string[]; treeReference: TreeReference; returnEntity?: boolean | null; fields?: ("BREADCRUMBS_INFO" | "DESCRIPTION" | "RICH_CONTENT_DESCRIPTION" | (string & {}))[] | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; category?: Category | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    addItems: EndpointOf<{ categoryId: string; items: CategoryItem[]; treeReference: TreeReference; [field: string]: unknown; }, { results?: ({ itemMetadata?: { item?: CategoryItem | null; originalIndex?: number | null; success?: boolean | null; error?: { code?: string | null; description?: string | null; data?: unknown | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    removeItems: EndpointOf<{ categoryId: string; items: CategoryItem[]; treeReference: TreeReference; [field: string]: unknown; }, { results?: ({ itemMetadata?: { item?: CategoryItem | null; originalIndex?: number | null; success?: boolean | null; error?: { code?: string | null; description?: string | null; data?: unknown | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    addItem: EndpointOf<{ item: CategoryItem; categoryIds: string[]; treeReference: TreeReference; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    removeItem: EndpointOf<{ item: CategoryItem; categoryIds: string[]; treeReference: TreeReference; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    setItemCategories: EndpointOf<{ item: CategoryItem; categoryIds?: string[] | null; treeReference: TreeReference; [field: string]: unknown; }, { addResults?: ({ itemMetadata?: ItemMetadata | null; [field: string]: unknown; })[] | null; removeResults?: ({ itemMetadata?: ItemMetadata | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    listItems: EndpointOf<{ categoryId: string; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; treeReference: TreeReference; useCategoryArrangement?: boolean | null; includeItemsFromSubcategories?: boolean | null; [field: string]: unknown; }, { items?: CategoryItem[] | null; pagingMetadata?: PagingMetadata | null; [field: string]: unknown; }>;
    listForItem: EndpointOf<{ item: CategoryItem; treeReference: TreeReference; [field: string]: unknown; }, { directCategoryIds?: string[] | null; allCategoryIds?: string[] | null; [field: string]: unknown; }>;
    listForItems: EndpointOf<{ items: CategoryItem[]; treeReference: TreeReference; [field: string]: unknown; }, { categoriesForItems?: ({ item?: CategoryItem | null; directCategoryIds?: string[] | null; indirectCategoryIds?: string[] | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
    listTrees: EndpointOf<{ [field: string]: unknown; }, { trees?: TreeReference[] | null; [field: string]: unknown; }>;
    setArrangedItems: EndpointOf<{ categoryId: string; treeReference: TreeReference; items?: CategoryItem[] | null; [field: string]: unknown; }, { items?: CategoryItem[] | null; [field: string]: unknown; }>;
    getArrangedItems: EndpointOf<{ categoryId: string; treeReference: TreeReference; [field: string]: unknown; }, { items?: CategoryItem[] | null; [field: string]: unknown; }>;
  };
}
