import { UsageError } from "../kernel/errors.ts";
import { type CsvFormat, restoreFormula } from "../output/csv.ts";
import { type CsvLayout, csvRecords, type TableRecord } from "./csv.ts";
import { type DecodeOptions, decodeText, peekKind } from "./encoding.ts";
import { type FileLocation, fileError } from "./location.ts";
import type { SheetOptions } from "./xlsx/read.ts";

/** One row of a table after its header. */
export interface Row {
  /** The first line of the row; 1 is the header. */
  line: number;
  /** Column name -> cell, without the leading `'` of formulas. Columns that the file lacks are absent. */
  cells: Readonly<Record<string, string>>;
  /** The cells as written in the file, in the order of the header. */
  source: readonly string[];
  /** The positions of the cells that a workbook stores as numbers. */
  stored?: ReadonlySet<number>;
}

/**
 * The rows of a CSV file or of one sheet of a workbook. They stream, can be iterated once, and throw UsageError for
 * invalid content.
 */
export interface Table {
  name: string;
  header: readonly string[];
  /** The line of the header (of a sheet: its row). */
  headerLine: number;
  /** The layout of a CSV file. */
  format?: CsvFormat;
  /** The name of the sheet of a workbook. */
  sheet?: string;
  rows: AsyncIterable<Row>;
  /** Yields the rows with other names for the columns of the header, instead of `rows`. */
  rowsWith(names: readonly string[]): AsyncIterable<Row>;
}

/** How a CSV file is read. */
export interface CsvOptions extends DecodeOptions, CsvLayout {
  /** Keep a leading `'` in front of formula characters. */
  raw?: boolean;
}

/** The additional column of a rejects file, ignored by every dialect. */
export const reasonColumn = "reason";

/** The additional columns of the report of an import, ignored by every dialect. */
export const reportColumns = [
  "till line",
  "till result",
  "till before",
  "till after",
  "till error",
  "till remedy",
] as const;

/** Returns whether a column was added by the report of an import. */
export const isReportColumn = (column: string): boolean =>
  (reportColumns as readonly string[]).includes(column);

/** Returns whether a column was added by a rejects file or by the report of an import. */
export const isAdded = (column: string): boolean => column === reasonColumn || isReportColumn(column);

/** The results of lines that need not be imported again. */
const finished: ReadonlySet<string> = new Set(["created", "updated", "deleted", "unchanged"]);

/** Returns whether a report says in its column of results that a row is done. */
export const isDone = (result = ""): boolean => finished.has(result.trim());

const workbookName = /\.xls[xm]$/i;
/** The detected types of workbooks: the first entry of a workbook is not always typical of one. */
const zipKinds: readonly (string | undefined)[] = ["an Excel workbook (.xlsx)", "a ZIP archive"];
const otherSheetName = /\.(xls|xlsb|ods|numbers)$/i;

/**
 * Opens a CSV file or a workbook (`.xlsx`), without the rows that the report of an import says are done. Throws UsageError if the content does not match the file's extension; standard
 * input has none and is read by its content.
 */
export async function readTable(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions & SheetOptions,
): Promise<Table> {
  const { name, sheet } = options;
  const { kind, isEmpty, whole } = await peekKind(bytes, name);
  const isWorkbook = workbookName.test(name)
    ? zipKinds.includes(kind)
    : kind === zipKinds[0] && !/\.\w+$/.test(name);
  if (!isWorkbook) checkExtension(name, kind, isEmpty);
  if (!isWorkbook && sheet !== undefined)
    throw new UsageError(`--sheet names a sheet of an Excel workbook, and ${name} is not one.`, {
      field: "--sheet",
    });
  const table = isWorkbook ? await readSheet(whole, options) : await readCsv(whole, options);
  if (!table.header.some(isReportColumn)) return table;
  const result = table.header.indexOf(reportColumns[1]);
  async function* left(rows: AsyncIterable<Row>) {
    for await (const row of rows) if (!isDone(row.source[result])) yield row;
  }
  return { ...table, rows: left(table.rows), rowsWith: (names) => left(table.rowsWith(names)) };
}

/** Throws UsageError for a text whose name says that it is a workbook. */
function checkExtension(name: string, kind: string | undefined, isEmpty: boolean): void {
  if (isEmpty && workbookName.test(name)) throw fileError({ file: name }, "the file is empty.");
  if (workbookName.test(name) || otherSheetName.test(name))
    throw fileError(
      { file: name },
      `the file is ${kind ?? "text"}, not an Excel workbook (.xlsx).`,
      kind === undefined ? "Give it the extension .csv." : "Open it and save it as .xlsx.",
    );
}

/**
 * Opens a CSV file and reads its header. Column names are trimmed. Rows with only empty cells are skipped. Throws UsageError
 * with file, line and column for a missing header, missing or duplicate names, rows longer or shorter than the header, stray
 * quotes and invalid bytes.
 */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions,
): Promise<Table & { format: CsvFormat }> {
  const { format, records } = await csvRecords(decodeText(bytes, options), options);
  return { ...(await tableOf(records, options)), format };
}

/** Opens one sheet of a workbook, as `readCsv` opens a CSV file; what stands right of the table is a note. */
async function readSheet(
  bytes: AsyncIterable<Uint8Array>,
  options: SheetOptions & { name: string },
): Promise<Table> {
  const { sheetRecords } = await import("./xlsx/read.ts");
  const { sheet, records } = await sheetRecords(bytes, options);
  return await tableOf(records, { name: options.name, sheet, raw: true });
}

/** Returns the table of records, whose first one is the header. */
async function tableOf(
  records: AsyncGenerator<TableRecord>,
  { name, sheet, headerRow = 1, raw = false }: Pick<Table, "name" | "sheet"> & Partial<CsvOptions>,
): Promise<Table> {
  const at = { file: name, sheet };
  const first = await records.next();
  const { line, cells } = first.done === true ? { line: headerRow, cells: [] } : first.value;
  try {
    const header = headerOf(cells, { ...at, line });
    const width = sheet === undefined ? cells.length : Number.POSITIVE_INFINITY;
    const rowsWith = (names: readonly string[]) => rowsOf(records, header, { names, width, at, raw });
    return {
      ...{ name, header, headerLine: line, ...(sheet !== undefined && { sheet }) },
      ...{ rows: rowsWith(header), rowsWith },
    };
  } catch (error) {
    await records.return(undefined);
    throw error;
  }
}

/** Returns the trimmed column names of a header. Throws UsageError for empty and duplicate names. */
function headerOf(cells: readonly string[], at: FileLocation): string[] {
  const names = cells.map((cell) => cell.trim());
  while (names.length > 1 && names.at(-1) === "") names.pop();
  for (const [index, name] of names.entries()) {
    const location = { ...at, column: index + 1 };
    if (name === "")
      throw fileError(
        location,
        "the column has no name.",
        `Name it in the first ${at.sheet === undefined ? "line" : "row"}, or remove the column.`,
      );
    if (name === "__proto__")
      throw fileError(location, "a column cannot be named __proto__.", "Rename or remove the column.");
    const before = names.indexOf(name);
    if (before < index) {
      throw fileError(
        { ...location, field: name },
        `duplicate column name (also column ${before + 1}).`,
        "Rename or remove one of them.",
      );
    }
  }
  return names;
}

/** Yields the rows of records under other names. `width`: the cells of the header, with those behind the last name. */
async function* rowsOf(
  records: AsyncIterable<TableRecord>,
  header: readonly string[],
  { names, width, at, raw }: { names: readonly string[]; width: number; at: FileLocation; raw: boolean },
): AsyncGenerator<Row> {
  let short: TableRecord | undefined;
  for await (const record of records) {
    const { line, cells, stored, isCutOff = false } = record;
    if (cells.every((cell) => cell === "")) continue;
    // What stands further to the right is a note.
    if ((cells[header.length] ?? "") !== "" || cells.slice(width).some((cell) => cell !== ""))
      throw ragged(cells, header, { ...at, line });
    const isShort = cells.length < header.length;
    // A line break in a cell without quotes makes two short rows of one.
    if (short && isShort && short.cells.length + cells.length === header.length + 1)
      throw ragged(short.cells, header, { ...at, line: short.line });
    if (isShort && isCutOff) throw ragged(cells, header, { ...at, line });
    short = isShort ? record : undefined;
    const row = csvRow(names, line, cells.slice(0, header.length), raw);
    yield stored ? { ...row, stored } : row;
  }
}

/** Returns the error for a row with more or fewer cells than the header has columns. */
function ragged(cells: readonly string[], header: readonly string[], location: FileLocation): UsageError {
  const counts = `the row has ${cells.length} cells, the header has ${header.length}.`;
  if (cells.length > header.length) {
    return fileError(
      { ...location, column: header.length + 1 },
      `${counts} The first extra cell is ${JSON.stringify(cells[header.length]?.slice(0, 40))}.`,
      'Put cells that contain the delimiter in "quotes".',
    );
  }
  const missing = header[cells.length] ?? "";
  return fileError(
    { ...location, column: cells.length + 1, field: missing },
    `${counts} The first missing cell is ${missing}.`,
    "The row is cut off, or a line break in one of its cells needs quotes.",
  );
}

/** An object without properties of its own or inherited ones. All rows of a file share a layout, unlike those of `Object.create(null)`. */
class Cells {
  [column: string]: string;
}
Object.setPrototypeOf(Cells.prototype, null);
Reflect.deleteProperty(Cells.prototype, "constructor");

/** Returns a row from its cells as written in the file. The last columns of a row that is shorter than the header are absent. */
export function csvRow(header: readonly string[], line: number, source: readonly string[], raw = false): Row {
  const cells = new Cells();
  for (const [index, column] of header.entries()) {
    const cell = source[index];
    if (cell === undefined) break;
    cells[column] = raw ? cell : restoreFormula(cell);
  }
  return { line, cells, source };
}
