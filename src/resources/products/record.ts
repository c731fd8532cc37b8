import type { Product } from "../../api/services/products/products.ts";

/** Members that change automatically or are derived from others. Without them, exports of an unchanged product are equal. */
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

/** Returns a product as a record of an NDJSON or JSON export, with the names of its collections. */
export function stableRecord(product: Product, collections: readonly string[]): Record<string, unknown> {
  const own = Object.entries(product).filter(([name]) => !derived.has(name));
  return { _kind: "product", ...Object.fromEntries(own), collections };
}
