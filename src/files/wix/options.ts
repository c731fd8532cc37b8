import type { CellReader } from "../csv/read-cells.ts";
import type { OptionDraft } from "../draft.ts";
import { splitList } from "../semicolons.ts";
import { wixCounts } from "./columns.ts";

type Choice = OptionDraft["choices"][number];

const optionTypes: Partial<Record<string, OptionDraft["type"]>> = {
  DROP_DOWN: "drop_down",
  TEXT_CHOICES: "drop_down",
  COLOR: "color",
  SWATCH_CHOICES: "color",
};

/** An option of a product with the number of its columns, which variant rows refer to. */
export interface NumberedOption extends OptionDraft {
  number: number;
}

/** Returns the options of a Product row, or undefined if the file has no option columns. */
export function readOptions(cells: CellReader): NumberedOption[] | undefined {
  if (!cells.has("productOptionName1")) return undefined;
  const options: NumberedOption[] = [];
  for (let number = 1; number <= wixCounts.options; number++) {
    const name = cells.text(`productOptionName${number}`) ?? "";
    const choices = cells.text(`productOptionDescription${number}`) ?? "";
    if (name === "") {
      if (choices !== "")
        cells.problem(`productOptionName${number}`, "required", "the option has choices but no name.");
      continue;
    }
    if (options.some((option) => option.name === name)) {
      cells.problem(`productOptionName${number}`, "duplicate", `duplicate option "${name}".`);
    }
    const type = readType(cells, number);
    if (type !== undefined) options.push({ number, name, type, choices: readChoices(cells, number, type) });
  }
  return options;
}

function readType(cells: CellReader, number: number): OptionDraft["type"] | undefined {
  const column = `productOptionType${number}`;
  const written = cells.text(column) ?? "";
  const type = written === "" ? "drop_down" : optionTypes[written.toUpperCase()];
  if (type === undefined) cells.problem(column, "type", `unknown type "${written}". Use DROP_DOWN or COLOR.`);
  return type;
}

function readChoices(cells: CellReader, number: number, type: OptionDraft["type"]): Choice[] {
  const column = `productOptionDescription${number}`;
  const choices = splitList(cells.text(column) ?? "").map((entry) => readChoice(entry, type));
  if (choices.length === 0) cells.problem(column, "required", "the option has no choices.");
  const names = choices.map((choice) => choice.description);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) cells.problem(column, "duplicate", `duplicate choice "${twice}".`);
  return choices;
}

/** Parses a choice: a name, or for colours `value:name` with an optional name. */
function readChoice(entry: string, type: OptionDraft["type"]): Choice {
  const colon = type === "color" ? entry.indexOf(":") : -1;
  if (colon < 0) return { value: entry, description: entry };
  const value = entry.slice(0, colon);
  return { value, description: entry.slice(colon + 1) || value };
}

/** Returns the choices of a variant row by option name. */
export function readVariantChoices(
  cells: CellReader,
  options: readonly NumberedOption[],
): Record<string, string> {
  const chosen = options.flatMap(({ number, name, type, choices }): [string, string][] => {
    const column = `productOptionDescription${number}`;
    const written = cells.text(column) ?? "";
    if (written === "") {
      cells.problem(column, "required", `the variant has no ${name}.`);
      return [];
    }
    const choice = findChoice(written, type, choices);
    if (choice !== undefined) return [[name, choice.description]];
    const known = choices
      .map(({ description }) => `"${description}"`)
      .slice(0, 12)
      .join(", ");
    cells.problem(
      column,
      "choice",
      `"${written}" is not a choice of ${name} on the product's row (${known}).`,
    );
    return [];
  });
  return Object.fromEntries(chosen);
}

/** Finds a choice by name, by `value:name`, or by a unique value, ignoring surrounding spaces. */
function findChoice(
  written: string,
  type: OptionDraft["type"],
  choices: readonly Choice[],
): Choice | undefined {
  const byName = choices.find((choice) => choice.description === written);
  if (byName !== undefined) return byName;
  const trimmed = written.trim();
  const both = readChoice(trimmed, type);
  const same = choices.filter(
    ({ value, description }) =>
      description.trim() === trimmed ||
      (type === "color" &&
        (value === trimmed || (value === both.value && description.trim() === both.description.trim()))),
  );
  return same.length === 1 ? same[0] : undefined;
}
