import { maximumOf } from "../../api/schema-fields.ts";
import { InventoryItemV3 } from "../../api/services/inventory.ts";
import type { InventoryItemPart } from "../../api/services/products.ts";
import { itemsBackInStock } from "../back-in-stock/index.ts";
import {
  entityOf,
  insertEntity,
  newEntity,
  removeEntity,
  replaceEntity,
  ruleViolation,
} from "../kernel/entities.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import {
  defaultLocation,
  describeItem,
  itemKind,
  itemSearchText,
  items,
  productV3Of as productOf,
  refreshProduct,
  type StoredItem,
  type StoredProductV3,
  variantRows,
} from "../products/index.ts";

const maxQuantity = () => maximumOf(InventoryItemV3, "quantity");
const maxPreorders = () => maximumOf(InventoryItemV3, "preorderInfo.limit");

/** Returns the inventory item of a variant at a location (by default the default location), or undefined. */
export function itemAt(
  tx: Tx,
  variantId: string,
  locationId: string | null | undefined,
): StoredItem | undefined {
  return tx.findBy(items, "place", `${variantId}@${locationId || defaultLocation}`);
}

/** Updates a product after a change of its inventory. */
type Refresh = (tx: Tx, productId: string) => void;

const refreshNow: Refresh = (tx, productId) => {
  refreshProduct(tx, productOf(tx, productId));
};

/** Runs `work`, which changes several items, and updates each of their products once, at the end. */
export function refreshingOnce<T>(tx: Tx, work: (refresh: Refresh) => T): T {
  const changed = new Set<string>();
  const result = work((_, productId) => changed.add(productId));
  for (const productId of changed) refreshNow(tx, productId);
  return result;
}

/** Creates an inventory item. Throws PlatformError 409 `ITEM_ALREADY_EXISTS` if the variant has one at the location. */
export function createItem(tx: Tx, given: InventoryItemV3, refresh = refreshNow): StoredItem {
  const product = productOf(tx, given.productId ?? "");
  const item = insertEntity(tx, itemKind, newItem(tx, product, given));
  notifyIfInStock(tx, item);
  refresh(tx, product.id);
  return item;
}

/** Processes the requests for a variant that is back in stock, which its stock at other locations does not change. */
function notifyIfInStock(tx: Tx, { availabilityStatus, locationId, productId, variantId }: StoredItem): void {
  if (availabilityStatus === "IN_STOCK" && locationId === defaultLocation)
    itemsBackInStock(tx, productId, [variantId]);
}

/** Returns a new inventory item of a variant without storing it. */
export function newItem(tx: Tx, product: StoredProductV3, given: InventoryItemV3): StoredItem {
  const variant = product.variantsInfo.variants.find(({ id }) => id === given.variantId);
  if (variant === undefined) {
    const message = `"${product.name}" has no variant ${given.variantId}`;
    throw new PlatformError(404, "VARIANT_NOT_FOUND", message, { variantId: given.variantId });
  }
  const locationId = given.locationId || defaultLocation;
  const other = itemAt(tx, variant.id, locationId);
  if (other !== undefined) {
    const message = `The variant ${variant.id} already has an inventory item at this location`;
    throw new PlatformError(409, "ITEM_ALREADY_EXISTS", message, { inventoryItemId: other.id });
  }
  if ((given.quantity ?? 0) < 0)
    throw ruleViolation(
      "inventoryItem.quantity",
      "REQUESTED_QUANTITY_MUST_BE_NON_NEGATIVE",
      "must not be negative",
    );
  if (typeof given.quantity !== "number" && typeof given.inStock !== "boolean")
    throw ruleViolation("inventoryItem.inStock", "REQUIRED_FIELD", "or quantity must be set");
  const described = describeItem(product, variant);
  const blank: StoredItem = {
    ...newEntity(tx),
    variantId: variant.id,
    locationId,
    productId: product.id,
    trackQuantity: false,
    availabilityStatus: "OUT_OF_STOCK",
    preorderInfo: { enabled: false },
    product: described,
    searchText: itemSearchText(described),
  };
  return changedItem(blank, given, product);
}

/** Updates stock and pre-order settings. Undefined fields stay. */
export function setItem(
  tx: Tx,
  before: StoredItem,
  given: InventoryItemPart,
  reason?: string | null,
  refresh = refreshNow,
): StoredItem {
  const product = productOf(tx, before.productId);
  const { quantity } = given;
  if (typeof quantity === "number" && quantity < 0 && quantity < (before.quantity ?? 0)) {
    const message = `The quantity cannot be set below zero (${quantity})`;
    throw new PlatformError(400, "REQUESTED_QUANTITY_MUST_BE_NON_NEGATIVE_DECREASING", message, { quantity });
  }
  return storeItem(tx, before, changedItem(before, given, product), { reason, refresh });
}

/** Deletes an inventory item. */
export function deleteItem(tx: Tx, item: StoredItem, refresh = refreshNow): void {
  removeEntity(tx, itemKind, item);
  refresh(tx, item.productId);
}

/** A change in quantity. */
export interface Movement {
  by: number;
  /** Counts as a pre-order if the variant is out of stock. */
  preorder?: boolean | null | undefined;
  /** Rejects quantities below zero. */
  restrict?: boolean | null | undefined;
  reason?: string | null | undefined;
}

/** Increments or decrements the quantity of an inventory item. */
export function moveItem(
  tx: Tx,
  before: StoredItem,
  { by, preorder, restrict, reason }: Movement,
  refresh = refreshNow,
): StoredItem {
  const quantity = before.quantity ?? 0;
  const data = { inventoryItemId: before.id, quantity, requested: by };
  if (preorder && by < 0 && before.preorderInfo?.enabled && before.availabilityStatus !== "IN_STOCK")
    return takePreorder(tx, before, -by, { reason, refresh });
  if (!before.trackQuantity) {
    const message = `The quantity of the inventory item ${before.id} is not tracked`;
    throw new PlatformError(400, "INVENTORY_QUANTITY_NOT_TRACKED", message, data);
  }
  const after = quantity + by;
  if (restrict && after < 0)
    throw new PlatformError(409, "INSUFFICIENT_INVENTORY", `${quantity} in stock, ${-by} requested`, data);
  if (Math.abs(after) > maxQuantity()) {
    const code = after < 0 ? "MIN_QUANTITY_LIMIT_REACHED" : "MAX_QUANTITY_LIMIT_REACHED";
    throw new PlatformError(400, code, `The quantity ${after} is out of range`, data);
  }
  return storeItem(tx, before, withAvailability({ ...before, quantity: after }), { reason, refresh });
}

/** Returns an inventory item. Throws PlatformError 404 if it does not exist. */
export function inventoryItemOf(tx: Tx, id: string): StoredItem {
  return entityOf(tx, itemKind, id);
}

/** Returns the inventory item of a variant at a location. Throws PlatformError 404 if it does not exist. */
export function itemOfVariant(
  tx: Tx,
  at: { variantId?: string | null; locationId?: string | null },
): StoredItem {
  const item = itemAt(tx, at.variantId ?? "", at.locationId);
  if (item !== undefined) return item;
  const exists = tx.get(variantRows, at.variantId ?? "") !== undefined;
  const what = exists ? "has no inventory item at this location" : "does not exist";
  throw new PlatformError(404, "NOT_FOUND", `The variant ${at.variantId} ${what}`, { ...at });
}

function takePreorder(tx: Tx, before: StoredItem, count: number, change: StockChange): StoredItem {
  const info = before.preorderInfo ?? {};
  const left = info.quantity ?? maxPreorders();
  if (before.trackQuantity && left < count) {
    const message = `${left} left to pre-order, ${count} requested`;
    throw new PlatformError(409, "INSUFFICIENT_INVENTORY", message, { inventoryItemId: before.id });
  }
  const preorderInfo = { ...info, counter: (info.counter ?? 0) + count };
  return storeItem(tx, before, withAvailability({ ...before, preorderInfo }), change);
}

function changedItem(before: StoredItem, given: InventoryItemV3, product: StoredProductV3): StoredItem {
  const next = { ...before };
  if (typeof given.quantity === "number") {
    next.quantity = given.quantity;
    delete next.inStock;
  } else if (typeof given.inStock === "boolean") {
    next.inStock = given.inStock;
    delete next.quantity;
  }
  next.trackQuantity = typeof next.quantity === "number";
  if (given.extendedFields) next.extendedFields = given.extendedFields;
  if (given.preorderInfo) {
    const { enabled, message, limit } = given.preorderInfo;
    if (limit !== undefined && limit !== null && !next.trackQuantity)
      throw ruleViolation(
        "inventoryItem.preorderInfo.limit",
        "PREORDER_LIMIT_NOT_SUPPORTED_FOR_UNTRACKED_INVENTORY",
        "requires a tracked quantity",
      );
    rejectPreorder(product, enabled);
    const known = next.preorderInfo;
    next.preorderInfo = {
      ...known,
      enabled: enabled ?? known?.enabled,
      message: (message === undefined ? known?.message : message) ?? undefined,
      limit: (limit === undefined ? known?.limit : limit) ?? undefined,
    };
  }
  return withAvailability(next);
}

function rejectPreorder(product: StoredProductV3, enabled: boolean | null | undefined): void {
  const subscribed = (product.subscriptionDetails?.subscriptions?.length ?? 0) > 0;
  if (!enabled || (product.productType === "PHYSICAL" && !subscribed)) return;
  const message = `"${product.name}" cannot be pre-ordered: it is digital or sold by subscription`;
  throw new PlatformError(400, "PRE_ORDER_VALIDATION", message, { productId: product.id });
}

/** Returns the item with its availability and pre-order counts. */
function withAvailability(item: StoredItem): StoredItem {
  const preorderInfo =
    item.trackQuantity && item.preorderInfo?.enabled ? countPreorders(item) : item.preorderInfo;
  const inStock = item.trackQuantity ? (item.quantity ?? 0) > 0 : item.inStock === true;
  const isLimited = item.trackQuantity && (preorderInfo?.quantity ?? 1) <= 0;
  const preorder = preorderInfo?.enabled === true && !isLimited;
  const availabilityStatus = inStock ? "IN_STOCK" : preorder ? "PREORDER" : "OUT_OF_STOCK";
  return { ...item, availabilityStatus, preorderInfo: preorderInfo || item.preorderInfo };
}

function countPreorders({ preorderInfo }: StoredItem) {
  const [limit, counter] = [preorderInfo?.limit ?? maxPreorders(), preorderInfo?.counter ?? 0];
  return { ...preorderInfo, limit, counter, quantity: Math.max(0, limit - counter) };
}

interface StockChange {
  reason: string | null | undefined;
  refresh: Refresh;
}

function storeItem(
  tx: Tx,
  before: StoredItem,
  changed: StoredItem,
  { reason, refresh }: StockChange,
): StoredItem {
  const after = replaceEntity(tx, itemKind, changed);
  if (before.availabilityStatus !== after.availabilityStatus) {
    const body = { inStock: after.availabilityStatus === "IN_STOCK" };
    emitDomainEvent(tx, itemKind.fqdn, "stock_status_updated", after.id, { actionEvent: { body } });
    notifyIfInStock(tx, after);
  }
  if (reason) {
    const body = { currentEntity: itemKind.show(after, tx.now), reason };
    emitDomainEvent(tx, itemKind.fqdn, "updated_with_reason", after.id, { actionEvent: { body } });
  }
  refresh(tx, after.productId);
  return after;
}
