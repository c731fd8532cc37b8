import { expect, test } from "vitest";
import type { DiscountRule } from "../../../src/api/services/discounts.ts";
import { decimal } from "../../../src/kernel/money.ts";
import type {
  Coupon,
  MerchantReduction,
  PricedDiscount,
  PricingInput,
  PricingItem,
} from "../../../src/sandbox/pricing/input.ts";
import type { AddressTaxes } from "../../../src/sandbox/pricing/tax.ts";
import { priceCart } from "../../../src/sandbox/pricing/totals.ts";
import { now, shopApp } from "../support/carts.ts";

/** What two rules of pricing give together: each row has at least two of them in one cart. */

const item = (id: string, price: string, quantity = 1, more: Partial<PricingItem> = {}): PricingItem => ({
  id,
  quantity,
  price: decimal(price),
  kind: "PHYSICAL",
  appId: shopApp,
  catalogItemId: id,
  taxedAt: "SHIPPING",
  ...more,
});
const covered = { covered: true };
const card = { kind: "GIFT_CARD" };
const onDeposit = { paymentOption: "DEPOSIT_ONLINE", deposit: decimal("6") } as const;
const offline = { paymentOption: "FULL_PAYMENT_OFFLINE" } as const;

const scopesOf = (ids?: string[]) => [{ catalogItemFilter: { catalogAppId: shopApp, catalogItemIds: ids } }];
/** A discount rule on some products, or on all. */
const rule = (value: object, ids?: string[], trigger?: DiscountRule["trigger"]): DiscountRule => ({
  id: JSON.stringify([value, ids]),
  name: "A rule",
  active: true,
  trigger,
  discounts: { values: [{ ...value, specificItemsInfo: { scopes: scopesOf(ids) } }] },
});
const onDelivery = (value: object): DiscountRule => ({
  ...rule(value),
  discounts: {
    values: [
      { ...value, specificItemsInfo: { scopes: [{ customFilter: { params: { target: "SHIPPING" } } }] } },
    ],
  },
});
const merchant = (amount: string, lineItemIds?: string[]): { merchant: MerchantReduction[] } => ({
  merchant: [{ amount: decimal(amount), lineItemIds }],
});
const percentByMerchant = { merchant: [{ percentage: decimal("50") }] };
const delivery = { delivery: { price: decimal("8"), charges: [], taxedAt: "SHIPPING" as const } };
const tax = (included: boolean): { taxes: PricingInput["taxes"] } => {
  const ratesFor: AddressTaxes["ratesFor"] = () => [
    { name: "Tax", type: "t", jurisdiction: "j", level: "STATE", rate: decimal("0.1") },
  ];
  return { taxes: { SHIPPING: { rateType: "MANUAL_RATE", included, ratesFor } } };
};

const percent = (value: string): Coupon => ({ id: "c", code: "C", name: "C", used: 0, percent: value });
const free: Coupon = { id: "c", code: "C", name: "C", used: 0, freeShipping: true };

const two = [item("a", "10"), item("b", "4")];
const three = [item("a", "10"), item("b", "4", 3), item("c", "4")];

type Row = [
  what: string,
  items: PricingItem[],
  coupon: Partial<Coupon> | undefined,
  more: Partial<PricingInput>,
  /** The discounts, or why the coupon does not apply; then the total. */
  expected: string,
];

test.each<Row>([
  // A coupon for one item, with several products.
  ["one item, of two products: the cheaper", two, { amount: "3", oneItem: true }, {}, "b:3 = 11"],
  ["one item, the cheaper first", two.toReversed(), { amount: "3", oneItem: true }, {}, "b:3 = 11"],
  ["one item, never more than it costs", two, { amount: "9", oneItem: true }, {}, "b:4 = 10"],
  ["one item of several pieces", three, { percent: "50", oneItem: true }, {}, "b:2 = 24"],
  [
    "one item of two that cost the same",
    [item("a", "4"), item("b", "4")],
    { percent: "50", oneItem: true },
    {},
    "a:2 = 6",
  ],
  [
    "one item, cheaper by piece, dearer by line",
    [item("a", "5"), item("b", "4", 3)],
    { percent: "50", oneItem: true },
    {},
    "b:2 = 15",
  ],
  ["one item at a price", two, { price: "1", oneItem: true }, {}, "b:3 = 11"],
  ["one item of several pieces at a price", three, { price: "1", oneItem: true }, {}, "b:3 = 23"],
  ["one item at a price above its own", two, { price: "5", oneItem: true }, {}, " = 14"],
  ["one item, some products", two, { amount: "3", oneItem: true, productIds: ["a"] }, {}, "a:3 = 11"],
  [
    "one item, the cheapest is a gift card",
    [...two, item("g", "1", 1, card)],
    { amount: "3", oneItem: true },
    {},
    "b:3 = 12",
  ],
  [
    "one item, a membership pays for the cheapest",
    [...two, item("m", "1", 1, covered)],
    { amount: "3", oneItem: true },
    {},
    "b:3 = 11",
  ],
  [
    "one item, a rule makes the other the cheapest",
    two,
    { amount: "1", oneItem: true },
    { rules: [rule({ fixedPrice: "2" }, ["a"])] },
    "a:8, a:1 = 5",
  ],
  [
    "one item, a minimum that all reach together",
    two,
    { amount: "3", oneItem: true, minimumSubtotal: "14" },
    {},
    "b:3 = 11",
  ],
  [
    "one item whose piece is rounded",
    [item("a", "10", 3)],
    { percent: "50", oneItem: true },
    { rules: [rule({ fixedAmount: "0.01" })] },
    "a:0.03, a:5 = 24.97",
  ],
  // A coupon with a price.
  ["a price for all pieces", three, { price: "1" }, {}, "a:9 b:9 c:3 = 5"],
  ["a price that is above some", three, { price: "5" }, {}, "a:5 b:0 c:0 = 21"],
  [
    "a price after a rule",
    two,
    { price: "3" },
    { rules: [rule({ percentage: 50 })] },
    "a:5 b:2, a:2 b:0 = 5",
  ],
  ["a price and what the merchant takes off", two, { price: "3" }, merchant("3"), "a:7 b:1, a:1.5 b:1.5 = 3"],
  // A membership.
  [
    "a membership and a percentage",
    [item("a", "10"), item("m", "10", 1, covered)],
    { percent: "10" },
    {},
    "a:1 = 9",
  ],
  [
    "a membership pays for all items of a coupon",
    [item("m", "10", 1, covered)],
    { percent: "10" },
    {},
    "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS = 0",
  ],
  [
    "a membership does not count for a minimum",
    [item("a", "10"), item("m", "10", 1, covered)],
    { percent: "10", minimumSubtotal: "11" },
    {},
    "MIN_SUBTOTAL_NOT_REACHED = 10",
  ],
  [
    "a membership and free shipping",
    [item("a", "10"), item("m", "10", 1, covered)],
    { freeShipping: true },
    delivery,
    "SHIPPING 8 = 10",
  ],
  [
    "a membership and a rule",
    [item("a", "10"), item("m", "10", 1, covered)],
    undefined,
    { rules: [rule({ percentage: 50 })] },
    "a:5 = 5",
  ],
  [
    "a membership and a bundle",
    [item("a", "10"), item("m", "10", 1, covered)],
    undefined,
    { rules: [rule({ quantityBased: { configurations: [{ quantity: 2, price: "1" }] } })] },
    " = 10",
  ],
  [
    "a membership and a subtotal that a rule requires",
    [item("a", "10"), item("m", "10", 1, covered)],
    undefined,
    { rules: [rule({ percentage: 50 }, undefined, { subtotalRange: { from: "11" } })] },
    " = 10",
  ],
  [
    "a membership and the merchant",
    [item("a", "10"), item("m", "10", 1, covered)],
    undefined,
    merchant("20"),
    "a:10 = 0",
  ],
  ["a membership and tax", [item("a", "10"), item("m", "10", 1, covered)], undefined, tax(false), " = 11"],
  // A coupon and a rule.
  [
    "a minimum counts before rules",
    two,
    { percent: "10", minimumSubtotal: "14" },
    { rules: [rule({ percentage: 50 })] },
    "a:5 b:2, a:0.5 b:0.2 = 6.3",
  ],
  [
    "an amount above what a rule leaves",
    two,
    { amount: "9" },
    { rules: [rule({ percentage: 50 })] },
    "a:5 b:2, a:5 b:2 = 0",
  ],
  [
    "a rule that leaves nothing",
    two,
    { percent: "10" },
    { rules: [rule({ percentage: 100 })] },
    "a:10 b:4 = 0",
  ],
  [
    "a rule for one product, a coupon for the other",
    two,
    { percent: "50", productIds: ["b"] },
    { rules: [rule({ percentage: 50 }, ["a"])] },
    "a:5, b:2 = 7",
  ],
  [
    "an expired coupon and a rule",
    two,
    { percent: "10", end: now.toISOString() },
    { rules: [rule({ percentage: 50 })] },
    "a:5 b:2, EXPIRED = 7",
  ],
  // The delivery.
  [
    "free shipping after a rule for the delivery",
    two,
    { freeShipping: true },
    { ...delivery, rules: [onDelivery({ percentage: 25 })] },
    "SHIPPING 2, SHIPPING 6 = 14",
  ],
  [
    "free shipping after a rule that gives it away",
    two,
    { freeShipping: true },
    { ...delivery, rules: [onDelivery({ percentage: 100 })] },
    "SHIPPING 8 = 14",
  ],
  ["free shipping without a delivery", two, { freeShipping: true }, {}, " = 14"],
  [
    "free shipping and the merchant, who discounts items only",
    two,
    { freeShipping: true },
    { ...delivery, ...percentByMerchant },
    "SHIPPING 8, a:5 b:2 = 7",
  ],
  [
    "a rule for items and one for the delivery",
    two,
    undefined,
    { ...delivery, rules: [rule({ percentage: 50 }), onDelivery({ fixedAmount: "3" })] },
    "a:5 b:2, SHIPPING 3 = 12",
  ],
  [
    "free shipping with tax",
    two,
    { freeShipping: true },
    { ...delivery, ...tax(false) },
    "SHIPPING 8 = 15.4",
  ],
  // The merchant.
  [
    "a coupon, then a percentage of the merchant",
    two,
    { amount: "4", productIds: ["b"] },
    percentByMerchant,
    "b:4, a:5 = 5",
  ],
  [
    "a coupon, then an amount off a line that it paid",
    two,
    { amount: "4", productIds: ["b"] },
    merchant("3", ["b"]),
    "b:4 = 10",
  ],
  [
    "a coupon, then an amount off some lines",
    two,
    { percent: "50" },
    merchant("4", ["a"]),
    "a:5 b:2, a:4 = 3",
  ],
  // Tax after discounts.
  ["a coupon before added tax", two, { percent: "50" }, tax(false), "a:5 b:2 = 7.7"],
  ["a coupon with included tax", two, { percent: "50" }, tax(true), "a:5 b:2 = 7"],
  [
    "a rule, a coupon and added tax",
    two,
    { amount: "2" },
    { ...tax(false), rules: [rule({ percentage: 50 }, ["a"])] },
    "a:5, a:1.11 b:0.89 = 7.7",
  ],
])("%s", (_, items, coupon, more, expected) => {
  const base = { currency: "USD", now, items, rules: [], merchant: [], fees: [], taxes: {} };
  const one: Coupon | undefined = coupon && { id: "c", code: "C", name: "C", used: 0, ...coupon };
  const { discounts, couponProblem, summary } = priceCart({ ...base, coupon: one, ...more });
  const texts = [...discounts.map(textOf), ...(couponProblem === undefined ? [] : [couponProblem])];
  expect(`${texts.join(", ")} = ${summary.total.toFixed()}`).toBe(expected);
});

function textOf({ scope, amount, lines }: PricedDiscount): string {
  if (scope === "SHIPPING") return `SHIPPING ${amount.toFixed()}`;
  return [...lines].map(([id, off]) => `${id}:${off.toFixed()}`).join(" ");
}

test.each<[what: string, items: PricingItem[], more: Partial<PricingInput>, due: string]>([
  ["a deposit and a coupon", [item("a", "10", 1, onDeposit)], { coupon: percent("30") }, "now 6, later 1"],
  [
    "a deposit above what a coupon leaves",
    [item("a", "10", 1, onDeposit)],
    { coupon: percent("50") },
    "now 5",
  ],
  [
    "a deposit, a coupon and tax",
    [item("a", "10", 1, onDeposit)],
    { coupon: percent("30"), ...tax(false) },
    "now 6, later 1.7",
  ],
  ["a deposit and a membership", [item("a", "10", 1, { ...onDeposit, ...covered })], delivery, "now 8"],
  ["a deposit and the delivery", [item("a", "10", 1, onDeposit)], delivery, "now 14, later 4"],
  [
    "an item that is paid offline, and a coupon",
    [item("a", "10", 1, offline), item("b", "4")],
    { coupon: percent("50") },
    "now 2, later 5",
  ],
  [
    "an item that is paid offline, and free shipping",
    [item("a", "10", 1, offline)],
    { ...delivery, coupon: free },
    "later 10",
  ],
  [
    "a gift card and a coupon",
    [item("a", "10")],
    { coupon: percent("50"), giftCard: { balance: decimal("20") } },
    "now 5, card 5",
  ],
  [
    "a gift card and a deposit",
    [item("a", "10", 1, onDeposit)],
    { giftCard: { balance: decimal("20") } },
    "now 6, later 4, card 6",
  ],
  [
    "a gift card and an item that is paid offline",
    [item("a", "10", 1, offline)],
    { giftCard: { balance: decimal("20") } },
    "later 10, card 0",
  ],
  [
    "a gift card that pays for a gift card",
    [item("g", "10", 1, card)],
    { coupon: percent("50"), giftCard: { balance: decimal("4") } },
    "now 10, card 4",
  ],
])("%s: what is due", (_, items, more, due) => {
  const base = { currency: "USD", now, items, rules: [], merchant: [], fees: [], taxes: {} };
  const { payNow, payLater, giftCard, totalAfterGiftCard } = priceCart({ ...base, ...more });
  const sums = Object.entries({ now: payNow.total, later: payLater.total });
  const texts = sums.flatMap(([when, sum]) => (sum.eq(decimal("0")) ? [] : [`${when} ${sum.toFixed()}`]));
  expect([...texts, ...(giftCard ? [`card ${giftCard.toFixed()}`] : [])].join(", ")).toBe(due);
  expect(totalAfterGiftCard.toFixed()).toBe(
    payNow.total
      .plus(payLater.total)
      .minus(giftCard ?? decimal("0"))
      .toFixed(),
  );
});
