import { indexOfRow, type Rows } from "./rows.state.ts";
import { chosenRow, moveTo, type RowName, type View } from "./view.state.ts";

/** A list after a part was read, and the selected row if it is gone. */
export interface Followed {
  readonly view: View;
  readonly gone?: RowName;
}

/**
 * Puts rows that were read into a list. The selection stays on its row, at the same height of the window if possible.
 * While other parts are still being read, a missing row is looked for in them; then its neighbour is selected.
 */
export function followRow(view: View, rows: Rows, height: number, isReading: boolean): Followed {
  const selected = view.lost ?? chosenRow(view);
  if (selected === undefined) return { view: withinList({ ...view, rows }, height) };
  const index = indexOfRow(rows, selected.id, view.cursor);
  if (index !== undefined) {
    // At the top of the list, new rows stay visible above the selected one.
    const top = view.top === 0 ? 0 : Math.max(0, view.top + index - view.cursor);
    const above = view.above + Math.max(0, index - view.cursor);
    return { view: moveTo({ ...view, rows, top, above }, index, height) };
  }
  if (isReading) return { view: { ...view, rows, lost: { id: selected.id, label: selected.label } } };
  return { view: withinList({ ...view, rows, lost: undefined }, height), gone: selected };
}

/** Stops looking for a row because its part could not be read. */
export function giveUp(view: View): Followed {
  const { lost, ...rest } = view;
  return lost === undefined ? { view } : { view: rest, gone: lost };
}

/** Says that the selected row is gone, and which one is selected now. */
export function describeGone({ view, gone }: Followed): string | undefined {
  if (gone === undefined) return undefined;
  const { rows } = view;
  const loaded = [...rows.parts.values()].reduce((sum, part) => sum + part.rows.length, 0);
  const where = loaded === rows.total ? "in the list" : "at this place in the list";
  const next = chosenRow(view)?.label;
  return `${capitalised(gone.label)} is no longer ${where}.${next ? ` ${capitalised(next)} is selected now.` : ""}`;
}

const capitalised = (text: string) => text.replace(/^./u, (first) => first.toUpperCase());

/** The list may have become shorter than the cursor's position. */
function withinList(view: View, height: number): View {
  return view.cursor < Math.max(1, view.rows.known) ? view : moveTo(view, view.rows.known - 1, height);
}
