import fc from "fast-check";
import { expect, test } from "vitest";
import { exactSalePrice } from "../../src/files/discount.ts";
import type { Discount } from "../../src/files/draft.ts";
import { fromSellingPrices, sellingPrice } from "../../src/files/selling-prices.ts";
import { amountText, decimal } from "../../src/kernel/money.ts";
import { runs } from "../support/runs.ts";

const none: Discount = null;
const amount = (value: string): Discount => value;
const percent = (value: string): Discount => `${value}%`;

test.each([
  ["100", none, "100", "100"],
  ["100", amount("12.5"), "87.5", "87.5"],
  ["10", amount("10"), "0", "0"],
  ["10", amount("12"), "-2", "0"],
  ["100", percent("15"), "85", "85"],
  ["9.99", percent("15"), "8.4915", "8.49"],
  ["9.9", percent("12.5"), "8.6625", "8.66"],
  ["0.5", percent("1"), "0.495", "0.5"],
  ["1.005", percent("10"), "0.9045", "0.905"],
  ["7", percent("100"), "0", "0"],
  ["0", percent("50"), "0", "0"],
])("%s with a discount of %j is %s exactly, and sold at %s", (price, discount, exact, sold) => {
  expect(amountText(exactSalePrice(decimal(price), discount))).toBe(exact);
  expect(amountText(sellingPrice(decimal(price), discount))).toBe(sold);
});

test.each([
  ["no prices", [], none, []],
  ["absent prices", [{}, { price: null, compareAt: "5" }], none, [undefined, null]],
  [
    "prices that are absent beside others",
    [{ price: "8", compareAt: "10" }, { price: null }],
    amount("2"),
    ["10", null],
  ],
  ["one without a discount first", [{ price: "9" }, { price: "8", compareAt: "10" }], undefined, ["9", "8"]],
  [
    "a percentage that only the highest price shows",
    [
      { price: "0.09", compareAt: "0.10" },
      { price: "88", compareAt: "100" },
    ],
    percent("12"),
    ["0.1", "100"],
  ],
  [
    "the same in another order",
    [
      { price: "88", compareAt: "100" },
      { price: "0.09", compareAt: "0.10" },
    ],
    percent("12"),
    ["100", "0.1"],
  ],
  [
    "amounts that are written differently",
    [
      { price: "8.00", compareAt: "10" },
      { price: "1", compareAt: "3.0" },
    ],
    amount("2"),
    ["10", "3"],
  ],
] as const)("%s", (_, prices, discount, before) => {
  expect(fromSellingPrices(prices)).toEqual({ discount, before });
});

const cents = fc.integer({ min: 0, max: 9_999_999 });
const text = (value: number) => amountText(decimal(String(value)).div(decimal("100")));

test("a discount is read from the prices that it leads to", () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 4 }),
      fc.record({
        sign: fc.constantFrom("", "%"),
        value: fc.integer({ min: 1, max: 100 }),
      }),
      (prices, { sign, value }) => {
        const discount = `${value}${sign}`;
        const before = prices.map(text);
        const sold = before.map((compareAt) => ({
          price: amountText(sellingPrice(decimal(compareAt), discount)),
          compareAt,
        }));
        const read = fromSellingPrices(sold);
        for (const [index, price] of before.entries()) {
          const again = sellingPrice(decimal(read.before[index] ?? ""), read.discount ?? none);
          expect(amountText(again)).toBe(sold[index]?.price);
          if (read.discount) expect(read.before[index]).toBe(price);
        }
        // One price with a discount is enough for an amount.
        if (prices.length === 1 || sign === "%") expect(read.discount).toBeDefined();
      },
    ),
    { numRuns: runs(200) },
  );
});
