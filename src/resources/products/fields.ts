import { type FilterField, operatorSets } from "../../api/query/filter.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { Product } from "../../api/services/products.ts";
import type { FieldSpec } from "../../bulk/language/values.ts";
import { productFieldTable } from "../../files/product-fields.ts";
import { amountFromJson, moneyText } from "../../kernel/money.ts";
import type { Tone } from "../../output/style.ts";
import { described } from "../described.ts";
import { contentFilterFields, variantFilterFields } from "./filter.ts";
import { altsOf, exact, searchFields, writtenAlts } from "./snapshot.ts";

/** The fields of the contents of a page, with the time of its last change. */
const content =
  "media mediaAlt infoSections seoTitle seoDescription canonical noindex taxGroup tags privateTags subscriptions lastUpdated";

const view = described<Product>(
  {
    id: { filter: "text", sort: true },
    name: { grow: true, min: 24, filter: "text", sort: true },
    slug: { grow: true, min: 12, filter: "text", sort: true },
    sku: { label: "SKU", min: 9, filter: "text", sort: true },
    description: { value: ({ description }) => plainText(description ?? ""), filter: "text" },
    price: {
      path: "priceData.price",
      value: priceText,
      as: "money",
      min: 12,
      filter: "number",
      sort: true,
    },
    type: {
      path: "productType",
      filter: { type: "enum", values: ["physical", "digital"], operators: operatorSets.number },
      sort: true,
    },
    numericId: { filter: "text", sort: true },
    collection: { filter: { here: "text" } },
    collectionIds: { filter: { type: "list", operators: ["$hasSome", "$hasAll"] } },
    createdDate: { filter: "date" },
    lastUpdated: { label: "Changed", as: "date", filter: "date", sort: true },
    brand: { grow: true, min: 8, filter: { here: "text" } },
    ribbon: { filter: { here: "text" } },
    visible: { label: "Shown", absent: true, min: 5, filter: { here: "boolean" } },
    weight: { value: ({ weight }) => exact(weight), filter: { here: "number" } },
    cost: {
      path: "costAndProfitData.itemCost",
      value: ({ costAndProfitData, priceData }) =>
        formatMoney(costAndProfitData?.itemCost, priceData?.currency),
      as: "money",
      filter: { here: "number" },
      late: true,
    },
    stock: {
      path: "stock.quantity",
      value: stockText,
      align: "right",
      min: 8,
      tone: stockTone,
      filter: { type: "number", instead: { "sold out": "inStock = false", "in stock": "inStock = true" } },
    },
    inStock: { path: "stock.inStock", filter: { here: "boolean" } },
    inventoryStatus: {
      path: "stock.inventoryStatus",
      filter: { here: ["IN_STOCK", "OUT_OF_STOCK", "PARTIALLY_OUT_OF_STOCK"] },
    },
    discount: { path: "discount.value", filter: { here: "number" } },
    salePrice: { filter: { here: "number" } },
    manageVariants: { filter: { here: "boolean" } },
    discounted: { value: discountedText },
    options: { value: optionLines },
    variants: { value: variantLines },
    media: { value: ({ media }) => (media?.items ?? []).length },
    mediaAlt: { label: "Alt texts", value: (product) => altLines(product) },
    seoTitle: searchField("seoTitle", "SEO title"),
    seoDescription: searchField("seoDescription", "SEO description"),
    canonical: searchField("canonical"),
    // People read it only where it is set.
    noindex: { ...searchField("noindex", "No index"), words: { false: [""] } },
    taxGroup: { path: "taxGroupId" },
    tags: { path: "catalogV3.tags" },
    privateTags: { path: "catalogV3.privateTags" },
    subscriptions: { path: "catalogV3.subscriptions.title" },
    infoSections: { path: "additionalInfoSections.title" },
  },
  {
    list: "name sku price stock brand visible slug",
    get: `name id slug sku type price discounted cost stock weight brand ribbon visible options variants ${content} description`,
    // What matters most first; a table below shows the variants.
    extra: "cost weight ribbon seoTitle seoDescription canonical noindex",
    page: `price discounted stock sku options brand ribbon visible type cost weight ${content} slug id description`,
  },
);

/** The fields whose gaps people look for: the platform stores an empty text for some of them, and finds it only here. */
const emptyTexts = ["description", "sku", "brand", "ribbon"];

/** What filters call fields of products that have other names in files and in `--set`. */
const filterAliases: Readonly<Record<string, readonly string[]>> = {
  type: ["productType"],
  stock: ["inventory", "quantity"],
};

/** Returns a field with its other names, whose existence is tested here: an empty text is absent, as it is for people. */
function forPeople(plain: FilterField): FilterField {
  const field = { ...plain, aliases: [...(plain.aliases ?? []), ...(filterAliases[plain.name] ?? [])] };
  const { operators } = field;
  if (!emptyTexts.includes(field.name) || operators === undefined) return field;
  return { ...field, operators: operators.filter((operator) => operator !== "$exists") };
}

/** The fields of products. Those whose filter has no operators are filtered here, row by row. */
export const productView = {
  ...view,
  filterFields: [...view.filterFields.map(forPeople), ...contentFilterFields, ...variantFilterFields],
};

export const { filterFields: productFilterFields, sortPaths: productSortPaths = [] } = productView;

/** The fields of a product for `--fields`. */
export const productFields: readonly string[] = Object.keys(shapeOf(Product));

/** The fields of a product that `--set` can change. */
export const productChangeFields: readonly FieldSpec[] = productFieldTable.flatMap(
  ({ name, type, only, column, nullable, values, titled, positional, digits }) =>
    only === "file" || type === "json"
      ? []
      : [
          {
            name,
            type,
            aliases: column ? [column] : undefined,
            nullable,
            values,
            titled,
            positional,
            digits,
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

/** Returns the price with its currency: `19.99 USD`; `from 19.99 USD` if only the variants have prices. */
function priceText({ priceData, price, manageVariants, variants }: Product): string {
  const data = priceData ?? price;
  const prices = (manageVariants ? (variants ?? []) : []).flatMap(
    ({ variant }) => variant?.priceData?.price || [],
  );
  if (data?.price || prices.length === 0) return formatMoney(data?.price, data?.currency);
  return `from ${formatMoney(Math.min(...prices), data?.currency)}`;
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

function discountedText({ priceData }: Product): string {
  const { price, discountedPrice, currency } = priceData ?? {};
  return discountedPrice === price ? "" : formatMoney(discountedPrice, currency);
}

/** Returns the field of a text for search engines. */
function searchField(name: keyof ReturnType<typeof searchFields>, label?: string) {
  const value = (product: Product) => {
    const found = searchFields(product)[name];
    return found === "" ? null : found;
  };
  return { label, path: name, computed: true, value };
}

/** Returns the alternative texts of media, one a line; empty if none has one. */
const altLines = (product: Product): string =>
  writtenAlts(altsOf(product))
    .map((text) => text || "-")
    .join("\n");

function optionLines({ productOptions }: Product): string {
  return (productOptions ?? [])
    .map(
      ({ name, choices }) => `${name}: ${(choices ?? []).map(({ description }) => description).join(", ")}`,
    )
    .join("\n");
}

function variantLines({ manageVariants, variants }: Product): string {
  return manageVariants ? (variants ?? []).map(variantLine).join("\n") : "";
}

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
