import type { Dialect, DialectName } from "./dialect.ts";
import { shopifyProducts } from "./shopify/products.ts";
import { tillProducts } from "./till/products.ts";
import { wixProducts } from "./wix/products.ts";

/** The product file formats by name. */
export const dialects: Record<DialectName, Dialect> = {
  wix: wixProducts,
  shopify: shopifyProducts,
  till: tillProducts,
};

/** Returns the dialect of a header, or undefined if none or more than one matches. */
export function detectDialect(header: readonly string[]): Dialect | undefined {
  const claims = Object.values(dialects).filter((dialect) => dialect.detect(header));
  return claims.length === 1 ? claims[0] : undefined;
}
