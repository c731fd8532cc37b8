import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { productOf, saveProduct } from "../products/v1/save.ts";
import { allProductsId, collections, type StoredCollection } from "../products/v1/tables.ts";

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

/** Puts products into a collection, or takes them out; PlatformError 404 for an unknown product, and then nothing changed. */
export function setMembership(
  tx: Tx,
  collectionId: string,
  productIds: readonly string[],
  member: boolean,
): void {
  refuseBuiltIn(collectionId, "Products cannot be put into or taken out of");
  collectionOf(tx, collectionId);
  const found = [...new Set(productIds)].map((id) => productOf(tx, id));
  const moving = found.filter((product) => product.collectionIds.includes(collectionId) !== member);
  for (const product of moving) {
    const others = product.collectionIds.filter((id) => id !== collectionId);
    saveProduct(tx, product, { ...product, collectionIds: member ? [...others, collectionId] : others });
  }
  if (moving.length === 0) return;
  countProducts(tx, [collectionId], member ? moving.length : -moving.length);
  emitCollection(tx, "CollectionChanged", collectionId, { changedFields: ["productIds"] });
}

/** PlatformError 400 for the collection that the platform keeps itself. */
export function refuseBuiltIn(collectionId: string, act: string): void {
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
