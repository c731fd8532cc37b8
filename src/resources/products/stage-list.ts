import type { Journal } from "../../bulk/journal/journal.ts";
import type { Json } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { fileHandle, stageRows } from "../../bulk/plan/stage.ts";
import { type ColumnMap, mappedHeader } from "../../files/column-map.ts";
import { type Row, rowOf, type Table } from "../../files/csv.ts";
import type { DecimalSign, DeclaredNumbers } from "../../files/dialect.ts";
import {
  checkListColumns,
  isListNumber,
  type ListColumns,
  listColumn,
  productList,
} from "../../files/list.ts";
import type { HeaderLocation } from "../../files/location.ts";
import type { JsonRecord } from "../../files/ndjson.ts";
import { withCertainNumbers } from "../../files/number-marks.ts";
import { keylessHandle } from "./import-list.ts";
import { type StagedFile, sourceCells, stagedCells } from "./rejects.ts";

/** How the rows of a list are read. */
export interface ListOptions {
  name: string;
  list: ListColumns;
  /** The name of the column that identifies products and variants. */
  key: string;
  map: ColumnMap;
  ignoreUnknown: boolean;
  /** How the file is read. */
  reading?: NonNullable<StagedFile["reading"]>;
}

/** What the numbers of a list are checked with. */
interface ListNumbers {
  numbers: DeclaredNumbers;
  /** Prints how numbers are read that could be read in two ways. */
  notice(text: string): Promise<void>;
}

/** Checks the header of a list, and stages its rows in the journal under their keys. */
export async function stageList(
  journal: Journal,
  table: Table,
  options: ListOptions & ListNumbers,
): Promise<StagedFile> {
  const { name, key } = options;
  const columns = listHeader(table.header, options, { sheet: table.sheet, line: table.headerLine });
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
  await stageRows(journal, [{ handle: fileHandle, line: 0, json: staged as never }]);
  await stageRows(journal, rows());
  return staged;
}

/** Stages the records of an NDJSON list; each is checked like a header. */
export async function stageRecords(
  journal: Journal,
  records: AsyncIterable<JsonRecord>,
  options: ListOptions,
): Promise<StagedFile> {
  const { name, key } = options;
  const staged: StagedFile = { name, dialect: "list", header: [], columns: [], format: undefined };
  const checked = new Set<string>();
  async function* rows() {
    for await (const { line, value } of records) {
      const own = Object.keys(value);
      const shape = own.join("\n");
      if (!checked.has(shape)) listHeader(own, { ...options, map: usedMap(own, options) }, { line });
      checked.add(shape);
      const cell = own.find((column) => nameOf(column, options) === key);
      yield { handle: handleOf(textOf(value[cell ?? ""], "."), line), line, json: value as never };
    }
  }
  await stageRows(journal, [{ handle: fileHandle, line: 0, json: staged as never }]);
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
    return rowOf(
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
  { name, list, key, map, ignoreUnknown }: ListOptions,
  place: Omit<HeaderLocation, "file">,
): string[] {
  const at = { ...place, file: name };
  const columns = mappedHeader(header, map, { ...at, rename: (column) => listColumn(list, column) });
  checkListColumns(list, columns, { ...at, columns: header, key, ignoreUnknown });
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
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The columns for SKUs in the other formats. */
const skuColumns = ["sku", "Variant SKU", "SKU"];

/** Returns the name that a column has in a file. */
function fileColumn(
  { header, columns = header }: StagedFile,
  column: string,
  list: ListColumns = productList,
): string {
  const names = column === "sku" ? skuColumns : [column, listColumn(list, column)];
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
