import type { Row } from "./csv/csv.ts";
import { fileError } from "./place.ts";

/** The columns a dialect knows: those it carries (under one or more names) and those it knows but does not carry. */
export interface Columns {
  /** Name in a file -> our name for it. */
  readonly carried: ReadonlyMap<string, string>;
  readonly notCarried: readonly (string | RegExp)[];
}

/** The column that a rejects file adds; every dialect ignores it. */
export const reasonColumn = "reason";

/** What a column of a file means: our name, "not carried", or undefined where the dialect does not know it. */
export function meaningOf(columns: Columns, name: string): { as: string } | "not carried" | undefined {
  const as = columns.carried.get(name);
  if (as !== undefined) return { as };
  const known = columns.notCarried.some((entry) =>
    typeof entry === "string" ? entry === name : entry.test(name),
  );
  return known ? "not carried" : undefined;
}

/** UsageError for a header that lacks the key, holds unknown columns, or names one meaning twice. */
export function checkColumns(
  columns: Columns,
  header: readonly string[],
  options: { file: string; ignoreUnknown: boolean; key: string; dialect: string },
): void {
  const { file, ignoreUnknown, key, dialect } = options;
  const seen = new Map<string, string>();
  for (const [index, name] of header.entries()) {
    const place = { file, line: 1, column: index + 1, field: name };
    const meaning = meaningOf(columns, name);
    if (meaning === undefined && !ignoreUnknown && name !== reasonColumn) {
      const near = nearest(name, [...columns.carried.keys()]);
      throw fileError(
        place,
        `"${name}" is not a column of the ${dialect} format.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
        "Rename or remove it, or pass --ignore-unknown to leave such columns out.",
      );
    }
    if (typeof meaning !== "object") continue;
    const before = seen.get(meaning.as);
    if (before !== undefined)
      throw fileError(place, `"${before}" and "${name}" mean the same.`, "Remove one of the two.");
    seen.set(meaning.as, name);
  }
  if (!seen.has(key)) {
    const names = [...columns.carried].filter(([, as]) => as === key).map(([name]) => `"${name}"`);
    throw fileError(
      { file, line: 1 },
      `the column ${names.join(" or ")} is missing: it tells which rows make one product.`,
      "Add it, or name another format with --format.",
    );
  }
}

/** The cells of a row under our names, and what each column is called in the file. */
export function cellsOf(columns: Columns, row: Row): Map<string, { column: string; value: string }> {
  const cells = new Map<string, { column: string; value: string }>();
  for (const [column, value] of Object.entries(row.cells)) {
    const as = columns.carried.get(column);
    if (as !== undefined) cells.set(as, { column, value });
  }
  return cells;
}

/** Columns of a row that hold something which the dialect knows and does not carry. */
export function leftBehind(columns: Columns, row: Row): string[] {
  return Object.entries(row.cells).flatMap(([name, value]) =>
    value !== "" && !columns.carried.has(name) && meaningOf(columns, name) === "not carried" ? [name] : [],
  );
}

/** The candidate that is at most two edits (and half the name) away, letter case aside. */
function nearest(name: string, candidates: readonly string[]): string | undefined {
  const limit = Math.min(2, Math.floor(name.length / 2));
  const scored = candidates
    .map((candidate) => ({ candidate, edits: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits);
  return scored[0]?.candidate;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const swap = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
