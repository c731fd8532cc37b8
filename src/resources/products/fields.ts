import { type FilterField, orderOperators, textOperators } from "../../api/query/filter.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { Product } from "../../api/services/products/models/product.ts";
import type { FieldSpec } from "../../bulk/language/values.ts";
import { productFieldTable } from "../../files/product-fields.ts";
import { amountFromJson, moneyText } from "../../kernel/money.ts";
import type { Tone } from "../../output/style.ts";
import { type Column, column } from "../../output/table.ts";
import { variantFilterFields } from "./filter/variants.ts";
import { exact } from "./snapshot.ts";

/** The fields of products for `--filter` and `--sort`. Fields without operators are filtered here, row by row. */
export const productFilterFields: readonly FilterField[] = [
  { name: "id", type: "text", operators: textOperators },
  { name: "name", type: "text", operators: textOperators },
  { name: "slug", type: "text", operators: textOperators },
  { name: "sku", type: "text", operators: textOperators },
  { name: "description", type: "text", operators: textOperators },
  { name: "price", path: "priceData.price", type: "number", operators: orderOperators },
  {
    name: "type",
    path: "productType",
    type: "enum",
    values: ["physical", "digital"],
    operators: orderOperators,
  },
  { name: "numericId", type: "text", operators: textOperators },
  { name: "collection", type: "text" },
  { name: "collectionIds", type: "list", operators: ["$hasSome", "$hasAll"] },
  { name: "createdDate", type: "date", operators: orderOperators },
  { name: "lastUpdated", type: "date", operators: orderOperators },
  { name: "brand", type: "text" },
  { name: "ribbon", type: "text" },
  { name: "visible", type: "boolean" },
  { name: "weight", type: "number" },
  { name: "cost", path: "costAndProfitData.itemCost", type: "number" },
  { name: "stock", path: "stock.quantity", type: "number" },
  { name: "inStock", path: "stock.inStock", type: "boolean" },
  {
    name: "inventoryStatus",
    path: "stock.inventoryStatus",
    type: "enum",
    values: ["IN_STOCK", "OUT_OF_STOCK", "PARTIALLY_OUT_OF_STOCK"],
  },
  { name: "discount", path: "discount.value", type: "number" },
  { name: "salePrice", type: "number" },
  { name: "manageVariants", type: "boolean" },
  ...variantFilterFields,
];

/** The fields of a product for `--fields`. */
export const productFields: readonly string[] = Object.keys(shapeOf(Product));

/** The platform paths that product queries can sort by. */
export const productSortPaths: readonly string[] = [
  "id",
  "lastUpdated",
  "name",
  "sku",
  "priceData.price",
  "numericId",
  "productType",
  "slug",
];

/** The fields of a product that `--set` can change. */
export const productChangeFields: readonly FieldSpec[] = productFieldTable.flatMap(
  ({ name, type, only, column, nullable, values, titled, digits }) =>
    only === "file" || type === "json"
      ? []
      : [
          {
            name,
            type,
            ...(column && { aliases: [column] }),
            ...(nullable && { nullable }),
            ...(values && { values }),
            ...(titled && { titled }),
            ...(digits !== undefined && { digits }),
          },
        ],
);

/** The fields of `--set` that each variant can have its own value of. */
export const variantChangeFields: ReadonlySet<string> = new Set(
  productFieldTable.flatMap(({ name, ofVariants }) => (ofVariants ? [name] : [])),
);

/** Returns the stock of a product: its quantity if it is tracked, else `in stock`, `sold out` or `partly`. */
function stockText({ stock }: Product): string {
  if (stock?.inventoryStatus === "OUT_OF_STOCK") return "sold out";
  if (stock?.trackInventory && typeof stock.quantity === "number") return String(stock.quantity);
  return stock?.inventoryStatus === "PARTIALLY_OUT_OF_STOCK" ? "partly" : "in stock";
}

function stockTone({ stock }: Product): Tone | undefined {
  if (stock?.inventoryStatus === "OUT_OF_STOCK") return "bad";
  return stock?.inventoryStatus === "PARTIALLY_OUT_OF_STOCK" ? "warn" : undefined;
}

/** Returns the price with its currency: `19.99 USD`. */
function priceText({ priceData, price }: Product): string {
  const data = priceData ?? price;
  return formatMoney(data?.price, data?.currency);
}

/** Returns an amount with its currency: `19.99 USD`; empty without an amount. */
export function formatMoney(amount: number | null | undefined, currency: string | null | undefined): string {
  if (typeof amount !== "number") return "";
  return `${moneyText(amountFromJson(amount), currency ?? "USD")} ${currency ?? ""}`.trim();
}

/** Returns the text that `--search` searches: name and SKUs. */
export function productSearchText({ name, sku, variants }: Product): string {
  const skus = new Set([sku, ...(variants ?? []).map(({ variant }) => variant?.sku)]);
  return [name, ...skus].filter(Boolean).join("\n");
}

/** The columns of `till products list`. */
export const productColumns: readonly Column<Product>[] = [
  column("NAME", (product) => product.name ?? "", { grow: true, min: 24, path: "name" }),
  column("SKU", (product) => product.sku ?? "", { min: 9, path: "sku" }),
  column("PRICE", priceText, { as: "money", min: 12, path: "priceData.price" }),
  column("STOCK", stockText, { align: "right", min: 8, path: "stock.quantity", tone: stockTone }),
  column("BRAND", (product) => product.brand ?? "", { grow: true, min: 8, path: "brand" }),
  column("SHOWN", (product) => product.visible ?? true, { path: "visible", min: 5 }),
  column("SLUG", (product) => product.slug ?? "", { grow: true, min: 12, path: "slug" }),
];

/** The lines of `till products get`. */
export const productDetails: readonly Column<Product>[] = [
  column("Name", (product) => product.name ?? ""),
  column("Id", (product) => product.id ?? ""),
  column("Slug", (product) => product.slug ?? ""),
  column("SKU", (product) => product.sku ?? ""),
  column("Type", (product) => product.productType ?? ""),
  column("Price", priceText),
  column("Discounted", (product) => {
    const { price, discountedPrice, currency } = product.priceData ?? {};
    return discountedPrice === price ? "" : formatMoney(discountedPrice, currency);
  }),
  column("Cost", ({ costAndProfitData, priceData }) =>
    formatMoney(costAndProfitData?.itemCost, priceData?.currency),
  ),
  column("Stock", stockText, { tone: stockTone }),
  column("Weight", (product) => exact(product.weight) ?? ""),
  column("Brand", (product) => product.brand ?? ""),
  column("Ribbon", (product) => product.ribbon ?? ""),
  column("Shown", (product) => product.visible ?? true),
  column("Options", (product) =>
    (product.productOptions ?? [])
      .map(
        ({ name, choices }) => `${name}: ${(choices ?? []).map(({ description }) => description).join(", ")}`,
      )
      .join("\n"),
  ),
  column("Variants", (product) =>
    product.manageVariants ? (product.variants ?? []).map(variantLine).join("\n") : "",
  ),
  column("Media", (product) => (product.media?.items ?? []).length),
  column("Changed", (product) => product.lastUpdated ?? "", { as: "time" }),
  column("Description", (product) => plainText(product.description ?? "")),
];

type Variant = NonNullable<Product["variants"]>[number];

/** Returns the stock of a variant: `6 left`, `in stock` or `sold out`. */
export function variantStock({ stock }: Variant): string {
  if (stock?.trackQuantity) return stock.quantity ? `${stock.quantity} left` : "sold out";
  return stock?.inStock ? "in stock" : "sold out";
}

function variantLine(one: Variant): string {
  const { choices, variant } = one;
  const name = Object.values(choices ?? {}).join(" / ");
  const hidden = variant?.visible === false ? ", hidden" : "";
  return [
    name,
    variant?.sku,
    formatMoney(variant?.priceData?.price, variant?.priceData?.currency),
    `${variantStock(one)}${hidden}`,
  ]
    .filter(Boolean)
    .join("  ");
}

/** Returns HTML as one paragraph of plain text of at most 300 characters. */
function plainText(html: string): string {
  const text = html
    .replace(/<\/?(a|b|em|i|small|span|strong|sub|sup|u)\b[^>]*>/gi, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
