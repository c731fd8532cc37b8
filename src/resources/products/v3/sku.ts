import type { VariantV3 } from "../../../api/services/products/models/variant-v3.ts";

/** The SKU of a product: v3 keeps SKUs for variants, so it is what all of them have. Undefined where they differ. */
export function sharedSku(variants: readonly VariantV3[]): string | undefined {
  const [sku = "", ...others] = new Set(variants.map((variant) => variant.sku ?? ""));
  return others.length === 0 ? sku : undefined;
}
