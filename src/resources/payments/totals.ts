import { currencyDigits } from "../../kernel/currency.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { amountText, type Decimal, decimal, moneyText, parseAmount } from "../../kernel/money.ts";

/** Sums by currency, in the order in which the currencies were added. */
export class Totals {
  readonly #sums = new Map<string, Decimal>();

  add(amount: string, currency: string): void {
    this.#sums.set(currency, (this.#sums.get(currency) ?? decimal("0")).plus(decimal(amount)));
  }

  /** Currency and exact sum. */
  entries(): [currency: string, sum: Decimal][] {
    return [...this.#sums];
  }

  /** For machines: `[{ currency: "USD", amount: "261.00" }]`. */
  records(): { currency: string; amount: string }[] {
    return this.entries().map(([currency, sum]) => ({ currency, amount: amountWith(sum, currency) }));
  }

  /** For people: `261.00 USD, 1200 JPY`. */
  format(): string {
    return this.records()
      .map(({ currency, amount }) => `${amount} ${currency}`)
      .join(", ");
  }
}

/** All digits of the currency; more if the amount has more. */
function amountWith(sum: Decimal, currency: string): string {
  const text = moneyText(sum, currency);
  return decimal(text).eq(sum) ? text : amountText(sum);
}

/** The highest total that a run may capture or void in one currency. */
export interface TotalLimit {
  currency: string;
  amount: Decimal;
}

/** Parses all `--max-total` flags. Throws UsageError for an invalid amount and for a currency that is given twice. */
export function parseLimits(texts: readonly string[], flag: string): TotalLimit[] {
  const limits = texts.map((text) => parseLimit(text, flag));
  const duplicate = limits.find(
    ({ currency }, index) => limits.findIndex((limit) => limit.currency === currency) < index,
  );
  if (duplicate) throw new UsageError(`${flag} is given twice for ${duplicate.currency}.`, { field: flag });
  return limits;
}

/** Parses `9500.00EUR`. */
function parseLimit(text: string, flag: string): TotalLimit {
  const [, digits = "", code = ""] = /^([\d.]+)\s*([A-Za-z]{3})$/.exec(text.trim()) ?? [];
  const amount = parseAmount(digits);
  const currency = code.toUpperCase();
  if (amount === undefined) {
    throw new UsageError(`${flag} takes an amount with its currency, not "${text}".`, {
      field: flag,
      hint: `For example: ${flag} 9500.00EUR`,
    });
  }
  const decimals = currencyDigits(currency);
  if ((digits.split(".")[1]?.length ?? 0) > decimals) {
    throw new UsageError(
      `${flag} ${text}: amounts in ${currency} have ${decimals === 0 ? "no" : decimals} decimals.`,
      { field: flag, hint: `For example: ${flag} ${moneyText(amount, currency)}${currency}` },
    );
  }
  return { currency, amount };
}

/** Throws (exit 6, nothing sent) if a total is above its limit, or its currency has no limit while another has one. */
export function checkLimits(totals: Totals, limits: readonly TotalLimit[], flag: string): void {
  if (limits.length === 0) return;
  for (const [currency, sum] of totals.entries()) {
    const limit = limits.find((limit) => limit.currency === currency);
    const total = `The total is ${totals.format()}`;
    if (limit === undefined) {
      const allowed = limits.map((limit) => limit.currency).join(", ");
      throw guardFailed(`${total}, but ${flag} allows only ${allowed}.`, flag);
    }
    if (sum.gt(limit.amount))
      throw guardFailed(
        `${total}, but ${flag} allows ${moneyText(limit.amount, currency)} ${currency}.`,
        flag,
      );
  }
}

/** Returns the error of a run that a guard stops: exit 6, nothing sent. */
export function guardFailed(message: string, flag: string): TillError {
  return new TillError(exitCodes.conflict, `${message} Nothing was sent.`, {
    code: "EXPECTATION_FAILED",
    field: flag,
    hint: "To see what it would do, add: --dry-run",
  });
}
