import { checkColumns, handleIn, leftBehind } from "../columns.ts";
import type { Row } from "../csv/csv.ts";
import { type CellReader, cellReader } from "../csv/read-cells.ts";
import type { AssembleOptions, Assembly, Dialect, RowProblem } from "../dialect.ts";
import type { ProductDraft, VariantDraft } from "../draft.ts";
import { fileError } from "../location.ts";
import { present } from "../present.ts";
import { splitList } from "../semicolons.ts";
import { maxCustomTextFields, wixColumnOf, wixColumns, wixCounts, wixHeader } from "./columns.ts";
import { type NumberedOption, readOptions, readVariantChoices } from "./options.ts";
import { readPrice, variantPrice } from "./prices.ts";
import { isWixText, wixLosses, wixRows } from "./rows.ts";

/**
 * The platform's product export, old (`handleId` with Product and Variant rows) and new (`handle` with PRODUCT, VARIANT and
 * MEDIA rows). An empty cell clears the field, except visible, inventory and the weight of a variant, which stay unchanged.
 */
export const wixProducts: Dialect = {
  name: "wix",
  detect: (header) =>
    header.includes("fieldType") && (header.includes("handleId") || header.includes("handle")),
  check: (header, options) => {
    checkColumns(wixColumns, header, { ...options, key: "handleId", dialect: "Wix" });
    if (!header.includes("fieldType")) {
      throw fileError(
        { file: options.file, line: 1 },
        'the column "fieldType" is missing.',
        "It contains Product or Variant in every row.",
      );
    }
  },
  handleOf: (row, file) => handleIn(wixColumns, "handleId", row, file).trim(),
  assemble,
  header: ({ cost }) => wixHeader.filter((column) => cost || column !== "cost"),
  columnOf: wixColumnOf,
  isText: isWixText,
  toRows: wixRows,
  losses: wixLosses,
};

function assemble(rows: readonly Row[], options: AssembleOptions): Assembly {
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
  const notices = [...new Set(rows.flatMap((row) => leftBehind(wixColumns, row)))].map(
    (name) => `not imported: ${name}`,
  );
  if (product === undefined) {
    const stray = sorted.variant[0] ?? sorted.media[0];
    stray?.problem("fieldType", "required", "the product has no Product row.");
    return { problems, notices };
  }
  const numbered = readOptions(product);
  const draft = readProduct(product, numbered);
  draft.line = rows[0]?.line ?? draft.line;
  for (const cells of sorted.media)
    draft.media = [...(draft.media ?? []), ...splitList(cells.text("productImageUrl") ?? "")];
  draft.variants = readVariants(sorted.variant, draft, numbered ?? []);
  return problems.length > 0 ? { problems, notices } : { draft, problems, notices };
}

function readProduct(cells: CellReader, options: NumberedOption[] | undefined): ProductDraft {
  const draft: ProductDraft = {
    handle: (cells.text("handleId") ?? "").trim(),
    line: cells.line,
    variants: [],
  };
  const name = cells.text("name");
  if (name?.trim() === "") cells.problem("name", "required", "the product has no name.");
  const price = cells.amount("price");
  if (price === null)
    cells.problem("price", "required", "the product has no price. Use 0 for a free product.");
  const list = (column: string) => (cells.has(column) ? splitList(cells.text(column) ?? "") : undefined);
  const found: Partial<ProductDraft> = {
    name,
    description: cells.clearable("description"),
    sku: cells.clearable("sku"),
    ...readPrice(cells, price ?? undefined),
    cost: cells.amount("cost"),
    weight: cells.amount("weight"),
    visible: cells.flag("visible"),
    ribbon: cells.clearable("ribbon"),
    brand: cells.clearable("brand"),
    collections: list("collection"),
    media: list("productImageUrl"),
    options: options?.map(({ number: _, ...option }) => option),
    infoSections: readInfoSections(cells),
    customTextFields: readCustomTextFields(cells),
    inventory: cells.inventory("inventory"),
  };
  return Object.assign(draft, present(found));
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
): VariantDraft[] {
  const lines = new Map<string, number>();
  return rows.map((cells) => {
    if (options.length === 0)
      cells.problem("fieldType", "choice", "the product has variants but no options.");
    const choices = readVariantChoices(cells, options);
    const key = JSON.stringify(options.map(({ name }) => choices[name]));
    const before = lines.get(key);
    if (before !== undefined && Object.keys(choices).length === options.length) {
      cells.problem("fieldType", "duplicate", `duplicate choices: same as the variant in line ${before}.`);
    }
    lines.set(key, before ?? cells.line);
    const found: Partial<VariantDraft> = {
      sku: cells.clearable("sku"),
      price: variantPrice(cells, product),
      cost: cells.amount("cost") ?? undefined,
      weight: cells.amount("weight") ?? undefined,
      visible: cells.flag("visible"),
      inventory: cells.inventory("inventory"),
    };
    return { line: cells.line, choices, ...present(found) };
  });
}
