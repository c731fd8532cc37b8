import * as fc from "fast-check";
import { expect, test } from "vitest";
import { currencyDigits } from "../../../../src/kernel/currency.ts";
import { amountText, decimal } from "../../../../src/kernel/money.ts";
import { formatPrice } from "../../../../src/sandbox/products/v1/prices.ts";
import { runs } from "../../../support/runs.ts";

const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const currencies = fc.constantFrom("USD", "EUR", "GBP", "JPY", "INR", "ILS", "CHF", "KWD", "BRL");

test("formats every currency like Intl", () => {
  fc.assert(
    fc.property(cents, currencies, (value, currency) => {
      const amount = decimal(String(value)).div(decimal("1000"));
      const digits = currencyDigits(currency);
      const { format } = new Intl.NumberFormat("en-US", {
        style: "currency",
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      // Amounts have no negative zero.
      const written = format(amountText(amount) as `${number}`);
      const isZero = !/[1-9]/.test(written);
      expect(formatPrice(amount, currency)).toBe(isZero ? written.replace("-", "") : written);
    }),
    { numRuns: runs(300) },
  );
});
