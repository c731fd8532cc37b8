import type { Product } from "../../api/services/products/products.ts";
import { columnsOf } from "../../output/field.ts";
import { type Section, tableSection } from "../sections.ts";
import { formatMoney, variantStock } from "./fields.ts";

type Variant = NonNullable<Product["variants"]>[number];

const columns = columnsOf<Variant>({
  variant: { value: ({ choices }) => Object.values(choices ?? {}).join(" / ") },
  sku: { path: "variant.sku", label: "SKU" },
  price: {
    value: ({ variant }) => formatMoney(variant?.priceData?.price, variant?.priceData?.currency),
    as: "money",
  },
  stock: {
    value: variantStock,
    align: "right",
    tone: ({ stock }) => (stock?.inStock === false ? "bad" : undefined),
  },
  hidden: {
    heading: "",
    value: ({ variant }) => (variant?.visible === false ? "hidden" : ""),
    tone: () => "dim",
  },
});

/** Returns the variants of a product as a table. */
export function productSections({ manageVariants, variants }: Product): Section[] {
  return manageVariants && variants?.length ? [tableSection("Variants", columns, variants)] : [];
}
