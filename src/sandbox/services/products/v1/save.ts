import { isDeepStrictEqual } from "node:util";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { itemsBackInStock } from "../../back-in-stock/index.ts";
import { deriveProduct, type Shop } from "./derive.ts";
import { shopCurrency } from "./prices.ts";
import { type ProductFacts, products, type StoredProduct, type StoredVariant } from "./tables.ts";

const catalog = "com.wix.ecommerce.catalog.api.v1";
const inventory = "com.wix.ecommerce.inventory.api.v1";

/** Derived fields, which events do not list. */
const derived = new Set([
  "lastUpdated",
  "internal",
  "variants",
  "stock",
  "price",
  "convertedPriceData",
  "priceRange",
  "weightRange",
  "costRange",
  "ribbons",
  "productPageUrl",
]);

/** Returns the shop of a transaction. */
export function shopOf(tx: Tx): Shop {
  return {
    currency: shopCurrency(tx),
    siteUrl: tx.setting("siteUrl") ?? "https://shop.example/",
    newId: () => tx.newId(),
  };
}

/** Returns a stored product, hidden or not. Throws PlatformError 404 if it does not exist. */
export function productOf(tx: Tx, id: string): StoredProduct {
  const product = tx.get(products, id);
  if (product === undefined)
    throw new PlatformError(404, "PRODUCT_NOT_FOUND", `There is no product ${id}`, { productId: id });
  return product;
}

/** Stores a new product and emits its created event. */
export function insertProduct(tx: Tx, facts: ProductFacts): StoredProduct {
  const product = deriveProduct(facts, shopOf(tx));
  tx.put(products, product.id, product);
  tx.emit(`${catalog}.ProductCreated`, product.id, {
    productId: product.id,
    name: product.name,
    price: product.priceData,
    visible: product.visible,
    media: product.media,
    sku: product.sku,
    productPageUrl: product.productPageUrl,
    ...(product.brand && { brand: product.brand }),
    ...(product.costAndProfitData && { costAndProfitData: product.costAndProfitData }),
    originatedFromVersion: "V1_CATALOG",
    slug: product.slug,
  });
  return product;
}

/**
 * Derives and stores a changed product and emits events for changed fields, variants and inventory. Without changes, the
 * document and its `lastUpdated` stay as they are.
 */
export function saveProduct(
  tx: Tx,
  before: StoredProduct,
  facts: ProductFacts,
  reason?: string,
): StoredProduct {
  // Compare as JSON, without undefined members, because `before` comes from the store.
  const after = JSON.parse(JSON.stringify(deriveProduct(facts, shopOf(tx)))) as StoredProduct;
  if (isDeepStrictEqual(before, after)) return before;
  after.lastUpdated = tx.now.toISOString();
  tx.put(products, after.id, after);
  emitProduct(tx, before, after);
  emitVariants(tx, before, after);
  emitInventory(tx, before, after, reason);
  const returned = after.variants.filter(({ id, stock }) => stock.inStock && wasSoldOut(before, id));
  if (returned.length > 0)
    itemsBackInStock(
      tx,
      after.id,
      returned.map(({ id }) => id),
    );
  return after;
}

const wasSoldOut = ({ variants }: StoredProduct, variantId: string): boolean =>
  variants.some(({ id, stock }) => id === variantId && !stock.inStock);

/** Deletes a product. The caller updates its collections. */
export function deleteProduct(tx: Tx, id: string): void {
  tx.remove(products, id);
  tx.emit(`${catalog}.ProductDeleted`, id, { productId: id, originatedFromVersion: "V1_CATALOG" });
}

function emitProduct(tx: Tx, before: StoredProduct, after: StoredProduct): void {
  const changedFields = changedKeys(withoutFlags(before), withoutFlags(after)).filter(
    (key) => !derived.has(key),
  );
  if (changedFields.length === 0) return;
  const payload = { productId: after.id, changedFields, originatedFromVersion: "V1_CATALOG" };
  tx.emit(`${catalog}.ProductChanged`, after.id, payload);
}

/** Returns the product without stock and visibility of choices, which derive from variants. */
function withoutFlags(product: StoredProduct): object {
  const productOptions = product.productOptions.map((option) => ({
    ...option,
    choices: option.choices.map(({ inStock: _, visible: __, ...choice }) => choice),
  }));
  return { ...product, productOptions };
}

function emitVariants(tx: Tx, before: StoredProduct, after: StoredProduct): void {
  const variants = paired(before, after).flatMap(([old, now]) => {
    const keys = old ? changedKeys(old.variant, now.variant) : Object.keys(now.variant);
    const changedFields = keys.filter((key) => !derived.has(key));
    return changedFields.length > 0 ? [{ variantId: now.id, choices: now.choices, changedFields }] : [];
  });
  if (variants.length === 0) return;
  const payload = { productId: after.id, variants, originatedFromVersion: "V1_CATALOG" };
  tx.emit(`${catalog}.VariantsChanged`, after.id, payload);
}

function emitInventory(
  tx: Tx,
  before: StoredProduct,
  after: StoredProduct,
  reason: string | undefined,
): void {
  const item = { inventoryItemId: after.inventoryItemId, externalId: after.id, productId: after.id };
  const { trackInventory } = after.stock;
  const { preorderInfo } = after.internal;
  const fieldMask = [
    ...(trackInventory === before.stock.trackInventory ? [] : ["trackInventory"]),
    ...(isDeepStrictEqual(preorderInfo, before.internal.preorderInfo) ? [] : ["preorderInfo"]),
  ];
  const updated = { updatedDate: after.lastUpdated };
  if (fieldMask.length > 0) {
    const payload = { ...item, trackInventory, ...(preorderInfo && { preorderInfo }), fieldMask, ...updated };
    tx.emit(`${inventory}.InventoryItemChanged`, item.inventoryItemId, payload);
  }
  const variants = paired(before, after).flatMap(([old, now]) => {
    if (old === undefined || isDeepStrictEqual(old.stock, now.stock)) return [];
    return [{ id: now.id, oldValue: stockLevel(old), newValue: stockLevel(now) }];
  });
  if (variants.length === 0) return;
  const payload = { ...item, variants, ...(reason && { reason }), ...updated };
  tx.emit(`${inventory}.InventoryVariantsChanged`, item.inventoryItemId, payload);
}

function stockLevel({ stock: { trackQuantity: _, ...level } }: StoredVariant): object {
  return level;
}

/** Pairs each current variant with its previous state. */
function paired(before: StoredProduct, after: StoredProduct): [StoredVariant | undefined, StoredVariant][] {
  const old = new Map(before.variants.map((variant) => [variant.id, variant]));
  return after.variants.map((variant) => [old.get(variant.id), variant]);
}

/** Returns the keys whose values differ, in the order of the newer object. */
export function changedKeys(before: object, after: object): string[] {
  const [old, now]: Record<string, unknown>[] = [{ ...before }, { ...after }];
  return Object.keys({ ...now, ...old }).filter((key) => !isDeepStrictEqual(old?.[key], now?.[key]));
}
