import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bool, date, draft, list, num, obj, text } from "../../models/fields.ts";
import { PagingMetadata, Query } from "../../models/query.ts";
import { Media, SeoData } from "../products/products.ts";

/** A collection: a named group of products. */
export const Collection = obj(
  {
    id: text({ minLength: 35, maxLength: 36, readonly: true }),
    name: text({ minLength: 1, maxLength: 50 }),
    media: Media,
    numberOfProducts: num({ readonly: true }),
    description: text({ maxLength: 600 }),
    slug: text({ minLength: 1, maxLength: 100 }),
    visible: bool(),
    seoSchema: SeoData,
    lastUpdated: date(),
  },
  { always: ["id"] },
);
export interface Collection extends z.input<typeof Collection> {}

const id = () => text({ minLength: 1 });
const nothing = obj({});
const collectionResult = obj({ collection: Collection }, { always: ["collection"] });
const productIds = () => list(text(), { maxSize: 1000 });

/** Collections of catalog v1. Reads use v2 paths, writes v1 paths. */
export const collections = service("collections", {
  query: endpoint("GET /v2/collections/query", {
    alternatives: ["/stores-reader/v2/collections/query"],
    fallback: { method: "POST", public: "/v2/collections/query" },
    complexQuery: true,
    input: obj({ query: Query }),
    result: obj({ collections: list(Collection), metadata: PagingMetadata }),
    ...pagedBy("offset", "collections", "metadata", 100),
    summary: "List collections that match a query",
  }),
  get: endpoint("GET /v2/collections/{id}", {
    alternatives: ["/stores-reader/v2/collections/{id}"],
    input: obj({ id: id() }),
    result: collectionResult,
    summary: "Get a collection by ID",
  }),
  getBySlug: endpoint("GET /v2/collections/slug/{slug}", {
    alternatives: ["/stores-reader/v2/collections/slug/{slug}"],
    input: obj({ slug: text({ minLength: 1, maxLength: 100 }) }),
    result: collectionResult,
    summary: "Get a collection by slug",
  }),
  getBySlugV1: endpoint("GET /stores-reader/v1/collections/slug/{slug}", {
    alternatives: ["/v1/collections/slug/{slug}"],
    input: obj({ slug: text({ minLength: 1, maxLength: 100 }) }),
    result: collectionResult,
    summary: "Get a collection by slug (v1 path)",
  }),
  create: endpoint("POST /stores/v1/collections", {
    alternatives: ["/v1/collections"],
    input: obj({ collection: draft(Collection) }),
    result: collectionResult,
    once: true,
    required: ["collection.name"],
    summary: "Create a collection",
  }),
  update: endpoint("PATCH /stores/v1/collections/{collection.id}", {
    alternatives: ["/v1/collections/{collection.id}"],
    input: obj({ collection: draft(Collection) }),
    result: collectionResult,
    summary: "Update fields of a collection",
  }),
  remove: endpoint("DELETE /stores/v1/collections/{id}", {
    alternatives: ["/v1/collections/{id}"],
    input: obj({ id: id() }),
    result: nothing,
    summary: "Delete a collection but not its products",
  }),
  addProducts: endpoint("POST /stores/v1/collections/{id}/productIds", {
    alternatives: ["/v1/collections/{id}/productIds"],
    input: obj({ id: id(), productIds: productIds() }),
    result: nothing,
    required: ["id", "productIds"],
    effect: "set",
    summary: "Add products to a collection",
  }),
  removeProducts: endpoint("POST /stores/v1/collections/{id}/productIds/delete", {
    alternatives: ["/v1/collections/{id}/productIds/delete"],
    input: obj({ id: id(), productIds: productIds() }),
    result: nothing,
    required: ["id", "productIds"],
    effect: "delete",
    summary: "Remove products from a collection",
  }),
});
