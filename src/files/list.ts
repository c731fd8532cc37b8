import { nearest } from "../kernel/text.ts";
import { cellReader, damage } from "./cells.ts";
import { isIgnored } from "./column-map.ts";
import { columnsOf, commandedListOf, commandOf, isCommandColumn, type RowCommand } from "./columns.ts";
import type { RowProblem } from "./dialect.ts";
import type { ProductDraft, Stock } from "./draft.ts";
import { type FileLocation, fileError, type HeaderLocation } from "./location.ts";
import type { NumberFormat } from "./numbers.ts";
import { columnFields } from "./product-fields.ts";
import type { Row } from "./table.ts";
import { readProduct, tillHeader } from "./till.ts";

/** The columns of a list and what may stand for them, ignoring case. */
export interface ListColumns {
  /** The `_kind` of the records that till lists, which are read as rows. */
  readonly kind?: string;
  /** The columns that are imported. */
  readonly fields: readonly string[];
  /** Known columns that are not imported. */
  readonly ignored: readonly string[];
  /** The columns that can have dates in a workbook, besides unknown ones. Default: all. */
  readonly dates?: readonly string[];
  /** The columns that hold numbers. Default: those of products and stock. */
  readonly numbers?: readonly string[];
  /** Other names. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** The columns of options, which an import changes only with all of them and the kinds of rows. */
const optionColumns: readonly string[] = tillHeader.filter((column) => /^option\d/.test(column));

/** The columns of an export that are not imported from a list. */
const notImported: readonly string[] = ["customTextFields", ...optionColumns];

/** Returns which columns of a list are not imported, and why; undefined if all are. */
export function notImportedFrom(columns: readonly string[]): string | undefined {
  const options = columns.filter((column) => optionColumns.includes(column));
  const texts = columns.includes("customTextFields")
    ? ["custom text fields (the platform sets them in its dashboard only)"]
    : [];
  const all = [
    ...texts,
    ...(options.length > 0 ? [`${options.join(", ")} (export all columns to change options)`] : []),
  ];
  return all.length === 0 ? undefined : `Not imported: ${all.join("; ")}.`;
}

/** Other names of the column of barcodes. */
const barcodes = Object.fromEntries(
  ["ean", "ean13", "ean-13", "gtin", "gtin-13", "upc", "upc-a", "isbn", "bar code"].map((name) => [
    name,
    "barcode",
  ]),
);

/** The columns of a list of products and variants. */
export const productList: ListColumns = {
  kind: "product",
  fields: listFields(),
  ignored: ["id", "kind", "variant", ...notImported],
  aliases: {
    ...barcodes,
    quantity: "stock",
    inventory: "stock",
    qty: "stock",
    slug: "handle",
    "product type": "type",
    title: "name",
    "sale price": "salePrice",
    "seo title": "seoTitle",
    "meta title": "seoTitle",
    "seo description": "seoDescription",
    "meta description": "seoDescription",
    "alt text": "altText",
    "image alt text": "altText",
    "tax group": "taxGroup",
  },
};

/** Returns the columns of the till format that are imported from a list, the SKU first. */
function listFields(): string[] {
  const names = columnFields.map(({ name }) => name);
  return ["sku", ...names.filter((name) => name !== "sku" && !notImported.includes(name)), "delete"];
}

/** The columns of a list of stock; also those of `till products stock list --output csv`. */
export const stockList: ListColumns = {
  kind: "stock",
  dates: [],
  fields: ["stock", "inStock"],
  ignored: [
    ...["sku", "barcode", "id", "handle", "name", "kind"],
    ...["product", "productId", "variant", "variantId", "tracked"],
  ],
  aliases: { ...barcodes, quantity: "stock", inventory: "stock", qty: "stock", "in stock": "inStock" },
};

const numberColumns: ReadonlySet<string> = new Set(
  columnFields.flatMap(({ name, type, part }) =>
    type === "money" || type === "number" || part === "discount" ? name : [],
  ),
);

/** Returns whether a column of a list holds numbers. */
export const isListNumber = (column: string, { numbers }: Pick<ListColumns, "numbers"> = {}): boolean =>
  numbers === undefined ? numberColumns.has(column) : numbers.includes(column);

/** Returns the name of a column in a list; undefined if it is unknown. */
export function listColumn({ fields, ignored, aliases }: ListColumns, column: string): string | undefined {
  const name = column.trim().toLowerCase();
  const own = [...fields, ...ignored].find((one) => one.toLowerCase() === name);
  if (own !== undefined) return own;
  if (isCommandColumn(column)) return "command";
  const list = commandedListOf(column);
  if (list && fields.includes(list)) return `${list} command`;
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined;
}

/**
 * Throws UsageError for a list without the key column or without a field to import, and for unknown columns, all named
 * with suggestions. `header` has the names of the list, `columns` those of the file.
 */
export function checkListColumns(
  list: ListColumns,
  header: readonly string[],
  options: HeaderLocation & {
    columns: readonly string[];
    key: string;
    ignoreUnknown: boolean;
    /** A list of keys says enough: each line counts. Default: no. */
    counts?: boolean | undefined;
  },
): void {
  const { file, sheet, line = 1, columns, key, ignoreUnknown } = options;
  const unknown = header.flatMap((name, index) =>
    isIgnored(name) || listColumn(list, name) !== undefined || name === key ? [] : [index],
  );
  const at = (index: number): FileLocation => ({
    file,
    sheet,
    line,
    column: index + 1,
    field: columns[index] ?? "",
  });
  const [first] = unknown;
  if (first !== undefined && !ignoreUnknown) {
    const named = unknown.map((index) => {
      const guess = suggestion(list, header[index] ?? "");
      const shown = columns[index] === header[index] ? "" : ` for the column "${columns[index]}"`;
      return `"${header[index]}"${shown}${guess === undefined ? "" : ` (did you mean ${guess}?)`}`;
    });
    // A list without column names, such as one of a scanner.
    const isRow =
      unknown.length === header.length && (header.length === 1 || header.some((name) => /\d/.test(name)));
    throw fileError(
      at(first),
      `unknown ${unknown.length === 1 ? "column" : "columns"}: ${named.join(", ")}.${isRow ? " The first line has to name the columns." : ""}`,
      `Say what they are with --map 'COLUMN=FIELD', or ignore them with --ignore-unknown. Fields: ${list.fields.join(", ")}`,
    );
  }
  if (!header.includes(key)) {
    const hasKeys = list === productList || list === stockList;
    const other = ["barcode", "handle", "id"].find((name) => hasKeys && header.includes(name));
    const remedy = other === undefined ? "" : ` To match rows by "${other}", add: --key ${other}`;
    const what = hasKeys ? "product or variant" : (list.kind ?? "object");
    throw fileError(
      { file, sheet, line },
      `the column "${key}" is missing. It says which ${what} a row is.${remedy}`,
      `Name it with --map 'COLUMN=${key}'${hasKeys ? ", or choose another key with --key" : ""}. The columns: ${columns.join(", ")}`,
    );
  }
  if (
    !options.counts &&
    !header.some((name) => name !== key && (list.fields.includes(name) || isCommandColumn(name)))
  ) {
    throw fileError(
      { file, sheet, line },
      `there is nothing to import besides the column "${key}".`,
      `Fields: ${list.fields.join(", ")}`,
    );
  }
}

/** Returns the known name that is closest to a column, also without the first word: `Variant Price` is `price`. */
function suggestion({ fields, aliases }: ListColumns, column: string): string | undefined {
  const names = [...fields, ...Object.keys(aliases)];
  const guess =
    nearest(column, names) ??
    names.find((name) =>
      column
        .toLowerCase()
        .split(/[^a-z]+/)
        .includes(name.toLowerCase()),
    );
  return guess === undefined ? undefined : (aliases[guess] ?? guess);
}

/** One row of a list: a product or a variant by its key, and the fields that it sets. */
export interface ListRow {
  line: number;
  /** Empty if the cell is. */
  key: string;
  command?: RowCommand;
  /** The choices of a variant, as in `till products stock list`: `Large / Blue`. */
  variant?: string;
  /** Fields by column; those of empty cells are absent. */
  fields: Partial<ProductDraft>;
  problems: RowProblem[];
}

const products = columnsOf(productList.fields);
const stockColumns = columnsOf(stockList.fields);

/** Reads a row of a list of products. An empty cell leaves its field unchanged. */
export function readListRow(row: Row, key: string, numbers: NumberFormat): ListRow {
  const { problems, filled, base } = begin(row, key);
  return { ...base, fields: readProduct(cellReader(products, filled, numbers, problems)), problems };
}

/**
 * Reads a row of a list of stock: a quantity, else whether it is in stock. With `adjust`, the quantity is a difference, such as
 * -3; with `sum`, a row without a quantity is one piece.
 */
export function readStockRow(
  row: Row,
  key: string,
  { adjust, sum = false, ...numbers }: NumberFormat & { adjust: boolean; sum?: boolean },
): ListRow {
  const { problems, filled, base } = begin(row, key);
  const { stock: quantity = sum ? "1" : "" } = filled.cells;
  const signed = adjust ? quantity.trim().replace(/^\+(?=\d)/, "") : quantity;
  const read = { ...filled, cells: { ...filled.cells, stock: signed } };
  const cells = cellReader(stockColumns, read, numbers, problems);
  const inStock = adjust ? undefined : cells.flag("inStock");
  const stock: Stock | undefined = cells.stock("stock") ?? (inStock === undefined ? undefined : { inStock });
  if (adjust && stock && "inStock" in stock)
    cells.problem("stock", "whole", "--adjust needs a difference such as 12 or -3.");
  if (!adjust && stock && "quantity" in stock && stock.quantity < 0)
    cells.problem("stock", "whole", "stock cannot be negative. To subtract, use --adjust.");
  if (adjust && !sum && row.cells.stock === undefined && filled.cells.inStock !== undefined)
    cells.problem("inStock", "whole", "--adjust needs a quantity, a difference such as 12 or -3.");
  if (base.command === "create" || base.command === "delete") {
    const message = "stock is set for products that exist. Use UPDATE or SKIP.";
    const { command: value = "" } = row.cells;
    problems.push({ line: row.line, column: "command", value, rule: "command", message });
    delete base.command;
  }
  return { ...base, fields: stock ? { stock } : {}, problems };
}

function begin(row: Row, key: string) {
  const problems: RowProblem[] = [];
  const command = commandOf(row, problems);
  const cells = Object.entries(row.cells).filter(([, cell]) => cell.trim() !== "");
  const variant = row.cells.variant?.trim() || undefined;
  const value = row.cells[key] ?? "";
  const why = damage(value);
  if (why !== undefined) problems.push({ line: row.line, column: key, value, rule: "damaged", message: why });
  return {
    problems,
    filled: { ...row, cells: Object.fromEntries(cells) as Record<string, string> },
    base: {
      line: row.line,
      key: value.trim(),
      command,
      variant,
    },
  };
}
