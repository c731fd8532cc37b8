import type { BrowseChanges, CellRow } from "../browse-resource.ts";
import { problemOf } from "../problem.ts";

/** What a cell will be. */
export interface StagedCell {
  /** The value as `--set` takes it: `+10%`. */
  readonly value: string;
  /** The texts of the cell when it was staged, before and after; undefined if unknown. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A staged cell as text: with the value before if it is known, and without it. */
export interface StagedText {
  readonly long: string;
  readonly short: string;
}

/** The texts of a cell before and after an edit, as far as they are known: `129.00` and `141.90 USD`. */
export interface BeforeAfter {
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Returns what a staged cell shows before and after. If the row shows something else than when it was staged, the result
 * is computed anew; without a result, it is the value as typed.
 */
export function beforeAfter(
  { field, cell, row, index }: { field: string; cell: StagedCell; row?: CellRow | undefined; index: number },
  changes: BrowseChanges | undefined,
): BeforeAfter {
  const shown = row?.cells[index];
  const before = shown ?? cell.before;
  const isSame = shown === undefined || shown === cell.before;
  const after = isSame ? cell.after : afterOf(`${field}=${cell.value}`, row, changes);
  const plain = after ?? cell.value;
  return { before: before && withoutUnit(before, plain), after: plain === "" ? "(none)" : plain };
}

function afterOf(
  set: string,
  row: CellRow | undefined,
  changes: BrowseChanges | undefined,
): string | undefined {
  let after: string | undefined;
  // What the row cannot become is said when the edits are applied.
  problemOf(() => {
    after = row && changes?.after(set, row);
  });
  return after;
}

/** Two amounts of one currency show it once. */
function withoutUnit(before: string, after: string): string {
  const [unit = ""] = / \p{Lu}{3}$/u.exec(before) ?? [];
  return unit !== "" && after.endsWith(unit) ? before.slice(0, -unit.length) : before;
}

/** Returns the text of a staged cell in the list. */
export function stagedText({ before, after }: BeforeAfter): StagedText {
  const short = `→ ${after}`;
  return { long: before ? `${before} ${short}` : short, short };
}
