import type { Row } from "./csv/csv.ts";
import type { RowProblem } from "./dialect.ts";

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
 * deletion of a variant.
 */
export function groupCommand(rows: readonly Row[]): {
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
  for (const { row, command } of kept)
    if (command === "delete" && isVariantRow(row)) report(row, variantDeletion);
  return {
    ...(first?.command !== undefined && { command: first.command }),
    rows: kept.map(({ row }) => row),
    problems,
  };
}

/** Why a row cannot delete a variant. */
export const variantDeletion =
  "a variant cannot be deleted by itself. Hide it (visible: false), or delete the product.";

function isVariantRow({ cells }: Row): boolean {
  return /^variant$/i.test((cells.kind ?? cells.fieldType ?? "").trim());
}
