import { expect, test } from "vitest";
import { checkLimits, parseLimits, Totals } from "../../../src/resources/payments/totals.ts";

/** Returns totals of amounts such as `5.00 EUR`. */
function totalsOf(amounts: readonly string[]): Totals {
  const totals = new Totals();
  for (const one of amounts) {
    const [amount = "", currency = ""] = one.split(" ");
    totals.add(amount, currency);
  }
  return totals;
}

test.each([
  [[], ""],
  [["5.00 EUR"], "5.00 EUR"],
  [["0.10 USD", "0.20 USD"], "0.30 USD"],
  [["1200 JPY", "5 EUR", "1 JPY"], "1201 JPY, 5.00 EUR"],
  [["0.005 EUR", "1 EUR"], "1.005 EUR"],
  [["0.005 KWD"], "0.005 KWD"],
])("the total of %j is %s", (amounts, text) => {
  const totals = totalsOf(amounts);
  expect(totals.format()).toBe(text);
  expect(
    totals
      .records()
      .map(({ amount, currency }) => `${amount} ${currency}`)
      .join(", "),
  ).toBe(text);
});

const flag = "--max-total";
const guard = (message: string) => ({
  exitCode: 6,
  code: "EXPECTATION_FAILED",
  field: flag,
  message: `${message} Nothing was sent.`,
  hint: "To see what it would do, add: --dry-run",
});

test.each<[amounts: string[], limits: string[], message: string | undefined]>([
  [["5.00 EUR"], [], undefined],
  [["5.00 EUR"], ["5EUR"], undefined],
  [["5.01 EUR"], ["5EUR"], "The total is 5.01 EUR, but --max-total allows 5.00 EUR."],
  [["3 EUR", "2.01 EUR"], ["5.00 eur"], "The total is 5.01 EUR, but --max-total allows 5.00 EUR."],
  [["5 EUR", "7 USD"], ["5EUR", "7USD"], undefined],
  [["5 EUR", "7 USD"], ["7USD", "5EUR"], undefined],
  [
    ["5 EUR", "7.01 USD"],
    ["5EUR", "7USD"],
    "The total is 5.00 EUR, 7.01 USD, but --max-total allows 7.00 USD.",
  ],
  [["5 EUR", "7 USD"], ["5EUR"], "The total is 5.00 EUR, 7.00 USD, but --max-total allows only EUR."],
  [["7 USD"], ["5EUR", "900JPY"], "The total is 7.00 USD, but --max-total allows only EUR, JPY."],
  [["901 JPY"], ["900JPY"], "The total is 901 JPY, but --max-total allows 900 JPY."],
  [[], ["0EUR"], undefined],
])("a total of %j with the limits %j: %s", (amounts, limits, message) => {
  const check = () => checkLimits(totalsOf(amounts), parseLimits(limits, flag), flag);
  if (message === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining(guard(message)));
});

const forExample = "For example: --max-total 9500.00EUR";
test.each([
  [["9500"], '--max-total takes an amount with its currency, not "9500".', forExample],
  [["EUR"], '--max-total takes an amount with its currency, not "EUR".', forExample],
  [["1.2.3EUR"], '--max-total takes an amount with its currency, not "1.2.3EUR".', forExample],
  [["-5EUR"], '--max-total takes an amount with its currency, not "-5EUR".', forExample],
  [["5EURO"], '--max-total takes an amount with its currency, not "5EURO".', forExample],
  [["x 5EUR"], '--max-total takes an amount with its currency, not "x 5EUR".', forExample],
  [["5.001EUR"], "--max-total 5.001EUR: amounts in EUR have 2 decimals.", "For example: --max-total 5.00EUR"],
  [["5.5JPY"], "--max-total 5.5JPY: amounts in JPY have no decimals.", "For example: --max-total 6JPY"],
  [["5EUR", "1USD", "6eur"], "--max-total is given twice for EUR.", undefined],
])("the limits %j are refused", (texts, message, hint) => {
  expect(() => parseLimits(texts, flag)).toThrow(
    expect.objectContaining({ exitCode: 2, field: flag, message, hint }),
  );
});

test.each([
  [["5EUR"], "5 EUR"],
  [[" 5.00 eur "], "5 EUR"],
  [["5.125KWD", "0.5USD"], "5.125 KWD, 0.5 USD"],
])("the limits %j are %s", (texts, text) => {
  const limits = parseLimits(texts, flag);
  expect(limits.map(({ amount, currency }) => `${amount.toFixed()} ${currency}`).join(", ")).toBe(text);
});
