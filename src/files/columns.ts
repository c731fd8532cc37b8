import { nearest } from "../kernel/text.ts";
import type { RowProblem } from "./dialect.ts";
import { type CommandedList, commandedLists } from "./draft.ts";
import { fileError, type HeaderLocation } from "./location.ts";
import { isAdded, type Row } from "./table.ts";

/** The columns of a dialect: those that till imports (under one or more names) and those it ignores. */
export interface Columns {
  /** Column name in a file -> internal name. */
  readonly carried: ReadonlyMap<string, string>;
  readonly notCarried: readonly (string | RegExp)[];
}

/** Returns columns that are called as till calls them. */
export const columnsOf = (names: Iterable<string>): Columns => ({
  carried: new Map(Array.from(names, (name) => [name, name])),
  notCarried: [],
});

/** Returns a function that names the column of a draft's field. `names` has the internal names that differ from the field's. */
export function presentColumns(columns: Columns, names: Readonly<Record<string, string>>) {
  return (field: string, header: readonly string[]): string => {
    const internal = names[field] ?? field;
    return header.find((name) => columns.carried.get(name) === internal) ?? field;
  };
}

/** Returns the internal name of a column that is imported; the command of a list is if the list is. */
function carriedName({ carried }: Columns, name: string): string | undefined {
  const list = commandedListOf(name);
  return carried.get(name) ?? (list && carried.has(list) ? `${list} command` : undefined);
}

/** Returns the internal name of a column, "ignored" for a known column that till does not import, or undefined. */
function meaningOf(columns: Columns, name: string): { as: string } | "ignored" | undefined {
  const as = carriedName(columns, name);
  if (as !== undefined) return { as };
  const known = columns.notCarried.some((entry) =>
    typeof entry === "string" ? entry === name : entry.test(name),
  );
  return known ? "ignored" : undefined;
}

/** Throws UsageError for a header without the key column, with unknown columns, or with two names of one column. */
export function checkColumns(
  columns: Columns,
  header: readonly string[],
  options: HeaderLocation & { ignoreUnknown: boolean; key: string; dialect: string },
): void {
  const { file, sheet, line = 1, ignoreUnknown, key, dialect } = options;
  const seen = new Map<string, string>();
  for (const [index, name] of header.entries()) {
    const location = { file, sheet, line, column: index + 1, field: name };
    const meaning = isCommandColumn(name) ? { as: "command" } : meaningOf(columns, name);
    if (meaning === undefined && !ignoreUnknown && !isAdded(name)) {
      const near = nearest(name, columns.carried.keys());
      throw fileError(
        location,
        `"${name}" is not a column of the ${dialect} format.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
        "Rename or remove it, or ignore unknown columns with --ignore-unknown.",
      );
    }
    if (typeof meaning !== "object") continue;
    const before = seen.get(meaning.as);
    if (before !== undefined)
      throw fileError(location, `"${before}" and "${name}" are the same column.`, "Remove one of the two.");
    seen.set(meaning.as, name);
  }
  if (!seen.has(key)) {
    const names = [...columns.carried].filter(([, as]) => as === key).map(([name]) => `"${name}"`);
    throw fileError(
      { file, sheet, line },
      `the column ${names.join(" or ")} is missing. It identifies the rows of one product.`,
      "Add it, or use another format with --format.",
    );
  }
}

/** Returns the cells of a row by internal name, with their column names in the file. */
export function cellsOf(columns: Columns, row: Row): Map<string, { column: string; value: string }> {
  const cells = new Map<string, { column: string; value: string }>();
  for (const column of Object.keys(row.cells)) {
    const as = carriedName(columns, column);
    if (as !== undefined) cells.set(as, { column, value: row.cells[column] ?? "" });
  }
  return cells;
}

/** Returns the handle of a row, in the column with the internal name `key`. Throws UsageError if the cell is empty. */
export function handleIn(columns: Columns, key: string, row: Row, file = "the file"): string {
  const column = Object.keys(row.cells).findLast((name) => columns.carried.get(name) === key);
  const value = column === undefined ? undefined : row.cells[column];
  if (value !== undefined && value.trim() !== "") return value;
  throw fileError(
    { file, line: row.line, field: column ?? key },
    "the cell is empty.",
    "Every row needs the handle of its product.",
  );
}

/** Returns the names of ignored columns that have a value in this row, other than false. */
export function leftBehind(columns: Columns, row: Row): string[] {
  return Object.entries(row.cells).flatMap(([name, value]) =>
    value !== "" &&
    !/^false$/i.test(value) &&
    !columns.carried.has(name) &&
    meaningOf(columns, name) === "ignored"
      ? [name]
      : [],
  );
}

/** What to do with a row: change what exists, create what does not, either of the two, delete, or leave the row out. */
export type RowCommand = "update" | "create" | "merge" | "delete" | "skip";

/** Cells of the column `command`, with the words of Matrixify. */
const words: Readonly<Record<string, RowCommand>> = {
  update: "update",
  create: "create",
  new: "create",
  merge: "merge",
  delete: "delete",
  skip: "skip",
  ignore: "skip",
};

/** Returns whether a column holds the commands of rows. */
export const isCommandColumn = (column: string): boolean => column.toLowerCase() === "command";

/** Returns the list whose commands a column holds, as Matrixify's `Tags Command` does; undefined for other columns. */
export function commandedListOf(column: string): CommandedList | undefined {
  const name = column.toLowerCase().replace(/[ _]/g, "");
  return commandedLists.find((list) => name === `${list.toLowerCase()}command`);
}

/** Returns the command of a row; undefined if it has none. Adds an unknown one to the problems. */
export function commandOf({ cells, line }: Row, problems: RowProblem[]): RowCommand | undefined {
  const column = Object.keys(cells).find(isCommandColumn);
  const value = (column === undefined ? "" : (cells[column] ?? "")).trim();
  if (column === undefined || value === "") return undefined;
  const word = value.toLowerCase();
  if (Object.hasOwn(words, word)) return words[word];
  const message =
    word === "replace"
      ? "REPLACE would delete the product and create another one with a new id, which till does not do. Use UPDATE."
      : `unknown command "${value}". Use UPDATE, CREATE (or NEW), MERGE, DELETE or SKIP (or IGNORE).`;
  problems.push({ line, column, value, rule: "command", message });
  return undefined;
}

/**
 * Returns the command of the rows of one product without those to skip. Reports rows with different commands, and the
 * deletion of a variant. With `isWhole`, the product is read from all of its rows, the first one is the product's, and a part of them
 * cannot be skipped.
 */
export function groupCommand(
  rows: readonly Row[],
  { isWhole = false } = {},
): {
  command?: RowCommand;
  rows: Row[];
  problems: RowProblem[];
} {
  const problems: RowProblem[] = [];
  const all = rows.map((row) => ({ row, command: commandOf(row, problems) }));
  const kept = all.filter(({ command }) => command !== "skip");
  const [first, ...others] = kept.filter(({ command }) => command !== undefined);
  const report = ({ cells, line }: Row, message: string) => {
    const column = Object.keys(cells).find(isCommandColumn) ?? "command";
    problems.push({ line, column, value: cells[column] ?? "", rule: "command", message });
  };
  for (const { row, command } of others)
    if (command !== first?.command)
      report(row, `the rows of one product need one command; line ${first?.row.line} has another.`);
  const isOfVariant = (row: Row) => (isWhole ? all[0]?.command !== "delete" : isVariantRow(row));
  for (const { row, command } of kept)
    if (command === "delete" && isOfVariant(row)) report(row, variantDeletion);
  if (isWhole && kept.length > 0)
    for (const { row, command } of all) if (command === "skip") report(row, partialSkip);
  return {
    command: first?.command,
    rows: kept.map(({ row }) => row),
    problems,
  };
}

const partialSkip =
  "choices and pictures are read from all rows of the product, so one cannot be left out. Skip all of them, or none.";

/** Why a row cannot delete a variant. */
export const variantDeletion =
  "a variant cannot be deleted by itself. Hide it (visible: false), or delete the product.";

function isVariantRow({ cells }: Row): boolean {
  return /^variant$/i.test((cells.kind ?? cells.fieldType ?? "").trim());
}
