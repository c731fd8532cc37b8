import { editLine } from "../../components/field.tsx";
import { countOf, formatCount } from "../../format.ts";
import { type BrowseState, type CellMode, resourceOf, type Step, viewOf, withView } from "./browse.state.ts";
import {
  type BrowseChanges,
  type BrowseRow,
  type CellRow,
  type EditRow,
  hasRows,
  unread,
} from "./browse-resource.ts";
import { lineEditText, typeKey } from "./lines.state.ts";
import { findRow, rowAt } from "./rows.state.ts";
import {
  beforeAfter,
  type CellChange,
  editProblem,
  hasStaged,
  type Staged,
  type StagedCell,
  type StagingHistory,
  stage,
  stagedFor,
} from "./staged.state.ts";
import {
  chosenRow,
  describeGone,
  markedCount,
  moveTo,
  settled,
  shownColumns,
  type View,
} from "./view.state.ts";

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
    kind: "cell",
    line: { before: value, after: "" },
    isFresh: true,
    column: view.column,
    row,
    target: targetOf(view, row),
  };
  return { ...withView(state, settled), mode };
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
function isForMarked({ target, row }: CellMode): boolean {
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
      return { state: leave(state, mode, (next) => openNext(next, mode, toColumn(next, mode, 1))) };
    case "shift+tab":
      return { state: leave(state, mode, (next) => openNext(next, mode, toColumn(next, mode, -1))) };
    case "up":
      return { state: leave(state, mode, (next) => openNext(next, mode, toRow(next, -1))) };
    case "down":
      return { state: leave(state, mode, (next) => openNext(next, mode, toRow(next, 1))) };
    default:
      return { state: { ...state, mode: typed(mode, key), message: undefined } };
  }
}

/** Opens the cell that was moved to; if another row was selected because that of the editor is gone, closes it and says so. */
function openNext(state: BrowseState, mode: CellMode, moved: BrowseState): BrowseState {
  const view = viewOf(state);
  const row = chosenRow(view);
  if (row === undefined || row.id === mode.row.id || isForMarked(mode)) return editorAt(moved);
  const text = describeGone({ view, gone: mode.row }) ?? "";
  return { ...closed(state), message: { text, tone: "warning" } };
}

const closed = (state: BrowseState): BrowseState => ({ ...state, mode: { kind: "table" } });

/** Stages what was typed, if anything, and continues; an invalid value stays in the editor with the reason. */
function leave(state: BrowseState, mode: CellMode, goOn: (state: BrowseState) => BrowseState): BrowseState {
  if (mode.isFresh) return goOn({ ...state, message: undefined });
  const staged = stageText(state, mode, lineEditText(mode.line).trim());
  return "problem" in staged ? refused(state, mode, staged) : goOn({ ...staged, message: undefined });
}

/**
 * Returns the editor with why its value was refused, without what the cell shows already: the text with carets below, and the name
 * of the field.
 */
function refused(state: BrowseState, mode: CellMode, { problem }: { problem: string }): BrowseState {
  const lines = problem.split("\n").filter((line) => !line.startsWith("  "));
  const { set: field = "", title = "" } = resourceOf(state).columns[mode.column] ?? {};
  const text = lines.join(". ").replaceAll(".. ", ". ");
  const why = text.startsWith("Unexpected ")
    ? `Not a ${title.toLowerCase()}: "${lineEditText(mode.line)}". Examples: 120, +10%, -5. Press Esc to cancel.`
    : text.replaceAll(`${field}=`, "");
  return { ...state, mode: { ...mode, problem: why } };
}

/** The first character replaces the value; a key that moves the cursor or deletes edits it. */
function typed({ problem, ...mode }: CellMode, key: string): CellMode {
  const line = editLine(mode.line, key);
  const isCharacter = lineEditText(line).length > lineEditText(mode.line).length;
  if (mode.isFresh && isCharacter) return withText(mode, key);
  const isSame = line.before === mode.line.before && line.after === mode.line.after;
  const isPasted = mode.isPasted === true && lineEditText(line) === lineEditText(mode.line);
  return { ...mode, line, isPasted, isFresh: mode.isFresh && isSame && !moves.has(key) };
}

/** Keys that edit the value even if the cursor stays where it is. */
const moves: ReadonlySet<string> = new Set(["right", "end", "ctrl+e"]);

/** Returns the editor with this text in place of the value. */
function withText({ problem, ...mode }: CellMode, text: string): CellMode {
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
 * columns, as spreadsheets copy them, starting at the selected cell, or into the marked rows starting at the first one.
 */
function pasteIntoCell(state: BrowseState, mode: CellMode, text: string): BrowseState {
  const lines = linesOf(text).map((line) => line.split("\t").map(plain));
  const [[only = "", ...others] = [], ...more] = lines;
  if (others.length === 0 && more.length === 0) {
    const text = mode.isFresh ? withText(mode, only) : insert(mode, only);
    const inserted = { ...text, isPasted: lineEditText(text.line) === only };
    if (!mode.isFresh || !isForMarked(mode)) return { ...state, mode: inserted };
    return settle(state, inserted, stageText(state, inserted, only.trim()));
  }
  const targets = targetsOf(state, mode, lines);
  return settle(state, mode, "problem" in targets ? targets : stageTexts(state, mode, targets));
}

/** Control characters have no place in a value. */
const plain = (text: string) => text.replace(/\p{Cc}/gu, "");

function insert({ problem, ...mode }: CellMode, text: string): CellMode {
  return { ...mode, line: { ...mode.line, before: mode.line.before + text } };
}

function settle(state: BrowseState, mode: CellMode, staged: BrowseState | { problem: string }): BrowseState {
  if ("problem" in staged) return refused(state, mode, staged);
  const step = staged.history.past.at(-1);
  const what =
    staged === state
      ? "These values are there already."
      : `Staged: ${step?.what}. Press u to undo, A to apply.`;
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
  if (!hasRows(target.rows))
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

/** A text for the cell of a row. */
interface CellText {
  readonly row: EditRow;
  /** The index of the column. */
  readonly column: number;
  readonly text: string;
}

/** Stages the typed text for the rows of the editor. Returns why it is not possible, as a message. */
function stageText(state: BrowseState, mode: CellMode, text: string): BrowseState | { problem: string } {
  const { target, column, row: opened, isPasted: literal = false } = mode;
  const { rows } = target;
  const resource = resourceOf(state);
  const { set: field = "", title = "" } = resource.columns[column] ?? {};
  const { changes } = resource;
  if (changes === undefined) return { problem: `${resource.title} cannot be edited.` };
  const type = changes.fields.find(({ name }) => name === field)?.type;
  // `--set name=+10%` is valid, but here it is a mistake.
  if (!literal && type === "text" && /^[+-][\d.,]+\s*%?$/.test(text))
    return {
      problem: `${title} is text, but ${text} changes numbers. Press Esc, then ← or → to select a column.`,
    };
  let set = "";
  const problem = editProblem(() => {
    set = changes.setOf(field, text, { literal, cell: opened.cells[column] });
    changes.check(set);
  });
  if (problem !== undefined) return { problem };
  const what = `${field} of ${target.name} = ${text === "" ? "(none)" : text}`;
  if (!hasRows(rows)) {
    const cell = { value: valueIn(set), before: undefined, after: undefined };
    const list = { query: rows, count: target.count, cells: new Map([[field, cell]]) };
    const staged = stage(state.staged, resource.name, list);
    return "problem" in staged ? staged : withStaged(state, staged, what);
  }
  const known = rowsById(viewOf(state), mode, rows);
  const planned: CellChange[] = [];
  for (const row of rows) {
    const change = changeOf(changes, { row, column, field, set }, known.get(row.id));
    if ("problem" in change)
      return { problem: rows.length === 1 ? change.problem : `${row.label}: ${change.problem}` };
    planned.push(change);
  }
  return stageAll(state, resource.name, planned, what);
}

/** Stages one text for each of several cells: all of them, or none and the reason with its line. */
function stageTexts(
  state: BrowseState,
  mode: CellMode,
  texts: readonly (CellText & { line: number })[],
): BrowseState | { problem: string } {
  const { name, columns, changes, title } = resourceOf(state);
  if (changes === undefined) return { problem: `${title} cannot be edited.` };
  const known = rowsById(
    viewOf(state),
    mode,
    texts.map(({ row }) => row),
  );
  const planned: CellChange[] = [];
  for (const { row, column, text, line } of texts) {
    const { set: field = "" } = columns[column] ?? {};
    const present = known.get(row.id);
    let set = "";
    const invalid = editProblem(() => {
      set = changes.setOf(field, text, { literal: true, cell: present?.cells[column] });
      changes.check(set);
    });
    const change =
      invalid === undefined ? changeOf(changes, { row, column, field, set }, present) : { problem: invalid };
    if ("problem" in change) return { problem: `Line ${line} (${row.label}): ${change.problem}` };
    planned.push(change);
  }
  return stageAll(state, name, planned, countOf(texts.length, "pasted cell"));
}

function stageAll(
  state: BrowseState,
  resource: string,
  changes: readonly CellChange[],
  what: string,
): BrowseState | { problem: string } {
  const isNothing = changes.every(
    ({ row, field, cell }) => cell === undefined && !state.staged.rows.get(row.id)?.cells.has(field),
  );
  if (isNothing) return state;
  const staged = stage(state.staged, resource, changes);
  return "problem" in staged ? staged : withStaged(state, staged, what);
}

/** Returns the change of a cell: none if it would show the same as now. */
function changeOf(
  changes: BrowseChanges,
  { row, column, field, set }: { row: EditRow; column: number; field: string; set: string },
  present: CellRow | undefined,
): CellChange | { problem: string } {
  const before = present?.cells[column];
  let after: string | undefined;
  const problem = editProblem(() => {
    after = present && changes.after(set, present);
  });
  if (problem !== undefined) return { problem };
  const cell: StagedCell = { value: valueIn(set), before, after };
  return { row, field, cell: after !== undefined && after === before ? undefined : cell };
}

const valueIn = (set: string) => set.slice(set.indexOf("=") + 1);

/** Returns these rows by id, as far as they are loaded. */
function rowsById(
  { rows }: View,
  { row }: CellMode,
  wanted: readonly EditRow[],
): ReadonlyMap<string, CellRow> {
  const known = new Map<string, CellRow>([[row.id, row]]);
  const ids = new Set(wanted.map(({ id }) => id));
  for (const part of rows.parts.values())
    for (const one of part.rows) if (ids.has(one.id)) known.set(one.id, one);
  return known;
}

/** The number of steps that are kept. */
const most = 100;

/** Returns the state with other staged edits, as a step that can be undone. */
export function withStaged(state: BrowseState, staged: Staged, what: string): BrowseState {
  const past = [...state.history.past, { staged: state.staged, what }].slice(-most);
  return { ...state, staged, history: { past, next: [] } };
}

/** A staged cell whose row shows something else than when it was staged: someone has changed it since. */
interface ChangedElsewhere extends CellChange {
  readonly cell: StagedCell;
  /** What the row shows now, and what the edit makes of it. */
  readonly present: string;
  readonly after: string;
  readonly text: string;
}

/** Returns the staged cells of these rows (by default all loaded ones) that were changed elsewhere. */
export function changedElsewhere(state: BrowseState, rows?: readonly BrowseRow[]): ChangedElsewhere[] {
  const { staged } = state;
  const { resource, rows: loaded } = viewOf(state);
  if (staged.resource !== resource) return [];
  const { columns, changes } = resourceOf(state);
  const shown =
    rows ?? Array.from(staged.rows.keys(), (id) => findRow(loaded, id)).filter((row) => row !== undefined);
  return shown.flatMap((row) =>
    Array.from(staged.rows.get(row.id)?.cells ?? []).flatMap(([field, cell]) => {
      const index = columns.findIndex(({ set }) => set === field);
      const present = row.cells[index];
      if (cell.before === undefined || present === undefined || present === cell.before) return [];
      if (cell.before === unread || present === unread) return [];
      const text = `${columns[index]?.title ?? field} of ${row.label} was changed elsewhere: ${cell.before || "(none)"} → ${present || "(none)"}.`;
      const { after } = beforeAfter({ field, cell, row, index }, changes);
      return [{ row, field, cell, present, after, text }];
    }),
  );
}

/** Drops staged cells whose rows show their result already, such as after the same edit elsewhere. */
export function dropReached(state: BrowseState, rows: readonly BrowseRow[]): BrowseState {
  const reached = changedElsewhere(state, rows).filter(({ present, after }) => present === after);
  const [first] = reached;
  if (first === undefined) return state;
  const dropped = reached.map(({ row, field }) => ({ row, field, cell: undefined }));
  const staged = stage(state.staged, viewOf(state).resource, dropped);
  if ("problem" in staged) return state;
  const what = reached.length === 1 ? `Its staged edit was` : `${reached.length} such staged edits were`;
  const message = { text: `${first.text} ${what} dropped.`, tone: "plain" } as const;
  const mode = state.mode.kind === "diff" && !hasStaged(staged) ? ({ kind: "table" } as const) : state.mode;
  return { ...state, staged, mode, message };
}

/** Keeps staged cells that were changed elsewhere: from now on, their value before is what the rows show. */
export function keepEdits(state: BrowseState, cells: readonly ChangedElsewhere[]): BrowseState {
  const kept = cells.map(({ row, field, cell, present, after }) => ({
    row,
    field,
    cell: { ...cell, before: present, after },
  }));
  const staged = stage(state.staged, viewOf(state).resource, kept);
  return "problem" in staged ? state : { ...state, staged };
}

/** Undoes the last step of staging. Nothing was sent. */
export const undoStaging = (state: BrowseState): Step => ({ state: travel(state, "past", "next", "Undone") });

/** Repeats the step of staging that was undone last. */
export const redoStaging = (state: BrowseState): Step => ({ state: travel(state, "next", "past", "Redone") });

function travel(
  state: BrowseState,
  from: keyof StagingHistory,
  to: keyof StagingHistory,
  done: string,
): BrowseState {
  const { history, mode } = state;
  const step = history[from].at(-1);
  if (step === undefined) return state;
  const { staged, what } = step;
  return {
    ...state,
    staged,
    history: {
      ...history,
      [from]: history[from].slice(0, -1),
      [to]: [...history[to], { staged: state.staged, what }],
    },
    mode: mode.kind === "diff" && !hasStaged(staged) ? { kind: "table" } : mode,
    message: { text: `${done}: ${what}`, tone: "plain" },
  };
}
