import Big from "big.js";
import { currencyDigits, isPlainDecimal } from "./currency.ts";
import { exitCodes, TillError, UsageError } from "./errors.ts";

/**
 * An exact decimal number (big.js). Divisions keep 20 decimals; other operations are exact. Compare with `.eq() .lt() .gt()`:
 * the operators `<` and `>` throw, as does creating one from a float.
 */
export type Decimal = Big;

const Exact = Big();
Exact.DP = 20;
Exact.RM = 1; // half up
Exact.strict = true;

/** Returns the amount rounded half up (away from zero) to the digits of the currency. */
export function roundMoney(value: Decimal, currency: string): Decimal {
  return value.round(currencyDigits(currency), 1);
}

/** Parses plain decimal text. Returns undefined for other text such as `1e3`, `1,000`, `+5`, `5.` and "". */
export function parseAmount(text: string): Decimal | undefined {
  return isPlainDecimal(text) ? new Exact(text) : undefined;
}

/** Returns plain decimal text as `amountText` writes it. Returns undefined for other text. */
export function canonicalAmount(text: string): string | undefined {
  // Most cells of a file are canonical already.
  if (/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text)) return text;
  const amount = parseAmount(text);
  return amount && amountText(amount);
}

/** The code of the error for a text that is not a decimal. */
export const notDecimal = "NOT_A_DECIMAL";

/** Returns a decimal from a text that is known to be one. Throws TillError `NOT_A_DECIMAL` for another. */
export function decimal(text: string): Decimal {
  const value = parseAmount(text);
  if (value !== undefined) return value;
  throw new TillError(exitCodes.failure, `"${text}" is not a decimal number.`, { code: notDecimal });
}

/** Returns plain decimal text without exponent, trailing zeros or a sign of zero. */
export function amountText(value: Decimal): string {
  return value.toFixed();
}

/** Returns the amount with all digits of its currency: `5.00`. */
export function moneyText(value: Decimal, currency: string): string {
  return roundMoney(value, currency).toFixed(currencyDigits(currency));
}

/** Returns the decimal of a JSON number (its shortest text that parses to the same number). */
export function amountFromJson(value: number): Decimal {
  if (!Number.isFinite(value)) throw new TillError(exitCodes.failure, `${value} is not an amount.`);
  return new Exact(String(value));
}

/**
 * Returns the amount as JSON number, for platform fields with numeric amounts. Throws UsageError for more than the 15
 * significant digits that a JSON number can hold.
 */
export function amountToJson(value: Decimal): number {
  if (!fitsJson(value)) {
    throw new UsageError(`${amountText(value)} has more than 15 digits.`, {
      hint: "Round the amount: 15 digits are the most that the platform stores.",
    });
  }
  return Number(value.toFixed());
}

/** Returns whether a JSON number can hold the amount exactly: at most 15 significant digits, and less than 1e300. */
export function fitsJson(value: Decimal): boolean {
  return value.c.length <= 15 && Math.abs(value.e) <= 300;
}

/** Returns the exact sum; 0 for no values. */
export function sum(values: Iterable<Decimal>): Decimal {
  let total: Decimal = new Exact("0");
  for (const value of values) total = total.plus(value);
  return total;
}
