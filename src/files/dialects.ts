import type { Dialect, DialectName, OtherShop, ReadDialect } from "./dialect.ts";
import { otherShops } from "./other-shops.ts";
import { shopifyColumns, shopifyProducts } from "./shopify.ts";
import { tillColumns, tillProducts } from "./till.ts";
import { wixColumns, wixProducts } from "./wix.ts";

/** The product file formats that are read and written, by name. */
export const dialects: Record<DialectName, Dialect> = {
  wix: wixProducts,
  shopify: shopifyProducts,
  till: tillProducts,
};

/** The product file formats that are read, by name. */
export const readers: Record<DialectName | OtherShop, ReadDialect> = { ...dialects, ...otherShops };

/** Returns the dialect of a header, or undefined if none or more than one matches. */
export function detectDialect(header: readonly string[]): ReadDialect | undefined {
  const claims = Object.values(readers).filter((dialect) => dialect.detect(header));
  return claims.length === 1 ? claims[0] : undefined;
}

const carried = new Set(
  [wixColumns, shopifyColumns, tillColumns].flatMap((columns) => [...columns.carried.keys()]),
);

/** Returns whether a column has the name of one that is imported, in any dialect. None of these holds dates. */
export const isProductColumn = (column: string): boolean => carried.has(column);
