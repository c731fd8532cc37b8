import { type FilterExpression, parseFilter } from "../../api/query/filter.ts";
import { matchesFilter } from "../../api/query/filter-match.ts";
import type { Product } from "../../api/services/products.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { Tone } from "../../output/style.ts";
import type { Word } from "../../output/table.ts";
import { described } from "../described.ts";
import { type Listing, sliceRows } from "../listing.ts";
import type { Catalog } from "../products/catalog.ts";
import { lowStock } from "../products/fields.ts";
import { listProducts, type ProductQuery } from "../products/read.ts";
import { defaultVariantId, parseChoice } from "../products/snapshot.ts";

/** The stock of one variant. */
export interface StockRow {
  productId: string;
  variantId: string;
  product: string;
  handle: string;
  sku: string;
  /** The choices: `Large / Blue`; empty for a product without variants. */
  variant: string;
  tracked: boolean;
  /** Null if it is not tracked. */
  stock: number | null;
  inStock: boolean;
}

/** The fields of stock; all are filtered here. */
export const stockView = described<StockRow>(
  {
    product: { grow: true, min: 12, filter: { here: "text" } },
    handle: { filter: { here: "text" } },
    sku: { label: "SKU", filter: { here: "text" } },
    variant: { filter: { here: "text" } },
    tracked: { filter: { here: "boolean" } },
    stock: {
      path: "stock",
      value: ({ stock, inStock }) => stock ?? (inStock ? "not tracked" : "sold out"),
      align: "right",
      tone: stockTone,
      filter: { here: "number" },
      set: { type: "number", digits: 0 },
    },
    inStock: { words: stockWord, filter: { here: "boolean" } },
  },
  {
    list: "product variant sku stock inStock",
    get: "product variant sku stock inStock tracked handle",
  },
);

const stockFields = stockView.filterFields;

/** The fields of stock for `--fields`. */
export const stockRecordFields: readonly string[] = [
  "productId",
  "variantId",
  ...stockFields.map(({ name }) => name),
];

function stockWord({ inStock }: StockRow): Word {
  return inStock ? ["in stock"] : ["sold out", "bad"];
}

function stockTone(row: StockRow): Tone | undefined {
  const { tracked, stock } = row;
  return stockWord(row)[1] ?? (tracked && stock !== null && stock <= lowStock ? "warn" : undefined);
}

/** Returns the stock of a product, one row per variant. */
export function stockRows(product: Product): StockRow[] {
  const base = { productId: product.id, product: product.name ?? "", handle: product.slug ?? "" };
  if (!product.manageVariants) {
    const { trackInventory, quantity, inStock } = product.stock ?? {};
    const tracked = trackInventory ?? false;
    return [
      {
        ...base,
        variantId: defaultVariantId,
        sku: product.sku ?? "",
        variant: "",
        tracked,
        stock: tracked ? (quantity ?? 0) : null,
        inStock: inStock ?? true,
      },
    ];
  }
  return (product.variants ?? []).map(({ id, choices, variant, stock }) => {
    const tracked = stock?.trackQuantity ?? false;
    return {
      ...base,
      variantId: id ?? "",
      sku: variant?.sku ?? "",
      variant: Object.values(choices ?? {}).join(" / "),
      tracked,
      stock: tracked ? (stock?.quantity ?? 0) : null,
      inStock: stock?.inStock ?? true,
    };
  });
}

/** Lists stock, one row per variant; filters and limits apply to rows of stock, not to products. */
export function listStock(catalog: Catalog, query: ProductQuery): Listing<StockRow> {
  const filter = query.filter === undefined ? undefined : parseFilter(query.filter, stockFields);
  if (filter?.kind === "platform")
    throw new UsageError("Stock filters do not support platform JSON.", { field: "--filter" });
  const { search, sort, signal } = query;
  const { rows } = listProducts(catalog, {
    filter: ofOneProduct(filter),
    search,
    sort,
    all: true,
    signal,
  });
  const matching = async function* () {
    for await (const product of rows) {
      for (const row of stockRows(product)) if (!filter || matchesFilter(filter, row)) yield row;
    }
  };
  const slice = sliceRows(matching(), {
    offset: query.offset,
    limit: query.all ? undefined : (query.limit ?? 50),
  });
  return { ...slice, total: () => undefined, moved: () => false, inOrder: true };
}

/** Returns the product filter for a condition `handle = …`, so that only one product is read; else undefined. */
function ofOneProduct(filter: FilterExpression | undefined): string | undefined {
  const isOne = filter?.kind === "compare" && filter.field.name === "handle" && filter.operator === "=";
  return isOne ? JSON.stringify({ slug: filter.value }) : undefined;
}

/**
 * Returns the variants with these choices (`Size=Large`) or this SKU; all variants if neither is given. Throws UsageError for choices
 * that no variant with a stock of its own has.
 */
export function chooseVariants(product: Product, reference: string, options: readonly string[]): StockRow[] {
  const rows = stockRows(product);
  const bySku = product.sku === reference ? [] : rows.filter(({ sku }) => sku === reference);
  if (options.length === 0) return bySku.length > 0 ? bySku : rows;
  const selected = options.map((text) => parseChoice(text, product));
  const chosen = new Set(
    (product.variants ?? [])
      .filter(({ choices }) => selected.every(([name, choice]) => choices?.[name] === choice))
      .map(({ id }) => id),
  );
  const found = rows.filter(({ variantId }) => chosen.has(variantId));
  if (found.length > 0) return found;
  const { name, manageVariants } = product;
  throw manageVariants
    ? new UsageError(`"${name}" has no variant ${selected.map((one) => one.join("=")).join(", ")}.`, {
        field: "--option",
        hint: `Show its variants: ${commandLine("products", "stock", "get", reference)}`,
      })
    : new UsageError(`"${name}" has one stock for all its choices: its variants are not managed.`, {
        field: "--option",
        hint: "Leave --option out.",
      });
}

/** Describes the options of a product: `Colour=Oat|Ink, Size=S|M`. */
export function describeOptions({ productOptions }: Product): string {
  return (productOptions ?? [])
    .map(({ name, choices }) => `${name}=${(choices ?? []).map(({ description }) => description).join("|")}`)
    .join(", ");
}
