import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencyDigits, type Decimal, decimal, sum } from "../../../src/kernel/money.ts";
import { allocate } from "../../../src/sandbox/pricing/allocate.ts";
import type { Basket } from "../../../src/sandbox/pricing/basket.ts";
import type { Bill } from "../../../src/sandbox/pricing/bill.ts";
import type { Sums } from "../../../src/sandbox/pricing/sums.ts";
import { priceBasket } from "../../../src/sandbox/pricing/totals.ts";
import { baskets, minor } from "../support/baskets.ts";

const keys = ["subtotal", "discount", "shipping", "additionalFees", "tax", "taxAdded", "total"] as const;
const same = (one: Decimal, other: Decimal, what: string) =>
  expect(one.toFixed(), what).toBe(other.toFixed());

/** Everything that must hold of every bill. */
function checkBill(basket: Basket, bill: Bill): void {
  const { lines, delivery, fees, discounts, summary } = bill;
  same(sum(lines.map(({ gross }) => gross)), summary.subtotal, "lines by quantity are the subtotal");
  same(sum(discounts.map(({ amount }) => amount)), summary.discount, "discounts are the discount");
  const byParts = sum([
    ...lines.map(({ total }) => total),
    ...(delivery ? [delivery.total] : []),
    ...fees.map(({ total }) => total),
  ]);
  same(byParts, summary.total, "lines, delivery and fees are the total");
  for (const sums of [summary, bill.payNow, bill.payLater, bill.payAfterFreeTrial]) {
    const { subtotal, discount, shipping, additionalFees, taxAdded, total } = sums;
    same(
      subtotal.minus(discount).plus(shipping).plus(additionalFees).plus(taxAdded),
      total,
      "a summary adds up",
    );
  }
  for (const key of keys) {
    const parts = [bill.payNow, bill.payLater, bill.payAfterFreeTrial].map((sums) => sums[key]);
    same(sum(parts), summary[key], `${key}: now, later and after the trial are the whole`);
  }
  for (const { scope, amount, lines: shares } of discounts) {
    if (scope !== "SHIPPING") same(sum(shares.values()), amount, "a discount is what it gives each line");
  }
  for (const line of lines) {
    const { price, quantity, covered } = line.item;
    same(covered ? decimal("0") : price.times(decimal(String(quantity))), line.gross, "price by quantity");
    same(
      sum(discounts.map(({ lines: shares }) => shares.get(line.item.id) ?? decimal("0"))),
      line.discount,
      "line discount",
    );
    expect(line.discount.lte(line.gross), "no line is discounted below zero").toBe(true);
  }
  for (const { taxed } of [...lines, ...fees, ...(delivery ? [delivery] : [])]) {
    same(sum(taxed.shares.map(({ tax }) => tax)), taxed.tax, "each rate's part of the tax is the tax");
  }
  const paid = bill.giftCard ?? decimal("0");
  same(summary.total.minus(paid), bill.totalAfterGiftCard, "what is left after the gift card");
  if (basket.giftCard) expect(paid.lte(basket.giftCard.balance)).toBe(true);
  for (const amount of everyAmount(bill)) {
    expect(amount.gte(decimal("0")), `${amount.toFixed()} is not negative`).toBe(true);
    same(
      amount.round(currencyDigits(basket.currency), 0),
      amount,
      "no amount has more digits than the currency",
    );
  }
}

function everyAmount(bill: Bill): Decimal[] {
  const sums = (one: Sums) => keys.map((key) => one[key]);
  const taxed = [...bill.lines, ...bill.fees, ...(bill.delivery ? [bill.delivery] : [])];
  return [
    ...[bill.summary, bill.payNow, bill.payLater, bill.payAfterFreeTrial].flatMap(sums),
    ...bill.discounts.flatMap(({ amount, lines }) => [amount, ...lines.values()]),
    ...bill.lines.flatMap(({ gross, discount, total }) => [gross, discount, total]),
    ...taxed.flatMap((one) => [
      one.taxed.taxable,
      one.taxed.tax,
      one.total,
      ...one.taxed.shares.map(({ tax }) => tax),
    ]),
    ...[bill.totalAfterGiftCard, bill.payNowAfterGiftCard, bill.giftCard ?? decimal("0")],
  ];
}

describe("every basket", () => {
  test("adds up: no cent appears, none disappears, nothing is negative", () => {
    fc.assert(
      fc.property(baskets, (basket) => checkBill(basket, priceBasket(basket))),
      { numRuns: 1500 },
    );
  });

  test("costs the same whatever is asked first, and asking changes nothing", () => {
    fc.assert(
      fc.property(baskets, (basket) => {
        const before = JSON.stringify(basket);
        const [one, other] = [priceBasket(basket), priceBasket(basket)];
        expect(JSON.stringify(one)).toBe(JSON.stringify(other));
        expect(JSON.stringify(basket)).toBe(before);
      }),
      { numRuns: 100 },
    );
  });

  test("is never dearer with one discount more", () => {
    fc.assert(
      fc.property(baskets, (basket) => {
        const plain = priceBasket({ ...basket, merchant: [] }).summary.total;
        expect(priceBasket(basket).summary.total.lte(plain)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("an amount that is shared out", () => {
  const shares = fc.record({
    currency: fc.constantFrom("JPY", "USD", "KWD"),
    units: fc.nat(1_000_000),
    weights: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 12 }),
  });

  test("adds up to itself, and each share is less than a cent off", () => {
    fc.assert(
      fc.property(shares, ({ currency, units, weights }) => {
        const amount = minor(units, currency);
        const parts = allocate(
          amount,
          weights.map((one) => decimal(String(one))),
          currency,
        );
        same(sum(parts), amount, "the parts are the whole");
        const total = weights.reduce((all, one) => all + one, 0);
        const cent = minor(1, currency);
        for (const [place, weight] of weights.entries()) {
          if (total === 0) continue;
          const exact = amount.times(decimal(String(weight))).div(decimal(String(total)));
          expect(parts[place]?.minus(exact).abs().lt(cent)).toBe(true);
        }
      }),
    );
  });

  test("gives the cents that are left to those who lost most, the first ones first", () => {
    const third = allocate(decimal("10"), [decimal("1"), decimal("1"), decimal("1")], "USD");
    expect(third.map(String)).toEqual(["3.34", "3.33", "3.33"]);
    expect(allocate(decimal("1"), [decimal("1"), decimal("2")], "JPY").map(String)).toEqual(["0", "1"]);
    expect(allocate(decimal("0.003"), [decimal("0"), decimal("0")], "KWD").map(String)).toEqual([
      "0.002",
      "0.001",
    ]);
    expect(allocate(decimal("1"), [], "USD")).toEqual([]);
  });
});
