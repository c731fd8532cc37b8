import { displayWidth, fit, sanitizeLine } from "../../../kernel/text.ts";
import { countOf, formatCount } from "../../format.ts";
import type { BrowseChanges, CellRow, EditRow, Query, StagedEdit } from "./browse-resource.ts";
import { priceChange } from "./price-changes.ts";

/** A row with staged cells, by field. */
export interface StagedRow {
  readonly row: EditRow;
  readonly cells: ReadonlyMap<string, StagedCell>;
}

/** All rows of a query, with the values of fields. */
export interface StagedList {
  readonly query: Pick<Query, "filter" | "search">;
  /** The number of rows, if known. */
  readonly count: number | undefined;
  readonly cells: ReadonlyMap<string, StagedCell>;
}

/** The edits that wait to be applied: of named rows by id, or of a whole list. They are of one resource. */
export interface Staged {
  readonly resource: string | undefined;
  readonly rows: ReadonlyMap<string, StagedRow>;
  readonly list: StagedList | undefined;
}

export const nothingStaged: Staged = {
  resource: undefined,
  rows: new Map(),
  list: undefined,
};

/** What was staged before or after a step, and what the step did: `price of Mug = 5`. */
interface Snapshot {
  readonly staged: Staged;
  readonly what: string;
}

/** The steps of staging that `u` undoes and `Z` repeats, the nearest one last. */
export interface StagingHistory {
  readonly past: readonly Snapshot[];
  readonly next: readonly Snapshot[];
}

export const noHistory: StagingHistory = { past: [], next: [] };

/** A new value of a cell; without a cell, an earlier one is dropped. */
export interface CellChange {
  readonly row: EditRow;
  readonly field: string;
  readonly cell: StagedCell | undefined;
}

/** Adds edits of a resource; they replace earlier values of the same cells. Returns why they cannot be combined, as a sentence. */
export function stage(
  staged: Staged,
  resource: string,
  changes: readonly CellChange[] | StagedList,
): Staged | { problem: string } {
  if (staged.resource !== undefined && staged.resource !== resource)
    return {
      problem: `Edits of ${staged.resource} are staged. Apply them (A) or discard them (D) before you edit ${resource}.`,
    };
  const isList = "query" in changes;
  const other = isList ? staged.rows.size > 0 || !sameQuery(staged.list, changes) : staged.list !== undefined;
  if (other)
    return {
      problem:
        "An edit of a whole list cannot be combined with others. Apply the staged edits (A) or discard them (D) first.",
    };
  if (isList) {
    const cells = new Map([...(staged.list?.cells ?? []), ...changes.cells]);
    return { ...staged, resource, list: { ...changes, cells } };
  }
  return withRows(staged, resource, changes);
}

const sameQuery = (one: StagedList | undefined, { query }: StagedList) =>
  one === undefined || (one.query.filter === query.filter && one.query.search === query.search);

function withRows(staged: Staged, resource: string, changes: readonly CellChange[]): Staged {
  const rows = new Map(staged.rows);
  for (const { row, field, cell } of changes) {
    const cells = new Map(rows.get(row.id)?.cells);
    if (cell === undefined) cells.delete(field);
    else cells.set(field, cell);
    if (cells.size === 0) rows.delete(row.id);
    else rows.set(row.id, { row: nameOf(row), cells });
  }
  return rows.size === 0 ? nothingStaged : { resource, rows, list: undefined };
}

/** A row of the list has its cells as well, which are not kept. */
const nameOf = ({ id, label, reference }: EditRow): EditRow => ({ id, label, reference });

/** Returns the staged cells of a row of a list by field. */
export function stagedFor(
  { resource, rows, list }: Staged,
  { resource: shown, query }: { resource: string; query: Query },
  id: string,
): ReadonlyMap<string, StagedCell> {
  if (resource !== shown) return none;
  const isIn = list && list.query.filter === query.filter && list.query.search === query.search;
  return rows.get(id)?.cells ?? (isIn ? list.cells : none);
}

const none: ReadonlyMap<string, StagedCell> = new Map();

/** One line of the page of changes: a cell of a row, or of all rows of a list. */
export interface StagedEntry {
  readonly row: EditRow | undefined;
  readonly label: string;
  readonly field: string;
  readonly cell: StagedCell;
}

/** Returns all staged cells, in the order in which their rows were edited. */
export function stagedEntries({ rows, list }: Staged): StagedEntry[] {
  const named = [...rows.values()].flatMap(({ row, cells }) =>
    Array.from(cells, ([field, cell]) => ({ row, label: row.label, field, cell })),
  );
  if (list === undefined) return named;
  return Array.from(list.cells, ([field, cell]) => ({
    row: undefined,
    label: describeList(list),
    field,
    cell,
  }));
}

/** Returns all staged cells as the page of changes lists them: the largest changes of prices first, then the others. */
export function listedEntries(staged: Staged): StagedEntry[] {
  const sizeOf = ({ field, cell }: StagedEntry) => (field === "price" ? Math.abs(priceChange(cell) ?? 0) : 0);
  return stagedEntries(staged).sort((one, other) => sizeOf(other) - sizeOf(one));
}

/** Returns what is staged without one entry. */
export function withoutEntry(staged: Staged, { row, field }: StagedEntry): Staged {
  const { resource, list } = staged;
  if (resource === undefined) return staged;
  if (row !== undefined) return withRows(staged, resource, [{ row, field, cell: undefined }]);
  const cells = new Map(list?.cells);
  cells.delete(field);
  return list === undefined || cells.size === 0 ? nothingStaged : { ...staged, list: { ...list, cells } };
}

/** Returns the staged cells as edits: rows with the same values together. */
export function editsOf({ resource, rows, list }: Staged): StagedEdit[] {
  if (resource === undefined) return [];
  const setTexts = (cells: StagedRow["cells"]) =>
    Array.from(cells, ([field, { value }]) => `${field}=${value}`);
  if (list !== undefined) return [{ resource, sets: setTexts(list.cells), rows: list.query }];
  const edits = new Map<string, { resource: string; sets: string[]; rows: EditRow[] }>();
  for (const { row, cells } of rows.values()) {
    const sets = setTexts(cells);
    const key = sets.join("\n");
    const same = edits.get(key);
    if (same === undefined) edits.set(key, { resource, sets, rows: [row] });
    else same.rows.push(row);
  }
  return [...edits.values()];
}

/** Returns whether anything is staged. */
export function hasStaged({ resource }: Staged): boolean {
  return resource !== undefined;
}

function describeList({ query: { filter, search }, count }: StagedList): string {
  const found = [filter, search && `"${search}"`].filter(Boolean).join(" and ");
  return `all ${count === undefined ? "" : `${formatCount(count)} `}rows${found === "" ? "" : ` of ${found}`}`;
}

/** Describes what is staged: `3 staged edits`, `4 staged edits in 2 rows`, `1 staged edit of all 24 rows`. */
export function describeStaged({ rows, list }: Staged): string {
  if (list !== undefined) return `${countOf(list.cells.size, "staged edit")} of ${describeList(list)}`;
  let cells = 0;
  for (const row of rows.values()) cells += row.cells.size;
  const where = cells === rows.size ? "" : ` in ${countOf(rows.size, "row")}`;
  return `${countOf(cells, "staged edit")}${where}`;
}

/** What a cell will be. */
export interface StagedCell {
  /** The value as `--set` takes it: `+10%`. */
  readonly value: string;
  /** The texts of the cell when it was staged, before and after; undefined if unknown. */
  readonly before: string | undefined;
  readonly after: string | undefined;
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
  const after = isSame ? cell.after : textAfter(`${field}=${cell.value}`, row, changes);
  const plain = after ?? cell.value;
  return { before: before && withoutUnit(before, plain), after: plain === "" ? "(none)" : plain };
}

function textAfter(
  set: string,
  row: CellRow | undefined,
  changes: BrowseChanges | undefined,
): string | undefined {
  let after: string | undefined;
  // Values that the row cannot have are reported when the edits are applied.
  editProblem(() => {
    after = row && changes?.after(set, row);
  });
  return after;
}

/** Two amounts of one currency show it once. */
function withoutUnit(before: string, after: string): string {
  const [unit = ""] = / \p{Lu}{3}$/u.exec(before) ?? [];
  return unit !== "" && after.includes(unit) ? before.slice(0, -unit.length) : before;
}

/** Returns the text of a staged cell: with the value before, if it is known. */
export function stagedText({ before, after }: BeforeAfter): string {
  return `${before ? `${before} ` : ""}→ ${after}`;
}

/** Returns the texts of a staged cell for a list, longest first: without what was before, the variants, then the currency. */
export function stagedTexts({ before, after }: BeforeAfter): string[] {
  const value = after.replace(/(,| for all) [\d,]+ variants$/, "");
  const amount = value.replace(/ \p{Lu}{3}$/u, "");
  const texts: BeforeAfter[] = [
    { before, after: value },
    { before: undefined, after: value },
    { before: undefined, after: amount },
  ];
  return texts.map((text) => sanitizeLine(stagedText(text)));
}

/** Returns the longest text of a staged cell that fits into a column of a list. */
export function fittedStagedText(change: BeforeAfter, width: number): string {
  const texts = [sanitizeLine(stagedText(change)), ...stagedTexts(change)];
  return texts.find((text) => displayWidth(text) <= width) ?? fit(texts.at(-1) ?? "", width);
}

/** Returns the message and hint of the error that a function throws. */
export function editProblem(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    const { message, hint } = error as Error & { hint?: string };
    return hint === undefined ? message : `${message}\n${hint}`;
  }
}
