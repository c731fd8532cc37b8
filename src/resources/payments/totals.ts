import { amountText, type Decimal, decimal, moneyText } from "../../kernel/money.ts";

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
