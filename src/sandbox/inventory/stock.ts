import type { InventoryItem } from "../../api/services/inventory.ts";
import { Quantity } from "../../api/services/products.ts";
import { checkBounds, PlatformError, type Tx } from "../kernel/tx.ts";
import {
  defaultVariantId,
  productOf,
  products,
  type StoredProduct,
  type StoredVariant,
  saveProduct,
  storedStock,
} from "../products/index.ts";

/** Returns the inventory item of a product, which is part of the product document. */
export function inventoryItem(product: StoredProduct, variantIds?: readonly string[] | null): InventoryItem {
  const { preorderInfo } = product.internal;
  const shown = product.variants.filter((variant) => !variantIds?.length || variantIds.includes(variant.id));
  return {
    id: product.inventoryItemId,
    externalId: product.id,
    productId: product.id,
    trackQuantity: product.stock.trackInventory,
    variants: shown.map(({ id, stock }) => ({
      variantId: id,
      inStock: stock.inStock,
      quantity: stock.trackQuantity ? stock.quantity : undefined,
      availableForPreorder: Boolean(preorderInfo?.enabled) && !stock.inStock,
    })),
    lastUpdated: product.lastUpdated,
    numericId: product.numericId,
    preorderInfo: preorderInfo || undefined,
  };
}

/** Identifies a product by any id that inventory calls accept. */
export interface StockOwner {
  inventoryId?: string | null | undefined;
  externalId?: string | null | undefined;
  productId?: string | null | undefined;
}

/** Returns the product of the ids. Throws PlatformError 404 if it does not exist. */
export function stockedProduct(tx: Tx, owner: StockOwner): StoredProduct {
  if (!owner.inventoryId) return productOf(tx, owner.productId ?? owner.externalId ?? "");
  const product = tx.findBy(products, "inventoryItemId", owner.inventoryId);
  if (product !== undefined) return product;
  const data = { inventoryId: owner.inventoryId };
  throw new PlatformError(
    404,
    "INVENTORY_ITEM_NOT_FOUND",
    `There is no inventory item ${owner.inventoryId}`,
    data,
  );
}

/** Sets tracking, quantities and availability. Other variants keep theirs. */
export function setStock(tx: Tx, product: StoredProduct, item: InventoryItem, reason?: string | null): void {
  for (const { variantId, quantity } of item.variants ?? []) {
    variantOf(product, variantId);
    if (quantity !== undefined && quantity !== null) checkQuantity(quantity);
  }
  const tracked = item.trackQuantity ?? product.stock.trackInventory;
  const variants = product.variants.map((variant) => {
    const given = item.variants?.find((one) => (one.variantId ?? defaultVariantId) === variant.id);
    const { quantity, inStock } = variant.stock;
    return {
      ...variant,
      stock: storedStock(tracked, given?.quantity ?? quantity ?? 0, given?.inStock ?? inStock),
    };
  });
  const internal = { ...product.internal };
  if (item.preorderInfo) internal.preorderInfo = item.preorderInfo;
  if (item.preorderInfo === null) delete internal.preorderInfo;
  saveProduct(tx, product, { ...product, variants, internal }, reason ?? undefined);
}

export interface StockMove extends StockOwner {
  /** Default: the default variant. */
  variantId?: string | null | undefined;
  /** Units to add; negative to remove. */
  by: number;
  /** Allows an out-of-stock variant on pre-order. */
  preorder?: boolean | null | undefined;
}

/**
 * Increments or decrements quantities of tracked variants, all rows or none. Throws PlatformError 409
 * `INSUFFICIENT_INVENTORY` if stock is too low, 400 `INVENTORY_QUANTITY_NOT_TRACKED` if it is not tracked.
 */
export function moveStock(tx: Tx, moves: readonly StockMove[], reason?: string | null): void {
  const touched = new Map<string, { before: StoredProduct; after: StoredProduct }>();
  for (const move of moves) {
    const before = stockedProduct(tx, move);
    const entry = touched.get(before.id) ?? { before, after: structuredClone(before) };
    touched.set(before.id, entry);
    moveUnits(entry.after, move);
  }
  for (const { before, after } of touched.values()) saveProduct(tx, before, after, reason ?? undefined);
}

function moveUnits(product: StoredProduct, { variantId, by, preorder }: StockMove): void {
  const variant = variantOf(product, variantId);
  const { trackQuantity, quantity = 0, inStock } = variant.stock;
  const data = { productId: product.id, variantId: variant.id, available: quantity, requested: Math.abs(by) };
  if (preorder && !inStock && product.internal.preorderInfo?.enabled) return;
  if (!trackQuantity) {
    throw new PlatformError(
      400,
      "INVENTORY_QUANTITY_NOT_TRACKED",
      `The quantity of "${product.name}" is not tracked`,
      data,
    );
  }
  if (quantity + by < 0) {
    const message = `"${product.name}" has ${quantity} in stock, ${-by} requested`;
    throw new PlatformError(409, "INSUFFICIENT_INVENTORY", message, data);
  }
  variant.stock = storedStock(true, checkQuantity(quantity + by), inStock);
}

function variantOf(product: StoredProduct, variantId: string | null | undefined): StoredVariant {
  const id = variantId ?? defaultVariantId;
  const variant = product.variants.find((one) => one.id === id);
  if (variant !== undefined) return variant;
  const data = { productId: product.id, variantId: id };
  throw new PlatformError(
    404,
    "VARIANT_NOT_FOUND",
    `The product "${product.name}" has no variant ${id}`,
    data,
  );
}

function checkQuantity(quantity: number): number {
  checkBounds(Quantity, quantity, "quantity");
  return quantity;
}
