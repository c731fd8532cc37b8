import { UsageError } from "../../kernel/errors.ts";
import type { TableRecord } from "../csv.ts";
import { type FileLocation, fileError } from "../location.ts";
import {
  cellPosition,
  columnLetters,
  dateText,
  decodeEscapes,
  generalStyle,
  isoDateText,
  maxColumns,
  maxRows,
  type NumberStyle,
  numberText,
  readNumberStyles,
  type SheetCell,
  type SheetRow,
  storedNumber,
} from "./formats.ts";
import { openWorkbook, type Sheet, type Workbook } from "./workbook.ts";

/** How the cells of a sheet become text. */
export interface SheetOptions {
  /** The name of the sheet. Default: the only visible one that has cells. */
  sheet?: string;
  /** The row of the column names, from 1; the rows before it are skipped. Default: the first row that is not empty. */
  headerRow?: number | undefined;
  /** The sign in which numbers are written. Default: a dot. */
  decimal?: "." | ",";
  /** Returns whether a column may hold dates; elsewhere a date is an error. Default: all may. */
  takesDates?: (column: string) => boolean;
  /** Returns whether a column says which row something is: a number that Excel shows in another way is an error. Default: none. */
  isKey?: (column: string) => boolean;
}

/**
 * Returns the records of one sheet of a workbook; the first row that is not empty is its header. Throws UsageError with line and
 * column for what has no certain meaning: merged cells, formulas without a result, error values, percentages, numbers that
 * Excel has rounded, and dates where none belong.
 */
export async function sheetRecords(
  bytes: AsyncIterable<Uint8Array>,
  { name, ...options }: SheetOptions & { name: string },
): Promise<{ sheet: string; records: AsyncGenerator<TableRecord> }> {
  const workbook = await openWorkbook(bytes, name);
  try {
    const state: SheetContext = {
      strings: await readSharedStrings(workbook),
      styles: await readNumberStyles(workbook),
      merged: [],
    };
    const { name: sheet, path } = await chooseSheet(workbook, state, options.sheet);
    const records = recordsOf(sheetRows(workbook, path, state), {
      at: { file: name, sheet },
      options,
      merged: state.merged,
    });
    return { sheet, records: closing(records, workbook) };
  } catch (error) {
    workbook.close();
    throw error;
  }
}

/** The first rows of a sheet, with their cells as text, and the positions of those that are stored as numbers. */
export interface SheetSample {
  name: string;
  rows: { line: number; cells: string[]; stored: ReadonlySet<number> }[];
}

/** Returns the first rows of each visible sheet that has cells; rows with cells that have no certain meaning have those empty. */
export async function sampleSheets(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  maxSampleRows: number,
): Promise<SheetSample[]> {
  const workbook = await openWorkbook(bytes, name);
  try {
    const strings = await readSharedStrings(workbook);
    const state: SheetContext = { strings, styles: await readNumberStyles(workbook), merged: [] };
    const samples: SheetSample[] = [];
    for (const sheet of workbook.sheets) {
      if (sheet.hidden) continue;
      const rows: SheetSample["rows"] = [];
      for await (const { line, cells } of sheetRows(workbook, sheet.path, state)) {
        const texts: string[] = [];
        const stored = new Set<number>();
        for (const { kind, value, column } of cells) {
          while (texts.length <= column) texts.push("");
          if (kind === "number") stored.add(column);
          texts[column] = kind === "text" ? value : kind === "number" ? (numberText(value) ?? "") : "";
        }
        rows.push({ line, cells: texts, stored });
        if (rows.length === maxSampleRows) break;
      }
      if (rows.length > 0) samples.push({ name: sheet.name, rows });
    }
    return samples;
  } finally {
    workbook.close();
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

/** Yields the header and the rows of a sheet, each as wide as the header. Merged ranges are known after the last row. */
async function* recordsOf(
  rows: AsyncIterable<SheetRow>,
  { at, options, merged }: { at: FileLocation; options: SheetOptions; merged: readonly string[] },
): AsyncGenerator<TableRecord> {
  let header: string[] | undefined;
  let [from, to] = [0, 0];
  for await (const row of rows) {
    const { line } = row;
    if (header === undefined) {
      if (line < (options.headerRow ?? 1)) continue;
      const cells = cellTexts(row, at, { ...options, takesDates: () => true }, []);
      header = cells.map((cell) => cell.trim());
      [from, to] = [line, line];
      yield { line, cells };
      continue;
    }
    const cells = cellTexts(row, at, options, header);
    if (cells.some((cell) => cell !== "")) to = line;
    while (cells.length < header.length) cells.push("");
    const stored = new Set(row.cells.flatMap(({ kind, column }) => (kind === "number" ? [column] : [])));
    yield { line, cells, stored };
  }
  if (header === undefined)
    throw fileError(at, "the sheet is empty.", "Its first row must contain the column names.");
  for (const range of merged) checkMerged(range, { at, header, from, to });
}

/** Throws UsageError for a merged range within the table: only its first cell has a value. */
function checkMerged(
  range: string,
  { at, header, from, to }: { at: FileLocation; header: readonly string[]; from: number; to: number },
): void {
  const { column, row } = cellPosition(range.split(":")[0] ?? "");
  const end = cellPosition(range.split(":")[1] ?? "");
  if (column >= header.length || row + 1 > to || end.row + 1 < from) return;
  const field = header[column];
  throw fileError(
    { ...at, line: row + 1, column: column + 1, field: field ?? at.field },
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
      throw problem(`the cell contains ${value}.`, "Correct the formula or the value, or clear the cell.");
    case "uncalculated":
      throw problem(
        "the formula has no result in the file.",
        "Open the file in Excel or LibreOffice and save it, so that formulas are calculated.",
      );
  }
}

/** The most characters of a cell; Excel has at most 32,767. */
const longestCell = 1024 * 1024;
/** The most memory for the texts that cells share, counting a character as one and each text as `textSize`. */
const maxTexts = 64 * 1024 * 1024;
const textSize = 24;
const maxMerged = 100_000;

/** Reads the texts that cells refer to by their position. */
async function readSharedStrings(workbook: Workbook): Promise<string[]> {
  if (workbook.strings === undefined) return [];
  const strings: string[] = [];
  let current = "";
  let total = 0;
  let [isText, isPhonetic] = [false, false];
  const steps = workbook.parse(
    workbook.strings,
    {
      open(name) {
        if (name === "si") current = "";
        if (name === "rPh") isPhonetic = true;
        isText = name === "t" && !isPhonetic;
      },
      text(text) {
        if (isText) current += text;
        if (current.length > longestCell) throw tooLong(workbook.name, {});
      },
      close(name) {
        isText = false;
        if (name === "rPh") isPhonetic = false;
        if (name !== "si") return;
        total += current.length + textSize;
        // Of a huge part, nothing more is kept than what fits.
        if (total > maxTexts)
          throw fileError(
            { file: workbook.name },
            "the workbook has more than 64 million characters of text.",
            "Save the sheet as CSV and import that.",
          );
        strings.push(decodeEscapes(current));
      },
    },
    { large: true },
  );
  for await (const _ of steps);
  return strings;
}

/** Where the cells of a sheet take their texts and formats from, and where its merged ranges are collected. */
interface SheetContext {
  strings: readonly string[];
  styles: readonly NumberStyle[];
  merged: string[];
}

/** Yields the rows of a sheet that have cells. The merged ranges are complete when the last row was yielded. */
async function* sheetRows(
  workbook: Workbook,
  path: string,
  { strings, styles, merged }: SheetContext,
): AsyncGenerator<SheetRow> {
  let ready: SheetRow[] = [];
  let row: SheetRow = { line: 0, cells: [] };
  let cell = { column: -1, type: "n", style: 0 };
  let [value, hasFormula, takes, isPhonetic] = ["", false, false, false];

  let filled = new Set<number>();
  const wrong = (message: string) =>
    fileError(
      { file: workbook.name, line: row.line },
      message,
      "Open the file in Excel or LibreOffice and save it again.",
    );
  const openRow = (number: string | undefined) => {
    const before = row.line;
    row = { line: number === undefined ? before + 1 : Number(number), cells: [] };
    filled = new Set();
    if (!Number.isInteger(row.line) || row.line > maxRows)
      throw wrong(`the row ${number} is outside the sheet.`);
    if (row.line <= before) throw wrong("the row is in the sheet twice, or after a later one.");
  };
  const openCell = (reference: string | undefined, type: string, style: string) => {
    const at = reference === undefined ? { column: cell.column + 1, row: -1 } : cellPosition(reference);
    cell = { column: at.column, type, style: Number(style) };
    if (at.column < 0 || at.column >= maxColumns)
      throw wrong(`the cell ${reference ?? ""} is outside the sheet.`);
    if (at.row >= 0 && at.row + 1 !== row.line) throw wrong(`the cell ${reference} is in another row.`);
    if (filled.has(at.column))
      throw wrong(`the cell ${columnLetters(at.column)}${row.line} is in the sheet twice.`);
    filled.add(at.column);
  };
  const finishCell = () => {
    const read = readCell(cell.type, value, cell.style, {
      styles,
      strings,
      hasFormula,
      from1904: workbook.from1904,
    });
    if (read !== undefined) row.cells.push({ column: cell.column, ...read });
  };
  const steps = workbook.parse(
    path,
    {
      open(name, { r, t = "n", s = "0", ref = "" }) {
        if (name === "row") openRow(r);
        else if (name === "c") {
          openCell(r, t, s);
          value = "";
          hasFormula = false;
        } else if (name === "f") hasFormula = true;
        else if (name === "v") takes = true;
        else if (name === "rPh") isPhonetic = true;
        else if (name === "t") takes = !isPhonetic;
        else if (name === "mergeCell" && merged.push(ref) > maxMerged)
          throw wrong("the sheet has too many merged cells.");
      },
      text(text) {
        if (takes) value += text;
        if (value.length > longestCell)
          throw tooLong(workbook.name, { line: row.line, column: cell.column + 1 });
      },
      close(name) {
        takes = false;
        if (name === "c") finishCell();
        else if (name === "rPh") isPhonetic = false;
        else if (name === "row") {
          if (row.cells.length > 0) ready.push(row);
          cell.column = -1;
        }
      },
    },
    { large: true },
  );
  for await (const _ of steps) {
    yield* ready;
    ready = [];
  }
}

const tooLong = (file: string, at: { line?: number; column?: number }) =>
  fileError(
    { file, ...at },
    "the cell has more than a million characters.",
    "Shorten it: Excel holds 32,767.",
  );

type CellContent = Omit<SheetCell, "column">;

function readCell(
  type: string,
  value: string,
  format: number,
  {
    strings,
    styles,
    hasFormula,
    from1904,
  }: Pick<SheetContext, "strings" | "styles"> & { hasFormula: boolean; from1904: boolean },
): CellContent | undefined {
  if (type === "s") {
    const text = strings[storedNumber(value) ?? -1];
    if (text === undefined) return { kind: "error", value: `text ${value}, which is missing` };
    return text === "" ? undefined : { kind: "text", value: text };
  }
  if (type === "str" || type === "inlineStr")
    return value === "" ? undefined : { kind: "text", value: decodeEscapes(value) };
  if (value === "") return hasFormula ? { kind: "uncalculated", value } : undefined;
  if (type === "b") {
    if (!/^([01]|true|false)$/.test(value)) return invalidCell(value, ", which is neither true nor false");
    return { kind: "boolean", value: /^[1t]/.test(value) ? "true" : "false" };
  }
  if (type === "e") return { kind: "error", value };
  if (type === "d") return dateCell(value, isoDateText(value));
  const number = storedNumber(value);
  if (number === undefined) return invalidCell(value, ", which is not a number");
  const style = styles[format] ?? (format === 0 ? generalStyle : undefined);
  if (style === undefined) return invalidCell(value, ` in the format ${format}, which is missing`);
  return style.kind === "date"
    ? dateCell(value, dateText(number, from1904))
    : { kind: style.kind, value, style };
}

const dateCell = (stored: string, date: string | undefined): CellContent =>
  date === undefined ? invalidCell(stored, ", which is not a date") : { kind: "date", value: date };

const invalidCell = (stored: string, why: string): CellContent => ({
  kind: "error",
  value: `"${stored.slice(0, 40)}"${why}`,
});
