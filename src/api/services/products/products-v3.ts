import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { BulkActionMetadata, bulkResults, ItemMetadata } from "../../models/errors.ts";
import { bool, draft, guid, json, list, obj, text } from "../../models/fields.ts";
import {
  AggregationData,
  CountResult,
  CursorMetadata,
  catalogQuery,
  catalogSearch,
  Filter,
  SearchDetails,
  StartedJob,
} from "../../models/query.ts";
import { TreeReference } from "../collections/store-categories.ts";
import { InventoryItemV3 } from "../inventory/inventory-v3.ts";
import {
  Adjustment,
  ProductFieldV3,
  ProductV3,
  ProductWithInventory,
  ReadOnlyVariant,
  Reduction,
  RoundingStrategy,
  Tags,
  VariantField,
  VariantV3,
} from "./models-v3.ts";

const productId = text({ minLength: 1, maxLength: 36 });
const fields = list(ProductFieldV3, { maxSize: 100 });
const productResult = obj({ product: ProductV3 }, { always: ["product"] });
const productResults = bulkResults("item", ProductV3);
const inventoryResults = obj({
  results: list(obj({ itemMetadata: ItemMetadata, item: InventoryItemV3 })),
  bulkActionMetadata: BulkActionMetadata,
  error: json(),
});
const upTo = <T extends z.core.$ZodType>(max: number, item: T) => list(item, { minSize: 1, maxSize: max });
const changed = <T extends z.core.$ZodType>(product: T) =>
  upTo(100, obj({ product }, { required: ["product.id", "product.revision"] }));
const options = { returnEntity: bool(), fields };
const page = {
  ...pagedBy("cursor", "products", "pagingMetadata", 100),
} as const;
const needed = ["name", "productType", "variantsInfo"].map((field) => `product.${field}`);
const revisions = upTo(100, obj({ productId, revision: text() }, { required: ["productId"] }));

/** Products of catalog v3 with their variants, options and modifiers. */
export const productsV3 = service("productsV3", {
  create: endpoint("POST /stores/v3/products", {
    once: true,
    input: obj({ product: draft(ProductV3), fields }),
    result: productResult,
    required: [...needed, "product.variantsInfo.variants"],
    summary: "Create a product, with its brand, ribbon and options if they are new",
  }),
  getAllProductsCategory: endpoint("GET /stores/v3/all-products-category", {
    input: obj({}),
    result: obj({ categoryId: guid(), treeReference: TreeReference }),
    summary: "Get the ID of the built-in category of all products",
  }),
  createWithInventory: endpoint("POST /stores/v3/products-with-inventory", {
    once: true,
    input: obj({ product: ProductWithInventory, ...options }),
    result: obj({ product: ProductV3, inventoryResults }, { always: ["product"] }),
    required: needed,
    summary: "Create a product with inventory",
  }),
  update: endpoint("PATCH /stores/v3/products/{product.id}", {
    input: obj({ product: draft(ProductV3), fields }),
    result: productResult,
    required: ["product.id", "product.revision"],
    summary: "Update fields of a product (requires its revision)",
  }),
  updateWithInventory: endpoint("PATCH /stores/v3/products-with-inventory/{product.id}", {
    readBack: "/stores/v3/products/{product.id}",
    input: obj({ product: ProductWithInventory, ...options }),
    result: obj({ product: ProductV3, inventoryResults }, { always: ["product"] }),
    required: ["product.id", "product.revision"],
    summary: "Update a product and its inventory (requires its revision)",
  }),
  remove: endpoint("DELETE /stores/v3/products/{productId}", {
    input: obj({ productId }),
    result: obj({}),
    summary: "Delete a product and its inventory",
  }),
  get: endpoint("GET /stores/v3/products/{productId}", {
    input: obj({ productId, fields }),
    result: productResult,
    summary: "Get a product by ID",
  }),
  getBySlug: endpoint("GET /stores/v3/products/slug/{slug}", {
    input: obj({ slug: text({ minLength: 1, maxLength: 100 }), fields }),
    result: productResult,
    summary: "Get a product by slug",
  }),
  query: endpoint("GET /stores/v3/products/query", {
    fallback: { method: "POST", public: "/stores/v3/products/query" },
    complexQuery: true,
    input: obj({ query: catalogQuery(100), fields }),
    result: obj({ products: list(ProductV3), pagingMetadata: CursorMetadata }),
    ...page,
    summary: "List products without variants that match a query (ID, slug, visibility, dates)",
  }),
  search: endpoint("GET /stores/v3/products/search", {
    fallback: { method: "POST", public: "/stores/v3/products/search" },
    complexQuery: true,
    input: obj({ search: catalogSearch(100), fields }),
    result: obj({
      products: list(ProductV3),
      pagingMetadata: CursorMetadata,
      aggregationData: AggregationData,
    }),
    required: ["search"],
    ...page,
    summary: "Search products without variants by text and filter",
  }),
  count: endpoint("GET /stores/v3/products/count", {
    fallback: { method: "POST", public: "/stores/v3/products/count" },
    complexQuery: true,
    input: obj({ filter: Filter, search: SearchDetails, returnNonVisibleProducts: bool() }),
    result: CountResult,
    summary: "Count products",
  }),
  bulkCreate: endpoint("POST /stores/v3/bulk/products/create", {
    once: true,
    input: obj({ products: upTo(100, draft(ProductV3)), ...options }),
    result: productResults,
    required: ["products"],
    summary: "Create up to 100 products",
  }),
  bulkCreateWithInventory: endpoint("POST /stores/v3/bulk/products-with-inventory/create", {
    once: true,
    input: obj({ products: upTo(100, ProductWithInventory), ...options }),
    result: obj({ productResults, inventoryResults }),
    required: ["products"],
    summary: "Create up to 100 products with inventory",
  }),
  bulkUpdate: endpoint("POST /stores/v3/bulk/products/update", {
    input: obj({ products: changed(draft(ProductV3)), ...options }),
    result: productResults,
    required: ["products"],
    effect: "set",
    summary: "Update up to 100 products (requires their revisions)",
  }),
  bulkUpdateWithInventory: endpoint("POST /stores/v3/bulk/products-with-inventory/update", {
    input: obj({ products: changed(ProductWithInventory), ...options }),
    result: obj({ productResults, inventoryResults }),
    required: ["products"],
    effect: "set",
    summary: "Update up to 100 products and their inventory (requires their revisions)",
  }),
  bulkUpdateByFilter: endpoint("POST /stores/v3/bulk/products/update-by-filter", {
    input: obj({ filter: Filter, product: draft(ProductV3), search: SearchDetails }),
    result: StartedJob,
    required: ["product"],
    effect: "set",
    summary: "Update all products that match a filter",
  }),
  bulkRemove: endpoint("POST /stores/v3/bulk/products/delete", {
    input: obj({ productIds: upTo(100, text({ minLength: 1, maxLength: 36 })) }),
    result: productResults,
    required: ["productIds"],
    effect: "delete",
    summary: "Delete up to 100 products",
  }),
  bulkRemoveByFilter: endpoint("POST /stores/v3/bulk/products/delete-by-filter", {
    input: obj({ filter: Filter, search: SearchDetails }),
    result: StartedJob,
    required: ["filter"],
    effect: "delete",
    summary: "Delete all products that match a filter",
  }),
  bulkUpdateVariantsByFilter: endpoint("POST /stores/v3/bulk/products/update-variants-by-filter", {
    input: obj({ filter: Filter, variant: VariantV3, search: SearchDetails }),
    result: StartedJob,
    required: ["filter", "variant"],
    effect: "set",
    summary: "Update price, cost, weight or visibility of all variants of products that match a filter",
  }),
  bulkAdjustVariantsByFilter: endpoint("POST /stores/v3/bulk/products/adjust-variants-by-filter", {
    once: true,
    input: obj({
      filter: Filter,
      search: SearchDetails,
      actualPrice: Adjustment,
      compareAtPrice: Adjustment,
      cost: Adjustment,
      compareAtPriceDiscount: Reduction,
      rounding: RoundingStrategy,
    }),
    result: StartedJob,
    required: ["filter"],
    summary: "Increase or decrease prices and costs of all variants of products that match a filter",
  }),
  bulkAddInfoSections: endpoint("POST /stores/v3/bulk/products/add-info-sections", {
    input: obj({ products: revisions, infoSectionIds: upTo(10, guid()), ...options }),
    result: productResults,
    required: ["products", "infoSectionIds"],
    effect: "set",
    summary: "Add info sections to up to 100 products",
  }),
  bulkAddInfoSectionsByFilter: endpoint("POST /stores/v3/bulk/products/add-info-sections-by-filter", {
    input: obj({ filter: Filter, infoSectionIds: upTo(20, guid()), search: SearchDetails }),
    result: StartedJob,
    required: ["filter", "infoSectionIds"],
    effect: "set",
    summary: "Add info sections to all products that match a filter",
  }),
  bulkRemoveInfoSections: endpoint("POST /stores/v3/bulk/products/remove-info-sections", {
    input: obj({ products: revisions, infoSectionIds: upTo(100, guid()), ...options }),
    result: productResults,
    required: ["products", "infoSectionIds"],
    effect: "delete",
    summary: "Remove info sections from up to 100 products",
  }),
  bulkRemoveInfoSectionsByFilter: endpoint("POST /stores/v3/bulk/products/remove-info-sections-by-filter", {
    input: obj({ filter: Filter, infoSectionIds: upTo(100, guid()), search: SearchDetails }),
    result: StartedJob,
    required: ["filter", "infoSectionIds"],
    effect: "delete",
    summary: "Remove info sections from all products that match a filter",
  }),
  bulkAddToCategoriesByFilter: endpoint("POST /stores/v3/bulk/products/add-to-categories-by-filter", {
    input: obj({ filter: Filter, categoryIds: upTo(5, guid()), search: SearchDetails }),
    result: StartedJob,
    required: ["filter", "categoryIds"],
    effect: "set",
    summary: "Add all products that match a filter to categories",
  }),
  bulkRemoveFromCategoriesByFilter: endpoint(
    "POST /stores/v3/bulk/products/remove-from-categories-by-filter",
    {
      input: obj({ filter: Filter, categoryIds: upTo(5, guid()), search: SearchDetails }),
      result: StartedJob,
      required: ["filter", "categoryIds"],
      effect: "delete",
      summary: "Remove all products that match a filter from categories",
    },
  ),
  bulkUpdateTags: endpoint("POST /stores/v3/bulk/products/update-tags", {
    input: obj({ productIds: upTo(100, guid()), assignTags: Tags, unassignTags: Tags }),
    result: productResults,
    required: ["productIds"],
    effect: "set",
    summary: "Add and remove tags of up to 100 products",
  }),
  bulkUpdateTagsByFilter: endpoint("POST /stores/v3/bulk/products/update-tags-by-filter", {
    input: obj({ filter: Filter, assignTags: Tags, unassignTags: Tags }),
    result: StartedJob,
    required: ["filter"],
    effect: "set",
    summary: "Add and remove tags of all products that match a filter",
  }),
});

const variantFields = list(VariantField, { maxSize: 100 });
const variantPages = {
  ...pagedBy("cursor", "variants", "pagingMetadata", 1000),
} as const;

/** Variants of the whole store (catalog v3); they are written with their products. */
export const variantsV3 = service("variantsV3", {
  query: endpoint("POST /stores/v3/products/query-variants", {
    input: obj({ query: catalogQuery(1000), fields: variantFields }),
    result: obj({ variants: list(ReadOnlyVariant), pagingMetadata: CursorMetadata }),
    ...variantPages,
    summary: "List variants by variant or product ID",
  }),
  search: endpoint("POST /stores/v3/products/search-variants", {
    input: obj({ search: catalogSearch(1000), fields: variantFields }),
    result: obj({
      variants: list(ReadOnlyVariant),
      pagingMetadata: CursorMetadata,
      aggregationData: AggregationData,
    }),
    required: ["search"],
    ...variantPages,
    summary: "Search variants by text, price, stock or choices",
  }),
});
