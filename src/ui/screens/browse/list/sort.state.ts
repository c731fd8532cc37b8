import { inSentence } from "../../../../kernel/text.ts";
import { formatCount } from "../../../format.ts";
import { type BrowseState, resourceOf, type Step, viewOf, withView } from "../browse.state.ts";
import { type BrowseColumn, mostSortedRows, type Query } from "../browse-resource.ts";
import { nextSort, requery } from "./view.state.ts";

/** Sorts by the selected column: ascending, descending, then not at all. Here, if the platform cannot sort by it. */
export function sortByColumn(state: BrowseState): Step {
  const column = resourceOf(state).columns[viewOf(state).column];
  if (column === undefined) return { state };
  return { state: withView(state, (view) => requery(view, sortedBy(view.query, column))) };
}

function sortedBy({ sort, sortHere, ...query }: Query, { title, sort: field }: BrowseColumn): Query {
  if (field !== undefined) {
    const next = nextSort(sort, field);
    return { ...query, ...(next && { sort: next }) };
  }
  if (sortHere?.column !== title) return { ...query, sortHere: { column: title, descending: false } };
  return sortHere.descending ? query : { ...query, sortHere: { column: title, descending: true } };
}

/** Returns why the list cannot be sorted by the selected column. */
export function reasonNotSortable(state: BrowseState): string | undefined {
  const view = viewOf(state);
  const { title, columns } = resourceOf(state);
  const column = columns[view.column];
  if (column === undefined) return "No column is selected.";
  const rows = view.rows.total ?? view.rows.known;
  return column.sort === undefined && rows > mostSortedRows
    ? `The platform cannot sort by ${column.title}, and ${formatCount(rows)} ${inSentence(title)} are too many to sort here (at most ${formatCount(mostSortedRows)}). Filter first (f).`
    : undefined;
}
