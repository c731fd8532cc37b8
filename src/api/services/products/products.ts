import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { plainBulkResults } from "../../models/bulk.ts";
import { bool, draft, guid, list, map, num, obj, text } from "../../models/fields.ts";
import { Paging, PagingMetadata, Query } from "../../models/query.ts";
import {
  Amount,
  Media,
  PriceData,
  Product,
  ProductOption,
  StoreVariant,
  Variant,
  VariantOverride,
} from "./models/product.ts";

const id = () => text({ minLength: 1 });
const ids = () => list(text(), { minSize: 1, maxSize: 100 });
const adjustment = () =>
  obj(
    {
      percentage: obj({ roundToInt: bool(), rate: num({ min: -100, max: 1000 }) }),
      amount: num({ min: -999999999.99, max: 999999999.99 }),
    },
    { oneOf: [["percentage", "amount"]] },
  );
const bulkResult = plainBulkResults;
const choiceMedia = () =>
  obj({
    option: text({ minLength: 1, maxLength: 50 }),
    choice: text({ minLength: 1, maxLength: 50 }),
    mediaIds: list(text(), { maxSize: 50 }),
  });
const nothing = obj({});
const one = obj({ product: Product }, { always: ["product"] });

/** Catalog v1: products, their variants, options and media. */
export const products = service("products", {
  query: endpoint("GET /stores-reader/v1/products/query-platformized", {
    fallback: { method: "POST", public: "/stores-reader/v1/products/query-platformized" },
    complexQuery: true,
    input: obj({ query: Query }),
    result: obj({ products: list(Product), metadata: PagingMetadata }),
    ...pagedBy("offset", "products", "metadata", 100),
    summary: "List products that match a query",
  }),
  queryV1: endpoint("POST /stores-reader/v1/products/query", {
    input: obj({
      query: obj({ filter: text(), sort: text(), paging: Paging }),
      includeVariants: bool(),
      includeHiddenProducts: bool(),
      includeMerchantSpecificData: bool(),
    }),
    result: obj({
      products: list(Product),
      metadata: obj({ items: num(), offset: num() }),
      totalResults: num(),
    }),
    summary: "List products (REST path; filter and sort are JSON text)",
  }),
  get: endpoint("GET /stores-reader/v1/products/{id}", {
    input: obj({ id: id(), includeMerchantSpecificData: bool() }),
    result: one,
    summary: "Get a product by ID",
  }),
  create: endpoint("POST /stores/v1/products", {
    input: obj({ product: draft(Product) }),
    result: one,
    required: ["product.name", "product.priceData", "product.priceData.price"],
    summary: "Create a product",
  }),
  update: endpoint("PATCH /stores/v1/products/{product.id}", {
    input: obj({ product: draft(Product) }),
    result: one,
    summary: "Update fields of a product",
  }),
  remove: endpoint("DELETE /stores/v1/products/{id}", {
    input: obj({ id: id() }),
    result: nothing,
    summary: "Delete a product",
  }),
  bulkUpdate: endpoint("POST /stores/v1/bulk/products/update", {
    input: obj({
      ids: ids(),
      set: obj(
        {
          price: Amount,
          cost: Amount,
          weight: Amount,
          ribbon: text({ maxLength: 30 }),
          brand: text({ maxLength: 50 }),
        },
        { oneOf: [["price", "cost", "weight", "ribbon", "brand"]] },
      ),
    }),
    result: bulkResult,
    required: ["ids", "set"],
    effect: "set",
    summary: "Set one field of up to 100 products to one value",
  }),
  bulkAdjust: endpoint("POST /stores/v1/bulk/products/adjust-properties", {
    input: obj({
      ids: ids(),
      adjust: obj(
        { price: adjustment(), cost: adjustment(), weight: adjustment() },
        { oneOf: [["price", "cost", "weight"]] },
      ),
    }),
    result: bulkResult,
    required: ["ids", "adjust"],
    effect: "add",
    summary: "Increase or decrease one field of up to 100 products by an amount or percentage",
  }),
  updateVariants: endpoint("PATCH /stores/v1/products/{id}/variants", {
    input: obj({ id: id(), variants: list(VariantOverride) }),
    result: obj({ variants: list(Variant) }),
    required: ["id", "variants"],
    summary: "Update price, cost, weight, SKU or visibility of variants",
  }),
  resetVariants: endpoint("POST /stores/v1/products/{id}/variants/resetToDefault", {
    input: obj({ id: id() }),
    result: nothing,
    effect: "set",
    summary: "Reset a product's variants",
  }),
  queryVariants: endpoint("POST /stores-reader/v1/products/{id}/variants/query", {
    input: obj({
      id: id(),
      choices: map(text()),
      variantIds: list(text()),
      paging: Paging,
      includeMerchantSpecificData: bool(),
    }),
    result: obj({
      variants: list(Variant),
      metadata: obj({ items: num(), offset: num() }),
      totalResults: num(),
    }),
    ...pagedBy("offset", "variants", "metadata", 100),
    summary: "List the variants of a product",
  }),
  queryStoreVariants: endpoint("POST /stores-reader/v1/variants/query", {
    input: obj({ query: Query, customFields: list(text()), includeLocationVariants: bool() }),
    result: obj({ variants: list(StoreVariant), metadata: PagingMetadata }),
    required: ["query"],
    ...pagedBy("offset", "variants", "metadata", 100),
    summary: "List variants of all products",
  }),
  getStoreVariant: endpoint("GET /stores-reader/v1/variants/{id}", {
    input: obj({ id: id() }),
    result: obj({ variant: StoreVariant }),
    summary: "Get a variant by ID",
  }),
  optionsAvailability: endpoint("POST /stores-reader/v1/products/{id}/productOptionsAvailability", {
    input: obj({ id: id(), options: map(text()) }),
    result: obj({
      selectedVariant: obj({
        price: PriceData,
        convertedPriceData: PriceData,
        weight: num(),
        sku: text(),
        quantity: num(),
        inStock: bool(),
        visible: bool(),
        variantId: guid(),
      }),
      media: Media,
      productOptions: list(ProductOption),
      availableForPurchase: bool(),
      managedProduct: bool(),
    }),
    required: ["id", "options"],
    effect: "read",
    summary: "Show which choices are available for a selection",
  }),
  addMedia: endpoint("POST /stores/v1/products/{id}/media", {
    input: obj({
      id: id(),
      media: list(
        obj(
          {
            mediaId: text(),
            url: text({ format: "WEB_URL" }),
            choice: obj({
              option: text({ minLength: 1, maxLength: 50 }),
              choice: text({ minLength: 1, maxLength: 50 }),
            }),
          },
          { oneOf: [["mediaId", "url"]] },
        ),
        { minSize: 1, maxSize: 50 },
      ),
    }),
    result: nothing,
    required: ["id", "media"],
    summary: "Add media to a product",
  }),
  removeMedia: endpoint("POST /stores/v1/products/{id}/media/delete", {
    input: obj({ id: id(), mediaIds: list(text()) }),
    result: nothing,
    effect: "delete",
    summary: "Remove media from a product (all media if no IDs are given)",
  }),
  addChoicesMedia: endpoint("PATCH /stores/v1/products/{id}/choices/media", {
    input: obj({
      id: id(),
      media: list(choiceMedia(), { minSize: 1, maxSize: 10 }),
    }),
    result: nothing,
    required: ["id", "media"],
    summary: "Add media to the choices of an option",
  }),
  removeChoicesMedia: endpoint("POST /stores/v1/products/{id}/choices/media/delete", {
    input: obj({ id: id(), media: list(choiceMedia(), { maxSize: 10 }) }),
    result: nothing,
    effect: "delete",
    summary: "Remove media from a product's choices (all choices if none is given)",
  }),
  removeOptions: endpoint("DELETE /stores/v1/products/{id}/options", {
    input: obj({ id: id() }),
    result: nothing,
    summary: "Delete a product's options",
  }),
  removeBrand: endpoint("POST /stores/v1/products/{id}/remove-brand", {
    input: obj({ id: id() }),
    result: nothing,
    effect: "delete",
    summary: "Remove the brand of a product",
  }),
  removeRibbon: endpoint("POST /stores/v1/products/{id}/remove-ribbon", {
    input: obj({ id: id() }),
    result: nothing,
    effect: "delete",
    summary: "Remove the ribbon of a product",
  }),
});
