import { displayWidth } from "../../../kernel/text.ts";
import { insidePanel, isFramed } from "../../components/frame.tsx";
import { windowAround } from "../../components/list.tsx";
import { columnGap } from "../../components/table.tsx";
import type { MouseEvent } from "../../mouse.ts";
import type { Target } from "../../question.ts";
import {
  type BrowseState,
  type Hit,
  type Mode,
  type Pressed,
  resourceOf,
  type Step,
  viewOf,
  withView,
} from "./browse.state.ts";
import type { EditRow } from "./browse-resource.ts";
import { bodyHeight, shownHints, shownTabs } from "./footer.tsx";
import { listHeight } from "./grid.tsx";
import { barsOf } from "./histogram.state.ts";
import { type BrowseKey, menuOf } from "./keys.state.ts";
import { isPaneShown, layOut, listWidth, marksWidth, minPaneWidth, rowWindow } from "./layout.ts";
import { lineEditText } from "./lines.state.ts";
import { openTab, type Tab, tabsOf } from "./navigation.state.ts";
import { diffRows, linesBelow, menuHeight, paletteHeight } from "./pages.tsx";
import { paletteOf } from "./palette.state.ts";
import { pressKey } from "./press.state.ts";
import { indexOfRow, rowAt } from "./rows.state.ts";
import { stagedEntries } from "./staged.state.ts";
import { moveTo, type View } from "./view.state.ts";

/** The lines that a wheel event scrolls, for each mode. */
const notches: Record<Exclude<Mode["kind"], "line">, number> = {
  table: 3,
  detail: 3,
  help: 3,
  actions: 1,
  columns: 1,
  diff: 1,
  histogram: 1,
  cell: 0,
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
    // A choice that was selected from the start is not run by the first click.
    const again = state.clicked === hit.index && state.mode.at === hit.index;
    const mode: Mode = { ...state.mode, at: hit.index };
    return { ...state, mode, clicked: hit.index, pressed: { ...pressed, again } };
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
    marked.set(id, { id, label, reference, unavailable });
  }
  const next = withView(state, (one) => ({ ...moveTo(one, to, state.height), marked }));
  return { ...next, pressed: { ...pressed, dragged: true } };
}

/** Outside the rows, a drag moves by one row and scrolls the list. */
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
        : openTab(free, pressed.hit.resource);
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

/** A window of the browse screen: its size in cells, and the shop in its first line. */
export interface BrowseWindow {
  readonly columns: number;
  readonly rows: number;
  readonly target: Target;
}

/** The lines above the content of a panel: the tabs, and the title or the frame. */
const bodyTop = 2;

/** Returns what is drawn at a cell of the window; undefined if it cannot be clicked. */
export function hitAt(state: BrowseState, window: BrowseWindow, x: number, y: number): Hit | undefined {
  const { columns, rows } = window;
  const height = bodyHeight(state, columns, rows);
  const { mode, message } = state;
  if (y === 0)
    return mode.kind === "line" || mode.kind === "cell"
      ? undefined
      : tabAt(tabsOf(state), viewOf(state).resource, window, x);
  const below = y - 1 - height;
  const isHinted = message === undefined && !("problem" in mode && mode.problem !== undefined);
  if (below >= 0) return y === rows - 2 && isHinted ? hintAt(shownHints(state, columns), x) : undefined;
  return y < bodyTop ? undefined : bodyAt(state, columns, height, { x, y: y - bodyTop });
}

/** Returns what is drawn at a column of the first line. */
export function tabAt(
  tabs: readonly Tab[],
  current: string,
  window: Pick<BrowseWindow, "columns" | "target">,
  x: number,
): Hit | undefined {
  const { before, names, after, more } = shownTabs(tabs, current, window);
  let end = displayWidth(before);
  if (x < end) return { kind: "key", key: "shift+tab" };
  for (const { resource, text } of names) {
    end += displayWidth(text);
    if (x < end) return { kind: "tab", resource };
  }
  if (after !== "" && x === end) return { kind: "key", key: "tab" };
  return more !== "" && x < end + more.length ? { kind: "key", key: ":" } : undefined;
}

/** Returns the key whose hint is drawn at a column of the last line. */
export function hintAt(hints: readonly Pick<BrowseKey, "key" | "name">[], x: number): Hit | undefined {
  let start = 0;
  for (const { key, name } of hints) {
    const end = start + displayWidth(`${key} ${name}`);
    if (x >= start && x < end) return /^[↑↓←→]/.test(key) ? undefined : { kind: "key", key };
    start = end + 2;
  }
  return undefined;
}

interface Cell {
  x: number;
  y: number;
}

function bodyAt(state: BrowseState, columns: number, height: number, { x, y }: Cell): Hit | undefined {
  const { mode } = state;
  const menu = mode.kind === "actions" ? menuHeight(menuOf(state, mode), height) : height;
  const page = insidePanel({ width: columns, height: menu }, columns, true);
  const choices = choicesOf(state, page.height);
  if (choices !== undefined) {
    const { at, count, height: lines, top = 0 } = choices;
    const { start, end } = windowAround(at, count, lines - top);
    const index = start + y - top - (height - menu);
    return index >= start && index < end ? { kind: "choice", index } : undefined;
  }
  if (mode.kind !== "table" && !(mode.kind === "detail" && columns >= minPaneWidth)) return undefined;
  const panel = { width: listWidth(state, columns, false), height };
  if (x >= panel.width) return isPaneShown(state, columns, false) ? { kind: "pane" } : undefined;
  const list = insidePanel(panel, columns);
  const left = isFramed(columns) ? 1 : 0;
  return listAt(state, list.width, listHeight({ state, ...list }), { x: x - left, y });
}

function listAt(state: BrowseState, width: number, height: number, { x, y }: Cell): Hit | undefined {
  const view = viewOf(state);
  if (view.rows.known === 0) return undefined;
  if (y === 0) {
    let start = marksWidth - columnGap;
    for (const column of layOut(state, width - marksWidth)) {
      const end = start + columnGap + column.width;
      if (x >= start && x < end) return { kind: "heading", column: column.index };
      start = end;
    }
    return undefined;
  }
  const { top, count } = rowWindow(view, height);
  if (y > count) return { kind: "below" };
  return { kind: "row", index: top + y - 1 };
}

/** Returns the list of choices of a page, with the number of lines above it, if any. */
function choicesOf(
  state: BrowseState,
  height: number,
): { at: number; count: number; height: number; top?: number } | undefined {
  const { mode } = state;
  const resource = resourceOf(state);
  switch (mode.kind) {
    case "columns":
      return { at: mode.at, count: resource.columns.length, height };
    case "histogram":
      return { at: mode.at, count: barsOf(mode).length, height, top: 1 };
    case "diff":
      return {
        at: mode.at,
        count: stagedEntries(state.staged).length,
        top: 1,
        height: 1 + diffRows(state, height),
      };
    case "actions": {
      const menu = menuOf(state, mode);
      return { at: mode.at, count: menu.listed.length, height: height - linesBelow(menu) };
    }
    case "line": {
      if (mode.purpose !== "command") return undefined;
      const { length } = paletteOf(state, lineEditText(mode.line));
      return { at: mode.at, count: length, height: paletteHeight(height) };
    }
    default:
      return undefined;
  }
}
