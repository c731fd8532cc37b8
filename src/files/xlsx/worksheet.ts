import { fileError } from "../location.ts";
import {
  columnLetters,
  decodeEscapes,
  mostColumns,
  mostRows,
  positionOf,
  type SheetCell,
  type SheetRow,
} from "./cells.ts";
import { dateText, generalStyle, type NumberStyle } from "./formats.ts";
import type { Workbook } from "./workbook.ts";

/** The most characters of a cell; Excel has at most 32,767. */
const longestCell = 1024 * 1024;
/** The most memory for the texts that cells share, counting a character as one and each text as `textSize`. */
const mostTexts = 64 * 1024 * 1024;
const textSize = 24;
const mostMerged = 100_000;

/** Reads the texts that cells refer to by their position. */
export async function readSharedStrings(workbook: Workbook): Promise<string[]> {
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
        if (total > mostTexts)
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
export interface SheetContext {
  strings: readonly string[];
  styles: readonly NumberStyle[];
  merged: string[];
}

/** Yields the rows of a sheet that have cells. The merged ranges are complete when the last row was yielded. */
export async function* sheetRows(
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
    if (!Number.isInteger(row.line) || row.line > mostRows)
      throw wrong(`the row ${number} is outside the sheet.`);
    if (row.line <= before) throw wrong("the row is in the sheet twice, or after a later one.");
  };
  const openCell = (reference: string | undefined, type: string, style: string) => {
    const at = reference === undefined ? { column: cell.column + 1, row: -1 } : positionOf(reference);
    cell = { column: at.column, type, style: Number(style) };
    if (at.column < 0 || at.column >= mostColumns)
      throw wrong(`the cell ${reference ?? ""} is outside the sheet.`);
    if (at.row >= 0 && at.row + 1 !== row.line) throw wrong(`the cell ${reference} is in another row.`);
    if (filled.has(at.column))
      throw wrong(`the cell ${columnLetters(at.column)}${row.line} is in the sheet twice.`);
    filled.add(at.column);
  };
  const finishCell = () => {
    const read = readCell(cell.type, value, styles[cell.style] ?? generalStyle, {
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
        else if (name === "mergeCell" && merged.push(ref) > mostMerged)
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

function readCell(
  type: string,
  value: string,
  style: NumberStyle,
  { strings, hasFormula, from1904 }: { strings: readonly string[]; hasFormula: boolean; from1904: boolean },
): Omit<SheetCell, "column"> | undefined {
  if (type === "s") {
    const text = strings[Number(value)];
    if (value === "" || text === undefined)
      return { kind: "error", value: `text ${value}, which is missing` };
    return text === "" ? undefined : { kind: "text", value: text };
  }
  if (type === "str" || type === "inlineStr")
    return value === "" ? undefined : { kind: "text", value: decodeEscapes(value) };
  if (value === "") return hasFormula ? { kind: "uncalculated", value } : undefined;
  if (type === "b") return { kind: "boolean", value: /^(1|true)$/.test(value) ? "true" : "false" };
  if (type === "e") return { kind: "error", value };
  if (type === "d") return { kind: "date", value: value.replace(/(T\d\d:\d\d):00(\.0+)?Z?$/, "$1") };
  const { kind } = style;
  return { kind, value: kind === "date" ? dateText(Number(value), from1904) : value, style };
}
