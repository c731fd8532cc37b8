import type { Handlers } from "../../api/endpoint.ts";
import type { currencies as endpoints } from "../../api/services/currencies.ts";
import { amountText, type Decimal, decimal, roundMoney } from "../../kernel/money.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";

/** Symbol and fixed exchange rate per US dollar. */
const rates: Readonly<Record<string, readonly [symbol: string, perDollar: string]>> = {
  USD: ["$", "1"],
  EUR: ["€", "0.92"],
  GBP: ["£", "0.79"],
  CHF: ["CHF", "0.88"],
  SEK: ["kr", "10.5"],
  PLN: ["zł", "3.95"],
  CAD: ["C$", "1.36"],
  AUD: ["A$", "1.52"],
  BRL: ["R$", "5.4"],
  JPY: ["¥", "150"],
  ILS: ["₪", "3.7"],
  KWD: ["KD", "0.31"],
};
const rateTimestamp = "2026-01-01T00:00:00.000Z";

/** Currencies with fixed exchange rates. */
export const currencies: Handlers<typeof endpoints, Tx> = {
  list: () => ({ currencies: Object.entries(rates).map(([code, [symbol]]) => ({ code, symbol })) }),
  convert(_tx, { amounts, from, to }) {
    const rate = rateOf(from, to);
    const converted = amounts.map(({ value, decimalPlaces }) =>
      digitsOf(roundMoney(readDigits(value, decimalPlaces).times(rate), to)),
    );
    return { amounts: converted, rateTimestamp };
  },
  rate: (_tx, { from, to }) => ({ rate: digitsOf(rateOf(from, to).round(10)), rateTimestamp }),
};

function rateOf(from: string, to: string): Decimal {
  const [source, target] = [from, to].map((code) => {
    const found = Object.hasOwn(rates, code) ? rates[code] : undefined;
    if (found) return decimal(found[1]);
    const message = `The sandbox has no rate for ${code}, only for ${Object.keys(rates).join(", ")}`;
    throw new PlatformError(400, "CURRENCY_NOT_SUPPORTED", message, { currency: code });
  });
  return (target ?? decimal("1")).div(source ?? decimal("1"));
}

/** Parses digits with an implied decimal point: `1234` with two places is 12.34. */
function readDigits(value: string | null | undefined, digits: number | null | undefined): Decimal {
  if (!/^-?\d{1,30}$/.test(value ?? "")) {
    const message = `Invalid amount "${value}": expected digits without a decimal point`;
    throw new PlatformError(400, "INVALID_AMOUNT", message, { value });
  }
  return decimal(value ?? "0").div(decimal(`1${"0".repeat(digits ?? 0)}`));
}

function digitsOf(amount: Decimal) {
  const [whole = "0", fraction = ""] = amountText(amount).split(".");
  return { value: `${whole}${fraction}`.replace(/^(-?)0+(?=\d)/, "$1"), decimalPlaces: fraction.length };
}
