import { editLine, type LineEdit } from "../../components/field.state.ts";
import {
  type BrowseState,
  type EditTarget,
  type Mode,
  type Purpose,
  resourceOf,
  type Step,
  viewOf,
  withView,
} from "./browse.state.ts";
import type { StagedEdit } from "./browse-resource.ts";
import { stage } from "./edit/staged.state.ts";
import { requery } from "./list/view.state.ts";

type Line = Extract<Mode, { kind: "line" }>;

/** Returns a step that opens the input line, with the current filter or search. */
export function openLine(purpose: Purpose) {
  return (state: BrowseState): Step => {
    const { query } = viewOf(state);
    const initial = purpose === "filter" ? query.filter : purpose === "search" ? query.search : "";
    const mode: Line = { kind: "line", purpose, line: { before: initial ?? "", after: "" }, at: 0 };
    return { state: { ...state, mode } };
  };
}

/** Returns the whole text of a line. */
export function textOf({ before, after }: LineEdit): string {
  return before + after;
}

/** Returns the state after a key in the input line, except in the command palette. */
export function typeKey(state: BrowseState, mode: Line, key: string): BrowseState {
  const { purpose } = mode;
  const closed: BrowseState = { ...state, mode: { kind: "table" } };
  if (key === "esc") return purpose === "search" ? search(closed, "") : closed;
  if (key === "enter") return submit(state, mode, closed);
  const line = editLine(mode.line, key);
  const { problem: _, ...rest } = mode;
  const typed: BrowseState = { ...state, mode: { ...rest, line, at: 0 } };
  return purpose === "search" && textOf(line) !== textOf(mode.line) ? search(typed, textOf(line)) : typed;
}

function search(state: BrowseState, text: string): BrowseState {
  const value = text.trim() === "" ? undefined : text;
  if (viewOf(state).query.search === value) return state;
  return withView(state, (view) => requery(view, { ...view.query, search: value }));
}

function submit(state: BrowseState, mode: Line, closed: BrowseState): BrowseState {
  const text = textOf(mode.line).trim();
  if (mode.purpose === "filter") {
    const query = { ...viewOf(state).query, filter: text === "" ? undefined : text };
    const problem = problemOf(() => resourceOf(state).open(query).close());
    if (problem !== undefined) return { ...state, mode: { ...mode, problem } };
    return withView(closed, (view) => requery(view, query));
  }
  if (mode.purpose !== "edit" || mode.target === undefined) return closed;
  const staged = stageText(state, mode.target, text);
  if ("problem" in staged) return { ...state, mode: { ...mode, problem: staged.problem } };
  return { ...closed, staged: staged.edits };
}

function stageText(
  state: BrowseState,
  target: EditTarget,
  text: string,
): { edits: StagedEdit[] } | { problem: string } {
  const resource = resourceOf(state);
  const column = resource.columns[viewOf(state).column];
  const set = `${column?.set}=${text}`;
  // `--set name=+10%` is valid, but here it is a mistake.
  if (fieldOf(state)?.type === "text" && /^[+-][\d.,]+\s*%?$/.test(text.trim()))
    return {
      problem: `${column?.title} is text, but ${text.trim()} changes numbers. Press Esc, then ← or → to select a column.`,
    };
  const problem = problemOf(() => resource.changes?.check(set));
  if (problem !== undefined) return { problem: problem };
  const { rows, count } = target;
  const edits = stage(state.staged, { resource: resource.name, sets: [set], rows, count });
  return "problem" in edits ? edits : { edits };
}

/** Returns the field of the selected column if it can be changed. */
export function fieldOf(state: BrowseState) {
  const resource = resourceOf(state);
  const { set } = resource.columns[viewOf(state).column] ?? {};
  return resource.changes?.fields.find(({ name }) => name === set);
}

/** Returns the message and hint of the error that a function throws. */
export function problemOf(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    const { message, hint } = error as Error & { hint?: string };
    return hint === undefined ? message : `${message}\n${hint}`;
  }
}

/** Returns the command lines that do the same as the staged edits. */
export function editCommands({ resources, staged }: BrowseState): string[] {
  return staged.flatMap(
    (edit) => resources.find(({ name }) => name === edit.resource)?.changes?.commands(edit) ?? [],
  );
}
