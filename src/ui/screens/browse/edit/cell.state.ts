import { editLine } from "../../../components/field.state.ts";
import { countOf, formatCount } from "../../../format.ts";
import { type BrowseState, type CellMode, resourceOf, type Step, viewOf, withView } from "../browse.state.ts";
import type { EditRow } from "../browse-resource.ts";
import { textOf } from "../lines.state.ts";
import { chosenRow, markedCount, moveTo, shownColumns, type View } from "../list/view.state.ts";
import { stageText } from "./stage-text.state.ts";
import { stagedFor } from "./staged.state.ts";

/** Opens the selected cell of the selected row with its value, for the row or the marked rows. */
export function openCell(state: BrowseState): Step {
  return { state: editorAt(state) };
}

/** Returns the state with the editor in the selected cell, or without it if the row is not loaded or the column fixed. */
function editorAt(state: BrowseState): BrowseState {
  const view = viewOf(state);
  const { columns, changes } = resourceOf(state);
  const row = chosenRow(view);
  const field = columns[view.column]?.set;
  if (row === undefined || changes === undefined || field === undefined) {
    const message = {
      text: "The row is still being read. Press e when it is there.",
      tone: "warning",
    } as const;
    return { ...state, mode: { kind: "table" }, message };
  }
  const staged = stagedFor(state.staged, view, row.id).get(field);
  const value = staged?.value ?? changes.editText(field, row.cells[view.column] ?? "");
  const mode: CellMode = {
    ...{ kind: "cell", line: { before: value, after: "" }, isFresh: true, column: view.column, row },
    target: targetOf(view, row),
  };
  return { ...state, mode };
}

function targetOf(view: View, { id, label, reference }: EditRow): CellMode["target"] {
  const { marked, query } = view;
  const count = markedCount(view);
  if (marked === "all") {
    const name = count === undefined ? "all rows of the list" : `all ${formatCount(count)} rows of the list`;
    return { rows: { filter: query.filter, search: query.search }, count, name };
  }
  if (marked.size === 0) return { rows: [{ id, label, reference }], count: 1, name: label };
  return { rows: [...marked.values()], count, name: `the ${countOf(marked.size, "marked row")}` };
}

/** Returns whether the editor is for marked rows. */
export function isForMarked({ target, row }: CellMode): boolean {
  const { rows } = target;
  return !("map" in rows) || rows.length !== 1 || rows[0]?.id !== row.id;
}

/** Returns the step of a key in the editor of a cell. */
export function cellKey(state: BrowseState, mode: CellMode, key: string): Step {
  switch (key) {
    case "esc":
      return { state: closed(state) };
    case "enter":
      return { state: leave(state, mode, closed) };
    case "tab":
      return { state: leave(state, mode, (next) => editorAt(toColumn(next, mode, 1))) };
    case "shift+tab":
      return { state: leave(state, mode, (next) => editorAt(toColumn(next, mode, -1))) };
    case "up":
      return { state: leave(state, mode, (next) => editorAt(toRow(next, -1))) };
    case "down":
      return { state: leave(state, mode, (next) => editorAt(toRow(next, 1))) };
    default:
      return { state: { ...state, mode: typed(mode, key), message: undefined } };
  }
}

const closed = (state: BrowseState): BrowseState => ({ ...state, mode: { kind: "table" } });

/** Stages what was typed, if anything was, and goes on; an invalid value stays in the editor with the reason. */
function leave(state: BrowseState, mode: CellMode, goOn: (state: BrowseState) => BrowseState): BrowseState {
  if (mode.isFresh) return goOn({ ...state, message: undefined });
  const staged = stageText(state, mode, textOf(mode.line).trim());
  return "problem" in staged
    ? { ...state, mode: { ...mode, problem: staged.problem } }
    : goOn({ ...staged, message: undefined });
}

/** The first character replaces the value; a key that moves the cursor or deletes edits it. */
function typed({ problem: _, ...mode }: CellMode, key: string): CellMode {
  const line = editLine(mode.line, key);
  const isCharacter = textOf(line).length > textOf(mode.line).length;
  if (mode.isFresh && isCharacter) return withText(mode, key);
  const isSame = line.before === mode.line.before && line.after === mode.line.after;
  const isPasted = mode.isPasted === true && textOf(line) === textOf(mode.line);
  return { ...mode, line, isPasted, isFresh: mode.isFresh && isSame && !moves.has(key) };
}

/** Keys that edit the value even if the cursor stays where it is. */
const moves: ReadonlySet<string> = new Set(["right", "end", "ctrl+e"]);

/** Returns the editor with this text in place of the value. */
export function withText({ problem: _, ...mode }: CellMode, text: string): CellMode {
  return { ...mode, line: { before: text, after: "" }, isFresh: false, isPasted: false };
}

/** Selects the next column that can be edited; behind the last one, that of the next row, unless rows are marked. */
function toColumn(state: BrowseState, mode: CellMode, by: 1 | -1): BrowseState {
  const view = viewOf(state);
  const editable = shownColumns(resourceOf(state).columns, view).flatMap(({ column, index }) =>
    column.set === undefined ? [] : [index],
  );
  const at = editable.indexOf(mode.column) + by;
  const inRow = editable[at];
  const column = inRow ?? editable.at(by > 0 ? 0 : -1) ?? mode.column;
  if (inRow !== undefined || isForMarked(mode)) return withView(state, (one) => ({ ...one, column }));
  const moved = toRow(state, by);
  return viewOf(moved).cursor === view.cursor ? state : withView(moved, (one) => ({ ...one, column }));
}

function toRow(state: BrowseState, by: 1 | -1): BrowseState {
  return withView(state, (view) => moveTo(view, view.cursor + by, state.height));
}
