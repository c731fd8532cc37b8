import { checkColumns, handleIn, leftBehind } from "../columns.ts";
import type { Row } from "../csv/csv.ts";
import { type CellReader, cellReader } from "../csv/read-cells.ts";
import type { AssembleOptions, Assembly, Dialect, RowProblem } from "../dialect.ts";
import { type Discount, fromCompareAt, noDiscount } from "../discount.ts";
import type { ProductDraft } from "../draft.ts";
import { present } from "../present.ts";
import { shopifyColumnOf, shopifyColumns, shopifyHeader } from "./columns.ts";
import { isShopifyText, shopifyLosses, shopifyRows } from "./rows.ts";
import { optionNames, optionsOf, type PricedVariant, readVariants } from "./variants.ts";

/**
 * Shopify's product export, with the old or the new column names. Rows with the same handle are one product: the first row
 * holds the product's data, and each row with a price or a SKU is a variant. An empty vendor, description or SKU clears the
 * field; a compare-at price above the price becomes a discount.
 */
export const shopifyProducts: Dialect = {
  name: "shopify",
  detect: (header) =>
    (header.includes("Handle") && header.some((name) => /^(Variant |Body \(HTML\)|Option1 )/.test(name))) ||
    header.includes("URL handle"),
  check: (header, options) =>
    checkColumns(shopifyColumns, header, { ...options, key: "Handle", dialect: "Shopify" }),
  handleOf: (row, file) => handleIn(shopifyColumns, "Handle", row, file).trim(),
  assemble,
  header: ({ cost }) => shopifyHeader.filter((column) => cost || column !== "Cost per item"),
  columnOf: shopifyColumnOf,
  isText: isShopifyText,
  toRows: shopifyRows,
  losses: shopifyLosses,
};

function assemble(rows: readonly Row[], numbers: AssembleOptions): Assembly {
  const problems: RowProblem[] = [];
  const notices = new Set(
    rows.flatMap((row) => leftBehind(shopifyColumns, row)).map((name) => `not imported: ${name}`),
  );
  const cells = rows.map((row) => cellReader(shopifyColumns, row, numbers, problems));
  const first = cells[0];
  if (first === undefined) return { problems, notices: [] };
  if (first.flag("Gift Card") === true) first.problem("Gift Card", "type", "gift cards cannot be imported.");
  const title = first.text("Title");
  if (title?.trim() === "") first.problem("Title", "required", "the first row of the product has no title.");
  const names = optionNames(first);
  const variants = readVariants(cells, names, notices);
  const draft: ProductDraft = {
    handle: (first.text("Handle") ?? "").trim(),
    line: first.line,
    ...present({
      name: title,
      description: first.clearable("Body (HTML)"),
      brand: first.clearable("Vendor"),
      visible: readVisible(first),
      media: readMedia(cells),
      // A file without options leaves options alone: it cannot hold options without variants.
      options: names && names.size > 0 ? optionsOf(names, variants) : undefined,
    }),
    ...productPrice(variants, notices),
    variants: [],
  };
  if (names !== undefined && names.size > 0)
    draft.variants = variants.map(({ compareAt: _, ...variant }) => variant);
  else Object.assign(draft, soleVariant(variants));
  return problems.length > 0
    ? { problems, notices: [...notices] }
    : { draft, problems, notices: [...notices] };
}

/** Returns true for a published, active product. */
function readVisible(first: CellReader): boolean | undefined {
  const published = first.flag("Published");
  const status = (first.text("Status") ?? "").trim().toLowerCase();
  if (!["", "active", "draft", "archived", "unlisted"].includes(status)) {
    first.problem("Status", "type", `unknown status "${status}". Use active, draft, archived or unlisted.`);
  }
  if (status === "") return published;
  return status === "active" && published !== false;
}

/** Returns the images by position, then those of variants only. */
function readMedia(rows: readonly CellReader[]): string[] | undefined {
  if (!rows.some((cells) => cells.has("Image Src"))) return undefined;
  const images = rows.flatMap((cells) => {
    const url = cells.text("Image Src") ?? "";
    return url === "" ? [] : [{ url, position: cells.whole("Image Position") ?? Number.POSITIVE_INFINITY }];
  });
  const ordered = images
    .sort((a, b) => (a.position < b.position ? -1 : Number(a.position > b.position)))
    .map(({ url }) => url);
  const ofVariants = rows.map((cells) => cells.text("Variant Image") ?? "").filter((url) => url !== "");
  return [...new Set([...ordered, ...ofVariants])];
}

/**
 * Sets the prices before the discount and the discount itself if all variants have the same one. The platform has no
 * discounts per variant: with different ones, the prices stay as they are and a notice is added.
 */
function productPrice(
  variants: PricedVariant[],
  notices: Set<string>,
): { price?: string; discount?: Discount } {
  const priced = variants.map(({ price, compareAt }) =>
    typeof price === "string" ? fromCompareAt(price, compareAt) : { price: undefined, discount: noDiscount },
  );
  const [first] = priced;
  if (first?.price === undefined) return {};
  const same = priced.every(({ discount }) => discount.value === first.discount.value);
  const known = variants.some(({ compareAt }) => compareAt !== undefined);
  if (!same) notices.add("not imported: compare-at prices that differ between the variants of a product");
  else
    for (const [index, { price }] of priced.entries())
      Object.assign(variants[index] ?? {}, price !== undefined && { price });
  const price = variants[0]?.price;
  return {
    ...(typeof price === "string" && { price }),
    ...(known && { discount: same ? first.discount : noDiscount }),
  };
}

/** Returns the fields that a product without options takes from its only row. */
function soleVariant([variant]: readonly PricedVariant[]): Partial<ProductDraft> {
  if (variant === undefined) return {};
  const { sku, cost, weight, inventory } = variant;
  return present({ sku, cost, weight, inventory });
}
