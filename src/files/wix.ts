import { amountText, decimal } from "../kernel/money.ts";
import {
  type CellReader,
  cannotWrite,
  cellReader,
  flagCell,
  joinList,
  onlyOnce,
  splitList,
  stockCell,
} from "./cells.ts";
import { type Columns, checkColumns, columnsOf, handleIn, leftBehind, presentColumns } from "./columns.ts";
import { type Assembly, assembled, type Dialect, type RowProblem } from "./dialect.ts";
import { discountParts } from "./discount.ts";
import {
  contentLosses,
  type Discount,
  type OptionDraft,
  type PreorderDraft,
  type ProductDraft,
  present,
  type UnitPrice,
  type VariantDraft,
} from "./draft.ts";
import { fileError } from "./location.ts";
import type { NumberFormat } from "./numbers.ts";
import {
  discountLosses,
  fromSellingPrices,
  pricesToPay,
  type SellingPrice,
  setPricesBefore,
} from "./selling-prices.ts";
import type { Row } from "./table.ts";

/** The number of columns of each numbered kind in a Wix file. */
const wixCounts = { options: 6, infoSections: 6, customTextFields: 2 } as const;

/** The most custom text fields of a newer file. */
const maxCustomTextFields = 10;

/** The columns with the quantity and the unit that is sold, and those that the price per unit is shown for. */
const unitColumns = [
  ["totalUnits", "totalUnitsMeasurement"],
  ["baseUnit", "baseUnitMeasurement"],
] as const;

/** Whether a variant can be preordered, what buyers then read, and how many they can preorder. */
const preorderColumns = ["preOrderEnabled", "preOrderMessage", "preOrderLimit"] as const;

const numbered = (count: number, ...names: string[]) =>
  Array.from({ length: count }, (_, index) => names.map((name) => `${name}${index + 1}`)).flat();

/** The 53 columns of an export in the platform's order. Older exports lack `cost`. */
const wixHeader: readonly string[] = [
  ..."handleId fieldType name description productImageUrl collection sku ribbon price surcharge visible".split(
    " ",
  ),
  "discountMode",
  "discountValue",
  "inventory",
  "weight",
  "cost",
  ...numbered(wixCounts.options, "productOptionName", "productOptionType", "productOptionDescription"),
  ...numbered(wixCounts.infoSections, "additionalInfoTitle", "additionalInfoDescription"),
  ...numbered(wixCounts.customTextFields, "customTextField", "customTextCharLimit", "customTextMandatory"),
  "brand",
];

/** Column names of the newer (catalog V3) export and the equivalent older names. */
const newerNames: [string, string][] = [
  ["handle", "handleId"],
  ["plainDescription", "description"],
  ["mediaUrl", "productImageUrl"],
  ["media", "productImageUrl"],
  ...numbered(wixCounts.options, "productOptionChoices").map((name): [string, string] => [
    name,
    name.replace("Choices", "Description"),
  ]),
  ...numbered(10, "modifierName", "modifierCharLimit", "modifierMandatory").map((name): [string, string] => [
    name,
    name
      .replace("modifierName", "customTextField")
      .replace("modifierCharLimit", "customTextCharLimit")
      .replace("modifierMandatory", "customTextMandatory"),
  ]),
];

/** The columns of the newer export, of shops with catalog v3. */
const newerHeader: readonly string[] = [
  ..."handle fieldType name visible plainDescription media mediaAltText ribbon brand price strikethroughPrice".split(
    " ",
  ),
  ..."baseUnit baseUnitMeasurement totalUnits totalUnitsMeasurement cost inventory".split(" "),
  ...preorderColumns,
  ..."sku barcode weight".split(" "),
  ...numbered(wixCounts.options, "productOptionName", "productOptionType", "productOptionChoices"),
  ...numbered(
    maxCustomTextFields,
    ...["modifierName", "modifierType", "modifierCharLimit", "modifierMandatory", "modifierDescription"],
  ),
];

const isNewer = (header: readonly string[]): boolean => header.includes("handle");

/** The columns of Wix product files, old and new. */
export const wixColumns: Columns = {
  carried: new Map([
    ...columnsOf(wixHeader).carried,
    ...newerNames,
    ...columnsOf([
      ...numbered(10, "modifierType"),
      ...["strikethroughPrice", "mediaAltText", "barcode", ...unitColumns.flat(), ...preorderColumns],
    ]).carried,
  ]),
  notCarried: [/^modifierDescription\d+$/],
};

/** Returns the column of a draft's field. */
const wixColumnOf = presentColumns(wixColumns, {
  media: "productImageUrl",
  altText: "mediaAltText",
  collections: "collection",
  discount: "discountValue",
  stock: "inventory",
  infoSections: "additionalInfoTitle1",
  pricePerUnit: "baseUnit",
  preorder: "preOrderEnabled",
  preorderMessage: "preOrderMessage",
  preorderLimit: "preOrderLimit",
  options: "productOptionDescription1",
});

type Choice = OptionDraft["choices"][number];

const optionTypes: Partial<Record<string, OptionDraft["type"]>> = {
  DROP_DOWN: "drop_down",
  TEXT_CHOICES: "drop_down",
  COLOR: "color",
  SWATCH_CHOICES: "color",
};

/** An option of a product with the number of its columns, which variant rows refer to. */
interface NumberedOption extends OptionDraft {
  number: number;
}

/** Returns the options of a Product row, or undefined if the file has no option columns. */
function readOptions(cells: CellReader): NumberedOption[] | undefined {
  if (!cells.has("productOptionName1")) return undefined;
  const options: NumberedOption[] = [];
  for (let number = 1; number <= wixCounts.options; number++) {
    const name = cells.text(`productOptionName${number}`) ?? "";
    const choices = cells.text(`productOptionDescription${number}`) ?? "";
    if (name === "") {
      if (choices !== "")
        cells.problem(`productOptionName${number}`, "required", "the option has choices but no name.");
      continue;
    }
    if (options.some((option) => option.name === name)) {
      cells.problem(`productOptionName${number}`, "duplicate", `duplicate option "${name}".`);
    }
    const type = readType(cells, number);
    if (type !== undefined) options.push({ number, name, type, choices: readChoices(cells, number, type) });
  }
  return options;
}

function readType(cells: CellReader, number: number): OptionDraft["type"] | undefined {
  const column = `productOptionType${number}`;
  const written = cells.text(column) ?? "";
  const type = written === "" ? "drop_down" : optionTypes[written.toUpperCase()];
  if (type === undefined) cells.problem(column, "type", `unknown type "${written}". Use DROP_DOWN or COLOR.`);
  return type;
}

function readChoices(cells: CellReader, number: number, type: OptionDraft["type"]): Choice[] {
  const column = `productOptionDescription${number}`;
  const choices = splitList(cells.text(column) ?? "").map((entry) => readChoice(entry, type));
  if (choices.length === 0) cells.problem(column, "required", "the option has no choices.");
  const names = choices.map((choice) => choice.description);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) cells.problem(column, "duplicate", `duplicate choice "${twice}".`);
  return choices;
}

/** Parses a choice: a name, or for colors `value:name` with an optional name. */
function readChoice(entry: string, type: OptionDraft["type"]): Choice {
  const colon = type === "color" ? entry.indexOf(":") : -1;
  if (colon < 0) return { value: entry, description: entry };
  const value = entry.slice(0, colon);
  return { value, description: entry.slice(colon + 1) || value };
}

/** Returns the choices of a variant row by option name. */
function readVariantChoices(cells: CellReader, options: readonly NumberedOption[]): Record<string, string> {
  const chosen = options.flatMap(({ number, name, type, choices }): [string, string][] => {
    const column = `productOptionDescription${number}`;
    const written = cells.text(column) ?? "";
    if (written === "") {
      cells.problem(column, "required", `the variant has no ${name}.`);
      return [];
    }
    const choice = findChoice(written, type, choices);
    if (choice !== undefined) return [[name, choice.description]];
    const known = choices
      .map(({ description }) => `"${description}"`)
      .slice(0, 12)
      .join(", ");
    cells.problem(
      column,
      "choice",
      `"${written}" is not a choice of ${name} on the product's row (${known}).`,
    );
    return [];
  });
  return Object.fromEntries(chosen);
}

/** Finds a choice by name, by `value:name`, or by a unique value, ignoring surrounding spaces. */
function findChoice(
  written: string,
  type: OptionDraft["type"],
  choices: readonly Choice[],
): Choice | undefined {
  const byName = choices.find((choice) => choice.description === written);
  if (byName !== undefined) return byName;
  const trimmed = written.trim();
  const both = readChoice(trimmed, type);
  const same = choices.filter(
    ({ value, description }) =>
      description.trim() === trimmed ||
      (type === "color" &&
        (value === trimmed || (value === both.value && description.trim() === both.description.trim()))),
  );
  return same.length === 1 ? same[0] : undefined;
}

function readDiscount(cells: CellReader): Discount | undefined {
  const value = cells.amount("discountValue");
  if (value === undefined) return undefined;
  if (value === null || value === "0") return null;
  const mode = (cells.text("discountMode") ?? "").trim().toUpperCase();
  if (mode === "PERCENT" || mode === "AMOUNT") return mode === "PERCENT" ? `${value}%` : value;
  cells.problem("discountMode", "type", `unknown mode "${mode}". Use PERCENT or AMOUNT.`);
  return undefined;
}

/**
 * Sets the prices and the discount of newer exports, in which a strikethrough price is the price before the discount, and variants
 * have their own; see `fromSellingPrices`. Without variants' own prices, `variants` is empty.
 */
function setSellingPrices(
  product: ProductDraft & SellingPrice,
  variants: readonly (VariantDraft & SellingPrice)[],
  notices: Set<string>,
): void {
  const all = [product, ...variants];
  const isPriceless = all.some(({ price, compareAt }) => compareAt && typeof price !== "string");
  const differ = "strikethrough prices that differ between the variants of a product";
  const discount = setPricesBefore(all, notices, differ);
  if (isPriceless) notices.add("not imported: strikethrough prices without prices");
  if (product.price !== undefined) product.discount = discount ?? null;
}

/** Returns the price of a variant from its surcharge: the product's price plus the surcharge; null without one. */
function surchargedPrice(cells: CellReader, product: ProductDraft): string | null | undefined {
  const surcharge = cells.amount("surcharge");
  if (typeof surcharge !== "string") return surcharge;
  if (product.price === undefined) {
    if (!cells.has("price")) cells.problem("surcharge", "price", "a surcharge requires the product's price.");
    return undefined;
  }
  return amountText(decimal(product.price).plus(decimal(surcharge)));
}

type Cells = Record<string, string>;

const notText =
  /^(fieldType|price|strikethroughPrice|surcharge|visible|discountMode|discountValue|inventory|weight|cost|baseUnit|totalUnits|preOrderEnabled|preOrderLimit|.*(CharLimit|Mandatory)\d+)$/;

/** Returns whether a column of a Wix export holds text. */
const isWixText = (column: string): boolean => !notText.test(column);

/** Returns a Product row and its Variant rows under `header`, and Media rows in a newer file. Fields that the draft lacks are empty. */
function wixRows(draft: ProductDraft, header: readonly string[]): string[][] {
  const rows = isNewer(header)
    ? newerRows(draft)
    : [productCells(draft), ...draft.variants.map((variant) => variantCells(variant, draft))];
  return rows.map((cells) => header.map((column) => cells[column] ?? ""));
}

/** The names of the newer columns by the older ones. */
const newerByOlder = new Map(newerNames.map(([newer, older]) => [older, newer]));

function newerRows(draft: ProductDraft): Cells[] {
  const { altText = [], customTextFields = [], variants } = draft;
  const key = { handleId: draft.handle ?? draft.key };
  const [first, ...others] = (draft.media ?? []).map((source, index) => ({
    productImageUrl: joinList([source], "an image"),
    mediaAltText: altText[index] ?? "",
  }));
  const cells = productCells({ ...draft, collections: [], media: [] });
  const fields = customTextFields.map((_, index) => [`modifierType${index + 1}`, "FREE_TEXT"]);
  const own: Cells[] = [
    {
      ...{ ...cells, ...key, ...first, ...priceCells({ price: draft.price }, draft), ...unitCells(draft) },
      ...{ barcode: draft.barcode ?? "", ...preorderCells(draft), ...Object.fromEntries(fields) },
    },
    ...variants.map((variant) => ({
      ...{ ...variantCells(variant, draft), ...key, ...priceCells(variant, draft) },
      ...{ barcode: variant.barcode ?? "", ...preorderCells(variant) },
    })),
    ...others.map((cells) => ({ fieldType: "Media", ...key, ...cells })),
  ];
  return own.map((cells) =>
    Object.fromEntries(
      Object.entries(cells).map(([older, cell]) => {
        const column = newerByOlder.get(older) ?? older;
        return [column, newerWords[column.replace(/\d+$/, "")]?.(cell) ?? cell];
      }),
    ),
  );
}

const inCapitals = (cell: string) => cell.toUpperCase();

/** How newer files write what older ones write in another way. */
const newerWords: Readonly<Record<string, (cell: string) => string>> = {
  fieldType: inCapitals,
  visible: inCapitals,
  preOrderEnabled: inCapitals,
  modifierMandatory: inCapitals,
  inventory: (cell) => cell.replace("OutOf", "OUT_OF_").replace("InStock", "IN_STOCK").toUpperCase(),
  productOptionType: (cell) => (cell === "COLOR" ? "SWATCH_CHOICES" : "TEXT_CHOICES"),
};

/** Returns what buyers pay, and the price before it if there is a discount. */
function priceCells(variant: Pick<VariantDraft, "price">, draft: ProductDraft): Cells {
  const { price, compareAt } = pricesToPay(variant, draft);
  return { price: price ?? "", strikethroughPrice: compareAt ?? "" };
}

function unitCells({ pricePerUnit: unit }: ProductDraft): Cells {
  return unit
    ? {
        ...{ baseUnit: String(unit.baseQuantity), baseUnitMeasurement: unit.baseMeasurementUnit },
        ...{ totalUnits: String(unit.totalQuantity), totalUnitsMeasurement: unit.totalMeasurementUnit },
      }
    : {};
}

function preorderCells({ preorder }: Pick<VariantDraft, "preorder">): Cells {
  if (preorder === undefined) return {};
  const { message, limit } = preorder ?? {};
  return {
    preOrderEnabled: flagCell(preorder !== null),
    preOrderMessage: message ?? "",
    preOrderLimit: String(limit ?? ""),
  };
}

function productCells(draft: ProductDraft): Cells {
  const { type = "PERCENT", value = "0" } = discountParts(draft.discount) ?? {};
  const cells: Cells = {
    handleId: draft.key,
    fieldType: "Product",
    name: draft.name ?? "",
    description: draft.description ?? "",
    productImageUrl: joinList(draft.media ?? [], "an image"),
    collection: joinList(draft.collections ?? [], "a collection"),
    sku: draft.sku ?? "",
    ribbon: draft.ribbon ?? "",
    price: draft.price ?? "",
    visible: flagCell(draft.visible),
    discountMode: type,
    discountValue: value,
    inventory: stockCell(draft.stock),
    weight: draft.weight ?? "",
    cost: draft.cost ?? "",
    brand: draft.brand ?? "",
  };
  for (const [index, option] of (draft.options ?? []).entries())
    Object.assign(cells, optionCells(option, index + 1));
  for (const [index, { title, description }] of (draft.infoSections ?? []).entries()) {
    cells[`additionalInfoTitle${index + 1}`] = title;
    cells[`additionalInfoDescription${index + 1}`] = description;
  }
  for (const [index, field] of (draft.customTextFields ?? []).entries()) {
    cells[`customTextField${index + 1}`] = field.title;
    cells[`customTextCharLimit${index + 1}`] = String(field.maxLength);
    cells[`customTextMandatory${index + 1}`] = String(field.mandatory);
  }
  return cells;
}

function optionCells({ name, type, choices }: OptionDraft, number: number): Cells {
  const entries = choices.map(({ value, description }) => {
    if (type === "drop_down") return description;
    if (value.includes(":")) throw cannotWrite(value, "a color", "contains a colon");
    return value === description ? value : `${value}:${description}`;
  });
  return {
    [`productOptionName${number}`]: name,
    [`productOptionType${number}`]: type === "color" ? "COLOR" : "DROP_DOWN",
    [`productOptionDescription${number}`]: joinList(entries, `a choice of ${name}`),
  };
}

function variantCells(variant: VariantDraft, { key, price, options = [] }: ProductDraft): Cells {
  const cells: Cells = {
    handleId: key,
    fieldType: "Variant",
    sku: variant.sku ?? "",
    surcharge: surcharge(variant.price, price),
    visible: flagCell(variant.visible),
    inventory: stockCell(variant.stock),
    weight: variant.weight ?? "",
    cost: variant.cost ?? "",
  };
  for (const [index, { name }] of options.entries())
    cells[`productOptionDescription${index + 1}`] = variant.choices[name] ?? "";
  return cells;
}

function surcharge(own: string | null | undefined, base: string | undefined): string {
  return own === null || own === undefined || base === undefined
    ? ""
    : amountText(decimal(own).minus(decimal(base)));
}

/** Returns the data of a draft that a Wix file has no column for. */
function wixLosses(draft: ProductDraft, header: readonly string[]): string[] {
  const losses: string[] = [];
  const unless = (fine: boolean, what: string) => fine || losses.push(what);
  const newer = isNewer(header);
  unless(newer || draft.handle === undefined, "handles");
  unless(draft.type !== "digital", "digital product types");
  unless(draft.remove !== true, "delete markers");
  unless((draft.options ?? []).length <= wixCounts.options, `options after the ${wixCounts.options}th`);
  const { infoSections = [], customTextFields = [], variants } = draft;
  if (newer) {
    unless(infoSections.length === 0, "info sections");
    unless(!draft.collections?.length, "collections");
    unless(
      customTextFields.length <= maxCustomTextFields,
      `custom text fields after the ${maxCustomTextFields}th`,
    );
    const rows = [{ price: draft.price }, ...variants];
    losses.push(
      ...discountLosses(draft, fromSellingPrices(rows.map((row) => pricesToPay(row, draft))).discount),
    );
  } else {
    unless(
      infoSections.length <= wixCounts.infoSections,
      `info sections after the ${wixCounts.infoSections}th`,
    );
    unless(customTextFields.length <= wixCounts.customTextFields, "custom text fields after the second");
  }
  const plain = (draft.options ?? [])
    .filter(({ type }) => type === "drop_down")
    .flatMap(({ choices }) => choices);
  unless(
    plain.every(({ value, description }) => value === description),
    "choice values that differ from their names",
  );
  losses.push(...contentLosses(draft, newer ? ["altText", "barcode", "pricePerUnit", "preorder"] : []));
  return losses;
}

/**
 * The platform's product export, old (`handleId` with Product and Variant rows) and new (`handle` with PRODUCT, VARIANT and
 * MEDIA rows), whose handles are those of the shop. An empty cell clears the field, except visible, inventory, whether there are
 * preorders, and the weight of a variant, which stay unchanged.
 */
export const wixProducts: Dialect = {
  name: "wix",
  detect: (header) =>
    header.includes("fieldType") && (header.includes("handleId") || header.includes("handle")),
  check: (header, { ignoreUnknown, line = 1, ...file }) => {
    checkColumns(wixColumns, header, { ...file, line, ignoreUnknown, key: "handleId", dialect: "Wix" });
    if (!header.includes("fieldType")) {
      throw fileError(
        { ...file, line },
        'the column "fieldType" is missing.',
        "It contains Product or Variant in every row.",
      );
    }
  },
  handleOf: (row, file) => handleIn(wixColumns, "handleId", row, file).trim(),
  assemble,
  header: ({ cost, version }) =>
    (version === "v3" ? newerHeader : wixHeader).filter((column) => cost || column !== "cost"),
  columnOf: wixColumnOf,
  isText: isWixText,
  toRows: wixRows,
  losses: wixLosses,
};

function assemble(rows: readonly Row[], options: NumberFormat): Assembly {
  const problems: RowProblem[] = [];
  const sorted: Record<"product" | "variant" | "media", CellReader[]> = {
    product: [],
    variant: [],
    media: [],
  };
  for (const row of rows) {
    const cells = cellReader(wixColumns, row, options, problems);
    const kind = (cells.text("fieldType") ?? "").trim().toLowerCase();
    if (kind === "product" || kind === "variant" || kind === "media") sorted[kind].push(cells);
    else cells.problem("fieldType", "type", `unknown type "${kind}". Use Product, Variant or Media.`);
  }
  for (const second of sorted.product.slice(1)) {
    second.problem(
      "fieldType",
      "duplicate",
      `duplicate Product row for this handle; the first is in line ${sorted.product[0]?.line}.`,
    );
  }
  const product = sorted.product[0];
  const notices = new Set(
    rows.flatMap((row) => leftBehind(wixColumns, row)).map((name) => `not imported: ${name}`),
  );
  if (product === undefined) {
    const stray = sorted.variant[0] ?? sorted.media[0];
    stray?.problem("fieldType", "required", "the product has no Product row.");
    return { problems, notices: [...notices] };
  }
  const numbered = readOptions(product);
  const draft = readProduct(product, numbered);
  draft.line = rows[0]?.line ?? draft.line;
  const own = Object.hasOwn(rows[0]?.cells ?? {}, "handle");
  if (own && /^[\p{Ll}\p{Lo}\p{N}-]+$/u.test(draft.key)) draft.handle = draft.key;
  const pictures = [product, ...sorted.media].filter((row) => row.has("productImageUrl"));
  const mediaOf = (cells: CellReader) => splitList(cells.text("productImageUrl") ?? "");
  if (pictures.length > 0) draft.media = pictures.flatMap(mediaOf);
  // A row has one picture and its text.
  if (product.has("mediaAltText")) {
    const texts = pictures.flatMap((cells) =>
      mediaOf(cells).map((_, index) => (index === 0 ? (cells.text("mediaAltText") ?? "") : "")),
    );
    draft.altText = texts.slice(0, texts.findLastIndex(Boolean) + 1);
  }
  const isStruckThrough = product.has("strikethroughPrice");
  const hasSurcharges = product.has("surcharge");
  if (isStruckThrough && hasSurcharges) setSellingPrices(draft, [], notices);
  const variants = readVariants(sorted.variant, draft, numbered ?? []);
  if (isStruckThrough && !hasSurcharges) setSellingPrices(draft, variants, notices);
  draft.variants = variants;
  return assembled(draft, problems, notices);
}

function readProduct(cells: CellReader, options: NumberedOption[] | undefined): ProductDraft & SellingPrice {
  const draft: ProductDraft = {
    key: (cells.text("handleId") ?? "").trim(),
    line: cells.line,
    variants: [],
  };
  const name = cells.text("name");
  if (name?.trim() === "") cells.problem("name", "required", "the product has no name.");
  const price = cells.amount("price");
  if (price === null)
    cells.problem("price", "required", "the product has no price. Use 0 for a free product.");
  const list = (column: string) => (cells.has(column) ? splitList(cells.text(column) ?? "") : undefined);
  const found: Partial<ProductDraft & SellingPrice> = {
    name,
    description: cells.clearable("description"),
    sku: cells.clearable("sku"),
    barcode: cells.clearable("barcode"),
    pricePerUnit: readUnitPrice(cells),
    price: price ?? undefined,
    compareAt: cells.amount("strikethroughPrice"),
    discount: readDiscount(cells),
    cost: cells.amount("cost"),
    weight: cells.amount("weight"),
    visible: cells.flag("visible"),
    ribbon: cells.clearable("ribbon"),
    brand: cells.clearable("brand"),
    collections: list("collection"),
    media: list("productImageUrl"),
    options: options?.map(({ number, ...option }) => option),
    infoSections: readInfoSections(cells),
    customTextFields: readCustomTextFields(cells),
    stock: cells.stock("inventory"),
    preorder: readPreorder(cells),
  };
  return Object.assign(draft, present(found));
}

/** Returns the preorders of a row; null if it says that there are none, undefined if it says nothing. */
function readPreorder(cells: CellReader): PreorderDraft | null | undefined {
  const [enabled, message, limit] = preorderColumns;
  const isOn = cells.flag(enabled);
  if (isOn === false) return null;
  const isEmpty = !cells.text(enabled)?.trim();
  if (isEmpty && (cells.text(message) || cells.text(limit)))
    cells.problem(enabled, "required", "the row has a message or a limit of preorders; write TRUE or FALSE.");
  if (!isOn) return undefined;
  const max = cells.has(limit) ? (cells.whole(limit) ?? null) : undefined;
  return present({ message: cells.clearable(message), limit: max });
}

/** Returns what the price per unit follows from; null for empty cells. Files have quantities and units in either order. */
function readUnitPrice(cells: CellReader): UnitPrice | null | undefined {
  if (!unitColumns.flat().every((column) => cells.has(column))) return undefined;
  const read = unitColumns.map((columns) => {
    const texts = columns.map((column) => (cells.text(column) ?? "").trim());
    const [quantity, unit] = /^[a-z]+$/i.test(texts[0] ?? "") ? columns.toReversed() : columns;
    return { quantity: cells.amount(quantity), unit: (cells.text(unit) ?? "").trim().toUpperCase() };
  });
  const [total, base] = read;
  const isEmpty = read.every(({ quantity, unit }) => quantity === null && unit === "");
  if (isEmpty || !total || !base) return null;
  for (const [at, { quantity, unit }] of read.entries())
    if (quantity !== undefined && (quantity === null || unit === ""))
      cells.problem(
        unitColumns[at]?.[quantity === null ? 0 : 1] ?? "",
        "required",
        "a price per unit needs two quantities and their units, such as 100, G, 350 and G.",
      );
  return {
    totalQuantity: Number(total.quantity),
    totalMeasurementUnit: total.unit,
    baseQuantity: Number(base.quantity),
    baseMeasurementUnit: base.unit,
  };
}

function readInfoSections(cells: CellReader): ProductDraft["infoSections"] {
  if (!cells.has("additionalInfoTitle1")) return undefined;
  return Array.from({ length: wixCounts.infoSections }, (_, index) => ({
    title: cells.text(`additionalInfoTitle${index + 1}`) ?? "",
    description: cells.text(`additionalInfoDescription${index + 1}`) ?? "",
  })).filter(({ title, description }) => title !== "" || description !== "");
}

function readCustomTextFields(cells: CellReader): ProductDraft["customTextFields"] {
  if (!cells.has("customTextField1")) return undefined;
  const fields: NonNullable<ProductDraft["customTextFields"]> = [];
  for (let number = 1; number <= maxCustomTextFields; number++) {
    const title = cells.text(`customTextField${number}`) ?? "";
    if (title === "") continue;
    const type = cells.text(`modifierType${number}`) || "FREE_TEXT";
    if (type !== "FREE_TEXT")
      cells.problem(
        `modifierType${number}`,
        "type",
        `modifiers of type ${type} cannot be imported. Only FREE_TEXT is supported.`,
      );
    const limit = `customTextCharLimit${number}`;
    const maxLength = cells.whole(limit);
    if (maxLength === undefined && cells.text(limit)?.trim() === "") {
      cells.problem(limit, "required", `the text field "${title}" has no character limit.`);
    }
    fields.push({
      title,
      maxLength: maxLength ?? 0,
      mandatory: cells.flag(`customTextMandatory${number}`) ?? false,
    });
  }
  return fields;
}

function readVariants(
  rows: readonly CellReader[],
  product: ProductDraft,
  options: readonly NumberedOption[],
): (VariantDraft & SellingPrice)[] {
  const checkOnce = onlyOnce("fieldType");
  return rows.map((cells) => {
    if (options.length === 0)
      cells.problem("fieldType", "choice", "the product has variants but no options.");
    const choices = readVariantChoices(cells, options);
    const key = JSON.stringify(options.map(({ name }) => choices[name]));
    if (Object.keys(choices).length === options.length) checkOnce(cells, key);
    const found: Partial<VariantDraft & SellingPrice> = {
      sku: cells.clearable("sku"),
      barcode: cells.clearable("barcode"),
      ...(cells.has("surcharge")
        ? { price: surchargedPrice(cells, product) }
        : { price: cells.amount("price"), compareAt: cells.amount("strikethroughPrice") }),
      cost: cells.amount("cost") ?? undefined,
      weight: cells.amount("weight") ?? undefined,
      visible: cells.flag("visible"),
      stock: cells.stock("inventory"),
      preorder: readPreorder(cells),
    };
    return { line: cells.line, choices, ...present(found) };
  });
}
