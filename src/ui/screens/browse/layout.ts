import { fuzzyPlaces } from "../../../kernel/fuzzy.ts";
import { displayWidth, fit, fitMiddle, padEnd, padStart, sanitizeLine } from "../../../kernel/text.ts";
import { type LineEdit, visibleLine } from "../../components/field.tsx";
import { columnGap, layoutColumns } from "../../components/table.tsx";
import { paint, symbols, type Tone } from "../../theme.ts";
import { type BrowseState, resourceOf, type Step, viewOf, withView } from "./browse.state.ts";
import type { BrowseColumn, BrowseRow, OpenRow, Query } from "./browse-resource.ts";
import { beforeAfter, stagedFor, stagedText } from "./staged.state.ts";
import { chosenRow, shownColumns, type View } from "./view.state.ts";

/** The width of the marks before a row: selected, marked, edited or in the news, and a blank. */
export const marksWidth = 4;
/** The width of the mark in a heading: the sort order. */
const headingMarks = 1;
/** The number of columns that staged values are shortened for. */
const keptColumns = 5;
/** The width to which the first column is narrowed for staged edits. */
const narrowest = 14;
/** The width that a column with staged edits keeps in narrow windows. */
const maxStaged = 24;
/** Numbers and times up to this width are never cut: without their end they would be others. */
const widestWhole = 26;

/** A column of the list as it is drawn. */
export interface LaidOutColumn {
  readonly column: BrowseColumn;
  readonly index: number;
  readonly width: number;
}

/** Returns the index of the first row that is shown in a list of this height, and the number of rows. */
export function shownRows(view: View, height: number): { top: number; count: number } {
  const { rows, cursor } = view;
  const room = Math.max(1, height - 1);
  const top = Math.max(Math.min(view.top, cursor), cursor - room + 1);
  return { top, count: Math.max(0, Math.min(room, rows.known - top)) };
}

/**
 * Returns the columns that fit. Staged values are shortened before one of the first columns is left out for them, and columns that are sorted by
 * or staged stay. If the selected one does not fit, columns between the first and the selected one are left out.
 */
export function layOut(state: BrowseState, available: number): LaidOutColumn[] {
  const view = viewOf(state);
  const { staged } = state;
  const all = shownColumns(resourceOf(state).columns, view);
  const edits = staged.resource === view.resource ? staged.widths : undefined;
  const isKept = ({ column }: { column: BrowseColumn }) =>
    orderOf(column, view.query) !== "none" || edits?.has(column.set ?? "") === true;
  const fitting = (skipped: number, stagedRoom: number) => {
    const isNarrowed = edits !== undefined && stagedRoom > 0;
    const shown = all.filter((one, index) => index === 0 || index > skipped || isKept(one));
    const needs = shown.map(({ column, index }) => {
      const title = displayWidth(column.title) + headingMarks;
      const edited = edits?.get(column.set ?? "") ?? 0;
      const given = view.widths.get(index);
      const widest = view.rows.widths[index] ?? 0;
      const isWhole = column.align === "right" || column.isWhole === true;
      const whole = isWhole ? Math.min(widest, widestWhole) : 0;
      const isSelected = skipped > 0 && index === view.column;
      return {
        rank: isSelected || isKept({ column }) ? 2 : column.isSpare ? 0 : 1,
        natural: given ?? Math.max(title, widest, edited),
        min:
          given ??
          Math.max(
            isNarrowed && index === all[0]?.index ? narrowest : (column.min ?? 0),
            title,
            6,
            whole,
            Math.min(edited, stagedRoom),
          ),
      };
    });
    const widths = layoutColumns(needs, available);
    return shown
      .map((one, index) => ({ ...one, width: widths[index] ?? 0 }))
      .filter(({ width }) => width > 0);
  };
  const isSeen = (laid: readonly LaidOutColumn[]) => laid.some(({ index }) => index === view.column);
  const short = fitting(0, 0);
  const long = edits === undefined ? short : fitting(0, maxStaged);
  let laid = long.length < Math.min(short.length, keptColumns) ? short : long;
  for (let skipped = 0; !isSeen(laid) && skipped <= all.length; skipped++) laid = fitting(skipped, 0);
  return laid;
}

/** Returns how the rows of a query are sorted by a column. */
export function orderOf({ title, sort: field }: BrowseColumn, { sort, sortHere }: Query) {
  if (sortHere?.column === title) return sortHere.descending ? "descending" : "ascending";
  if (sort === undefined || field === undefined) return "none";
  return sort === field ? "ascending" : sort === `${field}:desc` ? "descending" : "none";
}

/** The gap between two cells, and the one before the selected cell and the heading of its column. */
export const gap = " ".repeat(columnGap);
export const pointer = padStart("›", columnGap);

/** Returns the line of a row: the marks before it, and its cells. */
export function rowLine(
  state: BrowseState,
  row: BrowseRow,
  { marks, laid, isChosen }: { marks: string; laid: readonly LaidOutColumn[]; isChosen: boolean },
): string {
  const cells = rowCells(state, row, laid);
  return isChosen ? chosenLine(state, marks, row, cells) : marks + cells.map(paintCell).join(gap);
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
      text: pad((column.cut === "middle" ? fitMiddle : fit)(text, width), width, column),
    });
    if (cell === undefined) {
      const plain = drawn(sanitizeLine(cells[index] ?? ""), tones?.[index]);
      return { ...plain, text: underlined(search, row, cells[index] ?? "", plain.text) };
    }
    const { long, short } = stagedText(beforeAfter({ field, cell, row, index }, changes));
    const text = sanitizeLine(long);
    if (displayWidth(text) <= width) return drawn(text, "warning");
    // The first column says which row it is, so what it was stays readable.
    const room = width - Math.min(displayWidth(short), Math.floor(width / 2)) - 1;
    const before = index === laid[0]?.index ? `${fit(sanitizeLine(cells[index] ?? ""), room)} ` : "";
    return drawn(before + sanitizeLine(short), "warning");
  });
}

const paintCell = ({ text, tone }: DrawnCell) => (tone === undefined ? text : paint(text, tone));

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

/**
 * Returns the selected row: inverse, which is easier to read in one color, with a gap at the selected cell. While a cell is
 * edited, only that is inverse.
 */
function chosenLine(state: BrowseState, marks: string, row: BrowseRow, cells: readonly DrawnCell[]): string {
  const { mode } = state;
  const { column } = viewOf(state);
  if (mode.kind === "cell" && mode.row.id === row.id)
    return (
      marks +
      cells
        .map((cell, at) =>
          cell.index === mode.column
            ? pointerBefore(at) + editorIn(mode.line, cell.width)
            : gapBefore(at) + paintCell(cell),
        )
        .join("")
    );
  const at = cells.findIndex(({ index }) => index === column);
  const textOf = (part: readonly DrawnCell[]) => part.map(({ text }) => text).join(gap);
  const [before, after] = [textOf(cells.slice(0, at)), textOf(cells.slice(at + 1))];
  return [
    paint(marks + before + pointerBefore(at), "chosen"),
    paint(cells[at]?.text ?? "", "head"),
    ...(after === "" ? [] : [paint(gap + after, "chosen")]),
  ].join("");
}

const gapBefore = (at: number) => (at > 0 ? gap : "");
const pointerBefore = (at: number) => (at > 0 ? pointer : "");

/** Returns the editor of a cell: the part of its text around the cursor. */
function editorIn(line: LineEdit, width: number): string {
  const { before, after } = visibleLine(line, width);
  return paint(padEnd(before + symbols.cursor + after, width), "chosen");
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
    mode.kind === "table" ||
    mode.kind === "cell" ||
    (mode.kind === "line" && mode.purpose !== "command" && !mode.pending);
  return pane.wanted && width >= minPaneWidth && !spoken && isList && viewOf(state).rows.known > 0;
}

/** Returns the width of the pane, in columns. */
export function paneWidth(width: number): number {
  return Math.min(80, Math.floor(width * 0.42));
}

/** Returns the width of the list, in columns, in a window with this width. */
export function listWidth(state: BrowseState, width: number, spoken: boolean): number {
  const isBeside =
    isPaneShown(state, width, spoken) || (state.mode.kind === "detail" && width >= minPaneWidth);
  return isBeside ? width - paneWidth(width) - 3 : width;
}

/** Returns what is known of the selected row for the pane. */
export function paneRow({ pane, ...state }: BrowseState): OpenRow | undefined {
  const row = chosenRow(viewOf({ pane, ...state }));
  if (row === undefined) return undefined;
  return pane.row?.id === row.id ? pane.row : { id: row.id };
}

/** Returns an object that was read for the page or the pane, by the id of its row. */
export function readRow({ openRow, pane }: BrowseState, id: string): OpenRow | undefined {
  return [openRow, pane.row].find((row) => row?.id === id && row.detail !== undefined);
}

/** The narrowest column, and how much a key changes the width. */
const least = 4;
const stepWidth = 2;

/** Returns a step that makes the selected column wider (1) or narrower (-1) than it is drawn now. */
export function resizeColumn(by: 1 | -1) {
  return (state: BrowseState): Step => {
    const { column } = viewOf(state);
    const available = listWidth(state, state.width, false) - marksWidth;
    const drawn = layOut(state, available).find(({ index }) => index === column)?.width ?? least;
    const width = Math.max(least, Math.min(available, drawn + by * stepWidth));
    return {
      state: withView(state, (view) => ({ ...view, widths: new Map(view.widths).set(column, width) })),
    };
  };
}
