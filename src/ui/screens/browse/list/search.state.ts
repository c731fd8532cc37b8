import { fuzzyRank } from "../../../../kernel/fuzzy.ts";
import type { BrowseRow } from "../browse-resource.ts";
import { markStale, noRows, partSize, type Rows, withPart } from "./rows.state.ts";
import { chosenRow, moveTo, requery, type View } from "./view.state.ts";

/**
 * Searches a list. Rows that are loaded are matched at once, the best first, and shown until the result of the search is read.
 * Without a text, the rows from before are shown again.
 */
export function searchView(view: View, search: string | undefined, now: number): View {
  const base = view.base ?? (view.query.search === undefined ? view.rows : undefined);
  const next = requery(view, { ...view.query, search });
  if (base === undefined) return next;
  if (search === undefined) return { ...next, rows: markStale(base) };
  const rows = matching(base, search);
  if (rows.length === 0) return { ...next, base };
  const found = withPart(next.rows, 0, { rows, total: undefined, at: now });
  return { ...next, base, preview: true, rows: markStale(found) };
}

/** Shows the result of a search instead of the loaded rows that match. The selection stays on its row, if that is found. */
export function withResult(
  view: View,
  { rows, total, now }: { rows: readonly BrowseRow[]; total: number | undefined; now: number },
  height: number,
): View {
  const selected = chosenRow(view)?.id;
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
