import type { MouseEvent } from "../../../mouse/report.ts";
import { type BrowseState, type Mode, type Step, viewOf, withView } from "../browse.state.ts";
import type { EditRow } from "../browse-resource.ts";
import { indexOfRow, rowAt } from "../list/rows.state.ts";
import { moveTo, type View } from "../list/view.state.ts";
import { goTo } from "../navigation.state.ts";
import { pressKey } from "../press.state.ts";
import type { Hit, Pressed } from "./pressed.ts";

/** The lines that a wheel event scrolls, for each mode. */
const notches: Record<Exclude<Mode["kind"], "line">, number> = {
  ...{ table: 3, detail: 3, help: 3 },
  ...{ actions: 1, columns: 1, diff: 1, histogram: 1, cell: 0 },
};

/** Returns the step of something that the mouse did at `hit`. */
export function mouseStep(
  state: BrowseState,
  { type }: Pick<MouseEvent, "type">,
  hit: Hit | undefined,
): Step {
  switch (type) {
    case "wheelup":
      return { state: scroll(state, "up") };
    case "wheeldown":
      return { state: scroll(state, "down") };
    case "press":
      return { state: press({ ...state, message: undefined, pressed: undefined }, hit) };
    case "drag":
      return { state: drag(state, hit) };
    case "release":
      return release(state, hit);
  }
}

/** Choices move by one; lists and pages by as many lines as terminals usually scroll. */
function scroll(state: BrowseState, key: "up" | "down"): BrowseState {
  const { mode } = state;
  const times = mode.kind === "line" ? (mode.purpose === "command" ? 1 : 0) : notches[mode.kind];
  return Array.from({ length: times }).reduce<BrowseState>((now) => pressKey(now, key).state, state);
}

/** Rows and choices are selected at once, everything else when the button is released. */
function press(state: BrowseState, hit: Hit | undefined): BrowseState {
  if (hit === undefined) return state;
  const view = viewOf(state);
  const pressed: Pressed = { hit, again: false, marked: view.marked, dragged: false };
  if (hit.kind === "row") {
    const again = view.cursor === hit.index && state.mode.kind === "table";
    const row = rowAt(view.rows, hit.index)?.id;
    const listed: BrowseState = { ...state, mode: { kind: "table" } };
    const moved = withView(listed, (one) => moveTo(one, hit.index, state.height));
    return { ...moved, pressed: { ...pressed, row, again } };
  }
  if (hit.kind === "choice" && "at" in state.mode) {
    const again = state.mode.at === hit.index;
    const mode: Mode = { ...state.mode, at: hit.index };
    return { ...state, mode, pressed: { ...pressed, again } };
  }
  return { ...state, pressed };
}

/** Marks the rows from the one where the button was pressed up to this one, and those that were marked before. */
function drag(state: BrowseState, hit: Hit | undefined): BrowseState {
  const { pressed } = state;
  const view = viewOf(state);
  if (pressed?.row === undefined || state.mode.kind !== "table") return state;
  const from = indexOfRow(view.rows, pressed.row, view.cursor);
  const to = reached(view, hit);
  if (from === undefined || to === undefined || (from === to && !pressed.dragged)) return state;
  const marked = new Map<string, EditRow>(pressed.marked === "all" ? [] : pressed.marked);
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const { id, label, reference, unavailable } = rowAt(view.rows, index) ?? {};
    if (id === undefined || label === undefined || reference === undefined) continue;
    marked.set(id, { id, label, reference, ...(unavailable && { unavailable }) });
  }
  const next = withView(state, (one) => ({ ...moveTo(one, to, state.height), marked }));
  return { ...next, pressed: { ...pressed, dragged: true } };
}

/** Outside the rows, a drag goes on by one row: the list scrolls. */
function reached({ cursor, rows }: View, hit: Hit | undefined): number | undefined {
  if (hit?.kind === "row") return hit.index;
  if (hit?.kind === "heading" || hit?.kind === "tab") return Math.max(0, cursor - 1);
  return hit?.kind === "pane" ? undefined : Math.min(rows.known - 1, cursor + 1);
}

function release(state: BrowseState, hit: Hit | undefined): Step {
  const { pressed, ...rest } = state;
  const free: BrowseState = { ...rest, pressed: undefined };
  if (pressed === undefined || pressed.dragged || !isSame(pressed.hit, hit)) return { state: free };
  switch (pressed.hit.kind) {
    case "row":
      return pressed.again ? pressKey(free, "enter") : { state: free };
    case "pane":
      return pressKey(free, "enter");
    case "choice":
      return pressed.again || free.mode.kind === "columns"
        ? pressKey(free, free.mode.kind === "columns" ? " " : "enter")
        : { state: free };
    case "key":
      return pressKey(free, pressed.hit.key);
    case "tab":
      return viewOf(free).resource === pressed.hit.resource && free.views.length === 1
        ? { state: { ...free, mode: { kind: "table" } } }
        : { state: goTo(free, pressed.hit.resource) };
    case "heading": {
      const { column } = pressed.hit;
      const listed: BrowseState = { ...free, mode: { kind: "table" } };
      return pressKey(
        withView(listed, (view) => ({ ...view, column })),
        "s",
      );
    }
    default:
      return { state: free };
  }
}

const isSame = (one: Hit, other: Hit | undefined) => JSON.stringify(one) === JSON.stringify(other);
