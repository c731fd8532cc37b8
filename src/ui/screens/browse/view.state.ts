import { fuzzyRank } from "../../../kernel/fuzzy.ts";
import type { BrowseColumn, BrowseRow, EditRow, Query } from "./browse-resource.ts";
import {
  indexOfRow,
  markStale,
  type News,
  noRows,
  partSize,
  type Rows,
  rowAt,
  withPart,
} from "./rows.state.ts";

/** What identifies a row, for the program and for the user. */
type RowName = Pick<BrowseRow, "id" | "label">;

/** A list on the screen: its query, rows, position and marks. */
export interface View {
  readonly resource: string;
  readonly query: Query;
  /** The label of the row that it was opened from. */
  readonly of: string | undefined;
  /** Identifies the list as long as it is open. */
  readonly self: symbol;
  /** Incremented whenever the list has to be read from the start. */
  readonly reading: number;
  readonly rows: Rows;
  /** What was shown before the query changed, until the first rows are read. */
  readonly before?: Before | undefined;
  /** While a search is typed: the rows of the list without it, which it is matched with at once. */
  readonly base?: Rows | undefined;
  /** Whether the rows are only those of `base` that match, and the others are being read. */
  readonly preview?: boolean;
  /** The lines below the list. */
  readonly totals: readonly string[];
  /** The selected row, the first visible row, and the selected column. */
  readonly cursor: number;
  /** The selected row while it is looked for in parts that are still being read. */
  readonly lost?: RowName | undefined;
  /** The row that was selected before the query changed, and the next part of the list in which it is looked for. */
  readonly sought?: (RowName & { readonly part: number }) | undefined;
  readonly top: number;
  readonly column: number;
  /** The indexes of the columns that were hidden or, if they are hidden at first, shown. */
  readonly toggled: ReadonlySet<number>;
  /** The indexes of all columns in the order in which they are shown, if that was changed. */
  readonly order?: readonly number[] | undefined;
  /** Whether the filter was kept from an earlier run. */
  readonly kept: boolean;
  /** The saved view that it shows. */
  readonly name?: string | undefined;
  /** The marked rows by id, or all rows of the query. */
  readonly marked: ReadonlyMap<string, EditRow> | "all";
  /** Rows that the last readings found to be new or changed, by id. */
  readonly news: ReadonlyMap<string, News>;
  /** The number of rows that were added above the window since its top was last seen. */
  readonly above: number;
}

/** A list as it was shown, and how many rows of the next one were read. */
interface Before extends Pick<View, "rows" | "cursor" | "top"> {
  readonly loaded?: number;
  /** The number of rows to read, if they are the same in another order. */
  readonly total: number | undefined;
}

/** Returns a list as it opens. */
export function openView(resource: string, query: Query = {}, of?: string): View {
  return {
    resource,
    query,
    of,
    self: Symbol(resource),
    reading: 0,
    rows: noRows,
    totals: [],
    cursor: 0,
    top: 0,
    column: 0,
    toggled: new Set(),
    kept: false,
    marked: new Map(),
    news: new Map(),
    above: 0,
  };
}

/**
 * Changes the query of a list, which is then read from the start. The selected row is looked for in the new list, and marked rows
 * stay marked; a mark of the whole list only if it still has the same rows.
 */
export function requery(view: View, query: Query): View {
  const row = chosenRow(view) ?? view.sought;
  const isSame = query.filter === view.query.filter && query.search === view.query.search;
  const { rows, cursor, top, total } = view.before ?? { ...view, total: view.rows.total };
  return {
    ...view,
    query,
    kept: view.kept && query.filter === view.query.filter,
    base: undefined,
    preview: false,
    name: undefined,
    reading: view.reading + 1,
    rows: { ...noRows, widths: view.rows.widths },
    before: rows.known === 0 ? undefined : { rows, cursor, top, total: isSame ? total : undefined },
    cursor: 0,
    lost: undefined,
    sought: row && { id: row.id, label: row.label, part: 0 },
    top: 0,
    marked: view.marked === "all" && !isSame ? new Map() : view.marked,
    news: new Map(),
    above: 0,
  };
}

/** The number of parts in which the row is looked for that was selected before the query changed. */
const maxSoughtParts = 10;

/** Selects the row that was selected before the query changed, if a part that was read has it. */
export function seekRow(view: View, part: number, height: number): View {
  const { sought, rows } = view;
  if (sought === undefined) return view;
  const index = indexOfRow(rows, sought.id, 0);
  if (index !== undefined) return moveTo(view, index, height);
  if (part < sought.part) return view;
  const next = part + 1;
  const isOver = next >= maxSoughtParts || (rows.total !== undefined && next * partSize >= rows.total);
  return { ...view, sought: isOver ? undefined : { ...sought, part: next } };
}

/** Keeps the row that is selected now, because a key acts on it: the one from before the query changed is no longer looked for. */
export const settled = (view: View): View => ({ ...view, sought: undefined });

/** Reads a list again; its rows stay visible meanwhile. */
export function reread(view: View): View {
  return { ...view, reading: view.reading + 1, rows: markStale(view.rows) };
}

/** Selects the row at an index and scrolls as little as necessary. */
export function moveTo(view: View, index: number, height: number): View {
  const cursor = Math.max(0, Math.min(view.rows.known - 1, index));
  const lowest = Math.max(0, Math.min(Math.max(view.top, cursor - height + 1), cursor));
  const top = Math.min(lowest, Math.max(0, view.rows.known - height));
  return { ...view, cursor, lost: undefined, sought: undefined, top, above: top === 0 ? 0 : view.above };
}

/** Returns the selected row, if it is loaded. */
export function chosenRow(view: View): BrowseRow | undefined {
  return view.lost === undefined ? rowAt(view.rows, view.cursor) : undefined;
}

/** Returns whether a column is visible. */
export const isShown = (
  { toggled }: Pick<View, "toggled">,
  { isExtra = false }: BrowseColumn,
  index: number,
) => toggled.has(index) === isExtra;

/** Returns the visible columns with their indexes. */
export function shownColumns(
  columns: readonly BrowseColumn[],
  view: View,
): { column: BrowseColumn; index: number }[] {
  return orderedColumns(columns, view).filter(({ column, index }) => isShown(view, column, index));
}

/** Returns all columns with their indexes, in the order in which they are shown. */
export function orderedColumns(
  columns: readonly BrowseColumn[],
  { order = [...columns.keys()] }: Pick<View, "order">,
): { column: BrowseColumn; index: number }[] {
  return order.flatMap((index) => {
    const column = columns[index];
    return column === undefined ? [] : [{ column, index }];
  });
}

/** Moves a column to the place of the next (1) or previous (-1) one; of the next visible one if `isVisible`. */
export function reorderColumn(
  view: View,
  columns: readonly BrowseColumn[],
  { index, by }: { index: number; by: number },
): View {
  const order = orderedColumns(columns, view).map((one) => one.index);
  const other = order[order.indexOf(index) + by];
  if (other === undefined) return view;
  const left = order.filter((one) => one !== index);
  return { ...view, order: left.toSpliced(left.indexOf(other) + (by > 0 ? 1 : 0), 0, index) };
}

/** Moves the column selection among the visible columns. */
export function moveColumn(view: View, columns: readonly BrowseColumn[], by: number): View {
  const shown = shownColumns(columns, view).map(({ index }) => index);
  const at = Math.max(0, shown.indexOf(view.column));
  return { ...view, column: shown[Math.max(0, Math.min(shown.length - 1, at + by))] ?? 0 };
}

/** Returns the next sort order by a field: ascending, descending, then none. */
export function nextSort(sort: string | undefined, field: string): string | undefined {
  if (sort === field) return `${field}:desc`;
  return sort === `${field}:desc` ? undefined : field;
}

/** Marks or unmarks a row; a mark of the whole list is cleared first. */
export function toggleMark(view: View, { id, label, reference, unavailable }: EditRow): View {
  const marked = new Map(view.marked === "all" ? [] : view.marked);
  if (!marked.delete(id)) marked.set(id, { id, label, reference, unavailable });
  return { ...view, marked };
}

/** Returns a list as it is drawn: as it was before its query changed, until rows of the new one are read. */
export function drawnView(view: View): View {
  const { rows, before } = view;
  return before === undefined || hasResult(rows) ? view : { ...view, ...before };
}

/** Returns whether rows of a list were read, or why not is known. */
export const hasResult = ({ parts, error }: Rows): boolean => parts.size > 0 || error !== undefined;

/** Returns the number of marked rows; undefined if all are marked and the total is unknown. */
export function markedCount({ marked, rows }: View): number | undefined {
  return marked === "all" ? rows.total : marked.size;
}

/**
 * Searches a list. Rows that are loaded are matched at once, the best first, and shown until the result of the search is read.
 * Without a text, the rows from before are shown again.
 */
export function searchView(
  view: View,
  search: string | undefined,
  { now, height }: { now: number; height: number },
): View {
  const base = view.base ?? (view.query.search === undefined ? view.rows : undefined);
  const next = requery(view, { ...view.query, search });
  if (base === undefined) return next;
  if (search === undefined) return seekRow({ ...next, rows: markStale(base) }, -1, height);
  const rows = matching(base, search);
  if (rows.length === 0) return { ...next, base };
  const found = withPart(next.rows, 0, { rows, total: undefined, at: now });
  return seekRow({ ...next, base, preview: true, rows: markStale(found) }, -1, height);
}

/** Shows the result of a search instead of the loaded rows that match. The selection stays on its row, if that is found. */
export function withResult(
  view: View,
  { rows, total, now }: { rows: readonly BrowseRow[]; total: number | undefined; now: number },
  height: number,
): View {
  const selected = (view.sought ?? chosenRow(view))?.id;
  const read = withPart({ ...noRows, widths: view.rows.widths }, 0, { rows, total, at: now });
  const cursor = rows.findIndex(({ id }) => id === selected);
  return moveTo({ ...view, rows: read, preview: false }, Math.max(0, cursor), height);
}

function matching({ parts }: Rows, search: string): BrowseRow[] {
  const ranked = [...parts]
    .sort(([one], [other]) => one - other)
    .flatMap(([, { rows }]) => rows)
    .flatMap((row) => {
      const ranks = (row.found ?? "").split("\n").flatMap((line) => fuzzyRank(search, line) ?? []);
      return ranks.length === 0 ? [] : [{ row, rank: Math.min(...ranks) }];
    });
  ranked.sort((one, other) => one.rank - other.rank);
  return ranked.slice(0, partSize).map(({ row }) => row);
}

/** A list after a part was read, and the selected row if it is gone. */
export interface Followed {
  readonly view: View;
  readonly gone?: RowName;
}

/**
 * Puts rows that were read into a list. The selection stays on its row, at the same height of the window if possible.
 * While other parts are still being read, a missing row is looked for in them; then its neighbor is selected.
 */
export function followRow(view: View, rows: Rows, height: number, isReading: boolean): Followed {
  const selected = view.lost ?? chosenRow(view);
  if (selected === undefined) return { view: withinList({ ...view, rows }, height) };
  const index = indexOfRow(rows, selected.id, view.cursor);
  if (index !== undefined) {
    // At the top of the list, new rows stay visible above the selected one.
    const top = view.top === 0 ? 0 : Math.max(0, view.top + index - view.cursor);
    const above = view.above + Math.max(0, index - view.cursor);
    // A row that is looked for in other parts is still looked for.
    return { view: { ...moveTo({ ...view, rows, top, above }, index, height), sought: view.sought } };
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
  return `${capitalized(gone.label)} is no longer ${where}.${next ? ` ${capitalized(next)} is selected now.` : ""}`;
}

const capitalized = (text: string) => text.replace(/^./u, (first) => first.toUpperCase());

/** The list may have become shorter than the cursor's position. */
function withinList(view: View, height: number): View {
  return view.cursor < Math.max(1, view.rows.known) ? view : moveTo(view, view.rows.known - 1, height);
}
