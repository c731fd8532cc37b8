import type { Product } from "../../api/services/products/models/product.ts";
import { type Column, column } from "../../output/table.ts";
import { type Section, tableSection } from "../sections.ts";
import { formatMoney, productDetails, variantStock } from "./fields.ts";

type Variant = NonNullable<Product["variants"]>[number];

const order =
  "Price Discounted Stock SKU Options Brand Ribbon Shown Type Cost Weight Media Changed Slug Id Description";

/** The first lines of the page of a product on the screen, what matters most first; its sections show the variants. */
export const productPageColumns: readonly Column<Product>[] = order
  .split(" ")
  .flatMap((name) => productDetails.filter(({ header }) => header === name));

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
