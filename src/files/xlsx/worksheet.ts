import { fileError } from "../location.ts";
import { decodeEscapes, mostColumns, positionOf, type SheetCell, type SheetRow } from "./cells.ts";
import { dateText, generalStyle, type NumberStyle } from "./formats.ts";
import type { Workbook } from "./workbook.ts";

const longestCell = 1024 * 1024;
const mostStringText = 512 * 1024 * 1024;

/** Reads the texts that cells refer to by their position. */
export async function readSharedStrings(workbook: Workbook): Promise<string[]> {
  if (workbook.strings === undefined) return [];
  const strings: string[] = [];
  let current = "";
  let total = 0;
  let [isText, isPhonetic] = [false, false];
  const steps = workbook.parse(workbook.strings, {
    open(name) {
      if (name === "si") current = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    text(text) {
      if (isText) current += text;
    },
    close(name) {
      isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name !== "si") return;
      total += current.length;
      strings.push(decodeEscapes(current));
    },
  });
  for await (const _ of steps) {
    if (total > mostStringText)
      throw fileError(
        { file: workbook.name },
        "the workbook has more than 512 million characters of text.",
        "Save the sheet as CSV and import that.",
      );
  }
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

  const finishCell = () => {
    if (cell.column >= mostColumns || value.length > longestCell)
      throw fileError({ file: workbook.name, line: row.line }, "a cell is too long or outside the sheet.");
    const read = readCell(cell.type, value, styles[cell.style] ?? generalStyle, {
      strings,
      hasFormula,
      from1904: workbook.from1904,
    });
    if (read !== undefined) row.cells.push({ column: cell.column, ...read });
  };
  const steps = workbook.parse(path, {
    open(name, { r, t = "n", s = "0", ref = "" }) {
      if (name === "row") row = { line: r === undefined ? row.line + 1 : Number(r), cells: [] };
      else if (name === "c") {
        cell = {
          column: r === undefined ? cell.column + 1 : positionOf(r).column,
          type: t,
          style: Number(s),
        };
        value = "";
        hasFormula = false;
      } else if (name === "f") hasFormula = true;
      else if (name === "v") takes = true;
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") takes = !isPhonetic;
      else if (name === "mergeCell") merged.push(ref);
    },
    text(text) {
      if (takes) value += text;
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
  });
  for await (const _ of steps) {
    yield* ready;
    ready = [];
  }
}

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
