import type * as z from "zod/mini";
import type { StoreVariant } from "../../../../api/services/products/products.ts";
import type { Tx } from "../../../kernel/tx.ts";
import { platformMedia } from "./media.ts";
import { products, type StoredProduct, type StoredVariant } from "./tables.ts";
import { isManaged } from "./variants.ts";

type Wire = z.input<typeof StoreVariant>;

/** Returns a variant in store-wide form, with the id `productId-variantId`. */
export function storeVariant(product: StoredProduct, variant: StoredVariant): Wire {
  const { preorderInfo } = product.internal;
  const media = platformMedia(product.media.mainMedia);
  return {
    id: `${product.id}-${variant.id}`,
    variantId: variant.id,
    productId: product.id,
    productName: product.name,
    variantName: Object.values(variant.choices).join(" | ") || product.name,
    managedVariant: isManaged(product),
    sku: variant.variant.sku ?? "",
    stock: variant.stock,
    choices: variant.choices,
    collectionIds: product.collectionIds,
    ...(media && { media }),
    ...(preorderInfo && { preorderInfo }),
  };
}

/** Streams the variants with these SKUs of the products that match the filter `scope`, and others of the same products. */
export function* storeVariantsBySku(tx: Tx, scope: unknown, skus: readonly string[]): Generator<Wire> {
  const bySku = tx.derived("products by the SKUs of their variants", () => productIdsBySku(tx));
  const ids = new Set(skus.flatMap((sku) => bySku.get(sku) ?? []));
  const filter = { id: { $in: [...ids] } };
  if (ids.size > 0) yield* storeVariants(tx, scope === undefined ? filter : { $and: [filter, scope] });
}

function productIdsBySku(tx: Tx): Map<string, string[]> {
  const bySku = new Map<string, string[]>();
  for (const product of tx.each(products))
    for (const sku of new Set(product.variants.map(({ variant }) => variant.sku ?? "")))
      bySku.set(sku, [...(bySku.get(sku) ?? []), product.id]);
  return bySku;
}

/** Streams every variant of the products that match the filter `scope`. */
export function* storeVariants(tx: Tx, scope: unknown): Generator<Wire> {
  for (const product of tx.each(products, scope)) {
    for (const variant of product.variants) yield storeVariant(product, variant);
  }
}
