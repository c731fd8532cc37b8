import type { Tx } from "../../../kernel/tx.ts";
import { collectionOf, countProducts, emitCollection, rejectBuiltIn } from "../../collections/index.ts";
import { productOf, saveProduct } from "./save.ts";

/** Adds products to a collection or removes them. Throws PlatformError 404 for an unknown product, changing nothing. */
export function setMembership(
  tx: Tx,
  collectionId: string,
  productIds: readonly string[],
  member: boolean,
): void {
  rejectBuiltIn(collectionId, "add products to or remove them from");
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
