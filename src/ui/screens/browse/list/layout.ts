import { displayWidth } from "../../../../kernel/text.ts";
import { layoutColumns } from "../../../components/table-layout.ts";
import { type BrowseState, resourceOf, viewOf } from "../browse.state.ts";
import type { BrowseColumn } from "../browse-resource.ts";
import { shownColumns, type View } from "./view.state.ts";

/** The width of the marks before a row: selected, marked, edited or in the news, and a blank. */
export const marksWidth = 4;
/** The width of the mark in a heading: the sort order. */
const headingMarks = 1;
/** The width that a column with staged edits keeps in narrow windows. */
const mostStaged = 24;
/** Numbers up to this width are never cut: without their last digits they would be other numbers. */
const widestNumber = 20;

/** A column of the list as it is drawn. */
export interface LaidOutColumn {
  readonly column: BrowseColumn;
  readonly index: number;
  readonly width: number;
}

/** Returns the index of the first row that is shown in a list of this height, and the number of rows. */
export function shownRows(view: View, height: number): { top: number; count: number } {
  const { rows, cursor } = view;
  const room = Math.max(1, height - 1);
  const top = Math.max(Math.min(view.top, cursor), cursor - room + 1);
  return { top, count: Math.max(0, Math.min(room, rows.known - top)) };
}

/**
 * Returns the columns that fit. If the selected one does not, staged values are shortened, and then columns between the first
 * and the selected one are left out.
 */
export function layOut(state: BrowseState, available: number): LaidOutColumn[] {
  const view = viewOf(state);
  const { staged } = state;
  const all = shownColumns(resourceOf(state).columns, view);
  const edits = staged.resource === view.resource ? staged.widths : undefined;
  const fitting = (skipped: number, stagedRoom: number) => {
    const shown = all.filter((_, index) => index === 0 || index > skipped);
    const needs = shown.map(({ column, index }) => {
      const title = displayWidth(column.title) + headingMarks;
      const edited = edits?.get(column.set ?? "") ?? 0;
      const given = view.widths.get(index);
      const widest = view.rows.widths[index] ?? 0;
      const number = column.align === "right" ? Math.min(widest, widestNumber) : 0;
      return {
        natural: given ?? Math.max(title, widest, edited),
        min: given ?? Math.max(column.min ?? 0, title, 6, number, Math.min(edited, stagedRoom)),
      };
    });
    const widths = layoutColumns(needs, available);
    return shown
      .map((one, index) => ({ ...one, width: widths[index] ?? 0 }))
      .filter(({ width }) => width > 0);
  };
  const isSeen = (laid: readonly LaidOutColumn[]) => laid.some(({ index }) => index === view.column);
  let laid = fitting(0, mostStaged);
  for (let skipped = 0; !isSeen(laid) && skipped <= all.length; skipped++) laid = fitting(skipped, 0);
  return laid;
}
