import { UsageError } from "../kernel/errors.ts";
import { amountText, decimal, fitsJson } from "../kernel/money.ts";
import { inShopUnit } from "./column-map.ts";
import { type Columns, cellsOf } from "./columns.ts";
import type { RowProblem } from "./dialect.ts";
import type { Stock } from "./draft.ts";
import { amountCell, amountMessage, maxDigits, type NumberFormat, readWhole } from "./numbers.ts";
import type { Row } from "./table.ts";

/**
 * Reads the cells of one row by internal name. Each method returns undefined if the column is absent (`has` is false) or the
 * cell is invalid; invalid cells are added to the problems.
 */
export interface CellReader {
  readonly line: number;
  has(name: string): boolean;
  /** Returns the cell unchanged; "" if it is empty. */
  text(name: string): string | undefined;
  /** Returns null for an empty cell. */
  clearable(name: string): string | null | undefined;
  /** Returns canonical decimal text; null for an empty cell. `text`: the part of the cell that is the amount. Default: all of it. */
  amount(name: string, text?: string): string | null | undefined;
  /** Returns a whole number; undefined for an empty cell. */
  whole(name: string): number | undefined;
  /** Reads true/false or yes/no, ignoring case; returns undefined for an empty cell. */
  flag(name: string): boolean | undefined;
  /** Reads a whole number or InStock/OutOfStock; returns undefined for an empty cell. */
  stock(name: string): Stock | undefined;
  problem(name: string, rule: string, message: string): void;
}

/** Returns a reader for one row. It adds invalid cells to `problems`. */
export function cellReader(
  columns: Columns,
  row: Row,
  numbers: NumberFormat,
  problems: RowProblem[],
): CellReader {
  const cells = cellsOf(columns, row);
  const text = (name: string) => cells.get(name)?.value;
  const filled = (name: string) => text(name)?.trim() || undefined;
  const problem = (name: string, rule: string, message: string) => {
    const cell = cells.get(name) ?? { column: name, value: "" };
    problems.push({ line: row.line, ...cell, rule, message });
  };
  return {
    line: row.line,
    has: (name) => cells.has(name),
    text,
    clearable: (name) => {
      const value = text(name);
      const why = value === undefined ? undefined : damage(value);
      if (why !== undefined) problem(name, "damaged", why);
      return value === "" ? null : value;
    },
    amount: (name, value = filled(name)) => {
      if (value === undefined) return cells.has(name) ? null : undefined;
      const amount = amountCell(value, numbers);
      if (amount === undefined) problem(name, "amount", amountMessage(value, numbers));
      if (amount !== undefined && amount !== "" && !fitsJson(decimal(amount))) {
        problem(name, "amount", `"${value}" has more than ${maxDigits} digits. Round it.`);
        return undefined;
      }
      const scale = numbers.scales?.[cells.get(name)?.column ?? ""];
      return amount === undefined || scale === undefined
        ? amount
        : amountText(inShopUnit(decimal(amount), scale));
    },
    whole: (name) => {
      const value = filled(name);
      const whole = value === undefined ? undefined : readWhole(value, numbers);
      if (value !== undefined && whole === undefined)
        problem(name, "whole", `"${value}" is not a whole number.`);
      return whole;
    },
    flag: (name) => {
      const value = filled(name);
      const flag = value === undefined ? undefined : flags.get(value.toLowerCase());
      if (value !== undefined && flag === undefined)
        problem(name, "flag", `"${value}" is not yes or no. Write true or false, yes or no, or 1 or 0.`);
      return flag;
    },
    stock: (name) => {
      const value = filled(name);
      if (value === undefined) return undefined;
      const inStock = stockWords.get(value.toLowerCase().replace(/[_ ]/g, ""));
      if (inStock !== undefined) return { inStock };
      const quantity = readWhole(value, numbers);
      if (quantity !== undefined) return { quantity };
      problem(name, "stock", `"${value}" is not a whole number, InStock or OutOfStock.`);
      return undefined;
    },
    problem,
  };
}

/** Returns what reports the rows of a product whose choices an earlier row has already, in a column. */
export function onlyOnce(column: string): (cells: CellReader, choices: string) => void {
  const lines = new Map<string, number>();
  return (cells, choices) => {
    const before = lines.get(choices);
    if (before === undefined) lines.set(choices, cells.line);
    else cells.problem(column, "duplicate", `duplicate choices: same as the variant in line ${before}.`);
  };
}

/** Returns why a text, such as a SKU or a tracking number, is not what was written: a spreadsheet has rounded its digits. */
export const damage = (text: string): string | undefined =>
  /^\s*\d[.,]\d+E\+\d+\s*$/i.test(text)
    ? `a spreadsheet has rounded this number to "${text.trim()}", and its digits are lost. Export the column as text.`
    : undefined;

/** The abbreviations of months in English, German, French, Spanish and Italian, as spreadsheets write them. */
const months =
  "jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|mär|mrz|mai|okt|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott";
const spreadsheetDate = new RegExp(
  `^(\\d{1,2}([-/]|\\. ?)(${months})\\.?|(${months})-\\d{2}|(mrz|mai|okt|dez)\\.? \\d{2})$`,
  "iu",
);

/** Returns whether a text is a date as spreadsheets show it, which they make of sizes such as 8-10: `08. Okt`, `Oct-08`. */
export const isSpreadsheetDate = (text: string): boolean => spreadsheetDate.test(text.trim());

/** The words for true and false in files, in the languages of spreadsheets. */
const flagWords = {
  true: "true yes y 1 wahr ja vrai oui verdadero sí si vero sì verdadeiro sim waar prawda tak истина да",
  false: "false no n 0 falsch nein faux non falso não onwaar nee fałsz nie ложь нет",
};
const flags: ReadonlyMap<string, boolean> = new Map([
  ...flagWords.true.split(" ").map((word): [string, boolean] => [word, true]),
  ...flagWords.false.split(" ").map((word): [string, boolean] => [word, false]),
]);

const stockWords = new Map([
  ["instock", true],
  ["outofstock", false],
]);

/** Returns a flag as a cell; an empty one if it is not known. */
export const flagCell = (value: boolean | undefined): string => (value === undefined ? "" : String(value));

/** Returns stock as a cell: a quantity, `InStock` or `OutOfStock`. */
export function stockCell(stock: Stock | undefined): string {
  if (stock === undefined) return "";
  if ("quantity" in stock) return String(stock.quantity);
  return stock.inStock ? "InStock" : "OutOfStock";
}

/** Returns the entries of a `;` list without empty ones. Spaces are kept. */
export function splitList(text: string): string[] {
  return text.split(";").filter((entry) => entry.trim() !== "");
}

/** The inverse of `splitList`. Throws UsageError for an entry that the list cannot hold; `of` is its description. */
export function joinList(entries: readonly string[], of: string): string {
  for (const entry of entries) {
    if (entry.includes(";") || entry.trim() === "")
      throw cannotWrite(entry, of, "contains a semicolon or is empty");
  }
  return entries.join(";");
}

/** Returns the error for a value that a dialect cannot hold. */
export function cannotWrite(value: string, of: string, why: string): UsageError {
  return new UsageError(
    `${JSON.stringify(value.slice(0, 60))} (${of}) ${why}, which this format cannot hold.`,
    {
      hint: "Use the till format (--format till), which can hold every value.",
    },
  );
}
