import * as z from "zod/mini";
import { Collection } from "../api/services/collections.ts";
import { type Product, products } from "../api/services/products.ts";
import { withCosts } from "../resources/products/catalog.ts";
import { allProductsId } from "../resources/products/collection-names.ts";
import { ProductObject, StockObject } from "../resources/products/portable.ts";
import { type ShopObject, shopObject } from "./shop-object.ts";

const Text = z.nullable(z.string());

/** A collection; on catalog v3, a category. */
export const CollectionObject = z.strictObject({
  _kind: z.literal("collection"),
  name: z.string(),
  slug: z.optional(Text),
  description: z.optional(Text),
  visible: z.optional(z.boolean()),
  media: z.optional(Text),
});
export interface CollectionObject extends z.output<typeof CollectionObject> {}

/**
 * Collections, products and stock. Snapshots of both catalog versions have the same form; copies have that of catalog v1.
 * Products and stock are read from one list (read-shop.ts) and written as drafts of the importer (plan-catalog.ts).
 */
export const catalogObjects: readonly ShopObject[] = [
  shopObject<Collection>({
    kind: "collection",
    domain: "collections",
    noun: "collection",
    list({ catalog: { version, collections } }) {
      const { endpoint, call } = collections.list;
      // Categories cannot be sorted by id.
      return { endpoint, caller: call, keyed: version === "v1" };
    },
    key: ["name"],
    schema: CollectionObject,
    sparse: true,
    // On catalog v3, the built-in category of all products is recognized by its slug only.
    omit: ({ id, slug }, { catalog: { version } }) =>
      version === "v3" ? slug === "all-products" : id === allProductsId,
    content: ({ name, slug, description, visible, media }) => ({
      name: name ?? "",
      slug: slug ?? null,
      description: description || null,
      visible: visible ?? true,
      media: media?.mainMedia?.image?.url ?? null,
    }),
    copy: { catalog: "v1", model: Collection },
  }),
  shopObject<Product>({
    kind: "product",
    domain: "products",
    noun: "product",
    key: ["handle"],
    unique: true,
    schema: ProductObject,
    sparse: true,
    copy: {
      catalog: "v1",
      list: { endpoint: products.query, keyed: true },
      limited: true,
      complete:
        ({ catalog, costs }) =>
        (found) =>
          costs ? withCosts(catalog, found) : [...found],
    },
  }),
  shopObject({
    kind: "stock",
    domain: "inventory",
    noun: "stock",
    key: ["handle"],
    unique: true,
    schema: StockObject,
  }),
];
