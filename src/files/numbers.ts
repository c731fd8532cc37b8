import { amountText, canonicalAmount, decimal, parseAmount } from "../kernel/money.ts";
import type { WeightUnit } from "./column-map.ts";
import { type FileLocation, fileError } from "./location.ts";
import type { Row, Table } from "./table.ts";

/** The decimal sign of amounts in a file. It is declared, not detected. */
export type DecimalSign = "." | ",";
/** The sign between groups of three digits. A space stands for all kinds of spaces, `'` also for the typographic one. */
export type ThousandsSign = "." | "," | "'" | " ";

/** How a file writes numbers. */
export interface NumberFormat {
  decimal: DecimalSign;
  thousands?: ThousandsSign | undefined;
  /** The ISO code of the currency that amounts may name, as in `26.50 €` and `EUR 26.50`. Default: none. */
  currency?: string | undefined;
  /** The unit in which the shop has weights, to which columns with another unit are converted. */
  weightUnit?: WeightUnit | undefined;
  /** What the values of columns are multiplied with, by name. Default: nothing. */
  scales?: Readonly<Record<string, string>>;
}

/** How a file writes numbers, and whether the user said so. */
export interface DeclaredNumbers extends NumberFormat {
  declared: boolean;
}

const signs = { ".": "[.]", ",": "[,]", "'": "['\u2019]", " ": "[ \u00a0\u202f]" } as const;

/** The signs of currencies; some are those of several. */
const currencySigns: Readonly<Record<string, readonly string[]>> = {
  "€": ["EUR"],
  $: ["USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD"],
  "£": ["GBP"],
  "¥": ["JPY", "CNY"],
  "₪": ["ILS"],
  "₹": ["INR"],
  "Fr.": ["CHF"],
  kr: ["SEK", "NOK", "DKK"],
  "kr.": ["SEK", "NOK", "DKK"],
  zł: ["PLN"],
  Kč: ["CZK"],
  R$: ["BRL"],
};

const currencyCodes = Object.values(currencySigns).flat();

/** A dot after letters, as in `Fr. 12.50` and `kr.50`, belongs to them. */
const numberAndSign =
  /^(?<before>\p{L}+\.|[^\d\s.,'+-]*)\s*(?<number>[+-]?[\d.,'\u2019\s]*\d)\s*(?<after>[^\d\s.,'+-]+\.?)?$/u;

/** Returns the currency that a cell with a number names, and how: `26,50 €` is EUR. Undefined if it names none. */
export function currencyIn(cell: string): { text: string; code: string; number: string } | undefined {
  const { before = "", number = "", after = "" } = numberAndSign.exec(cell.trim())?.groups ?? {};
  const text = before || after;
  if (number === "" || text === "" || (before !== "" && after !== "")) return undefined;
  const code = currencySigns[text]?.[0] ?? currencyCodes.find((known) => known === text);
  return code === undefined ? undefined : { text, code, number };
}

/** Returns a number without the sign or code of the declared currency. */
export function withoutCurrency(cell: string, currency: string | undefined): string {
  const named = currency === undefined ? undefined : currencyIn(cell);
  if (named === undefined || currency === undefined) return cell;
  const codes = currencySigns[named.text] ?? [named.code];
  return codes.includes(currency) ? named.number : cell;
}

/** Matches a number with groups of three digits. */
function grouped({ decimal, thousands }: Required<Pick<NumberFormat, "decimal" | "thousands">>): RegExp {
  return new RegExp(`^[+-]?\\d{1,3}(?:${signs[thousands ?? " "]}\\d{3})+(?:${signs[decimal]}\\d+)?$`);
}

/**
 * Returns the amount as canonical decimal text, or undefined unless it is digits with the declared decimal sign and, between
 * groups of three digits, the declared thousands sign.
 */
export function amountCell(
  cell: string,
  { decimal: mark, thousands, currency }: NumberFormat,
): string | undefined {
  const text = withoutCurrency(cell, currency);
  const isGrouped = thousands !== undefined && grouped({ decimal: mark, thousands }).test(text);
  const digits = isGrouped ? text.replaceAll(new RegExp(signs[thousands], "g"), "") : text;
  if (mark === "," && digits.includes(".")) return undefined;
  const amount = canonicalAmount(mark === "," ? digits.replace(",", ".") : digits);
  return amount !== undefined && amount.length > maxDigits ? asShown(amount) : amount;
}

/** The digits that spreadsheets show. A number has more of them only if it was computed: 19.989999999999998. */
export const maxDigits = 15;

/** Returns an amount as a spreadsheet shows it: 19.989999999999998 is 19.99. */
function asShown(amount: string): string {
  const value = decimal(amount);
  return amount.includes(".") && value.c.length > maxDigits
    ? amountText(value.round(Math.max(0, maxDigits - 1 - value.e), 1))
    : amount;
}

/** Returns a whole number; undefined for a text that is none. */
export function readWhole(text: string, numbers: NumberFormat): number | undefined {
  const amount = amountCell(text, numbers);
  const number = amount !== undefined && /^-?\d+$/.test(amount) ? Number(amount) : undefined;
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/** Returns why a text is no amount, and which flag would make it one. */
export function amountMessage(value: string, { decimal }: NumberFormat): string {
  const other = decimal === "." ? "," : ".";
  const written = `"${value}" is not an amount with "${decimal}" as decimal sign.`;
  const sign = currencyIn(value);
  if (sign !== undefined)
    return `${written} If "${sign.text}" is the currency of the shop, pass --currency ${sign.code}.`;
  if (/[\p{Sc}]|[A-Za-z]/u.test(value)) return `${written} Use digits only, without a currency.`;
  const thousandsUnder = (sign: "." | ",") =>
    ([".", ",", "'", " "] as const).find(
      (thousands) => thousands !== sign && grouped({ decimal: sign, thousands }).test(value),
    );
  const [own, others] = [thousandsUnder(decimal), thousandsUnder(other)];
  const ways = [
    amountCell(value, { decimal: other }) !== undefined &&
      `the decimal sign is "${other}", pass --decimal "${other}"`,
    own && `"${own}" separates thousands, pass --thousands "${own}"`,
    others &&
      !own &&
      `the file has numbers such as ${value}, pass --decimal "${other}" --thousands "${others}"`,
  ].filter(Boolean);
  if (ways.length > 0) return `${written} If ${ways.join("; if ")}.`;
  return `${written} Use plain digits, for example ${decimal === "." ? "1234.50" : "1234,50"}.`;
}

/** How the numbers of a table are checked. */
export interface MarkOptions {
  /** Returns whether the column at this position holds numbers. */
  isNumber(index: number): boolean;
  numbers: DeclaredNumbers;
  /** The format writes numbers without trailing zeros, so that `1.125` is certain in it and `1.290` is not. */
  defined: boolean;
  /** Whether the command has the flags that declare how numbers are written. */
  hasFlags: boolean;
  /** Prints what settles the numbers that could be read in two ways. */
  notice(text: string): Promise<void>;
}

/** A number that could be read in two ways, or one that shows which sign is the decimal mark. */
interface Sighting {
  text: string;
  at: FileLocation;
}

/**
 * Yields the rows of a table, and after the last one throws UsageError for the first number that could be read in two ways:
 * one separator followed by exactly three digits, as in `1.290`. The declared decimal mark settles it, and so does another
 * number of the file, such as `12.50`; cells that a workbook stores as numbers have one meaning.
 */
export async function* withCertainNumbers(
  { name: file, sheet, header, rows }: Pick<Table, "name" | "sheet" | "header" | "rows">,
  { isNumber, numbers, defined, hasFlags, notice }: MarkOptions,
): AsyncGenerator<Row> {
  const proofs: Partial<Record<DecimalSign, Sighting>> = {};
  let unclear: Sighting | undefined;
  const numeric = [...header.keys()].filter(isNumber);
  for await (const row of rows) {
    yield row;
    for (const index of numeric) {
      if (row.stored?.has(index)) continue;
      const text = withoutCurrency((row.source[index] ?? "").trim(), numbers.currency);
      const sighting = (): Sighting => ({
        text,
        at: { file, sheet, line: row.line, column: index + 1, field: header[index] ?? "" },
      });
      const proven = provenMark(text);
      if (proven !== undefined) proofs[proven] ??= sighting();
      else if (isUnclear(text, numbers.decimal) && !(defined && isCanonical(text, numbers.decimal)))
        unclear ??= sighting();
    }
  }
  if (unclear === undefined || numbers.declared) return;
  const { decimal } = numbers;
  const other = decimal === "." ? "," : ".";
  const proof = proofs[decimal];
  const asDecimal = amountOf(unclear.text, decimal);
  const asThousands = unclear.text.replace(/^\+/, "").replace(decimal, "");
  if (proof === undefined || proofs[other] !== undefined)
    throw fileError(
      unclear.at,
      `"${unclear.text}" could be ${asDecimal} or ${asThousands}.`,
      hasFlags
        ? `If it is ${asDecimal}, pass --decimal "${decimal}". If it is ${asThousands}, pass --decimal "${other}" --thousands "${decimal}".`
        : `Write ${asDecimal} or ${asThousands}.`,
    );
  await notice(
    `${file}: "${unclear.text}" on line ${unclear.at.line} is read as ${asDecimal}, because "${proof.text}" on line ${proof.at.line} shows that "${decimal}" is the decimal mark.`,
  );
}

/** Returns the sign that is certainly the decimal mark in a number; undefined if the number shows none. */
export function provenMark(text: string): DecimalSign | undefined {
  const alone = /^[+-]?(\d*)([.,])(\d+)$/.exec(text);
  if (alone !== null) {
    const [, whole = "", mark, digits = ""] = alone;
    return digits.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole) ? (mark as DecimalSign) : undefined;
  }
  // All groups of a number have the same separator.
  const grouped =
    /^[+-]?\d{1,3}(?:(?<group>[.,])\d{3}(?:\k<group>\d{3})*|(?:['\u2019]\d{3})+|(?:[ \u00a0\u202f]\d{3})+)(?:(?<mark>[.,])\d+)?$/.exec(
      text,
    );
  const { group, mark } = grouped?.groups ?? {};
  if (mark !== undefined) return mark === group ? undefined : (mark as DecimalSign);
  // 1.234.567: what separates two groups is not the decimal mark.
  return group === "." ? "," : group === "," ? "." : undefined;
}

const isUnclear = (text: string, decimal: DecimalSign): boolean =>
  /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text) && text.includes(decimal);

const isCanonical = (text: string, decimal: DecimalSign): boolean =>
  amountOf(text, decimal) === text.replace(decimal, ".");

function amountOf(text: string, decimal: DecimalSign): string {
  const amount = parseAmount(text.replace(/^\+/, "").replace(decimal, "."));
  return amount === undefined ? text : amountText(amount);
}
