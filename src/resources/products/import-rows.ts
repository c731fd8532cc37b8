import type { Journal } from "../../bulk/journal/journal.ts";
import type { Json } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { fileHandle, ownMark, renameHandles, type StagedRow, stageRows } from "../../bulk/plan/stage.ts";
import { type ColumnMap, conversionNotice, isIgnored, mappedHeader } from "../../files/column-map.ts";
import type { OtherShop, ReadDialect } from "../../files/dialect.ts";
import { detectDialect, isProductColumn, readers } from "../../files/dialects.ts";
import {
  checkListColumns,
  isListNumber,
  type ListColumns,
  listColumn,
  notImportedFrom,
  productList,
} from "../../files/list.ts";
import { type ProductKey, productKeys } from "../../files/list-keys.ts";
import type { HeaderLocation } from "../../files/location.ts";
import { checkRecordKind, isNdjsonName, type JsonRecord, readNdjson } from "../../files/ndjson.ts";
import { type DeclaredNumbers, type NumberFormat, withCertainNumbers } from "../../files/numbers.ts";
import { csvRow, type Row, readTable, reasonColumn, type Table } from "../../files/table.ts";
import { variantColumn } from "../../files/till.ts";
import { UsageError } from "../../kernel/errors.ts";
import { type StagedFile, sourceCells, stagedCells } from "./rejects.ts";

const productMark = `${ownMark}product `;

/** Returns the handle under which the rows of an existing product are staged, once it is known. */
export const productHandle = (id: string): string => `${productMark}${id}`;

/** Returns the id of the product whose rows have this handle. */
export const productIdOf = (handle: string): string | undefined =>
  handle.startsWith(productMark) ? handle.slice(productMark.length) : undefined;

/** Returns the handle of a staged row without a key. */
export const keylessHandle = (line: number): string => `${ownMark}line ${line}`;

/** The formats of an imported file. */
export type FileFormat = "wix" | "shopify" | "till" | OtherShop | "list" | "ndjson";

/** How a file is read: its bytes, the names of its columns and its numbers. */
export interface FileReading {
  name: string;
  encoding?: string | undefined;
  delimiter?: string | undefined;
  headerRow?: number | undefined;
  sheet?: string | undefined;
  ignoreUnknown?: boolean | undefined;
  map: ColumnMap;
  numbers: DeclaredNumbers;
  /** Prints what is converted, what is left out, and how numbers are read that could be read in two ways. */
  notice(text: string): Promise<void>;
}

/** How a list is read. */
export interface ListReading extends FileReading {
  list: ListColumns;
  /** The name of the column that identifies the object of a row. */
  key: string;
  /** A list of keys says enough: each line counts. Default: no. */
  counts?: boolean;
}

/** How a file of products is read. */
export interface ProductReading extends FileReading {
  format?: FileFormat;
  key?: ProductKey;
}

/** The columns that say which product or variant a row is, in all formats. */
const identifiers: readonly (string | undefined)[] = [
  ...["sku", "id", "handle", "handleId", "Handle", "Variant SKU", "barcode", "Variant Barcode"],
];

/**
 * Stages the rows of a file of products: of a list, of a product format, or records. In: the bytes of the file. Out: what the file is; its
 * rows are in the journal, each as the file has it, under the key that its cells give to its product. Throws UsageError with line and
 * column unless the whole file can be read.
 */
export async function stageProducts(
  journal: Journal,
  bytes: AsyncIterable<Uint8Array>,
  reading: ProductReading,
): Promise<StagedFile> {
  const { name, format, key, map, notice } = reading;
  if (format === "list" && key === undefined)
    throw new UsageError("A list needs the column that identifies products and variants.", {
      field: "--key",
      hint: `For example: --key sku. Keys: ${productKeys.join(", ")}`,
    });
  const list = key && { ...reading, list: productList, key };
  if (format === "ndjson" || (isNdjsonName(name) && (format === undefined || format === "list")))
    return await stageProductRecords(journal, readNdjson(bytes, reading), name, list);
  const target = (column: string) => (Object.hasOwn(map, column) ? (map[column] ?? column) : column);
  const table = await readTable(bytes, {
    ...tableReading(reading),
    takesDates: (column) =>
      !isProductColumn(target(column)) && listColumn(productList, target(column)) === undefined,
    isKey: (column) =>
      [key, ...identifiers].includes(listColumn(productList, target(column)) ?? target(column)),
  });
  const columns = mappedHeader(table.header, map, headerPlace(table, reading));
  const shown = columns.filter((column) => !isIgnored(column));
  const dialect =
    format === undefined ? detectDialect(shown) : format === "list" ? undefined : readers[format];
  // Without kinds of rows, each row of such a file is a product or a variant by its key.
  const isList =
    dialect === undefined ||
    (dialect.name === "till" &&
      format === undefined &&
      (!shown.includes("kind") || shown.includes(variantColumn)));
  const left = isList ? notImportedFrom(shown) : undefined;
  if (left !== undefined) await notice(left);
  // An export of a few columns names its variants by their choices.
  const own = dialect && shown.includes(variantColumn) ? ("handle" as const) : undefined;
  const listKey = isList ? (key ?? own) : undefined;
  if (listKey === undefined && dialect === undefined) throw unknownFormat(name, shown);
  const rows = listKey
    ? listFormat(table, { ...reading, list: productList, key: listKey })
    : dialectFormat(table, columns, dialect as ReadDialect, reading);
  return await stageTable(journal, table, rows, reading);
}

function unknownFormat(name: string, columns: readonly string[]): UsageError {
  const key = columns.map((column) => listColumn(productList, column)).find((column) => column === "sku");
  return new UsageError(`${name}: not a Wix, Shopify or till file.`, {
    field: "--format",
    hint:
      key === undefined
        ? 'Set the format with --format wix, shopify or till, or match rows by a column: --map "COLUMN=sku" --key sku. More: till help guide files'
        : "To match its rows by SKU, add: --key sku. Or set the format with --format wix, shopify or till. More: till help guide files",
  });
}

/** Stages a file of a list other than products: a table, or by its name NDJSON. */
export async function stageListFile(
  journal: Journal,
  bytes: AsyncIterable<Uint8Array>,
  reading: ListReading,
): Promise<StagedFile> {
  const { name, key, map, list } = reading;
  if (isNdjsonName(name)) return await stageListRecords(journal, readNdjson(bytes, reading), reading);
  const target = (column: string) => listColumn(list, (Object.hasOwn(map, column) && map[column]) || column);
  const table = await readTable(bytes, {
    ...tableReading(reading),
    takesDates(column) {
      const field = target(column);
      return list.dates === undefined || field === undefined || list.dates.includes(field);
    },
    isKey: (column) => target(column) === key,
  });
  return await stageTable(journal, table, listFormat(table, reading), reading);
}

const tableReading = ({ name, encoding, delimiter, headerRow, sheet, numbers }: FileReading) => ({
  ...{ name, encoding, delimiter, headerRow, sheet, decimal: numbers.decimal },
});

const headerPlace = ({ sheet, headerLine: line }: Table, { name: file, numbers }: FileReading) => ({
  ...{ file, sheet, line, weightUnit: numbers.weightUnit },
});

/** How the rows of a table are read, which its header says. */
interface RowFormat extends Pick<StagedFile, "dialect" | "key"> {
  /** The header with the names of the format. */
  columns: readonly string[];
  /** The format writes numbers without trailing zeros, so that `1.125` is certain in it and `1.290` is not. */
  defined: boolean;
  /** Whether the command has the flags that declare how numbers are written. Default: yes. */
  hasFlags?: boolean;
  /** Which columns are not imported. */
  left?: string | undefined;
  isNumber(column: string): boolean;
  handleOf(row: Row): string;
  /** The handles of rows that are parts of others, which other rows name. It is complete when all rows are read. */
  parts?: ReadonlyMap<string, string>;
}

/** Returns how the rows of a list are read. Throws UsageError for a header without its key, and for unknown columns. */
function listFormat(table: Table, reading: ListReading): RowFormat {
  const { key, list } = reading;
  const columns = listHeader(table.header, reading, headerPlace(table, reading));
  const at = columns.indexOf(key);
  return {
    ...{ dialect: "list", key, columns, defined: false },
    isNumber: (column) => isListNumber(column, list),
    handleOf: ({ source, line }) => handleOfKey(source[at], line),
  };
}

/** Returns how the rows of a product format are read. Throws UsageError for a header that is not one of that format. */
function dialectFormat(
  table: Table,
  columns: readonly string[],
  dialect: ReadDialect,
  reading: FileReading,
): RowFormat {
  const { ignoreUnknown = false, numbers, name } = reading;
  // Every dialect ignores the column of reasons, as the columns that are ignored here.
  const checked = columns.map((column) => (isIgnored(column) ? reasonColumn : column));
  dialect.check(checked, { ...headerPlace(table, reading), ignoreUnknown });
  const shown = columns.filter((column) => !isIgnored(column));
  const handleIn = dialect.grouping?.() ?? dialect.handleOf;
  const parts = new Map<string, string>();
  return {
    ...{ dialect: dialect.name, columns, left: dialect.notImported?.(shown, numbers), parts },
    // What till and the platform export has no trailing zeros.
    defined: dialect.name !== "shopify",
    isNumber: (column) => !isIgnored(column) && !dialect.isText(column),
    handleOf(row) {
      const handle = handleIn(row, name);
      for (const part of dialect.partsOf?.(row) ?? []) parts.set(part, handle);
      return handle;
    },
  };
}

/** Stages the rows of a table in their format. Throws UsageError for a number that could be read in two ways. */
export async function stageTable(
  journal: Journal,
  table: Table,
  { dialect, key, columns, defined, hasFlags = true, left, isNumber, handleOf, parts }: RowFormat,
  { encoding, delimiter, headerRow, numbers, notice }: Omit<FileReading, "name" | "map">,
): Promise<StagedFile> {
  const { name, header, format, sheet } = table;
  const converted = conversionNotice(header, columns, numbers.weightUnit);
  for (const text of [converted, left]) if (text !== undefined) await notice(text);
  const marks = {
    ...{ numbers, defined, hasFlags, notice },
    isNumber: (index: number) => isNumber(columns[index] ?? ""),
  };
  const staged: StagedFile = {
    ...{ name, dialect, key, header, columns, format, sheet },
    reading: { encoding, delimiter, headerRow, decimal: numbers.decimal },
  };
  const rows = { ...table, rows: table.rowsWith(columns) };
  await stageFile(journal, staged, withCertainNumbers(rows, marks), (row) => ({
    ...{ handle: handleOf(row), line: row.line, json: stagedCells(row) },
  }));
  if (parts) renameHandles(journal, parts);
  return staged;
}

/** Stages a file, and each of its rows or records as it is read. */
export async function stageFile<Read>(
  journal: Journal,
  staged: StagedFile,
  rows: AsyncIterable<Read>,
  stagedRow: (row: Read) => StagedRow,
): Promise<StagedFile> {
  async function* all(): AsyncGenerator<StagedRow> {
    yield { handle: fileHandle, line: 0, json: staged as never };
    for await (const row of rows) yield stagedRow(row);
  }
  await stageRows(journal, all());
  return staged;
}

/** Stages records of whole products, or with a key, flat ones as rows of a list. */
async function stageProductRecords(
  journal: Journal,
  all: AsyncGenerator<JsonRecord>,
  name: string,
  list: ListReading | undefined,
): Promise<StagedFile> {
  const first = await all.next();
  async function* records() {
    if (!first.done) yield first.value;
    yield* all;
  }
  const isFlat =
    !first.done && !("_kind" in first.value.value) && Object.values(first.value.value).every(isPlain);
  if (list && isFlat) return await stageListRecords(journal, records(), list);
  const staged: StagedFile = { name, dialect: "ndjson", header: [], format: undefined };
  return await stageFile(journal, staged, records(), ({ line, value }) => {
    checkRecordKind(value, "product", `${name}, line ${line}`);
    const { id, slug, name: title } = value as Record<string, string>;
    return { handle: id ?? slug ?? title ?? `line ${line}`, line, json: value as never };
  });
}

const isPlain = (value: unknown) => typeof value !== "object" || value === null || Array.isArray(value);

/** Stages the records of a list; each is checked like a header. */
async function stageListRecords(
  journal: Journal,
  records: AsyncIterable<JsonRecord>,
  reading: ListReading,
): Promise<StagedFile> {
  const { name, key, list, map } = reading;
  const staged: StagedFile = { name, dialect: "list", header: [], columns: [], format: undefined };
  const checked = new Set<string>();
  return await stageFile(journal, staged, records, ({ line, value: record }) => {
    checkRecordKind(record, list.kind ?? "row", `${name}, line ${line}`);
    const { _kind, ...value } = record;
    const own = Object.keys(value);
    const shape = own.join("\n");
    // A record may lack columns of the mapping.
    const usedMap = Object.fromEntries(Object.entries(map).filter(([column]) => own.includes(column)));
    if (!checked.has(shape)) listHeader(own, { ...reading, map: usedMap }, { file: name, line });
    checked.add(shape);
    const cell = own.find((column) => nameOf(column, reading) === key);
    return { handle: handleOfKey(textOf(value[cell ?? ""], "."), line), line, json: value as never };
  });
}

function listHeader(
  header: readonly string[],
  { list, key, map, ignoreUnknown = false, counts }: ListReading,
  at: HeaderLocation & Pick<DeclaredNumbers, "weightUnit">,
): string[] {
  const columns = mappedHeader(header, map, { ...at, rename: (column) => listColumn(list, column) });
  checkListColumns(list, columns, { ...at, columns: header, key, ignoreUnknown, counts });
  return columns;
}

const handleOfKey = (cell: string | undefined, line: number) => (cell ?? "").trim() || keylessHandle(line);

/** Returns a staged row of a table, with the names of its format. */
export function tableRow(
  { header, columns = header, sheet }: StagedFile,
  { line, json }: { line: number; json: Json },
): Row {
  return csvRow(columns, line, sourceCells(json).cells, sheet !== undefined);
}

/** Returns a staged row or record of a list, with the names of the list. */
export function listRow(
  staged: StagedFile,
  row: { line: number; json: Json },
  reading: RecordNames & { numbers: Pick<NumberFormat, "decimal"> },
): Row {
  if (Array.isArray(row.json)) return tableRow(staged, row);
  const cells = Object.entries(row.json as Record<string, unknown>).map(([column, value]) => [
    nameOf(column, reading),
    textOf(value, reading.numbers.decimal),
  ]);
  return { line: row.line, cells: Object.fromEntries(cells), source: [] };
}

/** What the fields of records are called. */
type RecordNames = Pick<ListReading, "list" | "map">;

const nameOf = (column: string, { map, list }: RecordNames): string =>
  (Object.hasOwn(map, column) ? map[column] : listColumn(list, column)) ?? column;

function textOf(value: unknown, decimal: NumberFormat["decimal"]): string {
  if (typeof value === "number") return String(value).replace(".", decimal);
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(";");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The columns for SKUs and barcodes in the other formats. */
const codeColumns: Readonly<Record<string, readonly string[]>> = {
  sku: ["sku", "Variant SKU", "SKU"],
  barcode: ["barcode", "Variant Barcode", "Barcode"],
};

/** Returns the name that a column has in a file. */
function fileColumn({ header, columns = header }: StagedFile, column: string, list: ListColumns): string {
  const names = codeColumns[column] ?? [column, listColumn(list, column)];
  return header[columns.findIndex((name) => names.includes(name))] ?? column;
}

/** Yields planned rows whose problems name the columns of the file. */
export async function* withFileColumns(
  staged: StagedFile,
  rows: AsyncIterable<PlannedRow>,
  list = productList,
): AsyncGenerator<PlannedRow> {
  for await (const row of rows) {
    if (!("problems" in row)) yield row;
    else
      yield {
        problems: row.problems.map((problem) => ({
          ...problem,
          ...(problem.column !== undefined && { column: fileColumn(staged, problem.column, list) }),
        })),
      };
  }
}
