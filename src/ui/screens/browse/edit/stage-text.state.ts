import { displayWidth, sanitiseLine } from "../../../../kernel/text.ts";
import { countOf } from "../../../format.ts";
import { type BrowseState, type CellMode, resourceOf, viewOf } from "../browse.state.ts";
import { type BrowseChanges, type CellRow, type EditRow, isNamed } from "../browse-resource.ts";
import type { View } from "../list/view.state.ts";
import { problemOf } from "../problem.ts";
import { withStaged } from "./history.state.ts";
import { type CellChange, stage } from "./staged.state.ts";
import { beforeAfter, type StagedCell, stagedText } from "./staged-text.ts";

/** A text for the cell of a row. */
export interface CellText {
  readonly row: EditRow;
  /** The index of the column. */
  readonly column: number;
  readonly text: string;
}

/** Stages the typed text for the rows of the editor. Returns why it is not possible, as a message. */
export function stageText(
  state: BrowseState,
  mode: CellMode,
  text: string,
): BrowseState | { problem: string } {
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
  const problem = problemOf(() => {
    set = changes.setOf(field, text, { literal, cell: opened.cells[column] });
    changes.check(set);
  });
  if (problem !== undefined) return { problem };
  const what = `${field} of ${target.name} = ${text === "" ? "(none)" : text}`;
  if (!isNamed(rows)) {
    const cell = { value: valueIn(set), before: undefined, after: undefined };
    const list = { query: rows, count: target.count, cells: new Map([[field, cell]]) };
    const staged = stage(state.staged, resource.name, list);
    if ("problem" in staged) return staged;
    const widths = new Map(staged.widths).set(field, widestOf(state, column, { field, cell }));
    return withStaged(state, { ...staged, widths }, what);
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
export function stageTexts(
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
    const invalid = problemOf(() => {
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
  const problem = problemOf(() => {
    after = present && changes.after(set, present);
  });
  if (problem !== undefined) return { problem };
  const cell: StagedCell = { value: valueIn(set), before, after };
  return { row, field, cell: after !== undefined && after === before ? undefined : cell };
}

/** Returns the width of a value that is staged for all rows, in those that are loaded. */
function widestOf(
  state: BrowseState,
  index: number,
  { field, cell }: { field: string; cell: StagedCell },
): number {
  const { changes } = resourceOf(state);
  let widest = 0;
  for (const { rows } of viewOf(state).rows.parts.values())
    for (const row of rows) {
      const { long } = stagedText(beforeAfter({ field, cell, row, index }, changes));
      widest = Math.max(widest, displayWidth(sanitiseLine(long)));
    }
  return widest;
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
