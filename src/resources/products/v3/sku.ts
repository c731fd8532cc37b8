import type { VariantV3 } from "../../../api/services/products/models/variant-v3.ts";

/** Returns the SKU that all variants share, because products have no SKU in v3. Undefined if the variants differ. */
export function sharedSku(variants: readonly VariantV3[]): string | undefined {
  const [sku = "", ...others] = new Set(variants.map((variant) => variant.sku ?? ""));
  return others.length === 0 ? sku : undefined;
}
