import type { Product } from "../../api/services/products/models/product.ts";
import { type Column, column } from "../../output/table.ts";
import { type Section, tableSection } from "../sections.ts";
import { formatMoney, productDetails, variantStock } from "./fields.ts";

type Variant = NonNullable<Product["variants"]>[number];

const inSections: ReadonlySet<string> = new Set(["Name", "Options", "Variants"]);

/** The first lines of the page of a product on the screen: all but its name and what its sections show. */
export const productPageColumns: readonly Column<Product>[] = productDetails.filter(
  ({ header }) => !inSections.has(header),
);

const columns: readonly Column<Variant>[] = [
  column("VARIANT", ({ choices }) => Object.values(choices ?? {}).join(" / ")),
  column("SKU", ({ variant }) => variant?.sku ?? ""),
  column("PRICE", ({ variant }) => formatMoney(variant?.priceData?.price, variant?.priceData?.currency), {
    as: "money",
  }),
  column("STOCK", variantStock, {
    align: "right",
    tone: ({ stock }) => (stock?.inStock === false ? "bad" : undefined),
  }),
  column("", ({ variant }) => (variant?.visible === false ? "hidden" : ""), { tone: () => "dim" }),
];

/** Returns the variants of a product as a table. */
export function productSections({ manageVariants, variants }: Product): Section[] {
  return manageVariants && variants?.length ? [tableSection("Variants", columns, variants)] : [];
}
