import { checkColumns, handleIn } from "../columns.ts";
import type { Row } from "../csv/csv.ts";
import { type CellReader, cellReader } from "../csv/read-cells.ts";
import type { AssembleOptions, Assembly, Dialect, RowProblem } from "../dialect.ts";
import type { Discount } from "../discount.ts";
import type { ProductDraft, VariantDraft } from "../draft.ts";
import { present } from "../present.ts";
import { filled, list, objects, oneOf, readOptions } from "./cells.ts";
import {
  isTillText,
  keepCell,
  maxOptions,
  tillColumnOf,
  tillColumns,
  tillHeader,
  unescapeKeep,
} from "./columns.ts";
import { tillRows } from "./rows.ts";

const productTypes = ["physical", "digital"] as const;
const discountTypes = ["NONE", "AMOUNT", "PERCENT"] as const;

/**
 * The till format. It holds every field of a draft, so that a written file reads back as the same drafts. An empty cell
 * clears fields that can be cleared (texts, cost, weight, a variant's price, lists) and leaves others unchanged; `(keep)`
 * leaves any field unchanged. `yes` in the column `delete` deletes the product.
 */
export const tillProducts: Dialect = {
  name: "till",
  detect: (header) => header.includes("handle") && !header.includes("fieldType"),
  check: (header, options) =>
    checkColumns(tillColumns, header, { ...options, key: "handle", dialect: "till" }),
  handleOf: (row, file) => unescapeKeep(handleIn(tillColumns, "handle", row, file)),
  assemble,
  header: ({ cost }) => tillHeader.filter((column) => cost || column !== "cost"),
  columnOf: tillColumnOf,
  isText: isTillText,
  toRows: tillRows,
  losses: () => [],
};

function assemble(rows: readonly Row[], numbers: AssembleOptions): Assembly {
  const problems: RowProblem[] = [];
  const products: CellReader[] = [];
  const variants: VariantDraft[] = [];
  const lines = new Map<string, number>();
  const add = (variant: VariantDraft, cells: CellReader) => {
    const key = JSON.stringify(Object.entries(variant.choices).sort());
    const before = lines.get(key);
    if (before !== undefined)
      cells.problem("kind", "duplicate", `duplicate choices: same as the variant in line ${before}.`);
    lines.set(key, before ?? cells.line);
    variants.push(variant);
  };
  for (const row of rows) {
    const cells = cellReader(tillColumns, keptCells(row), numbers, problems);
    const kind = (cells.text("kind") ?? "product").trim().toLowerCase();
    if (kind === "product" || kind === "") products.push(cells);
    else if (kind === "variant") add(readVariant(cells), cells);
    else cells.problem("kind", "type", `unknown kind "${kind}". Use product or variant.`);
  }
  for (const second of products.slice(1)) {
    second.problem(
      "kind",
      "duplicate",
      `duplicate product row for this handle; the first is in line ${products[0]?.line}.`,
    );
  }
  const first = rows[0];
  const product = products[0] && readProduct(products[0]);
  if (first === undefined || problems.length > 0) return { problems, notices: [] };
  const draft = { handle: tillProducts.handleOf(first), line: first.line, ...product, variants };
  return { draft, problems, notices: [] };
}

/** Removes the cells with `(keep)`, as if their columns were absent. */
function keptCells(row: Row): Row {
  const cells = Object.entries(row.cells).filter(([, cell]) => cell !== keepCell);
  return { ...row, cells: Object.fromEntries(cells.map(([column, cell]) => [column, unescapeKeep(cell)])) };
}

/** Returns the fields of a product row of the till format. */
export function readProduct(cells: CellReader): Partial<ProductDraft> {
  const removal = (cells.text("delete") ?? "").trim().toLowerCase();
  if (removal !== "" && removal !== "yes" && removal !== "no") {
    cells.problem("delete", "flag", `unknown value "${removal}". Use yes or no.`);
  }
  const price = cells.amount("price");
  return present({
    remove: removal === "yes" ? true : undefined,
    id: filled(cells, "id"),
    name: filled(cells, "name"),
    slug: filled(cells, "slug"),
    productType: oneOf(cells, "productType", productTypes),
    description: cells.clearable("description"),
    sku: cells.clearable("sku"),
    price: price ?? undefined,
    cost: cells.amount("cost"),
    weight: cells.amount("weight"),
    visible: cells.flag("visible"),
    ribbon: cells.clearable("ribbon"),
    brand: cells.clearable("brand"),
    discount: readDiscount(cells),
    collections: list(cells, "collections"),
    media: list(cells, "media"),
    options: readOptions(cells),
    infoSections: objects(cells, "infoSections", {
      title: "string",
      description: "string",
    }) as ProductDraft["infoSections"],
    customTextFields: objects(cells, "customTextFields", {
      title: "string",
      maxLength: "number",
      mandatory: "boolean",
    }) as ProductDraft["customTextFields"],
    inventory: cells.inventory("inventory"),
  });
}

function readVariant(cells: CellReader): VariantDraft {
  const choices: [string, string][] = [];
  for (let number = 1; number <= maxOptions; number++) {
    const name = cells.text(`option${number}Name`) ?? "";
    if (name !== "") choices.push([name, cells.text(`option${number}Choices`) ?? ""]);
  }
  if (choices.length === 0)
    cells.problem("option1Name", "required", "a variant needs its options and choices.");
  return {
    line: cells.line,
    choices: Object.fromEntries(choices),
    ...present({
      sku: cells.clearable("sku"),
      price: cells.amount("price"),
      cost: cells.amount("cost"),
      weight: cells.amount("weight"),
      visible: cells.flag("visible"),
      inventory: cells.inventory("inventory"),
    }),
  };
}

function readDiscount(cells: CellReader): Discount | undefined {
  const type = oneOf(cells, "discountType", discountTypes);
  const value = cells.amount("discountValue");
  if (type === undefined) {
    if (value)
      cells.problem("discountType", "required", "the discount has no type. Use NONE, AMOUNT or PERCENT.");
    return undefined;
  }
  if (typeof value === "string") return { type, value };
  if (type === "NONE") return { type, value: "0" };
  cells.problem(
    "discountValue",
    "required",
    `the discount has no value. Use ${type === "PERCENT" ? "a percentage" : "an amount"}.`,
  );
  return undefined;
}
