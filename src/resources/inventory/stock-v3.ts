import { itemOutcomes, requireAllDone } from "../../api/bulk-results.ts";
import type { Call } from "../../api/caller.ts";
import { createWireClient } from "../../api/client.ts";
import type { WireInput } from "../../api/endpoint.ts";
import { holds } from "../../api/read-back.ts";
import type { inventory } from "../../api/services/inventory/inventory.ts";
import { inventoryItemsV3 } from "../../api/services/inventory/inventory-items-v3.ts";
import type { InventoryItemV3 } from "../../api/services/inventory/models/inventory-item-v3.ts";
import { defaultVariantId } from "../products/snapshot.ts";
import { stockOf } from "../products/v3/as-v1.ts";
import { notInV3 } from "../products/v3/changes.ts";
import { type WholeProduct, wholeProduct } from "../products/v3/whole.ts";

type Calls = typeof inventory;

/** Sets the stock of a product's variants; of all variants if tracking is switched on or off. */
export async function setStock(call: Call, { inventoryItem }: WireInput<Calls["updateVariants"]>) {
  const { productId = "" } = inventoryItem ?? {};
  const changes = stockChanges(await wholeProduct(call, productId ?? "", true), inventoryItem ?? {});
  if (changes.length === 0) return {};
  const { inventoryItemsV3: items } = createWireClient({ inventoryItemsV3 }, call);
  const result = await items.bulkUpsert({ inventoryItems: changes });
  const targets = changes.map(({ inventoryItem: { id: _, revision: __, ...item } }) => item);
  const ids = changes.map(({ inventoryItem }) => inventoryItem.id);
  const outcomes = itemOutcomes(result, ids);
  const isDone = ids.every((_, index) => outcomes.get(index)?.ok);
  if (!isDone && (await hasStock(call, productId ?? "", targets))) return {};
  return requireAllDone(result, ids, unchanged);
}

/** Returns the inventory items that change where a product gets this stock. */
export function stockChanges(
  whole: WholeProduct,
  { trackQuantity, variants, preorderInfo }: NonNullable<WireInput<Calls["updateVariants"]>["inventoryItem"]>,
) {
  if (preorderInfo)
    throw notInV3("pre-orders belong to each inventory item: till api inventoryItemsV3.update");
  const requested = new Map((variants ?? []).map((one) => [variantIdIn(whole, one.variantId), one] as const));
  return whole.variants.flatMap((variant) => {
    const now = stockOf(variant, whole.items);
    const change = requested.get(variant.id ?? "");
    const tracked = trackQuantity ?? now.trackQuantity;
    if (change === undefined && tracked === now.trackQuantity) return [];
    const stock = tracked
      ? { quantity: change?.quantity ?? now.quantity ?? 0 }
      : { inStock: change?.inStock ?? now.inStock };
    return [{ inventoryItem: { ...itemOf(whole, variant.id ?? ""), ...stock } }];
  });
}

const unchanged = (count: string) => `The stock of ${count} variants was not changed`;

/** Whether a product already has this stock, because a retry after a lost response is rejected. */
async function hasStock(
  call: Call,
  productId: string,
  targets: readonly InventoryItemV3[],
): Promise<boolean> {
  const { items } = await wholeProduct(call, productId, true);
  return targets.every((one) => items.some((item) => holds(item, one)));
}

/** Adds to the stock of variants. */
export async function addStock(call: Call, { incrementData, reason }: WireInput<Calls["increment"]>) {
  const found = await Promise.all((incrementData ?? []).map((row) => itemById(call, row)));
  const rows = found.map(({ item }, index) => ({
    ...item,
    incrementBy: incrementData?.[index]?.incrementBy,
  }));
  const { inventoryItemsV3: items } = createWireClient({ inventoryItemsV3 }, call);
  return requireAllDone(
    await items.bulkIncrementByVariant({ incrementData: rows, ...(reason && { reason }) }),
    found.map(({ id }) => id),
    unchanged,
  );
}

/** Takes from the stock of variants, never below zero. */
export async function takeStock(call: Call, { decrementData, reason }: WireInput<Calls["decrement"]>) {
  const found = await Promise.all((decrementData ?? []).map((row) => itemById(call, row)));
  const rows = found.map(({ item }, index) => {
    const { decrementBy, preorderRequest } = decrementData?.[index] ?? {};
    return { ...item, decrementBy, ...(preorderRequest && { preorderRequest: true }) };
  });
  const { inventoryItemsV3: items } = createWireClient({ inventoryItemsV3 }, call);
  return requireAllDone(
    await items.bulkDecrementByVariant({
      decrementData: rows,
      restrictInventory: true,
      ...(reason && { reason }),
    }),
    found.map(({ id }) => id),
    unchanged,
  );
}

async function itemById(
  call: Call,
  {
    productId,
    inventoryId,
    variantId,
  }: { productId?: string | null; inventoryId?: string | null; variantId?: string | null },
) {
  const whole = await wholeProduct(call, productId ?? inventoryId ?? "", true);
  const { id, revision: _, ...item } = itemOf(whole, variantIdIn(whole, variantId));
  return { id, item };
}

/** Returns the id of a variant in v3. In v1, the only variant of a product without options has an id of zeros. */
function variantIdIn({ product, variants }: WholeProduct, variantId: string | null | undefined): string {
  const single = (product.options ?? []).length === 0 || !variantId || variantId === defaultVariantId;
  return (single ? variants[0]?.id : variantId) ?? "";
}

/** Returns the inventory item of a variant. Throws UsageError for several locations, which v1 cannot express. */
function itemOf({ product, items }: WholeProduct, variantId: string) {
  const [item, other] = items.filter((one) => one.variantId === variantId);
  if (other) {
    const hint = "Set it for one location: till api inventoryItemsV3.update";
    throw notInV3(`"${product.name}" has stock at several locations.`, hint);
  }
  return {
    productId: product.id,
    variantId,
    ...(item && { id: item.id, revision: item.revision, locationId: item.locationId }),
  };
}
