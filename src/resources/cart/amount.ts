import { UsageError } from "../../kernel/errors.ts";
import { currencyDigits, decimal, moneyText, parseAmount } from "../../kernel/money.ts";

const zero = decimal("0");

/** A typed amount: decimal text, and the currency if one was given. */
export interface TypedAmount {
  amount: string;
  currency?: string;
}

/** Parses `5`, `5.00`, `5.00 EUR` or `EUR 5.00`. Throws UsageError that names the flag. */
export function parseTypedAmount(flag: string, text: string): TypedAmount {
  const [, before, amount = "", after] =
    /^\s*(?:([A-Za-z]{3})\s*)?([^A-Za-z\s]+)(?:\s*([A-Za-z]{3}))?\s*$/.exec(text) ?? [];
  const value = before && after ? undefined : parseAmount(amount);
  if (value === undefined || value.lt(zero)) {
    throw new UsageError(`${flag} takes an amount such as 5.00 or 5.00EUR, not "${text}".`, {
      field: flag,
      ...(/,/.test(text) && { hint: "Use a decimal point and no thousands separators." }),
    });
  }
  const currency = (before ?? after)?.toUpperCase();
  return { amount, ...(currency && { currency }) };
}

/** Returns the amount in the shop's currency. Throws UsageError for another currency or too many decimals. */
export function amountIn(currency: string, flag: string, typed: TypedAmount): string {
  if (typed.currency !== undefined && typed.currency !== currency) {
    throw new UsageError(`${flag} is in ${typed.currency}, but the shop sells in ${currency}.`, {
      code: "WRONG_CURRENCY",
      field: flag,
      hint: "Nothing was changed.",
    });
  }
  const decimals = /\.(\d*?)0*$/.exec(typed.amount)?.[1]?.length ?? 0;
  const digits = currencyDigits(currency);
  if (decimals > digits) {
    const limit = digits === 0 ? "no decimals" : `at most ${digits} decimals`;
    throw new UsageError(`${flag}: ${typed.amount} has too many decimals; ${currency} has ${limit}.`, {
      field: flag,
    });
  }
  const value = parseAmount(typed.amount);
  return value ? moneyText(value, currency) : typed.amount;
}
