import { countOf, formatCount } from "../../../format.ts";
import { type BrowseState, type CellMode, resourceOf, viewOf } from "../browse.state.ts";
import { type BrowseRow, isNamed } from "../browse-resource.ts";
import { textOf, typeKey } from "../lines.state.ts";
import { rowAt } from "../list/rows.state.ts";
import { shownColumns } from "../list/view.state.ts";
import { isForMarked, withText } from "./cell.state.ts";
import { type CellText, stageText, stageTexts } from "./stage-text.state.ts";

/** Returns the state after a text was pasted. In the list it does nothing, so that no letter of it acts as a key. */
export function pasteText(state: BrowseState, text: string): BrowseState {
  const { mode } = state;
  if (mode.kind === "cell") return pasteIntoCell(state, mode, text);
  const [first = ""] = linesOf(text);
  if (mode.kind === "line") return Array.from(first).reduce(typeInLine, state);
  if (mode.kind !== "table") return state;
  const hint = "To paste values, open a cell first: select it with ← →, and press e.";
  return { ...state, message: { text: hint, tone: "warning" } };
}

function typeInLine(state: BrowseState, character: string): BrowseState {
  return state.mode.kind === "line" ? typeKey(state, state.mode, character) : state;
}

function linesOf(text: string): string[] {
  return text.replace(/(\r\n|[\r\n])$/, "").split(/\r\n|[\r\n]/);
}

/**
 * Pastes one line into the text of the editor, or into all marked rows if nothing was typed yet. Pastes several lines or
 * columns, as spreadsheets copy them, from the selected cell on, or into the marked rows from the first one on.
 */
function pasteIntoCell(state: BrowseState, mode: CellMode, text: string): BrowseState {
  const lines = linesOf(text).map((line) => line.split("\t").map(plain));
  const [[only = "", ...others] = [], ...more] = lines;
  if (others.length === 0 && more.length === 0) {
    const text = mode.isFresh ? withText(mode, only) : insert(mode, only);
    const inserted = { ...text, isPasted: textOf(text.line) === only };
    if (!mode.isFresh || !isForMarked(mode)) return { ...state, mode: inserted };
    return settle(state, inserted, stageText(state, inserted, only.trim()));
  }
  const targets = targetsOf(state, mode, lines);
  return settle(state, mode, "problem" in targets ? targets : stageTexts(state, mode, targets));
}

/** Control characters have no place in a value. */
const plain = (text: string) => text.replace(/\p{Cc}/gu, "");

function insert({ problem: _, ...mode }: CellMode, text: string): CellMode {
  return { ...mode, line: { ...mode.line, before: mode.line.before + text } };
}

function settle(state: BrowseState, mode: CellMode, staged: BrowseState | { problem: string }): BrowseState {
  if ("problem" in staged) return { ...state, mode: { ...mode, problem: staged.problem } };
  const step = staged.history.past.at(-1);
  const what =
    staged === state ? "These values are there already." : `Staged: ${step?.what}. u: undo, A: apply`;
  return { ...staged, mode: { kind: "table" }, message: { text: what, tone: "plain" } };
}

type Pasted = CellText & { readonly line: number };

/** Returns the cells that the lines are for, or why they do not fit. */
function targetsOf(
  state: BrowseState,
  mode: CellMode,
  lines: readonly (readonly string[])[],
): Pasted[] | { problem: string } {
  const columns = shownColumns(resourceOf(state).columns, viewOf(state)).filter(
    ({ index }) => index >= mode.column,
  );
  const width = Math.max(...lines.map((cells) => cells.length));
  const fixed = columns.slice(0, width).find(({ column }) => column.set === undefined);
  if (width > columns.length)
    return { problem: `${width} columns were pasted, but there are ${columns.length} from here on.` };
  if (fixed !== undefined)
    return { problem: `${width} columns were pasted, but ${fixed.column.title} cannot be edited here.` };
  const rows = rowsFor(state, mode, lines.length);
  if ("problem" in rows) return rows;
  return lines.flatMap((cells, line) =>
    cells.flatMap((text, at) => {
      const [row, column] = [rows[line], columns[at]];
      return row && column ? [{ row, column: column.index, text: text.trim(), line: line + 1 }] : [];
    }),
  );
}

/** Returns the rows for a number of lines: the marked ones in the order of the list, or those from the selected one on. */
function rowsFor(
  state: BrowseState,
  mode: CellMode,
  count: number,
): readonly BrowseRow[] | { problem: string } {
  const { rows, cursor } = viewOf(state);
  const lines = countOf(count, "line");
  const { target } = mode;
  if (!isNamed(target.rows))
    return {
      problem: `${lines} cannot be pasted into ${target.name}. Unmark them (a) to paste from one row on.`,
    };
  if (isForMarked(mode)) {
    const ids = new Set(target.rows.map(({ id }) => id));
    const parts = [...rows.parts].sort(([one], [other]) => one - other);
    const marked = parts.flatMap(([, part]) => part.rows.filter(({ id }) => ids.has(id)));
    if (marked.length === count) return marked;
    return { problem: `${lines} were pasted, but ${formatCount(ids.size)} rows are marked.` };
  }
  const start = rowAt(rows, cursor)?.id === mode.row.id ? cursor : undefined;
  if (start === undefined) return { problem: `${mode.row.label} is no longer in the list.` };
  const found = Array.from({ length: count }, (_, offset) => rowAt(rows, start + offset));
  const loaded = found.filter((row) => row !== undefined);
  if (loaded.length === count) return loaded;
  const there = rows.known - start;
  return {
    problem:
      count > there && rows.total !== undefined
        ? `${lines} were pasted, but there are ${formatCount(there)} rows from here on.`
        : `${lines} were pasted, but only ${formatCount(loaded.length)} of these rows are loaded. Scroll down to load more.`,
  };
}
