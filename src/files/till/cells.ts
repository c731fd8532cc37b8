import type { CellReader } from "../csv/read-cells.ts";
import type { ProductDraft } from "../draft.ts";
import { maxOptions } from "./columns.ts";
import { readChoices, readJson, readList } from "./lists.ts";

const optionTypes = ["drop_down", "color"] as const;

/** Returns the options of a product row, or undefined to leave them unchanged. */
export function readOptions(cells: CellReader): ProductDraft["options"] {
  if (!cells.has("option1Name")) return undefined;
  const options: NonNullable<ProductDraft["options"]> = [];
  for (let number = 1; number <= maxOptions; number++) {
    const name = cells.text(`option${number}Name`) ?? "";
    if (name === "") continue;
    const column = `option${number}Choices`;
    const choices = readChoices(cells.text(column) ?? "");
    if (choices === undefined)
      cells.problem(
        column,
        "list",
        'this begins like JSON: write [["value","name"], …], or value:name;value:name.',
      );
    options.push({
      name,
      type: oneOf(cells, `option${number}Type`, optionTypes) ?? "drop_down",
      choices: choices ?? [],
    });
  }
  return options;
}

/** Returns a text that cannot be cleared: an empty cell leaves it unchanged. */
export const filled = (cells: CellReader, name: string) => cells.text(name) || undefined;

/** Returns one of the given values, ignoring case; an empty cell leaves the field unchanged. */
export function oneOf<const T extends string>(
  cells: CellReader,
  name: string,
  values: readonly T[],
): T | undefined {
  const written = (cells.text(name) ?? "").trim();
  const value = values.find((candidate) => candidate.toLowerCase() === written.toLowerCase());
  if (value === undefined && written !== "")
    cells.problem(name, "type", `unknown value "${written}". Use one of ${values.join(", ")}.`);
  return value;
}

/** Returns a list of texts; an empty cell is an empty list. */
export function list(cells: CellReader, name: string): string[] | undefined {
  const cell = cells.text(name);
  if (cell === undefined) return undefined;
  const entries = readList(cell);
  if (entries === undefined) cells.problem(name, "list", 'invalid JSON list. Use a;b or ["a", "b"].');
  return entries;
}

/** Returns a JSON array of objects with exactly the given fields and types. */
export function objects(
  cells: CellReader,
  name: string,
  fields: Record<string, string>,
): object[] | undefined {
  const cell = cells.text(name);
  if (cell === undefined) return undefined;
  if (cell.trim() === "") return [];
  const fits = (entry: unknown) =>
    typeof entry === "object" &&
    entry !== null &&
    Object.keys(entry).length === Object.keys(fields).length &&
    Object.entries(fields).every(
      ([field, type]) => typeof (entry as Record<string, unknown>)[field] === type,
    );
  const value = readJson(cell);
  if (Array.isArray(value) && value.every(fits)) return value;
  const example = Object.entries(fields).map(([field, type]) => `"${field}": ${type}`);
  cells.problem(name, "json", `expected a JSON list: [{ ${example.join(", ")} }, …].`);
  return undefined;
}
