import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencyDigits } from "../../../src/kernel/currency.ts";
import { type Decimal, decimal, sum } from "../../../src/kernel/money.ts";
import { allocate } from "../../../src/sandbox/pricing/allocate.ts";
import type { PricingInput } from "../../../src/sandbox/pricing/input.ts";
import { type PricedCart, type PriceSums, priceCart } from "../../../src/sandbox/pricing/totals.ts";
import { runs } from "../../support/runs.ts";
import { carts, minor } from "../support/carts.ts";

const keys = ["subtotal", "discount", "shipping", "additionalFees", "tax", "taxAdded", "total"] as const;
const same = (one: Decimal, other: Decimal, what: string) =>
  expect(one.toFixed(), what).toBe(other.toFixed());

/** Checks the invariants of a priced cart. */
function checkPriced(cart: PricingInput, priced: PricedCart): void {
  const { lines, delivery, fees, discounts, summary } = priced;
  same(sum(lines.map(({ gross }) => gross)), summary.subtotal, "lines by quantity are the subtotal");
  same(sum(discounts.map(({ amount }) => amount)), summary.discount, "discounts are the discount");
  const byParts = sum([
    ...lines.map(({ total }) => total),
    ...(delivery ? [delivery.total] : []),
    ...fees.map(({ total }) => total),
  ]);
  same(byParts, summary.total, "lines, delivery and fees are the total");
  for (const sums of [summary, priced.payNow, priced.payLater, priced.payAfterFreeTrial]) {
    const { subtotal, discount, shipping, additionalFees, taxAdded, total } = sums;
    same(
      subtotal.minus(discount).plus(shipping).plus(additionalFees).plus(taxAdded),
      total,
      "a summary adds up",
    );
  }
  for (const key of keys) {
    const parts = [priced.payNow, priced.payLater, priced.payAfterFreeTrial].map((sums) => sums[key]);
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
  const paid = priced.giftCard ?? decimal("0");
  same(summary.total.minus(paid), priced.totalAfterGiftCard, "what is left after the gift card");
  if (cart.giftCard) expect(paid.lte(cart.giftCard.balance)).toBe(true);
  for (const amount of everyAmount(priced)) {
    expect(amount.gte(decimal("0")), `${amount.toFixed()} is not negative`).toBe(true);
    same(
      amount.round(currencyDigits(cart.currency), 0),
      amount,
      "no amount has more digits than the currency",
    );
  }
}

function everyAmount(priced: PricedCart): Decimal[] {
  const sums = (one: PriceSums) => keys.map((key) => one[key]);
  const taxed = [...priced.lines, ...priced.fees, ...(priced.delivery ? [priced.delivery] : [])];
  return [
    ...[priced.summary, priced.payNow, priced.payLater, priced.payAfterFreeTrial].flatMap(sums),
    ...priced.discounts.flatMap(({ amount, lines }) => [amount, ...lines.values()]),
    ...priced.lines.flatMap(({ gross, discount, total }) => [gross, discount, total]),
    ...taxed.flatMap((one) => [
      one.taxed.taxable,
      one.taxed.tax,
      one.total,
      ...one.taxed.shares.map(({ tax }) => tax),
    ]),
    ...[priced.totalAfterGiftCard, priced.payNowAfterGiftCard, priced.giftCard ?? decimal("0")],
  ];
}

describe("any cart", () => {
  test("adds up to the cent, without negative amounts", () => {
    fc.assert(
      fc.property(carts, (cart) => checkPriced(cart, priceCart(cart))),
      { numRuns: runs(300) },
    );
  });

  test("gets the same price each time, and pricing changes nothing", () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const before = JSON.stringify(cart);
        const [one, other] = [priceCart(cart), priceCart(cart)];
        expect(JSON.stringify(one)).toBe(JSON.stringify(other));
        expect(JSON.stringify(cart)).toBe(before);
      }),
      { numRuns: runs(100) },
    );
  });

  test("never costs more with an additional discount", () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const plain = priceCart({ ...cart, merchant: [] }).summary.total;
        expect(priceCart(cart).summary.total.lte(plain)).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("a split amount", () => {
  const shares = fc.record({
    currency: fc.constantFrom("JPY", "USD", "KWD"),
    units: fc.nat(1_000_000),
    weights: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 12 }),
  });

  test("adds up exactly, with each share off by less than a cent", () => {
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

  test("gives remaining cents to the parts that lost most, earlier parts first", () => {
    const third = allocate(decimal("10"), [decimal("1"), decimal("1"), decimal("1")], "USD");
    expect(third.map(String)).toEqual(["3.34", "3.33", "3.33"]);
    expect(allocate(decimal("1"), [decimal("1"), decimal("2")], "JPY").map(String)).toEqual(["0", "1"]);
    expect(allocate(decimal("0.003"), [decimal("0"), decimal("0")], "KWD").map(String)).toEqual([
      "0.002",
      "0.001",
    ]);
    expect(allocate(decimal("1"), [], "USD")).toEqual([]);
    const seven = Array.from({ length: 7 }, () => decimal("1"));
    expect(allocate(decimal("0.04"), seven, "USD").map(String)).toEqual([
      ...Array.from({ length: 4 }, () => "0.01"),
      ...["0", "0", "0"],
    ]);
  });
});
