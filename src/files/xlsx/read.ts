import { UsageError } from "../../kernel/errors.ts";
import { rowOf, type Table } from "../csv/csv.ts";
import { headerOf, ragged } from "../csv/header.ts";
import type { DecimalSign } from "../dialect.ts";
import { type FileLocation, fileError } from "../location.ts";
import { columnLetters, positionOf, type SheetCell, type SheetRow } from "./cells.ts";
import { generalStyle, numberText, readNumberStyles } from "./formats.ts";
import { openWorkbook, type Sheet, type Workbook } from "./workbook.ts";
import { readSharedStrings, type SheetContext, sheetRows } from "./worksheet.ts";

/** How the cells of a sheet become text. */
export interface SheetOptions {
  /** The name of the sheet. Default: the only visible one that has cells. */
  sheet?: string;
  /** The sign in which numbers are written. Default: a dot. */
  decimal?: DecimalSign;
  /** Returns whether a column may hold dates; elsewhere a date is an error. Default: all may. */
  takesDates?: (column: string) => boolean;
  /** Returns whether a column says which row something is: a number that Excel shows in another way is an error. Default: none. */
  isKey?: (column: string) => boolean;
}

/**
 * Opens one sheet of a workbook as a table; the first row that is not empty is its header. Throws UsageError with line and
 * column for what has no certain meaning: merged cells, formulas without a result, error values, percentages, numbers that
 * Excel has rounded, and dates where none belong.
 */
export async function readWorkbook(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  options: SheetOptions = {},
): Promise<Table> {
  const workbook = await openWorkbook(bytes, name);
  try {
    const state: SheetContext = {
      strings: await readSharedStrings(workbook),
      styles: await readNumberStyles(workbook),
      merged: [],
    };
    const sheet = await chooseSheet(workbook, state, options.sheet);
    const at = { file: name, sheet: sheet.name };
    const rows = sheetRows(workbook, sheet.path, state);
    const first = await rows.next();
    if (first.done === true)
      throw fileError(at, "the sheet is empty.", "Its first row must contain the column names.");
    const texts = cellTexts(first.value, at, { ...options, takesDates: () => true }, []);
    const header = headerOf({ line: first.value.line, cells: texts }, at.file, at.sheet);
    const rest = rowsOf(rows, header, { at, options, state, headerLine: first.value.line });
    return { name, sheet: sheet.name, header, rows: closing(rest, workbook) };
  } catch (error) {
    workbook.close();
    throw error;
  }
}

async function* closing<T>(rows: AsyncIterable<T>, workbook: Workbook): AsyncGenerator<T> {
  try {
    yield* rows;
  } finally {
    workbook.close();
  }
}

async function chooseSheet(
  workbook: Workbook,
  context: SheetContext,
  sheetName: string | undefined,
): Promise<Sheet> {
  const { name, sheets } = workbook;
  const names = (of: readonly Sheet[]) => of.map((sheet) => `"${sheet.name}"`).join(", ");
  if (sheetName !== undefined) {
    const found = sheets.find((sheet) => sheet.name.toLowerCase() === sheetName.toLowerCase());
    if (found) return found;
    throw new UsageError(`${name} has no sheet "${sheetName}".`, {
      field: "--sheet",
      hint: `Its sheets are: ${names(sheets)}`,
    });
  }
  const filled: Sheet[] = [];
  for (const sheet of sheets) {
    if (sheet.hidden) continue;
    const rows = sheetRows(workbook, sheet.path, { ...context, merged: [] });
    if ((await rows.next()).done !== true) filled.push(sheet);
    await rows.return(undefined);
  }
  const [only] = filled;
  if (only !== undefined && filled.length === 1) return only;
  if (only === undefined)
    throw fileError({ file: name }, "the workbook is empty.", "Its first row must contain the column names.");
  throw new UsageError(`${name} has ${filled.length} sheets: ${names(filled)}.`, {
    field: "--sheet",
    hint: `Name the one to read: --sheet ${JSON.stringify(only.name)}`,
  });
}

async function* rowsOf(
  rows: AsyncIterable<SheetRow>,
  header: readonly string[],
  {
    at,
    options,
    state,
    headerLine,
  }: { at: FileLocation; options: SheetOptions; state: SheetContext; headerLine: number },
) {
  let last = headerLine;
  for await (const row of rows) {
    const cells = cellTexts(row, at, options, header);
    if (cells.every((cell) => cell === "")) continue;
    last = row.line;
    if (cells.length > header.length) throw ragged(cells, header, { ...at, line: row.line });
    while (cells.length < header.length) cells.push("");
    const stored = new Set(row.cells.flatMap(({ kind, column }) => (kind === "number" ? [column] : [])));
    yield { ...rowOf(header, row.line, cells, true), stored };
  }
  for (const range of state.merged) checkMerged(range, { at, header, from: headerLine, to: last });
}

/** Throws UsageError for a merged range within the table: only its first cell has a value. */
function checkMerged(
  range: string,
  { at, header, from, to }: { at: FileLocation; header: readonly string[]; from: number; to: number },
): void {
  const { column, row } = positionOf(range.split(":")[0] ?? "");
  const end = positionOf(range.split(":")[1] ?? "");
  if (column >= header.length || row + 1 > to || end.row + 1 < from) return;
  const field = header[column];
  throw fileError(
    { ...at, line: row + 1, column: column + 1, ...(field !== undefined && { field }) },
    `the cells ${range} are merged, so only the first has a value.`,
    "Unmerge them and fill in each cell.",
  );
}

/** Returns the cells of a row as text, without empty cells at its end. */
function cellTexts(
  { line, cells }: SheetRow,
  at: FileLocation,
  options: SheetOptions,
  header: readonly string[],
): string[] {
  const texts: string[] = [];
  for (const cell of cells) {
    const field = header[cell.column];
    const problem = (message: string, hint: string) =>
      fileError(
        { ...at, line, column: cell.column + 1, field: field ?? columnLetters(cell.column) },
        message,
        hint,
      );
    while (texts.length <= cell.column) texts.push("");
    texts[cell.column] = cellText(cell, options, field, problem);
  }
  while (texts.at(-1) === "") texts.pop();
  return texts;
}

function cellText(
  { kind, value, style = generalStyle }: SheetCell,
  { decimal = ".", takesDates = () => true, isKey = () => false }: SheetOptions,
  field: string | undefined,
  problem: (message: string, hint: string) => UsageError,
): string {
  switch (kind) {
    case "text":
    case "boolean":
      return value;
    case "number": {
      const text = numberText(value);
      const isWhole = /^\d+$/.test(text ?? "");
      if (text !== undefined && isWhole && style.digits !== undefined)
        return text.padStart(style.digits, "0");
      const isShown = style.shows === "stored" || (style.shows === "whole" && isWhole);
      if (text !== undefined && field !== undefined && isKey(field) && !isShown)
        throw problem(
          `the cell has a number format, so Excel may not show it as ${text}.`,
          "Format the column as text and enter it again.",
        );
      if (text !== undefined) return decimal === "," ? text.replace(".", ",") : text;
      throw problem(
        `the number ${value} has more than the 15 digits that Excel keeps.`,
        "Format the column as text and enter it again.",
      );
    }
    case "date":
      if (field === undefined || takesDates(field)) return value;
      throw problem(
        `the cell is a date (${value}).`,
        "Excel turns entries such as 1.5 or 3-1 into dates. Format the column as text and enter it again.",
      );
    case "percent":
      throw problem(
        `the cell is a percentage: Excel stores 10% as 0.1 (here ${value}).`,
        "Format the column as a number and enter it without the % sign.",
      );
    case "error":
      throw problem(`the cell contains ${value}.`, "Correct the formula, or clear the cell.");
    case "uncalculated":
      throw problem(
        "the formula has no result in the file.",
        "Open the file in Excel or LibreOffice and save it, so that formulas are calculated.",
      );
  }
}
