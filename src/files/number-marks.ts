import { amountText, parseAmount } from "../kernel/money.ts";
import { withoutCurrency } from "./cells.ts";
import type { DecimalSign, DeclaredNumbers } from "./dialect.ts";
import { type FileLocation, fileError } from "./location.ts";
import type { Row } from "./table.ts";

/** How the numbers of a table are checked. */
export interface MarkOptions {
  file: string;
  sheet?: string | undefined;
  /** The columns as they are called in the file, in order. */
  header: readonly string[];
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
  rows: AsyncIterable<Row>,
  options: MarkOptions,
): AsyncGenerator<Row> {
  const { file, sheet, header, isNumber, numbers, defined, hasFlags, notice } = options;
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
