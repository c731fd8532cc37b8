import type { Product } from "../../api/services/products/models/product.ts";

/** Members that change by themselves or follow from others: an export without them is the same until something changes. */
const derived: ReadonlySet<string> = new Set([
  "lastUpdated",
  "revision",
  "numericId",
  "price",
  "convertedPriceData",
  "priceRange",
  "weightRange",
  "costRange",
  "ribbons",
  "collectionIds",
  "productPageUrl",
  "inventoryItemId",
]);

/** A product as an NDJSON or JSON export writes it, with the names of its collections. */
export function stableRecord(product: Product, collections: readonly string[]): Record<string, unknown> {
  const kept = Object.entries(product).filter(([name]) => !derived.has(name));
  return { _kind: "product", ...Object.fromEntries(kept), collections };
}
