import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { allProductsId, collections, type StoredCollection } from "./tables.ts";

const catalog = "com.wix.ecommerce.catalog.api.v1";

/** The collection, hidden or not; PlatformError 404 where there is none. */
export function collectionOf(tx: Tx, id: string): StoredCollection {
  const collection = id === allProductsId ? allProducts(tx) : tx.get(collections, id);
  if (collection !== undefined) return collection;
  throw new PlatformError(404, "COLLECTION_NOT_FOUND", `There is no collection ${id}`, { collectionId: id });
}

/** The built-in collection of everything. It is stored from the first write on; until then the shop is empty. */
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

/** Stores a collection, and the built-in one with the first. */
export function putCollection(tx: Tx, collection: StoredCollection): void {
  if (tx.get(collections, allProductsId) === undefined) tx.put(collections, allProductsId, allProducts(tx));
  tx.put(collections, collection.id, collection);
}

/** Keeps the number of products of some collections in step with what was put in or taken out. */
export function countProducts(tx: Tx, collectionIds: readonly string[], difference: number): void {
  for (const id of collectionIds) {
    const collection = collectionOf(tx, id);
    putCollection(tx, { ...collection, numberOfProducts: collection.numberOfProducts + difference });
  }
}

/** PlatformError 400 for the collection that the platform keeps itself. */
export function rejectBuiltIn(collectionId: string, act: string): void {
  if (collectionId !== allProductsId) return;
  throw new PlatformError(400, "BUILT_IN_COLLECTION", `${act} the built-in collection "All Products"`, {
    collectionId,
  });
}

/** Tells of a collection. */
export function emitCollection(tx: Tx, event: string, id: string, payload: object = {}): void {
  // The reference names the id `collection_Id`, the platform's own examples `collectionId`: listeners get both.
  const both = { collection_Id: id, collectionId: id };
  tx.emit(`${catalog}.${event}`, id, { ...both, ...payload, originatedFromVersion: "V1_CATALOG" });
}
