import {
  type BrowseState,
  type Effect,
  type Mode,
  resourceOf,
  type Step,
  viewOf,
  withView,
} from "./browse.state.ts";
import type { BrowseResource, BrowseRow, Opening } from "./browse-resource.ts";
import { withStaged } from "./edit.state.ts";
import { isPaneShown } from "./layout.ts";
import { findRow, type Rows } from "./rows.state.ts";
import { describeStaged, hasStaged, nothingStaged } from "./staged.state.ts";
import { chosenRow, moveColumn, openView, requery, settled, toggleMark } from "./view.state.ts";
import { openRemembered } from "./views.state.ts";

/** Returns a step that switches to a mode. */
export const switchMode =
  (mode: Mode) =>
  (state: BrowseState): Step => ({ state: { ...state, mode } });
/** Returns a step that requests an effect. */
export const withEffect =
  (effect: Effect) =>
  (state: BrowseState): Step => ({ state, effect });

/** Selects another column; returns undefined for other keys. */
export function moveSideways(state: BrowseState, key: string): BrowseState | undefined {
  const by = { left: -1, h: -1, right: 1, l: 1 }[key];
  return by === undefined
    ? undefined
    : withView(state, (view) => moveColumn(view, resourceOf(state).columns, by));
}

/** Opens the detail page of the selected row. */
export function openDetail(state: BrowseState): Step {
  const { id = "" } = chosenRow(viewOf(state)) ?? {};
  // What was read for a pane that is hidden now may be old.
  const { row } = state.pane;
  const isKnown = row?.id === id && row.detail !== undefined && isPaneShown(state, state.width, false);
  const openRow = isKnown ? row : { id };
  return { state: { ...withView(state, settled), mode: { kind: "detail", scroll: 0 }, openRow } };
}

/** Shows or hides the pane beside the list. */
export function togglePane(state: BrowseState): Step {
  const shown = !state.pane.wanted;
  return { state: { ...state, pane: { ...state.pane, wanted: shown } }, effect: { type: "pane", shown } };
}

/** Marks or unmarks the selected row. */
export function markRow(state: BrowseState): Step {
  const row = chosenRow(viewOf(state));
  return { state: row ? withView(state, (view) => toggleMark(settled(view), row)) : state };
}

/** Marks or unmarks all rows of the list. */
export function markAll(state: BrowseState): Step {
  const { marked, query, rows } = viewOf(state);
  const all = marked === "all";
  // Commands search exactly: what a fuzzy search finds is marked row by row.
  if (query.search && resourceOf(state).searched.fuzzy) return markFound(state, rows);
  return { state: withView(state, (view) => ({ ...view, marked: all ? new Map() : "all" })) };
}

function markFound(state: BrowseState, { parts, total }: Rows): Step {
  const rows = [...parts.values()].flatMap((part) => part.rows);
  if (rows.length !== total) {
    const text = "Not all rows that match are known yet. Press G to read them, or filter (f).";
    return { state: { ...state, message: { text, tone: "warning" } } };
  }
  const { marked } = viewOf(state);
  const isAll = marked !== "all" && rows.every(({ id }) => marked.has(id));
  const cleared = withView(state, (view) => ({ ...view, marked: new Map() }));
  return { state: isAll ? cleared : withView(cleared, (view) => rows.reduce(toggleMark, view)) };
}

/** Discards all staged edits. */
export function drop(state: BrowseState): Step {
  const what = describeStaged(state.staged);
  const message = { text: `Discarded ${what}. Nothing was sent. Press u to undo.`, tone: "plain" } as const;
  const dropped = withStaged(state, nothingStaged, `discard ${what}`);
  return { state: { ...dropped, message, mode: { kind: "table" } } };
}

/** Quits by `q` or Ctrl-C; with staged edits or what was typed into a cell, only on the second key press. */
export function quitBy(key: "q" | "Ctrl-C") {
  return (state: BrowseState): Step => {
    const { mode, message, staged } = state;
    const isTyped = mode.kind === "cell" && !mode.isFresh;
    // A message is not visible below an input line, a problem is.
    const isInput = mode.kind === "line" || mode.kind === "cell";
    const again = /^Press \S+ again to quit/.test((isInput ? mode.problem : message?.text) ?? "");
    if ((!hasStaged(staged) && !isTyped) || again)
      return { state, effect: { type: key === "q" ? "quit" : "interrupt" } };
    const lost = [
      ...(isTyped ? ["what you typed"] : []),
      ...(hasStaged(staged) ? [describeStaged(staged)] : []),
    ];
    const text = `Press ${key} again to quit and discard ${lost.join(" and ")}${isInput ? "." : ", or A to apply them."}`;
    if (isInput) return { state: { ...state, mode: { ...mode, problem: text } } };
    return { state: { ...state, message: { text, tone: "warning" } } };
  };
}

/** Returns why the selected column cannot be edited. */
export function reasonNotEditable(state: BrowseState): string | undefined {
  const view = viewOf(state);
  const { changes, columns, title, actions } = resourceOf(state);
  const column = columns[view.column];
  if (changes === undefined)
    return `${title} cannot be edited here${actions.length > 0 ? "; press x for actions" : ""}.`;
  if (column?.set === undefined) {
    const others = columns.flatMap((one) => (one.set === undefined ? [] : [one.title]));
    return `${column?.title} cannot be edited here, but ${others.join(", ")} can. Press ← or → to select a column.`;
  }
  if (chosenRow(view) === undefined) return "No row is selected.";
  return undefined;
}

/** Returns why there is no other list. */
export const reasonNoOtherList = ({ resources }: BrowseState) =>
  resources.length > 1 ? undefined : "There are no other lists.";

/** Returns why there is nothing to go back to. */
export function reasonNotBack(state: BrowseState): string | undefined {
  const { marked, query, rows } = viewOf(state);
  const isSorting = query.sortHere !== undefined && rows.parts.size === 0;
  const isNarrowed = query.filter || query.search || marked === "all" || marked.size > 0;
  const somewhere = isSorting || isNarrowed || state.views.length > 1;
  return somewhere ? undefined : "This is the first list. Press q to quit.";
}

/** Goes back one step: clears marks, then the search, then returns to the previous list, then clears the filter. */
export function goBack(state: BrowseState): BrowseState {
  const view = viewOf(state);
  if (view.marked === "all" || view.marked.size > 0)
    return withView(state, (one) => ({ ...one, marked: new Map() }));
  // An order that is made here may need all rows: Esc does not wait for them.
  if (view.query.sortHere && view.rows.parts.size === 0)
    return withView(state, (one) => requery(one, { ...one.query, sortHere: undefined }));
  if (view.query.search) return withView(state, (one) => requery(one, { ...one.query, search: undefined }));
  if (state.views.length > 1) return { ...state, views: state.views.slice(0, -1), openRow: undefined };
  return withView(state, (one) => requery(one, { ...one.query, filter: undefined }));
}

/** Opens the list of another resource, as it is remembered or with a filter. */
export function goTo(state: BrowseState, resource: string, filter?: string): BrowseState {
  const view = filter === undefined ? openRemembered(state, resource) : openView(resource, { filter });
  return {
    ...state,
    views: [view],
    mode: { kind: "table" },
    openRow: undefined,
    opening: undefined,
  };
}

/** Opens the list `by` positions further; the dashboard is before the first one. */
export function nextList(state: BrowseState, by: number): Step {
  const names = tabsOf(state).flatMap(({ name, isBehind }) => (isBehind ? [] : [name]));
  // From a list without a tab, the first or the last one.
  const at = Math.max(names.indexOf(viewOf(state).resource), by > 0 ? -1 : 0);
  return openTab(state, names[(at + by + names.length) % names.length] ?? "");
}

/** Opens a list or the dashboard by its name. */
export function openTab(state: BrowseState, name: string): Step {
  if (name === dashboardTab.name)
    return { state: { ...state, mode: { kind: "table" } }, effect: { type: "dashboard" } };
  return { state: goTo(state, name) };
}

/** A tab of the screen. */
export type Tab = Pick<BrowseResource, "name" | "title" | "isBehind">;

export const dashboardTab: Tab = { name: "dashboard", title: "Dashboard" };

/** Returns the dashboard, if there is one, and the lists. */
export const tabsOf = ({ dashboard, resources }: Pick<BrowseState, "dashboard" | "resources">) =>
  dashboard ? [dashboardTab, ...resources] : resources;

/** Opens a related list of the open or selected row, or its page in the shop. */
export function openFrom(what: Opening["what"], title: string) {
  return (state: BrowseState): Step => {
    const { id = "", label = "" } = currentRow(state) ?? {};
    const opening: Opening = { what, id, name: `${title} of ${label}` };
    return { state: { ...state, opening }, effect: { type: "open", opening } };
  };
}

/** Returns the row that keys act on: the open one, or the selected one. */
export function currentRow(state: BrowseState): BrowseRow | undefined {
  const view = viewOf(state);
  if (state.mode.kind !== "detail") return chosenRow(view);
  return findRow(view.rows, state.openRow?.id ?? "");
}
