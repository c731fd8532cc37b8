import { UsageError } from "../../kernel/errors.ts";
import { currencyDigits, decimal, moneyText, parseAmount } from "../../kernel/money.ts";

const zero = decimal("0");

/** What was typed for an amount: decimal text, and the currency where one was named. */
export interface TypedAmount {
  amount: string;
  currency?: string;
}

/** `5`, `5.00`, `5.00 EUR` or `EUR 5.00`; UsageError that names the flag for anything else. */
export function parseTypedAmount(flag: string, text: string): TypedAmount {
  const [, before, amount = "", after] =
    /^\s*(?:([A-Za-z]{3})\s*)?([^A-Za-z\s]+)(?:\s*([A-Za-z]{3}))?\s*$/.exec(text) ?? [];
  const value = before && after ? undefined : parseAmount(amount);
  if (value === undefined || value.lt(zero)) {
    throw new UsageError(`${flag} takes an amount such as 5.00 or 5.00EUR, not "${text}".`, {
      field: flag,
      ...(/,/.test(text) && { hint: "Write decimals behind a point, and nothing between thousands." }),
    });
  }
  const currency = (before ?? after)?.toUpperCase();
  return { amount, ...(currency && { currency }) };
}

/** The amount in the shop's currency. UsageError where another one was named, or it has more decimals than there are. */
export function amountIn(currency: string, flag: string, typed: TypedAmount): string {
  if (typed.currency !== undefined && typed.currency !== currency) {
    throw new UsageError(`${flag} is in ${typed.currency}, and the shop sells in ${currency}.`, {
      code: "WRONG_CURRENCY",
      field: flag,
      hint: "Nothing was changed.",
    });
  }
  const decimals = /\.(\d*?)0*$/.exec(typed.amount)?.[1]?.length ?? 0;
  const most = currencyDigits(currency);
  if (decimals > most) {
    const words = most === 0 ? "no decimals" : `at most ${most} decimals`;
    throw new UsageError(`${flag}: ${typed.amount} is no amount of ${currency}, which has ${words}.`, {
      field: flag,
    });
  }
  const value = parseAmount(typed.amount);
  return value ? moneyText(value, currency) : typed.amount;
}
