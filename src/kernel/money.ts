import Big from "big.js";
import { exitCodes, TillError, UsageError } from "./errors.ts";

/**
 * An exact decimal number (big.js). Divisions keep 20 decimals; everything else is exact.
 * Compare with `.eq() .lt() .gt()`: the operators `<` and `>` throw, and so does making one from a float.
 */
export type Decimal = Big;

const Exact = Big();
Exact.DP = 20;
Exact.RM = 1; // half up
Exact.strict = true;

/** Plain decimal text: `19.99`, `-5`, `.99`. No exponent, no `+`, no thousands separators, no spaces. */
const plain = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** Minor-unit digits of ISO 4217 where they are not 2. Intl has display digits (HUF 0), which round money away. */
const digitsOf: Record<number, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};
const currencies = new Map(
  Object.entries(digitsOf).flatMap(([digits, codes]) =>
    codes.split(" ").map((code) => [code, Number(digits)] as const),
  ),
);

/** How many decimals amounts of a currency (ISO 4217 code, any case) have: JPY 0, USD 2, KWD 3; 2 where unknown. */
export function currencyDigits(currency: string): number {
  return currencies.get(currency.toUpperCase()) ?? 2;
}

/** The amount rounded half up (away from zero) to the digits of the currency. */
export function roundMoney(value: Decimal, currency: string): Decimal {
  return value.round(currencyDigits(currency), 1);
}

/** The number that plain decimal text writes, or undefined: `1e3`, `1,000`, `+5`, `5.` and empty text are none. */
export function parseAmount(text: string): Decimal | undefined {
  return plain.test(text) ? new Exact(text) : undefined;
}

/** A number written in code as plain decimal text; text that is none is a mistake of the caller and throws. */
export function decimal(text: string): Decimal {
  const value = parseAmount(text);
  if (value === undefined) throw new TillError(exitCodes.failure, `"${text}" is not a decimal number.`);
  return value;
}

/** Plain decimal text, never with an exponent; trailing zeros are dropped and zero has no sign. */
export function amountText(value: Decimal): string {
  return value.toFixed();
}

/** The amount with all digits of its currency, as people read it: `5.00`. */
export function moneyText(value: Decimal, currency: string): string {
  return roundMoney(value, currency).toFixed(currencyDigits(currency));
}

/** The decimal that a JSON number was written as (its shortest text that reads back the same). */
export function amountFromJson(value: number): Decimal {
  if (!Number.isFinite(value)) throw new TillError(exitCodes.failure, `${value} is not an amount.`);
  return new Exact(String(value));
}

/**
 * The JSON number with the same digits, for platform fields that carry amounts as numbers.
 * UsageError where 15 significant digits, all that a JSON number holds safely, do not suffice.
 */
export function amountToJson(value: Decimal): number {
  if (!fitsJson(value)) {
    throw new UsageError(`${amountText(value)} has more digits than the platform can take.`, {
      hint: "Use at most 15 significant digits.",
    });
  }
  return Number(value.toFixed());
}

/** Whether a JSON number holds the amount exactly: at most 15 significant digits, and not beyond 1e300. */
export function fitsJson(value: Decimal): boolean {
  return value.c.length <= 15 && Math.abs(value.e) <= 300;
}

/** The exact sum; 0 for none. */
export function sum(values: Iterable<Decimal>): Decimal {
  let total: Decimal = new Exact("0");
  for (const value of values) total = total.plus(value);
  return total;
}
