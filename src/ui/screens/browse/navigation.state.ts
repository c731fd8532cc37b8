import { formatCount } from "../../words.ts";
import {
  type BrowseState,
  type Effect,
  type Mode,
  resourceOf,
  type Step,
  viewOf,
  withView,
} from "./browse.state.ts";
import { describeStaged } from "./staged.state.ts";
import { chosenRow, markedCount, moveColumn, openView, requery, toggleMark } from "./view.state.ts";

/** Another page. */
export const switchMode =
  (mode: Mode) =>
  (state: BrowseState): Step => ({ state: { ...state, mode } });
/** Something to be done outside. */
export const withEffect =
  (effect: Effect) =>
  (state: BrowseState): Step => ({ state, effect });

/** Sideways movement among the columns. */
export function moveSideways(state: BrowseState, key: string): BrowseState | undefined {
  const by = { left: -1, h: -1, right: 1, l: 1 }[key];
  return by === undefined
    ? undefined
    : withView(state, (view) => moveColumn(view, resourceOf(state).columns, by));
}

/** The page about the chosen row. */
export function openDetail(state: BrowseState): Step {
  const { id = "" } = chosenRow(viewOf(state)) ?? {};
  return { state: { ...state, mode: { kind: "detail", scroll: 0 }, openRow: { id } } };
}

/** The chosen row marked, or not any more. */
export function mark(state: BrowseState): Step {
  const row = chosenRow(viewOf(state));
  return { state: row ? withView(state, (view) => toggleMark(view, row)) : state };
}

/** Every row of the list marked, or none. */
export function markAll(state: BrowseState): Step {
  const all = viewOf(state).marked === "all";
  return { state: withView(state, (view) => ({ ...view, marked: all ? new Map() : "all" })) };
}

/** Without anything staged. */
export function drop(state: BrowseState): Step {
  const message = {
    text: `Discarded ${describeStaged(state.staged)}. Nothing was sent.`,
    tone: "plain",
  } as const;
  return { state: { ...state, staged: [], message, mode: { kind: "table" } } };
}

/** Leaves; with something staged it asks once more. */
export function quit(state: BrowseState): Step {
  if (state.staged.length === 0 || state.message?.text.startsWith("Press q again"))
    return { state, effect: { type: "quit" } };
  const text = `Press q again to quit and discard ${describeStaged(state.staged)}, or A to apply them.`;
  return { state: { ...state, message: { text, tone: "warning" } } };
}

/** Why the chosen column cannot be edited here. */
export function whyNotEditable(state: BrowseState): string | undefined {
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

/** Why there is no other resource to go to. */
export const whyNoOtherList = ({ resources }: BrowseState) =>
  resources.length > 1 ? undefined : "There are no other lists.";

/** Why there is nothing to go back to. */
export function whyNoWayBack(state: BrowseState): string | undefined {
  const { marked, query } = viewOf(state);
  const somewhere =
    marked === "all" || marked.size > 0 || query.filter || query.search || state.views.length > 1;
  return somewhere ? undefined : "This is the first list. Press q to quit.";
}

/** One thing less: marks, the search, the list, the filter. */
export function goBack(state: BrowseState): BrowseState {
  const view = viewOf(state);
  if (view.marked === "all" || view.marked.size > 0)
    return withView(state, (one) => ({ ...one, marked: new Map() }));
  if (view.query.search) return withView(state, (one) => requery(one, { ...one.query, search: undefined }));
  if (state.views.length > 1) return { ...state, views: state.views.slice(0, -1) };
  return withView(state, (one) => requery(one, { ...one.query, filter: undefined }));
}

/** The list of another resource, from its beginning. */
export function goTo(state: BrowseState, resource: string): BrowseState {
  return { ...state, views: [openView(resource)], mode: { kind: "table" }, openRow: undefined };
}

/** The list of the resource so many places on. */
export function nextList(state: BrowseState, by: number): BrowseState {
  const names = state.resources.map(({ name }) => name);
  const at = names.indexOf(viewOf(state).resource);
  return goTo(state, names[(at + by + names.length) % names.length] ?? "");
}

/** What an edit would be about: `this product`, `12 marked rows`. */
export function editTarget(state: BrowseState): string {
  const view = viewOf(state);
  const count = markedCount(view);
  if (view.marked === "all")
    return count === undefined ? "all rows of the list" : `all ${formatCount(count)} rows of the list`;
  if (view.marked.size > 0)
    return view.marked.size === 1 ? "the marked row" : `the ${formatCount(view.marked.size)} marked rows`;
  return chosenRow(view)?.label ?? "this row";
}
