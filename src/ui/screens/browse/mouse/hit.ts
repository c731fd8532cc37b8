import { displayWidth } from "../../../../kernel/text.ts";
import type { Target } from "../../../components/frame.tsx";
import { columnGap } from "../../../components/table-layout.ts";
import { windowAround } from "../../../components/window.ts";
import { actionsHeight } from "../actions/actions-page.tsx";
import { paletteOf } from "../actions/palette.state.ts";
import { type BrowseState, resourceOf, viewOf } from "../browse.state.ts";
import { isPaneShown, listWidth, wide } from "../detail/pane.state.ts";
import { diffHeight } from "../edit/diff-page.tsx";
import { entriesOf } from "../edit/staged.state.ts";
import { bodyHeight, footerHeight, shownHints } from "../footer.tsx";
import { lessonHeight } from "../lesson/lesson.state.ts";
import { textOf } from "../lines.state.ts";
import { layOut, marksWidth, shownRows } from "../list/layout.ts";
import { listHeight } from "../list/list-pane.tsx";
import { paletteHeight } from "../pages.tsx";
import { shownTabs } from "../status.tsx";
import type { Hit } from "./pressed.ts";

/** A window of the browse screen: its size in cells, and the shop in its first line. */
export interface BrowseWindow {
  readonly columns: number;
  readonly rows: number;
  readonly target: Target;
}

/** The lines above the list: the lists and the query. */
const bodyTop = 2;

/** Returns what is drawn at a cell of the window; undefined if it cannot be clicked. */
export function hitAt(state: BrowseState, window: BrowseWindow, x: number, y: number): Hit | undefined {
  const { columns, rows } = window;
  const height = bodyHeight(state, columns, rows);
  if (y === 0) return tabAt(state, window, x);
  const below = y - bodyTop - height;
  if (below >= 0) return below === lessonHeight(state, columns) ? hintAt(state, columns, x) : undefined;
  return y < bodyTop ? undefined : bodyAt(state, columns, height, { x, y: y - bodyTop });
}

function tabAt(state: BrowseState, { target, columns }: BrowseWindow, x: number): Hit | undefined {
  if (state.mode.kind === "line" || state.mode.kind === "cell") return undefined;
  const { before, names, after } = shownTabs(state, target, columns);
  let end = displayWidth(before);
  if (x < end) return { kind: "key", key: "shift+tab" };
  for (const { resource, text } of names) {
    end += displayWidth(text);
    if (x < end) return { kind: "tab", resource };
  }
  return after !== "" && x === end ? { kind: "key", key: "tab" } : undefined;
}

function hintAt(state: BrowseState, columns: number, x: number): Hit | undefined {
  if (state.mode.kind === "line" || state.message !== undefined || footerHeight(state, columns) > 1)
    return undefined;
  let start = 0;
  for (const { key, name } of shownHints(state, columns)) {
    const end = start + displayWidth(`${key} ${name}`);
    if (x >= start && x < end) return { kind: "key", key };
    start = end + 2;
  }
  return undefined;
}

interface Cell {
  x: number;
  y: number;
}

function bodyAt(state: BrowseState, width: number, height: number, cell: Cell): Hit | undefined {
  const choices = choicesOf(state, width, height);
  if (choices !== undefined) {
    const { at, count, height: lines, top = 1 } = choices;
    const { start, end } = windowAround(at, count, lines - top);
    const index = start + cell.y - top;
    return cell.y >= top && index < end ? { kind: "choice", index } : undefined;
  }
  const { mode } = state;
  if (mode.kind !== "table" && !(mode.kind === "detail" && width >= wide)) return undefined;
  const list = listWidth(state, width, false);
  if (cell.x >= list) return isPaneShown(state, width, false) ? { kind: "pane" } : undefined;
  return listAt(state, list, listHeight({ state, width: list, height }), cell);
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
  const { top, count } = shownRows(view, height);
  if (y > count) return { kind: "below" };
  return { kind: "row", index: top + y - 1 };
}

/** Returns the list of choices of a page, with the number of lines (default: its title) above it. */
function choicesOf(
  state: BrowseState,
  width: number,
  height: number,
): { at: number; count: number; height: number; top?: number } | undefined {
  const { mode } = state;
  const resource = resourceOf(state);
  switch (mode.kind) {
    case "columns":
      return { at: mode.at, count: resource.columns.length, height };
    case "histogram":
      return { at: mode.at, count: mode.counted?.bars.length ?? 0, height };
    case "diff":
      return { at: mode.at, count: entriesOf(state.staged).length, ...diffHeight(state, height) };
    case "actions": {
      const page = { state, subject: mode.subject, at: mode.at, answers: [], width, height };
      return { at: mode.at, count: resource.actions.length, height: actionsHeight(page) };
    }
    case "line": {
      if (mode.purpose !== "command") return undefined;
      const { length } = paletteOf(state, textOf(mode.line));
      return { at: mode.at, count: length, height: paletteHeight(height) };
    }
    default:
      return undefined;
  }
}
