import { isDeepStrictEqual } from "node:util";
import type { Product, Variant } from "../../../api/services/products.ts";
import { itemsBackInStock } from "../../back-in-stock/index.ts";
import { collectionOf, countProducts, emitCollection, rejectBuiltIn } from "../../collections/index.ts";
import { siteUrlOf } from "../../kernel/defaults.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { costData, priceData, type ShopCurrency, shopCurrency } from "./prices.ts";
import {
  defaultVariantId,
  type ProductFacts,
  products,
  type StoredOption,
  type StoredProduct,
  type StoredVariant,
  type VariantSlot,
} from "./tables.ts";
import { alignVariants, isManaged } from "./variants.ts";

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
    siteUrl: siteUrlOf(tx),
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
    brand: product.brand || undefined,
    costAndProfitData: product.costAndProfitData || undefined,
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
    choices: option.choices.map(({ inStock, visible, ...choice }) => choice),
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
    const payload = {
      ...item,
      trackInventory,
      preorderInfo: preorderInfo || undefined,
      fieldMask,
      ...updated,
    };
    tx.emit(`${inventory}.InventoryItemChanged`, item.inventoryItemId, payload);
  }
  const variants = paired(before, after).flatMap(([old, now]) => {
    if (old === undefined || isDeepStrictEqual(old.stock, now.stock)) return [];
    return [{ id: now.id, oldValue: stockLevel(old), newValue: stockLevel(now) }];
  });
  if (variants.length === 0) return;
  const payload = { ...item, variants, reason: reason || undefined, ...updated };
  tx.emit(`${inventory}.InventoryVariantsChanged`, item.inventoryItemId, payload);
}

function stockLevel({ stock: { trackQuantity, ...level } }: StoredVariant): object {
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

/** The shop settings that product documents depend on. */
export interface Shop {
  currency: ShopCurrency;
  /** Base URL of product pages: `https://shop.example/`. */
  siteUrl: string;
  newId: () => string;
}

/** Derives the complete product document from the merchant's data: variants, prices, ranges, profit, stock. */
export function deriveProduct(facts: ProductFacts, shop: Shop): StoredProduct {
  const price = priceData(facts.priceData.price, facts, shop.currency);
  const variants = alignVariants(facts, shop.newId).map((slot) =>
    deriveVariant(facts, slot, price, shop.currency),
  );
  const own = Object.entries(facts.internal.own).filter(([id]) =>
    variants.some((variant) => variant.id === id),
  );
  const shown = variants.filter((variant) => variant.variant.visible);
  const cost = facts.costAndProfitData?.itemCost;
  const { costAndProfitData, ...rest } = facts;
  return {
    ...rest,
    productOptions: deriveOptions(facts, variants),
    variants,
    stock: deriveStock(variants, shown),
    price,
    priceData: price,
    convertedPriceData: price,
    priceRange: range(variants, shown, (data) => data.priceData?.price),
    weightRange: range(variants, shown, (data) => data.weight),
    costRange: range(variants, shown, (data) => data.costAndProfitData?.itemCost),
    costAndProfitData: typeof cost === "number" ? costData(cost, price, shop.currency) : undefined,
    ribbons: facts.ribbon ? [{ text: facts.ribbon }] : [],
    productPageUrl: { base: shop.siteUrl, path: `/product-page/${facts.slug}` },
    inventoryItemId: flipGuid(facts.id),
    exportProductId: `product_${facts.id}`,
    internal: { ...facts.internal, own: Object.fromEntries(own), choices: choicesByName(facts) },
  };
}

function choicesByName({ productOptions }: ProductFacts): Record<string, string[]> {
  return Object.fromEntries(
    productOptions.map(({ name, choices }) => [
      name,
      choices.flatMap(({ value, description }) =>
        [...new Set([value, description])].filter((text) => text != null),
      ),
    ]),
  );
}

function deriveVariant(
  facts: ProductFacts,
  slot: VariantSlot,
  inherited: ReturnType<typeof priceData>,
  currency: ShopCurrency,
): StoredVariant {
  const own = slot.id === defaultVariantId ? {} : (facts.internal.own[slot.id] ?? {});
  const price = own.price === undefined ? inherited : priceData(own.price, facts, currency);
  const cost = own.cost ?? facts.costAndProfitData?.itemCost;
  const productDimensions = own.productDimensions ?? facts.productDimensions;
  const packageDimensions = own.packageDimensions ?? facts.packageDimensions;
  return {
    id: slot.id,
    choices: slot.choices,
    variant: {
      priceData: price,
      convertedPriceData: price,
      costAndProfitData: typeof cost === "number" ? costData(cost, price, currency) : undefined,
      weight: own.weight ?? facts.weight ?? 0,
      sku: own.sku ?? facts.sku ?? "",
      visible: own.visible ?? true,
      productDimensions: productDimensions || undefined,
      packageDimensions: packageDimensions || undefined,
    },
    stock: slot.stock,
  };
}

/** Returns the product's stock. Hidden variants do not count. */
function deriveStock(
  variants: readonly StoredVariant[],
  shown: readonly StoredVariant[],
): StoredProduct["stock"] {
  const trackInventory = variants[0]?.stock.trackQuantity ?? false;
  const available = shown.filter((variant) => variant.stock.inStock).length;
  const quantity = variants.reduce((total, { stock }) => total + (stock.quantity ?? 0), 0);
  const all = available === shown.length ? "IN_STOCK" : "PARTIALLY_OUT_OF_STOCK";
  return {
    trackInventory,
    quantity: trackInventory ? quantity : undefined,
    inStock: available > 0,
    inventoryStatus: available === 0 ? "OUT_OF_STOCK" : all,
  };
}

/** Derives the options. A choice is in stock if a visible variant with it is. */
function deriveOptions(facts: ProductFacts, variants: readonly StoredVariant[]): StoredOption[] {
  const managed = isManaged(facts);
  return facts.productOptions.map((option) => ({
    ...option,
    choices: option.choices.map((choice) => {
      const having = variants.filter(
        (variant) => !managed || variant.choices[option.name] === choice.description,
      );
      const shown = having.filter((one) => one.variant.visible);
      return { ...choice, inStock: shown.some((one) => one.stock.inStock), visible: shown.length > 0 };
    }),
  }));
}

/** Returns a range over the visible variants, or over all if every one is hidden. Unset values count as 0. */
function range(
  variants: readonly StoredVariant[],
  shown: readonly StoredVariant[],
  value: (data: StoredVariant["variant"]) => number | null | undefined,
): { minValue: number; maxValue: number } {
  const values = (shown.length > 0 ? shown : variants).map((variant) => value(variant.variant) ?? 0);
  return { minValue: Math.min(...values), maxValue: Math.max(...values) };
}

/** Returns a query filter for the products that the caller may see. */
export function visibleTo(tx: Tx): { visible: true } | undefined {
  return tx.caller.role === "admin" ? undefined : { visible: true };
}

/** Returns a product that the caller may see. Throws PlatformError 404 otherwise. */
export function visibleProduct(tx: Tx, id: string): StoredProduct {
  const product = productOf(tx, id);
  if (product.visible || tx.caller.role === "admin") return product;
  throw new PlatformError(404, "PRODUCT_NOT_FOUND", `There is no product ${id}`, { productId: id });
}

/** Returns whether merchant data is requested. Throws PlatformError 403 if the caller is not an admin. */
export function merchantView(tx: Tx, requested: boolean | null | undefined): boolean {
  if (!requested) return false;
  if (tx.caller.role === "admin") return true;
  const field = "includeMerchantSpecificData";
  throw new PlatformError(403, "FORBIDDEN", `${field} requires permission to manage products`, { field });
}

/** Returns a product in API form, with its variants; costs and profits are `merchant` data. */
export function showProduct(product: StoredProduct, merchant: boolean): Product {
  const { internal, costAndProfitData, costRange, variants, ...rest } = product;
  return {
    ...rest,
    ...(merchant && { costRange, ...(costAndProfitData && { costAndProfitData }) }),
    variants: variants.map((variant) => showVariant(variant, merchant)),
  };
}

/** Returns a variant in API form. */
export function showVariant(variant: StoredVariant, merchant: boolean): Variant {
  if (merchant) return variant;
  const { costAndProfitData, ...data } = variant.variant;
  return { ...variant, variant: data };
}

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

/** Inverts every bit of a GUID: converts between the ids of a product and its inventory item. */
function flipGuid(guid: string): string {
  return guid.replace(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
}
