import { formatCount } from "../../../format.ts";
import { fieldOf, isNamed, type Query, type StagedEdit } from "../browse-resource.ts";

/**
 * Adds an edit; it replaces earlier values of the same fields and rows. Returns a problem, as a sentence, if the edits
 * cannot be combined.
 */
export function stage(edits: readonly StagedEdit[], edit: StagedEdit): StagedEdit[] | { problem: string } {
  const [first] = edits;
  if (first !== undefined && first.resource !== edit.resource)
    return {
      problem: `Edits of ${first.resource} are staged. Apply them (A) or discard them (D) before you edit ${edit.resource}.`,
    };
  const whole = [edit, ...edits].find(({ rows }) => !isNamed(rows));
  if (whole && edits.some((one) => one !== edit && !sameRows(one, edit)))
    return {
      problem:
        "An edit of a whole list cannot be combined with others. Apply the staged edits (A) or discard them (D) first.",
    };
  const remaining = edits.flatMap((one) => without(one, edit));
  const same = remaining.find((one) => sameRows(one, edit));
  if (same === undefined) return [...remaining, edit];
  return remaining.map((one) => (one === same ? { ...one, sets: [...one.sets, ...edit.sets] } : one));
}

/** Returns an edit without the values that another one replaces. */
function without(edit: StagedEdit, by: StagedEdit): StagedEdit[] {
  const replaced = (set: string) => by.sets.some((one) => fieldOf(one) === fieldOf(set));
  if (sameRows(edit, by)) {
    const sets = edit.sets.filter((set) => !replaced(set));
    return sets.length === 0 ? [] : [{ ...edit, sets }];
  }
  if (!edit.sets.some(replaced) || !isNamed(edit.rows) || !isNamed(by.rows)) return [edit];
  const ids = new Set(by.rows.map(({ id }) => id));
  const both = edit.rows.filter(({ id }) => ids.has(id));
  const rest = edit.rows.filter(({ id }) => !ids.has(id));
  const sets = edit.sets.filter((set) => !replaced(set));
  return [
    ...(rest.length > 0 ? [{ ...edit, rows: rest, count: rest.length }] : []),
    ...(both.length > 0 && sets.length > 0 ? [{ ...edit, rows: both, count: both.length, sets }] : []),
  ];
}

function sameRows(one: StagedEdit, other: StagedEdit): boolean {
  if (!isNamed(one.rows) || !isNamed(other.rows)) {
    if (isNamed(one.rows) || isNamed(other.rows)) return false;
    return one.rows.filter === other.rows.filter && one.rows.search === other.rows.search;
  }
  const ids = new Set(one.rows.map(({ id }) => id));
  return ids.size === other.rows.length && other.rows.every(({ id }) => ids.has(id));
}

/** Returns the staged values of a row by field: `price` to `+10%`. */
export function stagedFor(
  edits: readonly StagedEdit[],
  { resource, query: { filter, search } }: { resource: string; query: Query },
  id: string,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { resource: of, rows, sets } of edits) {
    const isIn = isNamed(rows)
      ? rows.some((row) => row.id === id)
      : rows.filter === filter && rows.search === search;
    if (of !== resource || !isIn) continue;
    for (const set of sets) found.set(fieldOf(set), set.slice(set.indexOf("=") + 1));
  }
  return found;
}

/** Describes the rows of an edit: `Stoneware Mug`, `12 rows`, `all rows`. */
export function describeEdit({ rows, count }: StagedEdit): string {
  if (isNamed(rows) && rows.length === 1) return rows[0]?.label ?? "";
  if (isNamed(rows)) return `${formatCount(rows.length)} rows`;
  const found = [rows.filter, rows.search && `"${rows.search}"`].filter(Boolean).join(" and ");
  return `all ${count === undefined ? "" : `${formatCount(count)} `}rows${found === "" ? "" : ` of ${found}`}`;
}

/** Describes the staged edits: `3 staged edits (12 rows)`. */
export function describeStaged(edits: readonly StagedEdit[]): string {
  const rows = edits.reduce((sum, { count }) => (count === undefined ? Number.NaN : sum + count), 0);
  const about = Number.isNaN(rows) ? "" : ` (${formatCount(rows)} ${rows === 1 ? "row" : "rows"})`;
  return `${edits.length} staged ${edits.length === 1 ? "edit" : "edits"}${about}`;
}
