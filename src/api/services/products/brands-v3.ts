import { endpoint } from "../../endpoint.ts";
import { BulkActionMetadata, ItemMetadata } from "../../models/bulk.ts";
import { Counted, CursorMetadata, catalogQuery } from "../../models/catalog-query.ts";
import { bool, guid, list, obj, text } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import { Brand, BrandField } from "./models/brand.ts";

const fields = list(BrandField, { maxSize: 100 });
const one = obj({ brand: Brand });
const results = obj({
  results: list(obj({ itemMetadata: ItemMetadata, item: Brand })),
  bulkActionMetadata: BulkActionMetadata,
});
const name = () => text({ minLength: 1, maxLength: 50 });

/** Brands of catalog v3. */
export const brandsV3 = {
  create: endpoint({
    method: "POST",
    path: "/v3/brands",
    public: "/stores/v3/brands",
    input: one,
    result: one,
    required: ["brand.name"],
    summary: "Create a brand",
  }),
  get: endpoint({
    method: "GET",
    path: "/v3/brands/{brandId}",
    public: "/stores/v3/brands/{brandId}",
    input: obj({ brandId: guid(), fields }),
    result: one,
    required: ["brandId"],
    summary: "Get a brand by ID",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v3/brands/{brand.id}",
    public: "/stores/v3/brands/{brand.id}",
    input: obj({ brand: Brand, fields }),
    result: one,
    required: ["brand.id", "brand.revision"],
    summary: "Update a brand (requires its revision)",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v3/brands/{brandId}",
    public: "/stores/v3/brands/{brandId}",
    input: obj({ brandId: guid() }),
    result: obj({}),
    required: ["brandId"],
    summary: "Delete a brand and remove it from its products",
  }),
  query: endpoint({
    method: "GET",
    path: "/v3/brands/query",
    public: "/stores/v3/brands/query",
    fallback: { method: "POST", public: "/stores/v3/brands/query" },
    complexQuery: true,
    input: obj({ query: catalogQuery(300), fields }),
    result: obj({ brands: list(Brand), pagingMetadata: CursorMetadata }),
    paging: "cursor",
    items: "brands",
    metadata: "pagingMetadata",
    limitMax: 300,
    summary: "List brands that match a query",
  }),
  count: endpoint({
    method: "POST",
    path: "/v3/brands/count",
    public: "/stores/v3/brands/count",
    input: obj({ filter: Filter }),
    result: Counted,
    summary: "Count brands",
  }),
  bulkCreate: endpoint({
    method: "POST",
    path: "/v3/bulk/brands/create",
    public: "/stores/v3/bulk/brands/create",
    input: obj({ brands: list(Brand, { minSize: 1, maxSize: 100 }), returnEntity: bool() }),
    result: results,
    required: ["brands"],
    summary: "Create up to 100 brands",
  }),
  bulkUpdate: endpoint({
    method: "POST",
    path: "/v3/bulk/brands/update",
    public: "/stores/v3/bulk/brands/update",
    input: obj({
      brands: list(obj({ brand: Brand }, { required: ["brand.id", "brand.revision"] }), {
        minSize: 1,
        maxSize: 100,
      }),
      returnEntity: bool(),
      fields,
    }),
    result: results,
    required: ["brands"],
    effect: "set",
    summary: "Update up to 100 brands (requires their revisions)",
  }),
  getOrCreate: endpoint({
    method: "POST",
    path: "/v3/brands/get-or-create",
    public: "/stores/v3/brands/get-or-create",
    input: obj({ brandName: name(), fields }),
    result: one,
    required: ["brandName"],
    effect: "set",
    summary: "Get a brand by name, or create it",
  }),
  bulkGetOrCreate: endpoint({
    method: "POST",
    path: "/v3/bulk/brands/get-or-create",
    public: "/stores/v3/bulk/brands/get-or-create",
    input: obj({ brandNames: list(name(), { minSize: 1, maxSize: 100 }), fields }),
    result: results,
    required: ["brandNames"],
    effect: "set",
    summary: "Get up to 100 brands by name, or create them",
  }),
  bulkRemove: endpoint({
    method: "POST",
    path: "/v3/bulk/brands/delete",
    public: "/stores/v3/bulk/brands/delete",
    input: obj({ brandIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: results,
    required: ["brandIds"],
    effect: "delete",
    summary: "Delete up to 100 brands",
  }),
};
