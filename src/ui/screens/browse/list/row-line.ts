import { fuzzyPlaces } from "../../../../kernel/fuzzy.ts";
import { displayWidth, fit, padEnd, padStart, sanitiseLine } from "../../../../kernel/text.ts";
import { type LineEdit, visibleLine } from "../../../components/field.state.ts";
import { columnGap } from "../../../components/table-layout.ts";
import { paint, symbols, type Tone } from "../../../theme.ts";
import { type BrowseState, resourceOf, viewOf } from "../browse.state.ts";
import type { BrowseColumn, BrowseRow } from "../browse-resource.ts";
import { stagedFor } from "../edit/staged.state.ts";
import { beforeAfter, stagedText } from "../edit/staged-text.ts";
import type { LaidOutColumn } from "./layout.ts";

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
      ...{ index, width, tone, text: pad(fit(text, width), width, column) },
    });
    if (cell === undefined) {
      const plain = drawn(sanitiseLine(cells[index] ?? ""), tones?.[index]);
      return { ...plain, text: underlined(search, row, cells[index] ?? "", plain.text) };
    }
    const { long, short } = stagedText(beforeAfter({ field, cell, row, index }, changes));
    const text = sanitiseLine(long);
    return drawn(displayWidth(text) <= width ? text : sanitiseLine(short), "warning");
  });
}

const paintCell = ({ text, tone }: DrawnCell) => (tone === undefined ? text : paint(text, tone));

/** Underlines the letters of a cell that a search found; that is visible without colours, too. */
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
 * Returns the selected row: inverse, which is easier to read in one colour, with a gap at the selected cell. While a cell is
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
  const textOf = (some: readonly DrawnCell[]) => some.map(({ text }) => text).join(gap);
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
