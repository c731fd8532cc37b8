import { itemOutcomes, requireAllDone } from "../../api/bulk-results.ts";
import type { Call } from "../../api/caller.ts";
import { holds } from "../../api/read-back.ts";
import { inventoryItemsV3 } from "../../api/services/inventory.ts";
import type { Catalog, StockChange } from "../products/catalog.ts";
import { notInV3, variantStock, type WholeProduct } from "../products/product-v3.ts";
import { wholeProduct } from "../products/read-v3.ts";
import { defaultVariantId, type Preorder } from "../products/snapshot.ts";

const unchanged = (count: string) => `The stock of ${count} variants was not changed`;

/** Returns how the stock of variants is changed on catalog v3. */
export function stockV3(call: Call): Catalog["stock"] {
  return {
    async set({ id }, stock) {
      const productId = id;
      const changes = stockChanges(await wholeProduct(call, productId, true), stock);
      if (changes.length === 0) return;
      const result = await call(inventoryItemsV3.bulkUpsert, { inventoryItems: changes });
      const ids = changes.map(({ inventoryItem }) => inventoryItem.id);
      const outcomes = itemOutcomes(result, ids);
      if (!ids.every((_, index) => outcomes.get(index)?.ok)) {
        // A retry after a lost response is rejected, but the stock is set.
        const { items } = await wholeProduct(call, productId, true);
        const targets = changes.map(({ inventoryItem: { id, revision, ...item } }) => item);
        if (targets.every((target) => items.some((item) => holds(item, target)))) return;
      }
      requireAllDone(result, ids, unchanged);
    },
    async adjust(productId, variantIds, by) {
      const whole = await wholeProduct(call, productId, true);
      const rows = variantIds.map((variantId) => itemOf(whole, variantIdIn(whole, variantId)));
      const items = rows.map(({ id, revision, ...item }) => item);
      const result =
        by < 0
          ? await call(inventoryItemsV3.bulkDecrementByVariant, {
              decrementData: items.map((item) => ({ ...item, decrementBy: -by })),
              restrictInventory: true,
            })
          : await call(inventoryItemsV3.bulkIncrementByVariant, {
              incrementData: items.map((item) => ({ ...item, incrementBy: by })),
            });
      requireAllDone(
        result,
        rows.map(({ id }) => id),
        unchanged,
      );
    },
  };
}

/** Returns the inventory items that change where a product gets this stock; all of them if tracking is switched on or off. */
export function stockChanges(whole: WholeProduct, { trackQuantity, variants }: StockChange) {
  const requested = new Map(
    variants.map((variant) => [variantIdIn(whole, variant.variantId), variant] as const),
  );
  return whole.variants.flatMap((variant) => {
    const now = variantStock(variant, whole.items);
    const change = requested.get(variant.id ?? "");
    const isTracked = trackQuantity ?? now.trackQuantity;
    if (change === undefined && isTracked === now.trackQuantity) return [];
    const stock = isTracked
      ? { quantity: change?.quantity ?? now.quantity ?? 0 }
      : { inStock: change?.inStock ?? now.inStock };
    const preorder = change?.preorder;
    return [
      {
        inventoryItem: {
          ...itemOf(whole, variant.id ?? ""),
          ...stock,
          ...(preorder !== undefined && { preorderInfo: preorderInfo(preorder) }),
        },
      },
    ];
  });
}

/** Returns the preorders of a variant for a request; null removes what it has. */
const preorderInfo = (preorder: Preorder | null) =>
  preorder === null
    ? { enabled: false }
    : { enabled: true, message: preorder.message ?? null, limit: preorder.limit ?? null };

/** Returns the id of a variant. The only variant of a product without options is asked for with an id of zeros. */
function variantIdIn({ product, variants }: WholeProduct, variantId: string): string {
  const single = (product.options ?? []).length === 0 || !variantId || variantId === defaultVariantId;
  return (single ? variants[0]?.id : variantId) ?? "";
}

/** Returns the inventory item of a variant. Throws UsageError for several locations, which one quantity cannot express. */
function itemOf({ product, items }: WholeProduct, variantId: string) {
  const [item, other] = items.filter((item) => item.variantId === variantId);
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
