import { type BrowseState, viewOf } from "../browse.state.ts";
import type { OpenRow } from "../browse-resource.ts";
import { chosenRow } from "../list/view.state.ts";

/** The minimum width for a pane beside the list, in columns. */
export const wide = 110;
/** Returns whether the pane beside the list shows the selected row. Screen readers read a row that is opened. */
export function isPaneShown(state: BrowseState, width: number, spoken: boolean): boolean {
  const { mode, pane } = state;
  const isList =
    mode.kind === "table" ||
    mode.kind === "cell" ||
    (mode.kind === "line" && mode.purpose !== "command" && !mode.pending);
  return pane.wanted && width >= wide && !spoken && isList && viewOf(state).rows.known > 0;
}

/** Returns the width of the pane, in columns. */
export function paneWidth(width: number): number {
  return Math.min(80, Math.floor(width * 0.42));
}

/** Returns the width of the list, in columns, in a window with this width. */
export function listWidth(state: BrowseState, width: number, spoken: boolean): number {
  const isBeside = isPaneShown(state, width, spoken) || (state.mode.kind === "detail" && width >= wide);
  return isBeside ? width - paneWidth(width) - 3 : width;
}

/** Returns what is known of the selected row for the pane. */
export function paneRow({ pane, ...state }: BrowseState): OpenRow | undefined {
  const row = chosenRow(viewOf({ pane, ...state }));
  if (row === undefined) return undefined;
  return pane.row?.id === row.id ? pane.row : { id: row.id };
}

/** Returns an object that was read for the page or the pane, by the id of its row. */
export function readRow({ openRow, pane }: BrowseState, id: string): OpenRow | undefined {
  return [openRow, pane.row].find((row) => row?.id === id && row.detail !== undefined);
}
