import type { BrowseColumn, BrowseRow, EditRow, Query } from "./browse-resource.ts";
import { noRows, outOfDate, type Rows, rowAt } from "./rows.state.ts";

/** One list on the screen: what it shows, and where one is in it. */
export interface View {
  readonly resource: string;
  readonly query: Query;
  /** What it belongs to, where it was opened from a row: `of Stoneware Mug`. */
  readonly of: string | undefined;
  /** Counts up whenever it has to be read from the beginning. */
  readonly reading: number;
  readonly rows: Rows;
  /** Lines below the list, read together with its first rows. */
  readonly totals: readonly string[];
  /** The chosen row, the first row in sight, and the chosen column. */
  readonly cursor: number;
  readonly top: number;
  readonly column: number;
  /** Columns, by place, that are not shown. */
  readonly hidden: ReadonlySet<number>;
  /** Marked rows by id, or all that the query finds. */
  readonly marked: ReadonlyMap<string, EditRow> | "all";
}

/** A list as it is opened. */
export function openView(resource: string, query: Query = {}, of?: string): View {
  return {
    resource,
    query,
    of,
    reading: 0,
    rows: noRows,
    totals: [],
    cursor: 0,
    top: 0,
    column: 0,
    hidden: new Set(),
    marked: new Map(),
  };
}

/** The same list with another query: it is read anew from its beginning, and nothing is marked. */
export function requery(view: View, query: Query): View {
  return {
    ...view,
    query,
    reading: view.reading + 1,
    rows: { ...noRows, widths: view.rows.widths },
    cursor: 0,
    top: 0,
    marked: new Map(),
  };
}

/** Read anew where one is; what is here stays in sight until then. */
export function reread(view: View): View {
  return { ...view, reading: view.reading + 1, rows: outOfDate(view.rows) };
}

/** The chosen row at another place, and the window moved as little as that needs. */
export function moveTo(view: View, index: number, height: number): View {
  const cursor = Math.max(0, Math.min(view.rows.known - 1, index));
  const top = Math.max(0, Math.min(Math.max(view.top, cursor - height + 1), cursor));
  return { ...view, cursor, top: Math.min(top, Math.max(0, view.rows.known - height)) };
}

/** The place after a movement key, or undefined for any other key. */
export function movedIndex({ cursor, rows: { known } }: View, key: string, page: number): number | undefined {
  const half = Math.max(1, Math.floor(page / 2));
  switch (key) {
    case "up":
    case "k":
      return cursor - 1;
    case "down":
    case "j":
      return cursor + 1;
    case "pageup":
    case "ctrl+b":
      return cursor - page;
    case "pagedown":
    case "ctrl+f":
      return cursor + page;
    case "ctrl+u":
      return cursor - half;
    case "ctrl+d":
      return cursor + half;
    case "home":
    case "g":
      return 0;
    case "end":
    case "G":
      return known - 1;
    default:
      return undefined;
  }
}

/** The chosen row, if it is here. */
export function chosenRow(view: View): BrowseRow | undefined {
  return rowAt(view.rows, view.cursor);
}

/** Columns that are shown, with their places. */
export function shownColumns(
  columns: readonly BrowseColumn[],
  { hidden }: View,
): { column: BrowseColumn; index: number }[] {
  return columns.flatMap((column, index) => (hidden.has(index) ? [] : [{ column, index }]));
}

/** The chosen column moved by some places among those that are shown. */
export function moveColumn(view: View, columns: readonly BrowseColumn[], by: number): View {
  const shown = shownColumns(columns, view).map(({ index }) => index);
  const at = Math.max(0, shown.indexOf(view.column));
  return { ...view, column: shown[Math.max(0, Math.min(shown.length - 1, at + by))] ?? 0 };
}

/** The next order by a column: up, down, then none. */
export function nextSort(sort: string | undefined, field: string): string | undefined {
  if (sort === field) return `${field}:desc`;
  return sort === `${field}:desc` ? undefined : field;
}

/** A row marked, or not any more; the marks of a whole list are taken off first. */
export function toggleMark(view: View, { id, label, reference, unavailable }: EditRow): View {
  const marked = new Map(view.marked === "all" ? [] : view.marked);
  if (!marked.delete(id)) marked.set(id, { id, label, reference, ...(unavailable && { unavailable }) });
  return { ...view, marked };
}

/** How many rows are marked; undefined where all are and nobody knows how many that is. */
export function markedCount({ marked, rows }: View): number | undefined {
  return marked === "all" ? rows.total : marked.size;
}
