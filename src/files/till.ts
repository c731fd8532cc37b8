import { maximumOf } from "../api/schema-fields.ts";
import { Product } from "../api/services/products.ts";
import { isRecord } from "../kernel/json.ts";
import { type CellReader, cannotWrite, cellReader, flagCell, onlyOnce, stockCell } from "./cells.ts";
import { checkColumns, columnsOf, handleIn, presentColumns } from "./columns.ts";
import type { Assembly, Dialect, RowProblem } from "./dialect.ts";
import { parseDiscount } from "./discount.ts";
import {
  commandedLists,
  type Discount,
  type ListCommand,
  type OptionDraft,
  type ProductDraft,
  present,
  type VariantDraft,
} from "./draft.ts";
import type { NumberFormat } from "./numbers.ts";
import { columnFields, isWritable, type ProductField } from "./product-fields.ts";
import type { Row } from "./table.ts";

/** The most options of a product on the platform. */
const maxOptions = maximumOf(Product, "productOptions");

/** The columns of the till format. */
export const tillHeader: readonly string[] = [
  ...["handle", "kind", "delete", "id"],
  ...columnFields.map(({ name }) => name).filter((name) => name !== "handle"),
  ...Array.from({ length: maxOptions }, (_, index) =>
    ["Name", "Type", "Choices"].map((part) => `option${index + 1}${part}`),
  ).flat(),
];

export const tillColumns = columnsOf(tillHeader);

/** Returns the column of a draft's field. */
const tillColumnOf = presentColumns(tillColumns, { options: "option1Choices" });

/** The columns of words, numbers and flags, which are no free text. */
const plainColumns: ReadonlySet<string> = new Set([
  "kind",
  "delete",
  ...columnFields.flatMap((field) =>
    ["money", "number", "boolean"].includes(field.type) || field.values ? [field.name] : [],
  ),
]);

/** Returns whether a column holds free text. */
const isTillText = (column: string): boolean => !plainColumns.has(column) && !/^option\dType$/.test(column);

/** The cell that leaves a field unchanged, where an empty cell would clear it. */
const keepCell = "(keep)";
const looksKept = /^\(+keep\)$/;

/** Escapes a text that is itself `(keep)` with a leading parenthesis. */
const escapeKeep = (text: string): string => (looksKept.test(text) ? `(${text}` : text);
const unescapeKeep = (text: string): string => (looksKept.test(text) ? text.slice(1) : text);

const optionTypes = ["drop_down", "color"] as const;

/** Returns the options of a product row, or undefined to leave them unchanged. */
function readOptions(cells: CellReader): ProductDraft["options"] {
  if (!cells.has("option1Name")) return undefined;
  const options: NonNullable<ProductDraft["options"]> = [];
  for (let number = 1; number <= maxOptions; number++) {
    const name = readOptionName(cells, number);
    if (name === "") continue;
    const column = `option${number}Choices`;
    const choices = readChoices(cells.text(column) ?? "");
    if (choices === undefined)
      cells.problem(
        column,
        "list",
        'this begins like JSON: write [["value","name"], …], or value:name;value:name.',
      );
    options.push({
      name,
      type: readOneOf(cells, `option${number}Type`, optionTypes) ?? "drop_down",
      choices: choices ?? [],
    });
  }
  return options;
}

/** Returns the name of an option, "" for none. Reports choices without a name. */
function readOptionName(cells: CellReader, number: number): string {
  const name = cells.text(`option${number}Name`) ?? "";
  if (name === "" && cells.text(`option${number}Choices`))
    cells.problem(`option${number}Name`, "required", "the option has choices but no name.");
  return name;
}

/** Returns a text that cannot be cleared: an empty cell leaves it unchanged. */
const filled = (cells: CellReader, name: string) => cells.text(name) || undefined;

/** Returns one of the given values, ignoring case; an empty cell leaves the field unchanged. */
function readOneOf<const T extends string>(
  cells: CellReader,
  name: string,
  values: readonly T[],
): T | undefined {
  const written = (cells.text(name) ?? "").trim();
  const value = values.find((candidate) => candidate.toLowerCase() === written.toLowerCase());
  if (value === undefined && written !== "")
    cells.problem(name, "type", `unknown value "${written}". Use one of ${values.join(", ")}.`);
  return value;
}

/** Returns a list of texts; an empty cell is an empty list. */
function list(cells: CellReader, name: string): string[] | undefined {
  const cell = cells.text(name);
  if (cell === undefined) return undefined;
  const entries = readList(cell);
  if (entries === undefined) cells.problem(name, "list", 'invalid JSON list. Use a;b or ["a", "b"].');
  return entries;
}

/** The fields of the objects in JSON columns, each with its type. Without fields they may have any. */
const objectFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  infoSections: { title: "string", description: "string" },
  customTextFields: { title: "string", maxLength: "number", mandatory: "boolean" },
};

/** Returns a JSON array of objects with exactly the fields and types of the column. */
function objects(cells: CellReader, name: string): object[] | undefined {
  const cell = cells.text(name);
  if (cell === undefined) return undefined;
  if (cell.trim() === "") return [];
  const fields = objectFields[name];
  const fits = (entry: unknown) =>
    isRecord(entry) &&
    (fields === undefined ||
      (Object.keys(entry).length === Object.keys(fields).length &&
        Object.entries(fields).every(([field, type]) => typeof entry[field] === type)));
  const value = readJson(cell);
  if (Array.isArray(value) && value.every(fits)) return value;
  const example = Object.entries(fields ?? { title: "string" }).map(([field, type]) => `"${field}": ${type}`);
  cells.problem(name, "json", `expected a JSON list: [{ ${example.join(", ")} }, …].`);
  return undefined;
}

/** Column -> cell. undefined leaves the field unchanged, where an empty cell would clear it. */
type Cells = Record<string, string | undefined>;

/** The column with the choices of a variant, `Moss / L`, in exports of a few columns. */
export const variantColumn = "variant";

/** Returns a product row and one row per variant under `header`. Reading them returns the same draft. */
function tillRows(draft: ProductDraft, header: readonly string[]): string[][] {
  const rows = [productCells(draft), ...draft.variants.map((variant) => variantCells(variant, draft))];
  return rows.map((cells) =>
    header.map((column) => {
      const cell = Object.hasOwn(cells, column) ? cells[column] : "";
      return cell === undefined ? keepCell : escapeKeep(cell);
    }),
  );
}

function productCells(draft: ProductDraft): Cells {
  return {
    ...Object.fromEntries(columnFields.map((field) => [field.name, cellOf(field, draft)])),
    handle: draft.key,
    kind: "product",
    delete: draft.remove === true ? "yes" : "",
    id: draft.id ?? "",
    ...optionCells(draft),
  };
}

/** The cells of fields that a draft has in another form than under their names. */
const ownCells: Readonly<Record<string, (draft: ProductDraft) => string | undefined>> = {
  stock: ({ stock }) => stockCell(stock),
  infoSections: ({ infoSections }) => optional(infoSections, jsonList),
};

function cellOf({ name, type, nullable }: ProductField, draft: ProductDraft): string | undefined {
  const own = ownCells[name];
  if (own) return own(draft);
  const value = draft[name as keyof ProductDraft];
  if (type === "list") return optional(value as string[] | undefined, writeList);
  if (type === "json") return optional(value as object[] | undefined, jsonList);
  if (type === "boolean") return flagCell(value as boolean | undefined);
  const text = value as string | null | undefined;
  return nullable ? clearable(text) : (text ?? "");
}

function optionCells({ options, key }: ProductDraft): Cells {
  if (options === undefined) return { option1Name: undefined };
  if (options.length > maxOptions) throw cannotWrite(key, "a product", `has more than ${maxOptions} options`);
  const cells = options.flatMap(({ name, type, choices }, index) => [
    [`option${index + 1}Name`, name],
    [`option${index + 1}Type`, type],
    [`option${index + 1}Choices`, writeChoices(choices)],
  ]);
  return Object.fromEntries(cells);
}

function variantCells(variant: VariantDraft, { key, options = [] }: ProductDraft): Cells {
  const cells: Cells = {
    handle: key,
    kind: "variant",
    sku: clearable(variant.sku),
    barcode: clearable(variant.barcode),
    price: clearable(variant.price),
    cost: clearable(variant.cost),
    weight: clearable(variant.weight),
    visible: flagCell(variant.visible),
    stock: stockCell(variant.stock),
  };
  // In the order of the product's options, so that each option keeps its column.
  const names = [...new Set([...options.map(({ name }) => name), ...Object.keys(variant.choices)])];
  const chosen = names.filter((name) => Object.hasOwn(variant.choices, name));
  if (chosen.length > maxOptions) throw cannotWrite(key, "a variant", `has more than ${maxOptions} choices`);
  cells[variantColumn] = chosen.map((name) => variant.choices[name] ?? "").join(" / ");
  for (const [index, name] of chosen.entries()) {
    cells[`option${index + 1}Name`] = name;
    cells[`option${index + 1}Choices`] = variant.choices[name] ?? "";
  }
  return cells;
}

/** Returns an empty cell for null. */
const clearable = (value: string | null | undefined) => (value === null ? "" : value);

const optional = <T>(list: T[] | undefined, write: (list: T[]) => string) =>
  list === undefined ? undefined : write(list);

const jsonList = (list: readonly object[]) => (list.length === 0 ? "" : JSON.stringify(list));

type Choice = OptionDraft["choices"][number];

const isPlain = (entry: string) => entry.trim() !== "" && !entry.includes(";");

/** Returns a list as `a;b`, or as a JSON array if an entry needs it. */
function writeList(entries: readonly string[]): string {
  const plain = entries.every(isPlain) && !(entries[0] ?? "").trimStart().startsWith("[");
  return plain ? entries.join(";") : JSON.stringify(entries);
}

/** The inverse of `writeList`. Returns undefined for a cell that starts like JSON but is not an array of strings. */
function readList(cell: string): string[] | undefined {
  if (!cell.trimStart().startsWith("[")) return cell.split(";").filter((entry) => entry.trim() !== "");
  const entries = readJson(cell);
  return Array.isArray(entries) && entries.every((entry) => typeof entry === "string") ? entries : undefined;
}

/** Returns choices as `name;name` or `value:name;value:name`, or as a JSON array of `[value, name]`. */
function writeChoices(choices: readonly Choice[]): string {
  const entries = choices.map(({ value, description }) =>
    value === description ? value : `${value}:${description}`,
  );
  const plain = choices.every(({ value }) => !value.includes(":"));
  const list = writeList(entries);
  return plain && !list.startsWith("[")
    ? list
    : JSON.stringify(choices.map(({ value, description }) => [value, description]));
}

/** The inverse of `writeChoices`. Returns undefined for a cell that starts like JSON but is not an array of pairs. */
function readChoices(cell: string): Choice[] | undefined {
  if (!cell.trimStart().startsWith("[")) return readList(cell)?.map(readChoice);
  const pairs = readJson(cell);
  if (!Array.isArray(pairs) || !pairs.every(isPair)) return undefined;
  return pairs.map(([value, description]) => ({ value, description }));
}

function readChoice(entry: string): Choice {
  const colon = entry.indexOf(":");
  return colon < 0
    ? { value: entry, description: entry }
    : { value: entry.slice(0, colon), description: entry.slice(colon + 1) };
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");

/** Returns the JSON value of a cell, or undefined. */
function readJson(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The till format. It holds every field that has a column, so that a written file reads back as the same drafts. An empty cell
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
  header: ({ cost, version, chosen = [] }) => {
    const others = columnFields.flatMap((field) =>
      isWritable(field, version) && (!field.derived || chosen.includes(field.name)) ? [] : [field.name],
    );
    return tillHeader.filter((column) => (cost || column !== "cost") && !others.includes(column));
  },
  columnOf: tillColumnOf,
  isText: isTillText,
  toRows: tillRows,
  losses: (draft) => ([draft, ...draft.variants].some(({ preorder }) => preorder) ? ["preorders"] : []),
};

function assemble(rows: readonly Row[], numbers: NumberFormat): Assembly {
  const problems: RowProblem[] = [];
  const products: CellReader[] = [];
  const variants: VariantDraft[] = [];
  const checkOnce = onlyOnce("kind");
  const add = (variant: VariantDraft, cells: CellReader) => {
    checkOnce(cells, JSON.stringify(Object.entries(variant.choices).sort()));
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
  const { line } = products[0] ?? first;
  const key = tillProducts.handleOf(first);
  const draft: ProductDraft = { key, line, ...product, variants };
  // With its id, a product can get another handle.
  if (draft.id === undefined) delete draft.handle;
  return { draft, problems, notices: [] };
}

/** Removes the cells with `(keep)`, as if their columns were absent. */
function keptCells(row: Row): Row {
  if (!Object.values(row.cells).some((cell) => cell.endsWith(keepCell))) return row;
  const cells = Object.entries(row.cells).filter(([, cell]) => cell !== keepCell);
  return { ...row, cells: Object.fromEntries(cells.map(([column, cell]) => [column, unescapeKeep(cell)])) };
}

/** Returns the fields of a product row of the till format. */
export function readProduct(cells: CellReader): Partial<ProductDraft> {
  const removal = (cells.text("delete") ?? "").trim().toLowerCase();
  if (removal !== "" && removal !== "yes" && removal !== "no") {
    cells.problem("delete", "flag", `unknown value "${removal}". Use yes or no.`);
  }
  const fields: Record<string, unknown> = {};
  for (const [name, read] of fieldReaders) if (cells.has(name)) fields[name] = read(cells);
  return present({
    remove: removal === "yes" ? true : undefined,
    listCommands: readListCommands(cells),
    id: filled(cells, "id"),
    ...fields,
    discount: readDiscount(cells),
    options: readOptions(cells),
    stock: cells.stock("stock"),
  });
}

/** The words of the columns of commands of lists. */
const listCommands: Readonly<Record<string, ListCommand | undefined>> = {
  merge: "merge",
  delete: "delete",
  replace: undefined,
  "": undefined,
};

function readListCommands(cells: CellReader): ProductDraft["listCommands"] {
  const read = commandedLists.flatMap((list): [string, ListCommand][] => {
    const column = `${list} command`;
    const word = (cells.text(column) ?? "").trim().toLowerCase();
    if (!Object.hasOwn(listCommands, word))
      cells.problem(column, "command", `unknown command "${word}". Use MERGE, REPLACE or DELETE.`);
    const command = listCommands[word];
    return command ? [[list, command]] : [];
  });
  return read.length === 0 ? undefined : Object.fromEntries(read);
}

/** The fields that a draft has under their names, with what reads their cells; infoSections are JSON in files. */
const fieldReaders = columnFields.flatMap((field): [string, (cells: CellReader) => unknown][] => {
  const { name, type, nullable, values, part, titled } = field;
  if (part === "stock" || name === "discount") return [];
  if (type === "json" || titled) return [[name, (cells) => objects(cells, name)]];
  if (type === "list") return [[name, (cells) => list(cells, name)]];
  if (type === "boolean") return [[name, (cells) => cells.flag(name)]];
  if (values) return [[name, (cells) => readOneOf(cells, name, values)]];
  if (type === "text") return [[name, (cells) => (nullable ? cells.clearable(name) : filled(cells, name))]];
  return [[name, (cells) => (nullable ? cells.amount(name) : (cells.amount(name) ?? undefined))]];
});

function readVariant(cells: CellReader): VariantDraft {
  const choices: [string, string][] = [];
  for (let number = 1; number <= maxOptions; number++) {
    const name = readOptionName(cells, number);
    if (choices.some(([other]) => other === name))
      cells.problem(`option${number}Name`, "duplicate", `duplicate option "${name}".`);
    if (name !== "") choices.push([name, cells.text(`option${number}Choices`) ?? ""]);
  }
  if (choices.length === 0)
    cells.problem("option1Name", "required", "a variant needs its options and choices.");
  return {
    line: cells.line,
    choices: Object.fromEntries(choices),
    ...present({
      sku: cells.clearable("sku"),
      barcode: cells.clearable("barcode"),
      price: cells.amount("price"),
      cost: cells.amount("cost"),
      weight: cells.amount("weight"),
      visible: cells.flag("visible"),
      stock: cells.stock("stock"),
    }),
  };
}

/** Returns a discount such as `15%` or `5.00`; null for an empty cell. */
function readDiscount(cells: CellReader): Discount | undefined {
  const cell = cells.text("discount")?.trim();
  if (cell === undefined || cell === "") return cell === "" ? null : undefined;
  const isPercent = cell.endsWith("%");
  const amount = cells.amount("discount", isPercent ? cell.slice(0, -1).trim() : cell);
  return typeof amount === "string" ? parseDiscount(isPercent ? `${amount}%` : amount) : undefined;
}
