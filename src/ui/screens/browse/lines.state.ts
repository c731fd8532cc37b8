import { editLine, type LineEdit } from "../../components/field.tsx";
import {
  type BrowseState,
  type Mode,
  type Purpose,
  resourceOf,
  type Step,
  viewOf,
  withView,
} from "./browse.state.ts";
import { completeFilter, withNext } from "./completion.state.ts";
import { editProblem, editsOf } from "./staged.state.ts";
import { requery, searchView } from "./view.state.ts";

type Line = Extract<Mode, { kind: "line" }>;

/** Returns a step that opens the input line, with the current filter or search. */
export function openLine(purpose: Purpose) {
  return (state: BrowseState): Step => {
    const { query } = viewOf(state);
    const initial = purpose === "filter" ? query.filter : purpose === "search" ? query.search : "";
    const mode: Line = { kind: "line", purpose, line: { before: initial ?? "", after: "" }, at: 0 };
    return { state: { ...state, mode: completed(state, mode) } };
  };
}

/** Returns the whole text of a line. */
export function lineEditText({ before, after }: LineEdit): string {
  return before + after;
}

/** Returns the state after a key in the input line, except in the command palette. */
export function typeKey(state: BrowseState, mode: Line, key: string): BrowseState {
  const { purpose } = mode;
  const closed: BrowseState = { ...state, mode: { kind: "table" } };
  if (key === "esc") return purpose === "search" ? search(closed, "") : closed;
  if (key === "enter") return submit(state, mode, closed);
  const by = { tab: 1, "shift+tab": -1 }[key] as 1 | -1 | undefined;
  if (by !== undefined && mode.completion !== undefined && mode.completion.candidates.length > 0) {
    const { problem: _, ...rest } = mode;
    const next: Line = { ...rest, ...withNext(mode.line, mode.completion, by) };
    // The only one there is: Tab goes on with what follows it.
    return { ...state, mode: mode.completion.candidates.length > 1 ? next : completed(state, next) };
  }
  // The blank after what Tab has completed is there already.
  if (key === " " && mode.completion?.at !== undefined && mode.line.before.endsWith(" "))
    return { ...state, mode: completed(state, mode) };
  const line = editLine(mode.line, key);
  const { problem, ...rest } = mode;
  const typed: BrowseState = { ...state, mode: completed(state, { ...rest, line, at: 0 }) };
  return purpose === "search" && lineEditText(line) !== lineEditText(mode.line)
    ? search(typed, lineEditText(line))
    : typed;
}

/** Returns a mode with what Tab completes its line with, if it is a filter. */
function completed(state: BrowseState, mode: Line): Line {
  if (mode.purpose !== "filter") return mode;
  const { filterFields = [] } = resourceOf(state);
  return { ...mode, completion: completeFilter(filterFields, mode.line.before) };
}

function search(state: BrowseState, text: string): BrowseState {
  const value = text.trim() === "" ? undefined : text;
  if (viewOf(state).query.search === value) return state;
  return withView(state, (view) => searchView(view, value, state));
}

function submit(state: BrowseState, mode: Line, closed: BrowseState): BrowseState {
  const text = lineEditText(mode.line).trim();
  if (mode.purpose === "filter") {
    const query = { ...viewOf(state).query, filter: text === "" ? undefined : text };
    const problem = editProblem(() => resourceOf(state).open(query).close());
    if (problem !== undefined) return { ...state, mode: { ...mode, problem } };
    return withView(closed, (view) => requery(view, query));
  }
  return closed;
}

/** Returns the command lines that do the same as the staged edits. */
export function editCommands({ resources, staged }: BrowseState): string[] {
  return editsOf(staged).flatMap(
    (edit) => resources.find(({ name }) => name === edit.resource)?.changes?.commands(edit) ?? [],
  );
}
