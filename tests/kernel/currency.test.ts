import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { currencyText, withoutTrailingZeros } from "../../src/kernel/currency.ts";
import { amountText, decimal, moneyText } from "../../src/kernel/money.ts";

const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat(20))
  .map(([digits, scale]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
    const whole = text.slice(0, text.length - scale);
    return `${digits < 0n ? "-" : ""}${whole}${scale > 0 ? `.${text.slice(-scale)}` : ""}`;
  });

test("amounts are written as decimals are, digit by digit", () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom("USD", "JPY", "KWD", "CLF", "HUF"), (amount, currency) => {
      expect(currencyText(amount, currency)).toBe(
        moneyText(decimal(amount), currency).replace(/^-(?=[0.]+$)/, ""),
      );
      expect(withoutTrailingZeros(amount)).toBe(amountText(decimal(amount)));
      expect(withoutTrailingZeros(amount, { percent: true })).toBe(amountText(decimal(amount).times("100")));
    }),
  );
});

test.each([
  ["1.005", "USD", "1.01"],
  ["-1.005", "USD", "-1.01"],
  [".5", "JPY", "1"],
  ["1234567.1", "KWD", "1234567.100"],
])("%s %s is %s", (amount, currency, text) => expect(currencyText(amount, currency)).toBe(text));

test.each(["", "1e3", "1,000", "+5", "5.", "NaN", "free"])("%j is not an amount", (text) => {
  expect([currencyText(text, "USD"), withoutTrailingZeros(text)]).toEqual([undefined, undefined]);
});

test("a column of amounts makes one format for each number of decimals", () => {
  const made = vi.spyOn(Intl, "NumberFormat");
  for (let row = 0; row < 100; row++)
    for (const currency of ["USD", "EUR", "JPY", "KWD"]) currencyText(`${row}.5`, currency);
  for (let row = 0; row < 100; row++) withoutTrailingZeros(`${row}.50`, { percent: row % 2 === 0 });
  expect(made.mock.calls.length).toBeLessThanOrEqual(5);
  made.mockRestore();
});
