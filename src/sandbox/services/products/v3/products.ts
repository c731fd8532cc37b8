import { isDeepStrictEqual } from "node:util";
import { entityOf, insertEntity, removeEntity, replaceEntity } from "../../../kernel/documents/entities.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import {
  directCategories,
  productItem,
  removeItemFromCategories,
  withAncestors,
} from "../../collections/index.ts";
import { categoryIds, deriveProduct, variantName, variantRowsOf } from "./derive.ts";
import { itemKind, productKind } from "./kinds.ts";
import {
  items,
  products,
  type StoredItem,
  type StoredProductV3,
  type StoredVariantV3,
  variantRows,
} from "./tables.ts";

/** The location that items have which name none; a product's own inventory looks at it alone. */
export const defaultLocation = "0a1b2c3d-0000-4000-8000-000000000001";
const mostItems = 4000;

/** The product, hidden or not; PlatformError 404 where there is none. */
export function productOf(tx: Tx, id: string): StoredProductV3 {
  return entityOf(tx, productKind, id);
}

/** The product, if the caller may see it; PlatformError 404 otherwise. */
export function visibleProduct(tx: Tx, product: StoredProductV3 | undefined, key: object): StoredProductV3 {
  if (product !== undefined && (product.visible || tx.caller.role === "admin")) return product;
  throw new PlatformError(404, "PRODUCT_NOT_FOUND", `There is no product ${Object.values(key).join()}`, key);
}

/** Stores a new product and tells of it. */
export function insertProduct(tx: Tx, facts: StoredProductV3): StoredProductV3 {
  return settle(tx, insertEntity(tx, productKind, derived(tx, facts)));
}

/** Stores a changed product as its next revision and tells of it; the stock of variants that are gone goes too. */
export function replaceProduct(tx: Tx, facts: StoredProductV3): StoredProductV3 {
  const left = new Set(facts.variantsInfo.variants.map(({ id }) => id));
  for (const item of itemsOf(tx, facts.id)) {
    if (!left.has(item.variantId)) removeEntity(tx, itemKind, item);
  }
  return settle(tx, replaceEntity(tx, productKind, derived(tx, facts)));
}

/** Brings a product in step with its stock, or with what it refers to: no new revision, no event. */
export function refreshProduct(tx: Tx, facts: StoredProductV3): StoredProductV3 {
  const product = derived(tx, facts);
  tx.put(products, product.id, product);
  return settle(tx, product);
}

/** Forgets a product, its variants and their stock, and tells of it. */
export function deleteProduct(tx: Tx, product: StoredProductV3): void {
  for (const item of itemsOf(tx, product.id)) removeEntity(tx, itemKind, item);
  for (const { id } of product.variantsInfo.variants) tx.remove(variantRows, id);
  removeItemFromCategories(tx, productItem(product.id));
  removeEntity(tx, productKind, product);
}

/** The inventory items of a product, at all locations. */
export function itemsOf(tx: Tx, productId: string): StoredItem[] {
  return tx.query(items, { filter: { productId }, limit: mostItems }).items;
}

/** What an inventory item says of its product and variant. */
export function describeItem(product: StoredProductV3, variant: StoredVariantV3) {
  const { sku, barcode, visible } = variant;
  return {
    name: product.name,
    directCategoryIds: categoryIds(product),
    variantName: variantName(product, variant),
    ...(sku && { variantSku: sku }),
    ...(barcode && { variantBarcode: barcode }),
    variantVisible: visible,
    ...(product.brand && { brand: product.brand }),
  };
}

/** The words that free text finds an inventory item by. */
export function itemWords({
  name,
  variantName: variant,
  variantSku,
  variantBarcode,
}: ReturnType<typeof describeItem>) {
  return [name, variant, variantSku, variantBarcode].filter(Boolean).join("\n");
}

function derived(tx: Tx, facts: StoredProductV3): StoredProductV3 {
  const stock = itemsOf(tx, facts.id).filter(({ locationId }) => locationId === defaultLocation);
  const direct = directCategories(tx, productItem(facts.id));
  const sorted = {
    ...facts,
    directCategoriesInfo: listed(direct),
    allCategoriesInfo: listed(withAncestors(tx, direct)),
  };
  // As JSON, because that is how documents come from the store: no undefined members.
  return JSON.parse(
    JSON.stringify(deriveProduct(sorted, stock, tx.setting("siteUrl") ?? "https://shop.example/")),
  );
}

const listed = (ids: readonly string[]) => ({ categories: ids.map((id) => ({ id })) });

/** Keeps the store-wide variants and the inventory items in step with a product that was stored. */
function settle(tx: Tx, product: StoredProductV3): StoredProductV3 {
  const filter = { "productData.productId": product.id };
  const gone = new Set(tx.query(variantRows, { filter, limit: mostItems }).items.map(({ id }) => id));
  for (const row of variantRowsOf(product, tx.setting("currency") ?? "USD")) {
    gone.delete(row.id);
    tx.put(variantRows, row.id, row);
  }
  for (const id of gone) tx.remove(variantRows, id);
  for (const item of itemsOf(tx, product.id)) {
    const variant = product.variantsInfo.variants.find(({ id }) => id === item.variantId);
    const described = variant && describeItem(product, variant);
    if (described && !isDeepStrictEqual(item.product, described))
      tx.put(items, item.id, { ...item, product: described, searchText: itemWords(described) });
  }
  return product;
}
