import { sameJson } from "../kernel/json.ts";
import { amountText, decimal } from "../kernel/money.ts";
import { type CellReader, cannotWrite, cellReader, onlyOnce } from "./cells.ts";
import { type Columns, checkColumns, columnsOf, handleIn, leftBehind, presentColumns } from "./columns.ts";
import { type Assembly, assembled, type Dialect, type RowProblem } from "./dialect.ts";
import {
  contentLosses,
  type Discount,
  type OptionDraft,
  type ProductDraft,
  present,
  type Stock,
  type VariantDraft,
} from "./draft.ts";
import type { NumberFormat } from "./numbers.ts";
import {
  discountLosses,
  fromSellingPrices,
  pricesToPay,
  type SellingPrice,
  setPricesBefore,
} from "./selling-prices.ts";
import type { Row } from "./table.ts";

/** The columns of an export. `Cost per item` is omitted if costs are unknown. */
const shopifyHeader: readonly string[] = [
  "Handle",
  "Title",
  "Body (HTML)",
  "Vendor",
  "Published",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Option3 Name",
  "Option3 Value",
  "Variant SKU",
  "Variant Barcode",
  "Variant Grams",
  "Variant Inventory Tracker",
  "Variant Inventory Qty",
  "Variant Price",
  "Variant Compare At Price",
  "Image Src",
  "Image Position",
  "Image Alt Text",
  "Variant Image",
  "Status",
  "SEO Title",
  "SEO Description",
  "Cost per item",
];

/** Column names of the newer export (since 2024) and the equivalent older names. */
const newerNames: [string, string][] = [
  ["URL handle", "Handle"],
  ["Description", "Body (HTML)"],
  ["Published on online store", "Published"],
  ["Option1 name", "Option1 Name"],
  ["Option1 value", "Option1 Value"],
  ["Option2 name", "Option2 Name"],
  ["Option2 value", "Option2 Value"],
  ["Option3 name", "Option3 Name"],
  ["Option3 value", "Option3 Value"],
  ["SKU", "Variant SKU"],
  ["Barcode", "Variant Barcode"],
  ["Weight value (grams)", "Variant Grams"],
  ["Inventory tracker", "Variant Inventory Tracker"],
  ["Inventory quantity", "Variant Inventory Qty"],
  ["Price", "Variant Price"],
  ["Compare-at price", "Variant Compare At Price"],
  ["Product image URL", "Image Src"],
  ["Image position", "Image Position"],
  ["Image alt text", "Image Alt Text"],
  ["Variant image URL", "Variant Image"],
  ["Gift card", "Gift Card"],
  ["SEO title", "SEO Title"],
  ["SEO description", "SEO Description"],
];

const notCarriedNames = [
  "Product Category, Product category, Type, Tags, Custom Product Type, Standardized Product Type",
  "Variant Inventory Policy, Continue selling when out of stock, Variant Fulfillment Service, Fulfillment service",
  "Variant Requires Shipping, Requires shipping, Variant Taxable, Charge tax, Variant Tax Code, Tax code",
  "Variant Weight Unit, Weight unit for display, Collection, Included / Primary",
];

/** The columns of Shopify product files, old and new. */
export const shopifyColumns: Columns = {
  carried: new Map([...columnsOf([...shopifyHeader, "Gift Card"]).carried, ...newerNames]),
  notCarried: [
    ...notCarriedNames.flatMap((names) => names.split(", ")),
    /^Google Shopping \/ /,
    /^Option[123] Linked To$/,
    /^Unit [Pp]rice /,
    /^(Included|Price|Compare[ -][Aa]t [Pp]rice|Cost per item) \/ /,
    /\(product\.metafields\..+\)$/,
    /^Metafield: /,
  ],
};

/** Returns the column of a draft's field. */
const shopifyColumnOf = presentColumns(shopifyColumns, {
  handle: "Handle",
  name: "Title",
  description: "Body (HTML)",
  brand: "Vendor",
  sku: "Variant SKU",
  barcode: "Variant Barcode",
  price: "Variant Price",
  cost: "Cost per item",
  weight: "Variant Grams",
  stock: "Variant Inventory Qty",
  discount: "Variant Compare At Price",
  media: "Image Src",
  altText: "Image Alt Text",
  options: "Option1 Value",
  seoTitle: "SEO Title",
  seoDescription: "SEO Description",
});

const optionNumbers = [1, 2, 3] as const;

/** A variant with the compare-at price of its row. */
type PricedVariant = VariantDraft & SellingPrice;

/** The columns of which one makes a row a variant. Rows with only a picture have none of them. */
const variantMarks = [
  ...optionNumbers.map((number) => `Option${number} Value`),
  "Variant Price",
  "Variant SKU",
];

/** Returns the variant rows: the first row, and each row with a choice, a price or an SKU. */
function variantRows(rows: readonly CellReader[]): CellReader[] {
  return rows.filter(
    (cells, index) => index === 0 || variantMarks.some((column) => (cells.text(column) ?? "") !== ""),
  );
}

/** The only choice of a product without options; its option is `Title`. */
const soleChoice = "Default Title";

/** Returns option number -> name; empty for `Title`, which means "no options"; undefined without option columns. */
function optionNames(variants: readonly CellReader[]): Map<number, string> | undefined {
  const [first] = variants;
  if (!first?.has("Option1 Name")) return undefined;
  const names = optionNumbers.flatMap((number): [number, string][] => {
    const name = first.text(`Option${number} Name`) ?? "";
    return name === "" ? [] : [[number, name]];
  });
  const sole = variants.length === 1 && isSole(new Map(names), first.text("Option1 Value"));
  return new Map(sole ? [] : names);
}

/** Returns whether the option and the choice of an only variant mean "no options". */
const isSole = (names: ReadonlyMap<number, string>, choice: string | undefined): boolean =>
  names.size === 1 && names.get(1) === "Title" && choice === soleChoice;

function readVariants(
  variants: readonly CellReader[],
  names: Map<number, string> | undefined,
  notices: Set<string>,
): PricedVariant[] {
  const checkOnce = onlyOnce("Option1 Value");
  return variants.map((cells) => {
    const choices = readChoices(cells, names ?? new Map());
    checkOnce(cells, JSON.stringify(Object.values(choices)));
    const grams = cells.amount("Variant Grams");
    const price = cells.amount("Variant Price");
    const compareAt = cells.amount("Variant Compare At Price");
    if (compareAt && !cells.has("Variant Price"))
      notices.add("not imported: compare-at prices without prices");
    if (price === null)
      cells.problem("Variant Price", "required", "the variant has no price. Use 0 for a free item.");
    return {
      line: cells.line,
      choices,
      ...present({
        sku: cells.clearable("Variant SKU"),
        // With the sign that keeps spreadsheets from reading it as a number.
        barcode: cells.clearable("Variant Barcode")?.replace(/^'(?=\d)/, ""),
        price,
        compareAt,
        cost: cells.amount("Cost per item"),
        weight: typeof grams === "string" ? amountText(decimal(grams).times(decimal("0.001"))) : grams,
        stock: readStock(cells, notices),
      }),
    };
  });
}

/** Returns the choices by option. Reports missing ones, and names that are missing or differ from those of the first row. */
function readChoices(cells: CellReader, names: Map<number, string>): Record<string, string> {
  const chosen = optionNumbers.flatMap((number): [string, string][] => {
    const name = names.get(number);
    const choice = cells.text(`Option${number} Value`) ?? "";
    if (name === undefined) {
      if (choice !== "" && choice !== soleChoice)
        cells.problem(
          `Option${number} Name`,
          "required",
          `the option of "${choice}" has no name. Write it in the first row.`,
        );
      return [];
    }
    const own = cells.text(`Option${number} Name`) ?? "";
    if (own !== "" && own !== name)
      cells.problem(
        `Option${number} Name`,
        "type",
        `the first row of the product has "${name}" here. Use one name.`,
      );
    if (choice === "") cells.problem(`Option${number} Value`, "required", `the variant has no ${name}.`);
    return [[name, choice]];
  });
  return Object.fromEntries(chosen);
}

/** Returns the options of a product; their choices are those of the variants, in order. */
function optionsOf(names: Map<number, string>, variants: readonly VariantDraft[]): OptionDraft[] {
  return [...names.values()].map((name) => ({
    name,
    type: "drop_down",
    choices: [...new Set(variants.map(({ choices }) => choices[name] ?? ""))].map((choice) => ({
      value: choice,
      description: choice,
    })),
  }));
}

/** Returns the stock: a tracker means tracked quantities, no tracker always in stock. Oversold quantities (below 0) become 0. */
function readStock(cells: CellReader, notices: Set<string>): Stock | undefined {
  const tracker = cells.text("Variant Inventory Tracker");
  if (tracker?.trim() === "") return { inStock: true };
  const quantity = cells.whole("Variant Inventory Qty");
  if (quantity === undefined) return undefined;
  if (quantity < 0) notices.add("quantities below zero become 0");
  return { quantity: Math.max(0, quantity) };
}

type Cells = Record<string, string>;

const maxOptions = 3;
const notText =
  /^(Published|Status|Image Position|Cost per item|Variant (Grams|Price|Compare At Price|Inventory .*))$/;

/** Returns whether a column of a Shopify export holds text. */
const isShopifyText = (column: string): boolean => !notText.test(column);

/** Returns one row per variant with the images spread over them, and extra rows for the remaining images. */
function shopifyRows(draft: ProductDraft, header: readonly string[]): string[][] {
  if (writtenOptions(draft).length > maxOptions)
    throw cannotWrite(draft.name ?? draft.key, "a product", `has more than ${maxOptions} options`);
  const variants =
    draft.variants.length > 0 ? draft.variants : [{ ...draft, price: draft.price, choices: {} }];
  const { media = [], altText = [] } = draft;
  const rows = Array.from({ length: Math.max(variants.length, media.length) }, (_, index): Cells => {
    const variant = variants[index];
    const image = media[index];
    return {
      Handle: draft.key,
      ...(index === 0 && productCells(draft)),
      ...(variant !== undefined && variantCells(variant, draft)),
      ...(image !== undefined && {
        "Image Src": image,
        "Image Position": String(index + 1),
        "Image Alt Text": altText[index] ?? "",
      }),
    };
  });
  return rows.map((cells) => header.map((column) => cells[column] ?? ""));
}

/** Returns the options with variants; a Shopify file cannot hold others. */
function writtenOptions({ options = [], variants }: ProductDraft): NonNullable<ProductDraft["options"]> {
  return variants.length > 0 ? options : [];
}

function productCells(draft: ProductDraft): Cells {
  const cells: Cells = {
    Title: draft.name ?? "",
    "Body (HTML)": draft.description ?? "",
    Vendor: draft.brand ?? "",
    Published: draft.visible === undefined ? "" : String(draft.visible),
    Status: draft.visible === undefined ? "" : "active",
    "SEO Title": draft.seoTitle ?? "",
    "SEO Description": draft.seoDescription ?? "",
  };
  const options = writtenOptions(draft);
  const names = options.length > 0 ? options.map(({ name }) => name) : ["Title"];
  for (const [index, name] of names.entries()) cells[`Option${index + 1} Name`] = name;
  return cells;
}

function variantCells(variant: Omit<VariantDraft, "line">, draft: ProductDraft): Cells {
  const options = writtenOptions(draft);
  const { price, compareAt } = pricesToPay(variant, draft);
  const cells: Cells = {
    "Variant SKU": variant.sku ?? "",
    "Variant Barcode": variant.barcode ?? "",
    "Variant Grams": variant.weight ? amountText(decimal(variant.weight).times(decimal("1000"))) : "",
    ...stockCells(variant.stock),
    "Variant Price": price ?? "",
    "Variant Compare At Price": compareAt ?? "",
    "Cost per item": variant.cost ?? "",
  };
  if (options.length === 0) cells["Option1 Value"] = soleChoice;
  for (const [index, { name }] of options.entries())
    cells[`Option${index + 1} Value`] = variant.choices[name] ?? "";
  return cells;
}

function stockCells(stock: Stock | undefined): Cells {
  if (stock === undefined || ("inStock" in stock && stock.inStock)) return {};
  const quantity = "quantity" in stock ? stock.quantity : 0;
  return { "Variant Inventory Tracker": "shopify", "Variant Inventory Qty": String(quantity) };
}

/** Returns the data of a draft that an import of its Shopify file would not read back. */
function shopifyLosses(draft: ProductDraft): string[] {
  const losses: string[] = [];
  const unless = (fine: boolean, what: string) => fine || losses.push(what);
  const { options = [], variants } = draft;
  const [first] = variants;
  unless(draft.handle === undefined || draft.handle === draft.key, "handles that differ from the key");
  unless(draft.type !== "digital", "digital product types");
  unless(draft.remove !== true, "delete markers");
  unless(variants.length > 0 || options.length === 0, "options without variants");
  unless(!draft.ribbon, "ribbons");
  unless(!draft.collections?.length, "collections");
  unless(!draft.infoSections?.length, "info sections");
  unless(!draft.customTextFields?.length, "custom text fields");
  unless(
    options.every(({ type }) => type === "drop_down"),
    "the colors of color options",
  );
  unless(
    options.every(
      ({ type, choices }) =>
        type === "color" || choices.every(({ value, description }) => value === description),
    ),
    "choice values that differ from their names",
  );
  const held = writtenOptions(draft);
  const names = new Map(held.map(({ name }, index) => [index + 1, name]));
  unless(
    sameJson(optionsOf(names, variants).map(choiceNames), held.map(choiceNames)),
    "choices without variants and the order of choices",
  );
  unless(
    variants.length !== 1 || !isSole(names, first?.choices.Title),
    `options named Title with the one choice ${soleChoice}`,
  );
  unless(
    variants.length === 0 || !(draft.sku || draft.cost || (draft.weight && draft.weight !== "0")),
    "SKUs, costs and weights of products with variants",
  );
  const rows = variants.length > 0 ? variants : [{ price: draft.price }];
  const read = fromSellingPrices(rows.map((row) => pricesToPay(row, draft)));
  losses.push(...discountLosses(draft, read.discount));
  unless(
    read.discount === undefined || !draft.price || read.before[0] === draft.price,
    "prices of products that differ from that of their first variant",
  );
  const stocks = [draft, ...variants].map(({ stock }) => stock);
  unless(
    stocks.every((stock) => stock === undefined || "quantity" in stock || stock.inStock),
    "sold-out stock without quantities (becomes a quantity of 0)",
  );
  unless(
    stocks.every((stock) => !stock || !("quantity" in stock) || stock.quantity >= 0),
    "quantities below zero (become 0)",
  );
  unless(
    variants.every(({ visible }) => visible !== false),
    "hidden variants",
  );
  losses.push(...contentLosses(draft, ["altText", "barcode", "seoTitle", "seoDescription"]));
  return losses;
}

const choiceNames = ({ choices }: OptionDraft) => choices.map(({ description }) => description);

/**
 * Shopify's product export, with the old or the new column names. Rows with the same handle are one product: the first row
 * holds the product's data, and each row with a price or an SKU is a variant. An empty vendor, description or SKU clears the
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
  header: ({ cost, version }) =>
    shopifyHeader.filter(
      (column) => (cost || column !== "Cost per item") && (version !== "v1" || column !== "Variant Barcode"),
    ),
  columnOf: shopifyColumnOf,
  isText: isShopifyText,
  toRows: shopifyRows,
  losses: shopifyLosses,
};

function assemble(rows: readonly Row[], numbers: NumberFormat): Assembly {
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
  const sellable = variantRows(cells);
  const names = optionNames(sellable);
  const variants = readVariants(sellable, names, notices);
  const draft: ProductDraft = {
    key: (first.text("Handle") ?? "").trim(),
    line: first.line,
    ...present({
      name: title,
      description: first.clearable("Body (HTML)"),
      brand: first.clearable("Vendor"),
      visible: readVisible(first),
      // Shopify shows the title and the description instead of empty texts: they change nothing here.
      seoTitle: first.text("SEO Title") || undefined,
      seoDescription: first.text("SEO Description") || undefined,
      ...readMedia(cells, notices),
      // A file without options leaves options alone: it cannot hold options without variants.
      options: names && names.size > 0 ? optionsOf(names, variants) : undefined,
    }),
    ...productPrice(variants, notices),
    variants: [],
  };
  if (names !== undefined && names.size > 0) draft.variants = variants;
  else Object.assign(draft, soleVariant(variants));
  return assembled(draft, problems, notices);
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

/** Returns the images by position, then those of variants only, and the texts of the images if there are any. */
function readMedia(
  rows: readonly CellReader[],
  notices: Set<string>,
): Pick<ProductDraft, "media" | "altText"> {
  const urlIn = (cells: CellReader, column: string) => (cells.text(column) ?? "").trim();
  const ofVariants = rows.map((cells) => urlIn(cells, "Variant Image")).filter((url) => url !== "");
  if (!rows.some((cells) => cells.has("Image Src"))) {
    if (ofVariants.length > 0) notices.add("not imported: Variant Image (it needs the column Image Src)");
    return {};
  }
  const images = rows.flatMap((cells) => {
    const url = urlIn(cells, "Image Src");
    const position = cells.whole("Image Position") ?? Number.POSITIVE_INFINITY;
    return url === "" ? [] : [{ url, position, alt: (cells.text("Image Alt Text") ?? "").trim() }];
  });
  const ordered = images.sort((a, b) => (a.position < b.position ? -1 : Number(a.position > b.position)));
  const media = [...new Set([...ordered.map(({ url }) => url), ...ofVariants])];
  const alts = media.map((url) => ordered.find((image) => image.url === url)?.alt ?? "");
  return { media, altText: alts.some(Boolean) ? alts : undefined };
}

/** Sets the prices before the discount, and returns the product's price and discount; see `fromSellingPrices`. */
function productPrice(
  variants: PricedVariant[],
  notices: Set<string>,
): { price?: string; discount?: Discount } {
  const known = variants.some(({ compareAt }) => compareAt !== undefined);
  const differ = "compare-at prices that differ between the variants of a product";
  const discount = setPricesBefore(variants, notices, differ);
  const { price } = variants[0] ?? {};
  if (typeof price !== "string") return {};
  return { price, ...(known && { discount: discount ?? null }) };
}

/** Returns the fields that a product without options takes from its only row. */
function soleVariant([variant]: readonly PricedVariant[]): Partial<ProductDraft> {
  if (variant === undefined) return {};
  const { sku, barcode, cost, weight, stock } = variant;
  return present({ sku, barcode, cost, weight, stock });
}
