import type { Journal } from "../../bulk/journal/journal.ts";
import type { Json } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { fileHandle, renameHandles, stageRows } from "../../bulk/plan/stage.ts";
import { type ColumnMap, isIgnored, mappedHeader } from "../../files/column-map.ts";
import type { DecimalSign, DeclaredNumbers, OtherShop, ReadDialect } from "../../files/dialect.ts";
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
import { checkRecordKind, type JsonRecord, readNdjson } from "../../files/ndjson.ts";
import { withCertainNumbers } from "../../files/number-marks.ts";
import { csvRow, type Row, readTable, reasonColumn, type Table } from "../../files/table.ts";
import { variantColumn } from "../../files/till.ts";
import { conversionNotice } from "../../files/units.ts";
import { UsageError } from "../../kernel/errors.ts";
import { keylessHandle } from "./import-match.ts";
import { type StagedFile, sourceCells, stagedCells } from "./rejects.ts";

/** The formats of an imported file. */
export type FileFormat = "wix" | "shopify" | "till" | OtherShop | "list" | "ndjson";

/** How a file of products is read. */
export interface InputOptions {
  name: string;
  encoding?: string;
  delimiter?: string;
  headerRow?: number;
  sheet?: string;
  ignoreUnknown?: boolean;
  format?: FileFormat;
  key?: ProductKey;
  map: ColumnMap;
  numbers: DeclaredNumbers;
  /** Prints how numbers are read that could be read in two ways. */
  notice(text: string): Promise<void>;
}

/** The columns that say which product or variant a row is, in all formats. */
const identifiers: readonly (string | undefined)[] = [
  ...["sku", "id", "handle", "handleId", "Handle", "Variant SKU", "barcode", "Variant Barcode"],
];

/** Reads and checks a whole file, and stages its rows in the journal. Throws UsageError with line and column. */
export async function stageProducts(
  journal: Journal,
  bytes: AsyncIterable<Uint8Array>,
  options: InputOptions,
): Promise<StagedFile> {
  const { name, format, encoding, delimiter, headerRow, sheet } = options;
  const { numbers, notice, key, map, ignoreUnknown = false } = options;
  if (format === "list" && key === undefined)
    throw new UsageError("A list needs the column that identifies products and variants.", {
      field: "--key",
      hint: `For example: --key sku. Keys: ${productKeys.join(", ")}`,
    });
  const reading = { encoding, delimiter, headerRow, decimal: numbers.decimal };
  const list = key === undefined ? undefined : { name, list: productList, key, map, ignoreUnknown, reading };
  const decode = { name, encoding };
  const isNdjson = /\.(ndjson|jsonl)$/i.test(name) && (format === undefined || format === "list");
  if (format === "ndjson" || isNdjson)
    return await stageNdjson(journal, readNdjson(bytes, decode), { name, list });
  const target = (column: string) => (Object.hasOwn(map, column) ? (map[column] ?? column) : column);
  const table = await readTable(bytes, {
    name,
    ...reading,
    sheet,
    takesDates: (column) =>
      !isProductColumn(target(column)) && listColumn(productList, target(column)) === undefined,
    isKey: (column) =>
      [key, ...identifiers].includes(listColumn(productList, target(column)) ?? target(column)),
  });
  const at = { file: name, sheet: table.sheet, line: table.headerLine };
  const { weightUnit } = numbers;
  const columns = mappedHeader(table.header, map, { ...at, weightUnit });
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
  if (dialect !== undefined && isList && key === undefined && shown.includes(variantColumn))
    return await stageList(journal, table, {
      name,
      list: productList,
      key: "handle",
      map,
      ignoreUnknown,
      reading,
      numbers,
      notice,
    });
  if (list && isList) return await stageList(journal, table, { ...list, numbers, notice });
  if (dialect === undefined) throw unknownFormat(name, shown);
  const converted = conversionNotice(table.header, columns, weightUnit);
  if (converted !== undefined) await notice(converted);
  // Every dialect ignores the column of reasons, as the columns that are ignored here.
  const checked = columns.map((column) => (isIgnored(column) ? reasonColumn : column));
  dialect.check(checked, { ...at, ignoreUnknown });
  const staged: StagedFile = {
    name,
    dialect: dialect.name,
    header: table.header,
    columns,
    format: table.format,
    sheet: table.sheet,
    reading,
  };
  await stageRows(journal, [describe(staged)]);
  const rows = withCertainNumbers(table.rows, {
    file: name,
    sheet: table.sheet,
    header: table.header,
    numbers,
    notice,
    hasFlags: true,
    isNumber: (index) => !isIgnored(columns[index] ?? "") && !dialect.isText(columns[index] ?? ""),
    // What till and the platform export has no trailing zeros.
    defined: dialect.name !== "shopify",
  });
  const others = dialect.notImported?.(shown, numbers);
  if (others !== undefined) await notice(others);
  const parts = new Map<string, string>();
  await stageRows(journal, tableRows(rows, { dialect, staged, parts }));
  renameHandles(journal, parts);
  return staged;
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

/** Stages NDJSON records: whole products, or with a key, flat records as rows of a list. */
async function stageNdjson(
  journal: Journal,
  all: ReturnType<typeof readNdjson>,
  { name, list }: { name: string; list: ListOptions | undefined },
): Promise<StagedFile> {
  const first = await all.next();
  async function* allRecords() {
    if (!first.done) yield first.value;
    yield* all;
  }
  const isFlat =
    !first.done && !("_kind" in first.value.value) && Object.values(first.value.value).every(isPlain);
  if (list && isFlat) return await stageRecords(journal, allRecords(), list);
  const staged: StagedFile = { name, dialect: "ndjson", header: [], format: undefined };
  await stageRows(journal, [describe(staged)]);
  await stageRows(journal, records(allRecords(), name));
  return staged;
}

const isPlain = (value: unknown) => typeof value !== "object" || value === null || Array.isArray(value);

function describe(file: StagedFile) {
  return { handle: fileHandle, line: 0, json: file as never };
}

/** Yields the rows of a table under the handles of their products. Adds the handles of variants that other rows name to `parts`. */
async function* tableRows(
  rows: AsyncIterable<Row>,
  { dialect, staged, parts }: { dialect: ReadDialect; staged: StagedFile; parts: Map<string, string> },
) {
  const handleOf = dialect.grouping?.() ?? dialect.handleOf;
  for await (const read of rows) {
    const row = dialectRow(staged, read.line, read.source);
    const handle = handleOf(row, staged.name);
    for (const part of dialect.partsOf?.(row) ?? []) parts.set(part, handle);
    yield { handle, line: read.line, json: stagedCells(read) };
  }
}

async function* records(rows: AsyncIterable<JsonRecord>, name: string) {
  for await (const { line, value } of rows) {
    checkRecordKind(value, "product", `${name}, line ${line}`);
    const { id, slug, name: title } = value as Record<string, string>;
    yield { handle: id ?? slug ?? title ?? `line ${line}`, line, json: value as never };
  }
}

/** Returns a row with the column names of its dialect. */
export function dialectRow(
  { header, columns = header, sheet }: StagedFile,
  line: number,
  source: readonly string[],
): Row {
  return csvRow(columns, line, source, sheet !== undefined);
}

/** How the rows of a list are read. */
export interface ListOptions {
  name: string;
  list: ListColumns;
  /** The name of the column that identifies products and variants. */
  key: string;
  map: ColumnMap;
  ignoreUnknown: boolean;
  /** A list of keys says enough: each line counts. Default: no. */
  counts?: boolean;
  /** How the file is read. */
  reading?: NonNullable<StagedFile["reading"]>;
}

/** What the numbers of a list are checked with. */
interface ListNumbers {
  numbers: DeclaredNumbers;
  /** Prints how numbers are read that could be read in two ways. */
  notice(text: string): Promise<void>;
}

/** Stages a file of a list other than products: a table, or by its name NDJSON. */
export async function stageListFile(
  journal: Journal,
  bytes: AsyncIterable<Uint8Array>,
  options: ListOptions & ListNumbers & { sheet?: string | undefined },
): Promise<StagedFile> {
  const { name, sheet, key, map, list, reading } = options;
  if (/\.(ndjson|jsonl)$/i.test(name))
    return await stageRecords(journal, readNdjson(bytes, { name, encoding: reading?.encoding }), options);
  const target = (column: string) => listColumn(list, (Object.hasOwn(map, column) && map[column]) || column);
  const table = await readTable(bytes, {
    name,
    ...reading,
    sheet,
    takesDates(column) {
      const field = target(column);
      return list.dates === undefined || field === undefined || list.dates.includes(field);
    },
    isKey: (column) => target(column) === key,
  });
  return await stageList(journal, table, options);
}

/** Checks the header of a list, and stages its rows in the journal under their keys. */
async function stageList(
  journal: Journal,
  table: Table,
  options: ListOptions & ListNumbers,
): Promise<StagedFile> {
  const { name, key } = options;
  const { weightUnit } = options.numbers;
  const place = { sheet: table.sheet, line: table.headerLine, weightUnit };
  const columns = listHeader(table.header, options, place);
  const converted = conversionNotice(table.header, columns, weightUnit);
  if (converted !== undefined) await options.notice(converted);
  const staged: StagedFile = {
    name,
    dialect: "list",
    key,
    header: table.header,
    columns,
    format: table.format,
    sheet: table.sheet,
    ...(options.reading && { reading: options.reading }),
  };
  const at = columns.indexOf(key);
  async function* rows() {
    const marks = {
      ...options,
      file: name,
      sheet: table.sheet,
      header: table.header,
      defined: false,
      hasFlags: true,
      isNumber: (index: number) => isListNumber(columns[index] ?? "", options.list),
    };
    for await (const row of withCertainNumbers(table.rows, marks))
      yield { handle: handleOf(row.source[at], row.line), line: row.line, json: stagedCells(row) };
  }
  await stageRows(journal, [describe(staged)]);
  await stageRows(journal, rows());
  return staged;
}

/** Stages the records of an NDJSON list; each is checked like a header. */
async function stageRecords(
  journal: Journal,
  records: AsyncIterable<JsonRecord>,
  options: ListOptions,
): Promise<StagedFile> {
  const { name, key } = options;
  const staged: StagedFile = { name, dialect: "list", header: [], columns: [], format: undefined };
  const checked = new Set<string>();
  async function* rows() {
    for await (const { line, value: record } of records) {
      checkRecordKind(record, options.list.kind ?? "row", `${name}, line ${line}`);
      const { _kind, ...value } = record;
      const own = Object.keys(value);
      const shape = own.join("\n");
      if (!checked.has(shape)) listHeader(own, { ...options, map: usedMap(own, options) }, { line });
      checked.add(shape);
      const cell = own.find((column) => nameOf(column, options) === key);
      yield { handle: handleOf(textOf(value[cell ?? ""], "."), line), line, json: value as never };
    }
  }
  await stageRows(journal, [describe(staged)]);
  await stageRows(journal, rows());
  return staged;
}

/** Returns a staged row of a list with the names of the list. */
export function listRow(
  staged: StagedFile,
  { line, json }: { line: number; json: unknown },
  options: ListOptions & { decimal: DecimalSign },
): Row {
  if (Array.isArray(json))
    return csvRow(
      staged.columns ?? staged.header,
      line,
      sourceCells(json as Json).cells,
      staged.sheet !== undefined,
    );
  const cells = Object.entries(json as Record<string, unknown>).map(([column, value]) => [
    nameOf(column, options),
    textOf(value, options.decimal),
  ]);
  return { line, cells: Object.fromEntries(cells), source: [] };
}

function listHeader(
  header: readonly string[],
  { name, list, key, map, ignoreUnknown, counts }: ListOptions,
  place: Omit<HeaderLocation, "file"> & Pick<DeclaredNumbers, "weightUnit">,
): string[] {
  const at = { ...place, file: name };
  const columns = mappedHeader(header, map, { ...at, rename: (column) => listColumn(list, column) });
  checkListColumns(list, columns, { ...at, columns: header, key, ignoreUnknown, counts });
  return columns;
}

const handleOf = (cell: string | undefined, line: number) => (cell ?? "").trim() || keylessHandle(line);

/** Returns the part of a mapping that is about these columns: records may lack some. */
const usedMap = (columns: readonly string[], { map }: ListOptions): ColumnMap =>
  Object.fromEntries(Object.entries(map).filter(([column]) => columns.includes(column)));

const nameOf = (column: string, { map, list }: ListOptions): string =>
  (Object.hasOwn(map, column) ? map[column] : listColumn(list, column)) ?? column;

function textOf(value: unknown, decimal: DecimalSign): string {
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
function fileColumn(
  { header, columns = header }: StagedFile,
  column: string,
  list: ListColumns = productList,
): string {
  const names = codeColumns[column] ?? [column, listColumn(list, column)];
  return header[columns.findIndex((name) => names.includes(name))] ?? column;
}

/** Yields planned rows whose problems name the columns of the file. */
export async function* withFileColumns(
  staged: StagedFile,
  rows: AsyncIterable<PlannedRow>,
  list?: ListColumns,
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
