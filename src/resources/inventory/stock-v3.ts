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
import { refuseFailures } from "../products/v3/failures.ts";
import { type WholeProduct, wholeProduct } from "../products/v3/whole.ts";

type Calls = typeof inventory;

/** Sets the stock of a product's variants; where counting begins or ends, of all of them. */
export async function setStock(call: Call, { inventoryItem }: WireInput<Calls["updateVariants"]>) {
  const { productId = "", trackQuantity, variants = [], preorderInfo } = inventoryItem ?? {};
  if (preorderInfo)
    throw notInV3("pre-orders belong to each inventory item: till api inventoryItemsV3.update");
  const whole = await wholeProduct(call, productId ?? "", true);
  const asked = new Map((variants ?? []).map((one) => [variantIdIn(whole, one.variantId), one] as const));
  const changes = whole.variants.flatMap((variant) => {
    const now = stockOf(variant, whole.items);
    const given = asked.get(variant.id ?? "");
    const counted = trackQuantity ?? now.trackQuantity;
    if (given === undefined && counted === now.trackQuantity) return [];
    const stock = counted
      ? { quantity: given?.quantity ?? now.quantity ?? 0 }
      : { inStock: given?.inStock ?? now.inStock };
    return [{ inventoryItem: { ...placeOf(whole, variant.id ?? ""), ...stock } }];
  });
  if (changes.length === 0) return {};
  const { inventoryItemsV3: items } = createWireClient({ inventoryItemsV3 }, call);
  const answer = await items.bulkUpsert({ inventoryItems: changes });
  const wanted = changes.map(({ inventoryItem: { id: _, revision: __, ...item } }) => item);
  if (answer.bulkActionMetadata?.totalFailures && (await stands(call, productId ?? "", wanted))) return {};
  return refuseFailures(answer, unchanged);
}

const unchanged = (count: string) => `The stock of ${count} variants was not changed`;

/** Whether a product has this stock: a call whose answer was lost is refused when it is sent again, and was carried out. */
async function stands(call: Call, productId: string, wanted: readonly InventoryItemV3[]): Promise<boolean> {
  const { items } = await wholeProduct(call, productId, true);
  return wanted.every((one) => items.some((item) => holds(item, one)));
}

/** Adds to the stock of variants. */
export async function addStock(call: Call, { incrementData, reason }: WireInput<Calls["increment"]>) {
  const rows = await Promise.all(
    (incrementData ?? []).map(async (row) => ({
      ...(await placeById(call, row)),
      incrementBy: row.incrementBy,
    })),
  );
  const { inventoryItemsV3: items } = createWireClient({ inventoryItemsV3 }, call);
  return refuseFailures(
    await items.bulkIncrementByVariant({ incrementData: rows, ...(reason && { reason }) }),
    unchanged,
  );
}

/** Takes from the stock of variants, never below zero. */
export async function takeStock(call: Call, { decrementData, reason }: WireInput<Calls["decrement"]>) {
  const rows = await Promise.all(
    (decrementData ?? []).map(async (row) => ({
      ...(await placeById(call, row)),
      decrementBy: row.decrementBy,
      ...(row.preorderRequest && { preorderRequest: true }),
    })),
  );
  const { inventoryItemsV3: items } = createWireClient({ inventoryItemsV3 }, call);
  return refuseFailures(
    await items.bulkDecrementByVariant({
      decrementData: rows,
      restrictInventory: true,
      ...(reason && { reason }),
    }),
    unchanged,
  );
}

async function placeById(
  call: Call,
  {
    productId,
    inventoryId,
    variantId,
  }: { productId?: string | null; inventoryId?: string | null; variantId?: string | null },
) {
  const whole = await wholeProduct(call, productId ?? inventoryId ?? "", true);
  const { id: _, revision: __, ...place } = placeOf(whole, variantIdIn(whole, variantId));
  return place;
}

/** The product without options has one variant; v1 calls it by an id of zeros. */
function variantIdIn({ product, variants }: WholeProduct, variantId: string | null | undefined): string {
  const single = (product.options ?? []).length === 0 || !variantId || variantId === defaultVariantId;
  return (single ? variants[0]?.id : variantId) ?? "";
}

/** Where a variant's stock stands. Stock at several locations cannot be set as one number. */
function placeOf({ product, items }: WholeProduct, variantId: string) {
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
