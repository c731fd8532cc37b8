import { fuzzyPlaces } from "../../../kernel/fuzzy.ts";
import { displayWidth, fit, fitMiddle, padEnd, padStart, sanitizeLine } from "../../../kernel/text.ts";
import { type LineEdit, visibleLine } from "../../components/field.tsx";
import { columnGap, layoutColumns } from "../../components/table.tsx";
import { isColored, paint, paintOnTint, symbols, type Tone, withSign } from "../../theme.ts";
import { type BrowseState, resourceOf, viewOf } from "./browse.state.ts";
import type { BrowseColumn, BrowseRow, OpenRow, Query } from "./browse-resource.ts";
import { rowAt } from "./rows.state.ts";
import { beforeAfter, fittedStagedText, stagedFor, stagedText, stagedTexts } from "./staged.state.ts";
import { chosenRow, drawnView, shownColumns, type View } from "./view.state.ts";

/** The width of the marks before a row: selected, marked, edited or in the news, and a blank. */
export const marksWidth = 4;
/** The width of the mark in a heading: the sort order. */
const headingMarks = 1;
/** The width of the sign before a status, and a blank; and of a column with signs only, below the start of its title. */
const signWidth = 2;
export const signOnly = 4;
/** Numbers and times up to this width are never cut: without their end they would be others. */
const widestWhole = 26;

/** A column of the list as it is drawn. */
export interface LaidOutColumn {
  readonly column: BrowseColumn;
  readonly index: number;
  readonly width: number;
}

/** Returns the index of the first row that is shown in a list of this height, and the number of rows. */
export function rowWindow(view: View, height: number): { top: number; count: number } {
  const { rows, cursor } = view;
  const room = Math.max(1, height - 1);
  const top = Math.max(Math.min(view.top, cursor), cursor - room + 1);
  return { top, count: Math.max(0, Math.min(room, rows.known - top)) };
}

/** How much narrower the first column becomes at most, so that a staged cell shows its value before and after. */
const maxGivenUp = 4;

/**
 * Returns the columns that fit. Columns that are sorted by stay. If the selected one does not fit, columns between the first and the
 * selected one are left out. Columns with staged cells are wider where that leaves out no other one.
 */
export function layOut(state: BrowseState, available: number): LaidOutColumn[] {
  const view = viewOf(state);
  const all = shownColumns(resourceOf(state).columns, view);
  const isSorted = ({ column }: { column: BrowseColumn }) => columnOrder(column, view.query) !== "none";
  /** The first of the statuses has its words longer than the others. */
  const primary = all.find(({ column }) => column.isStatus)?.index;
  const fitting = (
    skipped: number,
    words: "all" | "first" | "none" = "none",
    staged: ReadonlyMap<number, number> = new Map(),
  ) => {
    const isSelected = (index: number) => skipped > 0 && index === view.column;
    const shown = all.filter(
      (one, place) => place === 0 || place > skipped || isSelected(one.index) || isSorted(one),
    );
    const needs = shown.map(({ column, index }, at) => {
      const isSign = column.isStatus && (words === "none" || (words === "first" && index !== primary));
      const spare = column.isSpare === "late" ? 1 : column.isSpare ? 0 : undefined;
      if (isSign) return { rank: spare ?? 3, natural: signOnly, min: signOnly };
      const sign = column.isStatus ? signWidth : 0;
      const title = displayWidth(column.title) + headingMarks;
      const widest = (view.rows.widths[index] ?? 0) + sign;
      const isWhole = column.cut !== "note" && (column.align === "right" || column.isWhole === true);
      const whole = isWhole ? Math.min(widest, widestWhole) : 0;
      const stagedWidth = staged.get(index) ?? 0;
      const givenUp = staged.size > 0 && at === 0 ? maxGivenUp : 0;
      return {
        rank: isSelected(index) || isSorted({ column }) ? 3 : (spare ?? (column.isStatus ? 3 : 2)),
        natural: Math.max(title, widest, stagedWidth),
        min: Math.max((column.min ?? 0) + sign - givenUp, title, 6, whole, stagedWidth),
      };
    });
    const widths = layoutColumns(needs, available);
    return shown
      .map((one, index) => ({ ...one, width: widths[index] ?? 0 }))
      .filter(({ width }) => width > 0);
  };
  const isSeen = (laid: readonly LaidOutColumn[]) => laid.some(({ index }) => index === view.column);
  /** Words of statuses are left out before other columns are, but not for what is spare. */
  const isSpare = (
    { column, index }: { column: BrowseColumn; index: number },
    laid: readonly LaidOutColumn[],
  ) => column.isSpare || column.isWhole || laid.some((one) => one.index === index);
  const wordy = (["all", "first"] as const).find((words) => {
    const laid = fitting(0, words);
    return all.every((one) => isSpare(one, laid));
  });
  let laid = fitting(0, wordy);
  let skipped = 0;
  for (; !isSeen(laid) && skipped <= all.length; skipped++) laid = fitting(skipped);
  const words = skipped === 0 ? wordy : undefined;
  const wider = stagedWidths(state).map((widths) => fitting(Math.max(0, skipped - 1), words, widths));
  const isKept = (wide: readonly LaidOutColumn[], level: number) =>
    wide.length === laid.length &&
    wide.every(({ index, width }, at) => {
      const before = laid[at];
      const givenUp = level === 0 && at === 0 ? maxGivenUp : 0;
      return index === before?.index && width >= before.width - givenUp;
    });
  return wider.find(isKept) ?? laid;
}

/** Returns the widths of the columns with staged cells, by their index: for the longest texts of these, then for shorter ones. */
function stagedWidths(state: BrowseState): ReadonlyMap<number, number>[] {
  const { staged } = state;
  const view = viewOf(state);
  const { columns, changes } = resourceOf(state);
  if (staged.resource !== view.resource) return [];
  const { top, count } = rowWindow(view, state.height);
  const seen = () => Array.from({ length: count }, (_, offset) => rowAt(view.rows, top + offset));
  // Named rows count also while they are not seen, so that scrolling moves no column.
  const cells = staged.list
    ? seen().flatMap((row) => (row ? [{ row, cells: stagedFor(staged, view, row.id) }] : []))
    : [...staged.rows.values()].slice(0, maxMeasured).map((one) => ({ row: undefined, cells: one.cells }));
  const widths: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  for (const { row, cells: byField } of cells)
    for (const [field, cell] of byField) {
      const index = columns.findIndex(({ set }) => set === field);
      const texts = stagedTexts(beforeAfter({ field, cell, row, index }, changes));
      for (const [level, width] of widths.entries())
        width.set(index, Math.max(width.get(index) ?? 0, displayWidth(texts[level] ?? "")));
    }
  return widths;
}

/** The most rows with staged cells that are measured. */
const maxMeasured = 200;

/** Returns how the rows of a query are sorted by a column. */
export function columnOrder({ title, sort: field }: BrowseColumn, { sort, sortHere }: Query) {
  if (sortHere?.column === title) return sortHere.descending ? "descending" : "ascending";
  if (sort === undefined || field === undefined) return "none";
  return sort === field ? "ascending" : sort === `${field}:desc` ? "descending" : "none";
}

/** The gap between two cells. */
export const gap = " ".repeat(columnGap);

/** Returns the selected cell or its heading, with the gap before it: on the accent, without colors with a sign before its text. */
export function selectedCell(before: string, text: string): string {
  if (isColored()) return before + paint(paint(text, "head"), "active");
  const whole = before + text;
  const at = whole.length - whole.trimStart().length - 1;
  return before === "" || at < 0 ? whole : `${whole.slice(0, at)}›${whole.slice(at + 1)}`;
}

/** Returns the line of a row: the marks before it, and its cells; `chosenWidth` is the width of the selected one. */
export function rowLine(
  state: BrowseState,
  row: BrowseRow,
  { marks, laid, chosenWidth }: { marks: string; laid: readonly LaidOutColumn[]; chosenWidth?: number },
): string {
  const cells = rowCells(state, row, laid);
  return chosenWidth === undefined
    ? marks + cells.map((cell) => paintCell(cell)).join(gap)
    : chosenLine(state, row, { marks, cells, width: chosenWidth });
}

/** A cell as it is drawn: padded to the width of its column. */
interface DrawnCell {
  readonly index: number;
  readonly width: number;
  readonly text: string;
  readonly tone: Tone | undefined;
}

/** Returns the cells of a row: staged ones with their value before and after if there is room. */
function rowCells(state: BrowseState, row: BrowseRow, laid: readonly LaidOutColumn[]): DrawnCell[] {
  const { id, cells, tones } = row;
  const { changes } = resourceOf(state);
  const { search } = viewOf(state).query;
  const staged = stagedFor(state.staged, viewOf(state), id);
  return laid.map(({ column, index, width }) => {
    const { set: field = "" } = column;
    const cell = staged.get(field);
    const drawn = (text: string, tone: Tone | undefined) => ({
      index,
      width,
      tone,
      text: pad(fits[column.cut ?? "end"](text, width), width, column),
    });
    if (cell === undefined) {
      const text = sanitizeLine(cells[index] ?? "");
      const signed = column.isStatus ? withSign(text, tones?.[index]) : text;
      const plain = drawn(column.isStatus && width === signOnly ? signed.charAt(0) : signed, tones?.[index]);
      return { ...plain, text: underlined(search, row, cells[index] ?? "", plain.text) };
    }
    const change = beforeAfter({ field, cell, row, index }, changes);
    if (index !== laid[0]?.index) return drawn(fittedStagedText(change, width), "warning");
    // The first column says which row it is, so what it was stays readable.
    const after = stagedText({ before: undefined, after: change.after });
    const room = width - Math.min(displayWidth(after), Math.floor(width / 2)) - 1;
    return drawn(`${fit(sanitizeLine(cells[index] ?? ""), room)} ${sanitizeLine(after)}`, "warning");
  });
}

/** How texts that are too long are cut. */
const fits = { end: fit, middle: fitMiddle, note: fitNote } as const;

/** Returns a text with a sign in the place of the note behind its comma, if it is too long: `343 !`. */
function fitNote(text: string, width: number): string {
  const [short = "", note] = text.split(", ");
  return displayWidth(text) <= width || note === undefined ? fit(text, width) : fit(`${short} !`, width);
}

const paintCell = ({ text, tone }: DrawnCell, draw = paint) => (tone === undefined ? text : draw(text, tone));

/** Underlines the letters of a cell that a search found; that is visible without colors, too. */
function underlined(search: string | undefined, { found }: BrowseRow, cell: string, drawn: string): string {
  const places = search && found?.split("\n").includes(cell) ? fuzzyPlaces(search, cell) : noPlaces;
  if (places.size === 0) return drawn;
  const shift = drawn.length - drawn.trimStart().length;
  const letters = drawn.split("");
  return letters
    .map((letter, at) => (places.has(at - shift) ? `\x1b[4m${letter}\x1b[24m` : letter))
    .join("")
    .replaceAll("\x1b[24m\x1b[4m", "");
}

const noPlaces: ReadonlySet<number> = new Set();

/** Returns the selected row on its tint, with the selected cell, or with the editor in it. */
function chosenLine(
  state: BrowseState,
  row: BrowseRow,
  { marks, cells, width }: { marks: string; cells: readonly DrawnCell[]; width: number },
): string {
  const { mode } = state;
  const isEdited = mode.kind === "cell" && mode.row.id === row.id;
  const selected = isEdited ? mode.column : viewOf(state).column;
  const drawn = cells.map((cell, at) => {
    const before = at > 0 ? gap : "";
    if (cell.index !== selected) return before + paintCell(cell, paintOnTint);
    if (!isEdited) return selectedCell(before, cell.text);
    return selectedCell(before, "") + editorIn(mode.line, cell.width);
  });
  return paint(padEnd(marks + drawn.join(""), width), "chosen");
}

/** Returns the editor of a cell: the part of its text around the cursor. */
function editorIn(line: LineEdit, width: number): string {
  const { before, after } = visibleLine(line, width);
  return paint(padEnd(before + symbols.cursor + after, width), "active");
}

/** Returns a text in the width and alignment of a column. */
export function pad(text: string, width: number, { align }: BrowseColumn): string {
  return (align === "right" ? padStart : padEnd)(text, width);
}

/** The minimum width for a pane beside the list, in columns. */
export const minPaneWidth = 110;
/** Returns whether the pane beside the list shows the selected row. Screen readers read a row that is opened. */
export function isPaneShown(state: BrowseState, width: number, spoken: boolean): boolean {
  const { mode, pane } = state;
  const isList =
    ["table", "cell", "actions", "diff"].includes(mode.kind) ||
    (mode.kind === "line" && mode.purpose !== "command");
  return pane.wanted && width >= minPaneWidth && !spoken && isList && drawnView(viewOf(state)).rows.known > 0;
}

/** Returns the width of the pane with its frame, in columns: it leaves the list 80 columns if it can. */
export function paneWidth(width: number): number {
  return Math.min(84, Math.floor(width * 0.43), Math.max(36, width - 80));
}

/** Returns the width of the list with its frame, in columns, in a window with this width. */
export function listWidth(state: BrowseState, width: number, spoken: boolean): number {
  const isBeside =
    isPaneShown(state, width, spoken) || (state.mode.kind === "detail" && width >= minPaneWidth);
  return isBeside ? width - paneWidth(width) : width;
}

/** Returns what is known of the selected row for the pane. */
export function paneRow({ pane, ...state }: BrowseState): OpenRow | undefined {
  const row = chosenRow(drawnView(viewOf({ pane, ...state })));
  if (row === undefined) return undefined;
  return pane.row?.id === row.id ? pane.row : { id: row.id };
}

/** Returns an object that was read for the page or the pane, by the id of its row. */
export function readRow({ openRow, pane }: BrowseState, id: string): OpenRow | undefined {
  return [openRow, pane.row].find((row) => row?.id === id && row.detail !== undefined);
}
