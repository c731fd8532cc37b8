import type { Collection } from "../../api/services/collections.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";

const catalog = "com.wix.ecommerce.catalog.api.v1";

/** Returns a collection, hidden or not. Throws PlatformError 404 if it does not exist. */
export function collectionOf(tx: Tx, id: string): StoredCollection {
  const collection = id === allProductsId ? allProducts(tx) : tx.get(collections, id);
  if (collection !== undefined) return collection;
  throw collectionNotFound(`There is no collection ${id}`, { collectionId: id });
}

/** Returns the error for a missing collection. Its code is the number 404, which storefronts compare with. */
export const collectionNotFound = (message: string, data: unknown): PlatformError =>
  new PlatformError(404, 404, message, data);

/** Returns the built-in collection of all products. It is stored with the first collection. */
export function allProducts(tx: Tx): StoredCollection {
  return (
    tx.get(collections, allProductsId) ?? {
      id: allProductsId,
      name: "All Products",
      media: { items: [] },
      numberOfProducts: 0,
      description: "",
      slug: "all-products",
      visible: true,
      lastUpdated: tx.now.toISOString(),
    }
  );
}

/** Stores a collection, and the built-in one if missing. */
export function putCollection(tx: Tx, collection: StoredCollection): void {
  storeAllProducts(tx);
  tx.put(collections, collection.id, collection);
}

/** Stores the built-in collection if it is missing. */
export function storeAllProducts(tx: Tx): void {
  if (tx.get(collections, allProductsId) === undefined) tx.put(collections, allProductsId, allProducts(tx));
}

/** Changes the product counts of collections. A product of another shop may be in one that was not copied. */
export function countProducts(tx: Tx, collectionIds: readonly string[], difference: number): void {
  storeAllProducts(tx);
  for (const id of collectionIds) {
    const collection = tx.get(collections, id);
    if (collection)
      putCollection(tx, { ...collection, numberOfProducts: collection.numberOfProducts + difference });
  }
}

/** Throws PlatformError 400 for the built-in collection. */
export function rejectBuiltIn(collectionId: string, action: string): void {
  if (collectionId !== allProductsId) return;
  throw new PlatformError(
    400,
    "BUILT_IN_COLLECTION",
    `Cannot ${action} the built-in collection "All Products"`,
    {
      collectionId,
    },
  );
}

/** Emits a collection event. */
export function emitCollection(tx: Tx, event: string, id: string, payload: object = {}): void {
  // The reference names the id `collection_Id`, the platform's examples `collectionId`; payloads contain both.
  const both = { collection_Id: id, collectionId: id };
  tx.emit(`${catalog}.${event}`, id, { ...both, ...payload, originatedFromVersion: "V1_CATALOG" });
}

/** The id of the platform's built-in collection of all products. It is not a GUID. */
export const allProductsId = "00000000-000000-000000-000000000001";

export interface StoredCollection extends Collection {
  id: string;
  name: string;
  slug: string;
  visible: boolean;
  numberOfProducts: number;
}

export const collections: Table<StoredCollection> = {
  name: "collections",
  columns: {
    slug: { type: "text", unique: true },
    name: "text",
    visible: { type: "number", value: (doc) => (doc.visible ? 1 : 0) },
  },
};
