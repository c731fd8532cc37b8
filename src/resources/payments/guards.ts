import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { currencyDigits, type Decimal, moneyText, parseAmount } from "../../kernel/money.ts";
import type { Totals } from "./account.ts";

/** The most that a run may move in one currency. */
export interface MostMoney {
  currency: string;
  amount: Decimal;
}

/** Reads `9500.00EUR`. UsageError for anything that is not an amount with the digits of its currency. */
export function parseMost(text: string, flag: string): MostMoney {
  const [, digits = "", code = ""] = /^([\d.]+)\s*([A-Za-z]{3})$/.exec(text.trim()) ?? [];
  const amount = parseAmount(digits);
  const currency = code.toUpperCase();
  if (amount === undefined) {
    throw new UsageError(`${flag} takes an amount and its currency, not "${text}".`, {
      field: flag,
      hint: `For example: ${flag} 9500.00EUR`,
    });
  }
  const most = currencyDigits(currency);
  if ((digits.split(".")[1]?.length ?? 0) > most) {
    throw new UsageError(
      `${flag} ${text}: amounts in ${currency} have ${most === 0 ? "no" : most} decimals.`,
      {
        field: flag,
        hint: `For example: ${flag} ${moneyText(amount, currency)}${currency}`,
      },
    );
  }
  return { currency, amount };
}

/** Reads all `--max-total`; a currency that is named twice is a UsageError. */
export function parseMosts(texts: readonly string[], flag: string): MostMoney[] {
  const mosts = texts.map((text) => parseMost(text, flag));
  const twice = mosts.find(
    ({ currency }, index) => mosts.findIndex((one) => one.currency === currency) < index,
  );
  if (twice) throw new UsageError(`${flag} names ${twice.currency} twice.`, { field: flag });
  return mosts;
}

/** Throws (exit 6, nothing sent) where a sum is above its limit, or a currency has none though another has. */
export function checkMost(totals: Totals, mosts: readonly MostMoney[], flag: string): void {
  if (mosts.length === 0) return;
  for (const [currency, sum] of totals.entries()) {
    const most = mosts.find((one) => one.currency === currency);
    const come = `The orders come to ${totals.words()}`;
    if (most === undefined) {
      const named = mosts.map((one) => one.currency).join(", ");
      throw refused(`${come}, and ${flag} allows ${named} only.`, flag);
    }
    if (sum.gt(most.amount))
      throw refused(`${come}, and ${flag} allows ${moneyText(most.amount, currency)} ${currency}.`, flag);
  }
}

/** The whole run is refused: exit 6, nothing sent. */
export function refused(message: string, flag: string): TillError {
  return new TillError(exitCodes.conflict, `${message} Nothing was sent.`, {
    code: "EXPECTATION_FAILED",
    field: flag,
    hint: "Look first: the same command with --dry-run",
  });
}
