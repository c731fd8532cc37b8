import { amountText, decimal } from "../../kernel/money.ts";
import type { CellReader } from "../csv/read-cells.ts";
import type { Inventory, OptionDraft, VariantDraft } from "../draft.ts";
import { present } from "../present.ts";

const optionNumbers = [1, 2, 3] as const;

/** A variant with the compare-at price of its row. */
export interface PricedVariant extends VariantDraft {
  compareAt?: string | null;
}

/** Returns option number -> name; empty for `Title`, which means "no options"; undefined without option columns. */
export function optionNames(first: CellReader): Map<number, string> | undefined {
  if (!first.has("Option1 Name")) return undefined;
  const names = optionNumbers.flatMap((number): [number, string][] => {
    const name = first.text(`Option${number} Name`) ?? "";
    return name === "" ? [] : [[number, name]];
  });
  const sole =
    names.length === 1 && names[0]?.[1] === "Title" && first.text("Option1 Value") === "Default Title";
  return new Map(sole ? [] : names);
}

/** Returns the variant rows: the first row, and each row with a choice, a price or a SKU. */
export function readVariants(
  rows: readonly CellReader[],
  names: Map<number, string> | undefined,
  notices: Set<string>,
): PricedVariant[] {
  const marks = ["Option1 Value", "Variant Price", "Variant SKU"];
  const variants = rows.filter(
    (cells, index) => index === 0 || marks.some((column) => (cells.text(column) ?? "") !== ""),
  );
  const lines = new Map<string, number>();
  return variants.map((cells) => {
    const choices = readChoices(cells, names ?? new Map());
    const key = JSON.stringify(Object.values(choices));
    const before = lines.get(key);
    if (before !== undefined) {
      cells.problem(
        "Option1 Value",
        "duplicate",
        `duplicate choices: same as the variant in line ${before}.`,
      );
    }
    lines.set(key, before ?? cells.line);
    const grams = cells.amount("Variant Grams");
    const price = cells.amount("Variant Price");
    if (price === null)
      cells.problem("Variant Price", "required", "the variant has no price. Use 0 for a free item.");
    return {
      line: cells.line,
      choices,
      ...present({
        sku: cells.clearable("Variant SKU"),
        price,
        compareAt: cells.amount("Variant Compare At Price"),
        cost: cells.amount("Cost per item"),
        weight: typeof grams === "string" ? amountText(decimal(grams).times(decimal("0.001"))) : grams,
        inventory: readInventory(cells, notices),
      }),
    };
  });
}

function readChoices(cells: CellReader, names: Map<number, string>): Record<string, string> {
  const chosen = [...names].map(([number, name]): [string, string] => {
    const choice = cells.text(`Option${number} Value`) ?? "";
    if (choice === "") cells.problem(`Option${number} Value`, "required", `the variant has no ${name}.`);
    return [name, choice];
  });
  return Object.fromEntries(chosen);
}

/** Returns the options of a product; their choices are those of the variants, in order. */
export function optionsOf(names: Map<number, string>, variants: readonly VariantDraft[]): OptionDraft[] {
  return [...names.values()].map((name) => ({
    name,
    type: "drop_down",
    choices: [...new Set(variants.map(({ choices }) => choices[name] ?? ""))].map((choice) => ({
      value: choice,
      description: choice,
    })),
  }));
}

/** Returns the stock: a tracker means tracked quantities, no tracker always in stock. Oversold quantities (below 0) become 0. */
function readInventory(cells: CellReader, notices: Set<string>): Inventory | undefined {
  const tracker = cells.text("Variant Inventory Tracker");
  if (tracker === "") return { inStock: true };
  const quantity = cells.whole("Variant Inventory Qty");
  if (quantity === undefined) return undefined;
  if (quantity < 0) notices.add("quantities below zero become 0");
  return { quantity: Math.max(0, quantity) };
}
