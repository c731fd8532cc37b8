import type { PlannedRow } from "../bulk/plan/plan.ts";
import { batchesOf } from "../kernel/batches.ts";
import { type Edit, fieldOfChange, hasRows } from "../ui/screens/browse/browse-resource.ts";
import type { Listing, ListQuery } from "./listing.ts";

/** How the rows of edits are read and planned. */
export interface EditPlan<Row> {
  list(query: ListQuery): Listing<Row>;
  /** Reads rows by id; ids without a row are omitted. */
  readByIds(ids: readonly string[]): Promise<ReadonlyMap<string, Row>>;
  steps(row: Row, sets: readonly string[]): PlannedRow | Promise<PlannedRow>;
}

/** Plans the steps of edits: first for the rows that queries match, then for named rows, 100 per request. */
export async function* planEdits<Row>(
  edits: readonly Edit[],
  { list, readByIds, steps }: EditPlan<Row>,
  signal: AbortSignal,
): AsyncGenerator<PlannedRow> {
  for (const { sets, rows } of edits) {
    if (hasRows(rows)) continue;
    for await (const row of list({ ...rows, all: true, signal }).rows) yield await steps(row, sets);
  }
  const named = setsById(edits);
  const ids = [...named.keys()];
  for (const chunk of batchesOf(ids, 100)) {
    const found = await readByIds(chunk);
    for (const [id, row] of found) yield await steps(row, named.get(id)?.sets ?? []);
    yield* missingRows(named, chunk, found);
  }
}

/** Returns the `--set` texts of each named row; the last value of a field counts. */
export function setsById(edits: readonly Edit[]): Map<string, { label: string; sets: string[] }> {
  const found = new Map<string, { label: string; sets: string[] }>();
  for (const { sets, rows } of edits) {
    if (!hasRows(rows)) continue;
    for (const { id, label } of rows) {
      const before = found.get(id)?.sets ?? [];
      const others = before.filter((one) => !sets.some((set) => fieldOfChange(set) === fieldOfChange(one)));
      found.set(id, { label, sets: [...others, ...sets] });
    }
  }
  return found;
}

/** Returns a problem for each id that was not found. */
export function missingRows(
  named: ReadonlyMap<string, { label: string }>,
  ids: readonly string[],
  found: ReadonlyMap<string, unknown>,
): PlannedRow[] {
  return ids
    .filter((id) => !found.has(id))
    .map((id) => {
      const source = named.get(id)?.label ?? id;
      return {
        problems: [{ source, column: "id", value: id, rule: "gone", message: "it no longer exists" }],
      };
    });
}
