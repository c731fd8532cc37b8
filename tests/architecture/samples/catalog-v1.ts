import type { Collection } from "../../../src/api/services/collections.ts";
import type { Product } from "../../../src/api/services/products.ts";
import { sampleSet } from "./sample-set.ts";

/** The objects of the samples, in the demo shop. */
interface CatalogShop {
  /** Stoneware Mug: three colors, tracked stock. */
  mug: Product;
  /** Serving Bowl: no options, tracked stock. */
  bowl: Product;
  /** Tableware. */
  collection: Collection;
  /** The address of an upload that was begun. */
  uploadUrl: string;
}

const oat = { Colour: "Oat" };
const variantOf = ({ variants }: Product) => variants?.[0]?.id ?? "";

/** Catalog v1, and calls that are independent of the catalog version. */
export const catalogV1 = sampleSet<CatalogShop>({
  async prepare(ask) {
    const find = async (slug: string) => {
      const { products } = await ask("products.query", {
        query: { filter: { slug } },
      });
      return products[0];
    };
    const { collections } = await ask("collections.query", { query: { filter: { name: "Tableware" } } });
    return {
      mug: await find("stoneware-mug"),
      bowl: await find("serving-bowl"),
      collection: collections[0],
      uploadUrl: (await ask("mediaFiles.generateUploadUrl", { mimeType: "image/gif" })).uploadUrl,
    };
  },
  samples: {
    "products.query": ({ mug }) => ({
      query: { filter: { id: { $in: [mug.id] } }, paging: { limit: 2 } },
    }),
    "products.get": ({ mug }) => ({ id: mug.id }),
    "products.create": () => ({
      product: { name: "Egg cup", productType: "physical", priceData: { price: 8.5 } },
    }),
    "products.update": ({ mug }) => ({ product: { id: mug.id, ribbon: "New" } }),
    "products.remove": ({ mug }) => ({ id: mug.id }),
    "products.bulkUpdate": ({ mug, bowl }) => ({ ids: [mug.id, bowl.id], set: { ribbon: "New" } }),
    "products.bulkAdjust": ({ bowl }) => ({ ids: [bowl.id], adjust: { price: { amount: 1 } } }),
    "products.updateVariants": ({ mug }) => ({ id: mug.id, variants: [{ choices: oat, price: 25 }] }),
    "products.resetVariants": ({ mug }) => ({ id: mug.id }),
    "products.queryV1": () => ({
      query: { filter: '{"name":{"$startsWith":"S"}}', sort: '[{"price":"desc"}]', paging: { limit: 2 } },
    }),
    "products.queryVariants": ({ mug }) => ({ id: mug.id, choices: oat }),
    "products.queryStoreVariants": () => ({ query: { paging: { limit: 3 } } }),
    "products.getStoreVariant": ({ mug }) => ({ id: `${mug.id}-${variantOf(mug)}` }),
    "products.optionsAvailability": ({ mug }) => ({ id: mug.id, options: oat }),
    "products.addMedia": ({ mug }) => ({ id: mug.id, media: [{ mediaId: "mug~mv2.jpg" }] }),
    "products.removeMedia": ({ mug }) => ({ id: mug.id, mediaIds: [mug.media?.items?.[0]?.id ?? ""] }),
    "products.addChoicesMedia": ({ mug }) => ({
      id: mug.id,
      media: [{ option: "Colour", choice: "Oat", mediaIds: [mug.media?.items?.[0]?.id ?? ""] }],
    }),
    "products.removeChoicesMedia": ({ mug }) => ({ id: mug.id }),
    "products.removeOptions": ({ bowl }) => ({ id: bowl.id }),
    "products.removeBrand": ({ mug }) => ({ id: mug.id }),
    "products.removeRibbon": ({ mug }) => ({ id: mug.id }),
    "collections.query": () => ({ query: { paging: { limit: 2 } } }),
    "collections.queryV1": () => ({ query: { filter: '{"name":{"$startsWith":"T"}}' } }),
    "collections.get": ({ collection }) => ({ id: collection.id }),
    "collections.getBySlug": ({ collection }) => ({ slug: collection.slug }),
    "collections.getBySlugV1": ({ collection }) => ({ slug: collection.slug }),
    "collections.create": () => ({ collection: { name: "Winter sale" } }),
    "collections.update": ({ collection }) => ({ collection: { id: collection.id, name: "Table" } }),
    "collections.remove": ({ collection }) => ({ id: collection.id }),
    "collections.addProducts": ({ collection, mug }) => ({ id: collection.id, productIds: [mug.id] }),
    "collections.removeProducts": ({ collection, mug }) => ({ id: collection.id, productIds: [mug.id] }),
    "mediaFiles.generateUploadUrl": () => ({ mimeType: "image/png", fileName: "mug.png" }),
    "mediaFiles.upload": ({ uploadUrl }) => ({
      token: uploadUrl.split("/").at(-1),
      filename: "dot.gif",
      content: Buffer.from("GIF89a\x01\0\x01\0", "latin1").toString("base64"),
    }),
    "mediaFiles.search": () => ({ search: "mug", paging: { limit: 5 } }),
    "catalogVersioning.get": () => ({}),
    "graphql.run": () => ({ apiVersion: "alpha", query: "{ products(limit: 1) { items { slug } } }" }),
    "inventory.query": () => ({ query: { paging: { limit: 2 } } }),
    "inventory.getVariants": ({ mug }) => ({ inventoryId: mug.inventoryItemId, productId: mug.id }),
    "inventory.updateVariants": ({ mug }) => ({
      inventoryItem: {
        productId: mug.id,
        trackQuantity: true,
        variants: [{ variantId: variantOf(mug), quantity: 3 }],
      },
    }),
    "inventory.increment": ({ mug }) => ({
      incrementData: [{ productId: mug.id, variantId: variantOf(mug), incrementBy: 2 }],
    }),
    "inventory.decrement": ({ mug }) => ({
      decrementData: [{ productId: mug.id, variantId: variantOf(mug), decrementBy: 2 }],
    }),
  },
});
