import { operatorSets } from "../../api/query/filter.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { Product } from "../../api/services/products.ts";
import { productFieldTable } from "../../files/product-fields.ts";
import { amountFromJson, moneyText } from "../../kernel/money.ts";
import type { Cell } from "../../output/csv.ts";
import type { Tone } from "../../output/style.ts";
import { described, type ResourceField } from "../described.ts";
import { variantViews } from "./filter.ts";
import {
  type AnyProduct,
  altsOf,
  discountTextOf,
  exact,
  mediaUrls,
  salePriceOf,
  searchFields,
  writtenAlts,
} from "./snapshot.ts";

type ListedProduct = Product & Pick<AnyProduct, "catalogV3">;
type Field = ResourceField<ListedProduct>;

/** The fields of the contents of a page, with the time of its last change. */
const content =
  "mediaCount altText infoSections seoTitle seoDescription canonical noindex taxGroup tags privateTags subscriptions lastUpdated";

export const productView = described<ListedProduct>(
  withChanges({
    id: { filter: "text", sort: true, below: true },
    name: { grow: true, min: 24, filter: "text", sort: true },
    handle: { path: "slug", grow: true, min: 16, spare: true, filter: "text", sort: true, below: true },
    sku: { label: "SKU", min: 9, spare: "late", filter: text(), sort: true },
    barcode: { path: "catalogV3.barcode", filter: { here: "text" } },
    description: {
      value: ({ description }) => plainText(description ?? ""),
      data: ({ description }) => description,
      filter: text(),
      below: true,
    },
    price: {
      path: "priceData.price",
      value: (product) => rangeText(product, "price"),
      as: "money",
      perUnit: true,
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
    collections: { filter: { here: "text" } },
    collectionIds: { filter: { type: "list", operators: ["$hasSome", "$hasAll"] } },
    createdDate: { filter: "date" },
    lastUpdated: { label: "Changed", as: "date", filter: "date", sort: true },
    brand: { grow: true, min: 8, spare: true, filter: { here: "text" } },
    ribbon: { filter: { here: "text" } },
    visible: { label: "Shown", absent: true, min: 5, spare: true, filter: { here: "boolean" } },
    weight: {
      value: ({ weight }) => exact(weight),
      data: ({ weight }) => weight,
      filter: { here: "number" },
    },
    cost: {
      path: "costAndProfitData.itemCost",
      value: ({ costAndProfitData, priceData }) =>
        formatMoney(costAndProfitData?.itemCost, priceData?.currency),
      as: "money",
      perUnit: true,
      filter: { here: "number" },
      late: true,
    },
    stock: {
      path: "stock.quantity",
      value: stockText,
      align: "right",
      min: 8,
      cut: "note",
      tone: stockTone,
      filter: { type: "number", instead: { "sold out": "inStock = false", "in stock": "inStock = true" } },
    },
    inStock: { path: "stock.inStock", filter: { here: "boolean" } },
    inventoryStatus: {
      path: "stock.inventoryStatus",
      filter: { here: ["IN_STOCK", "OUT_OF_STOCK", "PARTIALLY_OUT_OF_STOCK"] },
    },
    discount: { value: discountText, data: discountTextOf, filter: { here: "text" } },
    salePrice: {
      value: (product) =>
        salePriceOf(product.priceData) === null ? "" : rangeText(product, "discountedPrice"),
      data: ({ priceData }) => (salePriceOf(priceData) === null ? null : priceData?.discountedPrice),
      as: "money",
      perUnit: true,
      filter: { here: "number" },
    },
    manageVariants: { filter: { here: "boolean" } },
    options: { value: optionLines },
    variants: { value: variantLines },
    media: { value: (product) => mediaUrls(product).join("\n"), data: mediaUrls, filter: { here: "list" } },
    mediaCount: { label: "Media", value: (product) => mediaUrls(product).length, filter: { here: "number" } },
    altText: {
      label: "Alt texts",
      value: (product) => altLines(product),
      data: (product) => writtenAlts(altsOf(product)),
      filter: { here: "text" },
    },
    seoTitle: searchField("seoTitle", "text", "SEO title"),
    seoDescription: searchField("seoDescription", "text", "SEO description"),
    canonical: searchField("canonical", "text"),
    // People read it only where it is set.
    noindex: { ...searchField("noindex", "boolean", "No index"), words: { false: [""] } },
    taxGroup: { path: "taxGroupId", filter: { here: "text" } },
    tags: listField("tags"),
    privateTags: listField("privateTags"),
    subscriptions: {
      value: ({ catalogV3 }) => titles(catalogV3?.subscriptions),
      data: ({ catalogV3 }) => catalogV3?.subscriptions,
      filter: { here: "list" },
    },
    oneTimePurchase: { path: "catalogV3.oneTimePurchase", filter: { here: "boolean" } },
    infoSections: {
      value: ({ additionalInfoSections }) => titles(additionalInfoSections),
      data: ({ additionalInfoSections }) => additionalInfoSections,
      filter: { here: "list" },
    },
    ...variantFields(),
  }),
  {
    list: "name sku price stock brand visible handle",
    get: `name id handle sku barcode type price discount salePrice cost stock weight brand ribbon visible options variants ${content} description`,
    // What matters most first; a table below shows the variants.
    extra: "cost weight ribbon seoTitle seoDescription canonical noindex",
    page: `price discount salePrice stock sku barcode options brand ribbon visible type cost weight ${content} handle id description`,
  },
);

export const {
  fields: productColumns,
  filterFields: productFilterFields,
  sortPaths: productSortPaths = [],
  /** The fields of a product that `--set` can change. */
  changeFields: productChangeFields,
} = productView;

/** The members of a product, which `--fields` takes as well. */
export const productFields: readonly string[] = Object.keys(shapeOf(Product));

/** The fields of `--set` that each variant can have its own value of. */
export const variantChangeFields: ReadonlySet<string> = new Set(
  productFieldTable.flatMap(({ name, ofVariants }) => (ofVariants ? [name] : [])),
);

/** Returns fields with what `--set` does with them. */
function withChanges(fields: Record<string, Field>): Record<string, Field> {
  const specs = new Map(
    productFieldTable.flatMap(({ name, type, only, nullable, values, titled, positional, digits }) =>
      type === "json" || only === "file" || only === "read"
        ? []
        : [[name, { type, nullable, values, titled, positional, digits }] as const],
    ),
  );
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, set: specs.get(name) }]),
  );
}

/** Returns the filter of a text that the platform stores empty where it is absent, as it is for people: its existence is tested here. */
function text() {
  return {
    type: "text",
    operators: operatorSets.text.filter((operator) => operator !== "$exists"),
  } as const;
}

/** Returns the fields of variants: what each variant has. All are filtered here, on each variant. */
function variantFields(): Record<string, Field> {
  const types = { money: "number", number: "number", text: "text", boolean: "boolean" } as const;
  const own = productFieldTable.filter(
    ({ name, ofVariants }) => ofVariants || name === "name" || name === "salePrice",
  );
  return Object.fromEntries(
    own.map(({ name, type }): [string, Field] => {
      const data = (product: Product) => variantViews(product).map((variant) => variant[name] ?? null);
      const filter = { here: types[type as keyof typeof types] };
      return [`variant.${name}`, { value: (product) => data(product).join("\n"), data, filter }];
    }),
  );
}

/** Up to this quantity, stock is low, unless a limit is given. */
export const lowStock = 5;

/**
 * Returns the stock of a product: its quantity if it is tracked, with the number of variants that are sold out (`343, 1 out`), else
 * `in stock`, `sold out` or `partly`.
 */
function stockText({ stock, variants }: Product): string {
  if (stock?.inventoryStatus === "OUT_OF_STOCK") return "sold out";
  const isPartly = stock?.inventoryStatus === "PARTIALLY_OUT_OF_STOCK";
  if (!stock?.trackInventory || typeof stock.quantity !== "number") return isPartly ? "partly" : "in stock";
  const out = (variants ?? []).filter((variant) => variant.stock?.inStock === false).length;
  return isPartly && out > 0 ? `${stock.quantity}, ${out} out` : String(stock.quantity);
}

function stockTone({ stock }: Product): Tone | undefined {
  if (stock?.inventoryStatus === "OUT_OF_STOCK") return "bad";
  const isLow = stock?.trackInventory && typeof stock.quantity === "number" && stock.quantity <= lowStock;
  return isLow || stock?.inventoryStatus === "PARTIALLY_OUT_OF_STOCK" ? "warn" : undefined;
}

/** Returns a price with its currency: `19.99 USD`, or the range of those of its variants: `120.00–139.00 USD`. */
function rangeText(product: Product, name: "discountedPrice" | "price"): string {
  const { [name]: base, currency } = product.priceData ?? product.price ?? {};
  const prices = variantPrices(product, name);
  const [least, max] = prices.length === 0 ? [base, base] : [Math.min(...prices), Math.max(...prices)];
  if (typeof least !== "number" || least === max) return formatMoney(least, currency);
  return `${moneyText(amountFromJson(least), currency ?? "USD")}–${formatMoney(max, currency)}`;
}

/** Returns the prices of the variants of a product that has several, before or after a discount. */
export function variantPrices(
  { manageVariants, variants }: Product,
  name: "discountedPrice" | "price" = "price",
): number[] {
  return (manageVariants ? (variants ?? []) : []).flatMap(({ variant }) => variant?.priceData?.[name] ?? []);
}

/** Returns an amount with its currency: `19.99 USD`; empty without an amount. */
export function formatMoney(amount: number | null | undefined, currency: string | null | undefined): string {
  if (typeof amount !== "number") return "";
  return `${moneyText(amountFromJson(amount), currency ?? "USD")} ${currency ?? ""}`.trim();
}

/** Returns the discount as people read it: `20%`, or an amount with its currency. */
function discountText({ discount, priceData }: Product): string {
  const text = discountTextOf({ discount }) ?? "";
  return text === "" || text.endsWith("%") ? text : formatMoney(Number(text), priceData?.currency);
}

/** Returns the text that `--search` searches: name and SKUs. */
export function productSearchText({ name, sku, variants }: Product): string {
  const skus = new Set([sku, ...(variants ?? []).map(({ variant }) => variant?.sku)]);
  return [name, ...skus].filter(Boolean).join("\n");
}

/** Returns the field of a text or flag for search engines. */
function searchField(name: keyof ReturnType<typeof searchFields>, type: "boolean" | "text", label?: string) {
  const value = (product: Product): Cell => {
    const found = searchFields(product)[name];
    return found === "" ? null : found;
  };
  return { label, path: name, computed: true, value, data: value, filter: { here: type } };
}

/** Returns the field of a list that only catalog v3 has. */
function listField(name: "tags" | "privateTags"): Field {
  return {
    value: ({ catalogV3 }) => catalogV3?.[name]?.join(", "),
    data: ({ catalogV3 }) => catalogV3?.[name],
    filter: { here: "list" },
  };
}

function titles(parts: readonly { title?: unknown }[] | null | undefined): string {
  return (parts ?? []).map(({ title }) => title).join(", ");
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

/** Returns HTML as one paragraph of plain text of at most 300 characters; a semicolon follows items that end without a sign. */
function plainText(html: string): string {
  const text = html
    .replace(/<\/?(a|b|em|i|small|span|strong|sub|sup|u)\b[^>]*>/gi, "")
    .split(/<\/?(?:li|p|ul|ol|div|h\d)\b[^>]*>/i)
    .map((part) =>
      part
        .replace(/<[^>]*>/g, " ")
        .replaceAll("&nbsp;", " ")
        .replaceAll("&amp;", "&")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((part) => part !== "")
    .reduce((before, part) => `${before}${/(^|[.,:;!?…])$/.test(before) ? " " : "; "}${part}`, "")
    .trim();
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
