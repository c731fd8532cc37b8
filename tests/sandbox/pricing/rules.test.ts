import { describe, expect, test } from "vitest";
import type { DiscountRule } from "../../../src/api/services/discounts/models/discount-rule.ts";
import { decimal } from "../../../src/kernel/money.ts";
import { deliveryPrice, deliveryWindow, parcelOf } from "../../../src/sandbox/pricing/delivery.ts";
import type { PricingInput } from "../../../src/sandbox/pricing/input.ts";
import type { PricingItem } from "../../../src/sandbox/pricing/item.ts";
import { coveredLines, type Membership, membershipUses } from "../../../src/sandbox/pricing/memberships.ts";
import type { Coupon } from "../../../src/sandbox/pricing/priced-discount.ts";
import { isTaxId } from "../../../src/sandbox/pricing/tax-ids.ts";
import { splitTip, tipOn } from "../../../src/sandbox/pricing/tips.ts";
import { priceCart } from "../../../src/sandbox/pricing/totals.ts";
import { now, shopApp } from "../support/carts.ts";

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

const cart = (items: PricingItem[], more: Partial<PricingInput> = {}): PricingInput => ({
  currency: "USD",
  now,
  items,
  rules: [],
  merchant: [],
  fees: [],
  taxes: {},
  ...more,
});

type Scopes = NonNullable<NonNullable<NonNullable<DiscountRule["trigger"]>["subtotalRange"]>["scopes"]>;
const everything: Scopes = [{ catalogItemFilter: { catalogAppId: shopApp } }];
const only = (...catalogItemIds: string[]): Scopes => [
  { catalogItemFilter: { catalogAppId: shopApp, catalogItemIds } },
];

const rule = (value: object, more: Partial<DiscountRule> = {}, scopes = everything): DiscountRule => ({
  id: JSON.stringify(value),
  name: "A rule",
  active: true,
  discounts: { values: [{ ...value, specificItemsInfo: { scopes } }] },
  ...more,
});

const discountOf = (one: PricingInput) => priceCart(one).summary.discount.toFixed(2);

describe("a discount rule", () => {
  const two = [item("a", "10.00", 3), item("b", "4.99")];

  test.each([
    ["a percentage of each line", rule({ percentage: 33.3 }), "11.65"],
    ["an amount off each piece, never more than it costs", rule({ fixedAmount: "6" }), "22.99"],
    ["a fixed price for each piece, never a dearer one", rule({ fixedPrice: "5" }), "15.00"],
    ["some items only", rule({ percentage: 50 }, {}, only("b")), "2.50"],
    [
      "so many pieces for one price, the dearest ones first",
      rule({ quantityBased: { configurations: [{ quantity: 2, price: "15" }] } }),
      "4.99",
    ],
  ])("gives %s", (_, one, discount) => {
    expect(discountOf(cart(two, { rules: [one] }))).toBe(discount);
  });

  test.each([
    [1, "0.00"],
    [2, "5.00"],
    [3, "5.00"],
    [4, "10.00"],
    [5, "10.00"],
  ])("two for 15.00 instead of 10.00 each, for %d pieces, saves %s", (quantity, saved) => {
    const bundle = rule({ quantityBased: { configurations: [{ quantity: 2, price: "15" }] } });
    expect(discountOf(cart([item("a", "10.00", quantity)], { rules: [bundle] }))).toBe(saved);
  });

  test("applies within its dates and while active", () => {
    const at = (start: string | undefined, end: string | undefined) =>
      discountOf(cart(two, { rules: [rule({ percentage: 10 }, { activeTimeInfo: { start, end } })] }));
    expect(at("2026-03-01T08:00:00.000Z", "2026-03-01T08:00:00.001Z")).toBe("3.50");
    expect(at("2026-03-01T08:00:00.001Z", undefined)).toBe("0.00");
    expect(at(undefined, "2026-03-01T08:00:00.000Z")).toBe("0.00");
    expect(discountOf(cart(two, { rules: [rule({ percentage: 10 }, { active: false })] }))).toBe("0.00");
  });

  test.each([
    ["a subtotal that is reached", { subtotalRange: { from: "34.99" } }, true],
    ["a subtotal that is not reached", { subtotalRange: { from: "35" } }, false],
    ["a subtotal of some items", { subtotalRange: { from: "10", scopes: only("b") } }, false],
    ["a number of pieces", { itemQuantityRange: { from: 4, to: 4 } }, true],
    ["too many pieces", { itemQuantityRange: { from: 1, to: 3 } }, false],
    [
      "both",
      { and: { triggers: [{ subtotalRange: { from: "1" } }, { itemQuantityRange: { from: 5 } }] } },
      false,
    ],
    [
      "either",
      { or: { triggers: [{ subtotalRange: { from: "1" } }, { itemQuantityRange: { from: 5 } }] } },
      true,
    ],
    ["some members", { customerEligibility: { individualMembersInfo: { memberIds: ["m"] } } }, true],
    ["other members", { customerEligibility: { individualMembersInfo: { memberIds: ["n"] } } }, false],
    ["a condition of an app", { customTrigger: { id: "moon" } }, false],
  ])("can require %s", (_, trigger, applies) => {
    const one = cart(two, { rules: [rule({ percentage: 10 }, { trigger })], memberId: "m" });
    expect(discountOf(one)).toBe(applies ? "3.50" : "0.00");
  });

  test("that saves most applies first, and each line gets one discount", () => {
    const rules = [rule({ percentage: 10 }), rule({ fixedPrice: "1" }, {}, only("b"))];
    const { discounts, summary } = priceCart(cart(two, { rules }));
    expect(summary.discount.toFixed(2)).toBe("6.99");
    expect(discounts.map(({ scope, lines }) => [scope, ...lines.keys()])).toEqual([
      ["SPECIFIC_ITEMS", "b"],
      ["GLOBAL", "a"],
    ]);
  });

  test("can apply to the delivery", () => {
    const scopes: Scopes = [{ customFilter: { params: { target: "SHIPPING" } } }];
    const delivery = { price: decimal("7.90"), charges: [], taxedAt: "SHIPPING" as const };
    const priced = priceCart(cart(two, { rules: [rule({ percentage: 50 }, {}, scopes)], delivery }));
    expect([priced.summary.shipping, priced.summary.discount, priced.summary.total].map(String)).toEqual([
      "7.9",
      "3.95",
      "38.94",
    ]);
  });

  test("never discounts gift cards", () => {
    const card = item("card", "50", 1, { kind: "GIFT_CARD" });
    expect(
      discountOf(cart([card], { rules: [rule({ percentage: 10 })], coupon: coupon({ percent: "10" }) })),
    ).toBe("0.00");
  });
});

const coupon = (more: Partial<Coupon>): Coupon => ({ id: "c", code: "C", name: "C", used: 0, ...more });

describe("a coupon", () => {
  test("applies after the rules and is split to the cent", () => {
    const items = [item("a", "10.00"), item("b", "10.00"), item("c", "10.00")];
    const rules = [rule({ percentage: 10 })];
    const { discounts, lines, summary } = priceCart(cart(items, { rules, coupon: coupon({ amount: "10" }) }));
    expect(summary.discount.toFixed(2)).toBe("13.00");
    expect([...(discounts[1]?.lines.values() ?? [])].map(String)).toEqual(["3.34", "3.33", "3.33"]);
    expect(lines.map(({ total }) => total.toFixed(2))).toEqual(["5.66", "5.67", "5.67"]);
  });

  test("never exceeds the price", () => {
    expect(discountOf(cart([item("a", "3")], { coupon: coupon({ amount: "10" }) }))).toBe("3.00");
  });

  test.each([
    ["EXPIRED", coupon({ percent: "5", end: "2026-03-01T08:00:00.000Z" })],
    ["INACTIVE", coupon({ percent: "5", start: "2026-03-01T08:00:00.001Z" })],
    ["MAX_USAGE_EXCEEDED", coupon({ percent: "5", usageLimit: 2, used: 2 })],
    ["MIN_SUBTOTAL_NOT_REACHED", coupon({ percent: "5", minimumSubtotal: "10.01" })],
    ["NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS", coupon({ percent: "5", productIds: ["z"] })],
  ])("can be %s", (problem, one) => {
    const priced = priceCart(cart([item("a", "10")], { coupon: one }));
    expect([priced.couponProblem, priced.summary.discount.toFixed(2)]).toEqual([problem, "0.00"]);
  });

  test("can be limited to products or collections", () => {
    const items = [item("a", "10"), item("b", "10", 1, { collectionIds: ["sale"] }), item("c", "10")];
    const one = coupon({ percent: "10", productIds: ["a"], collectionIds: ["sale"] });
    expect([...(priceCart(cart(items, { coupon: one })).discounts[0]?.lines.keys() ?? [])]).toEqual([
      "a",
      "b",
    ]);
  });
});

describe("currencies", () => {
  test.each([
    ["JPY", "333", "303"],
    ["USD", "333.33", "303.33"],
    ["KWD", "333.333", "303.333"],
  ])("round to their digits: %s", (currency, price, total) => {
    const merchant = [{ percentage: decimal("9") }];
    expect(priceCart(cart([item("a", price)], { currency, merchant })).summary.total.toFixed()).toBe(total);
  });
});

describe("delivery", () => {
  const rates = [
    { amount: "0", conditions: [{ type: "BY_TOTAL_PRICE", operator: "GTE", value: "50" }] },
    {
      amount: "2.5",
      multiplyByQuantity: true,
      conditions: [{ type: "BY_TOTAL_QUANTITY", operator: "LTE", value: "2" }],
    },
    {
      amount: "9",
      conditions: [
        { type: "BY_TOTAL_WEIGHT", operator: "GT", value: "0" },
        { type: "BY_TOTAL_WEIGHT", operator: "LT", value: "5" },
      ],
    },
  ];
  const price = (...items: PricingItem[]) =>
    deliveryPrice(
      rates,
      parcelOf(items, (one) => one.price.times(decimal(String(one.quantity)))),
      "USD",
    )?.toFixed(2);

  test("costs the first rate whose conditions hold; digital items do not count", () => {
    const kilo = { weight: decimal("1") };
    expect(price(item("a", "50"))).toBe("0.00");
    expect(price(item("a", "1", 2))).toBe("5.00");
    expect(price(item("a", "1", 2), item("d", "99", 9, { kind: "DIGITAL" }))).toBe("5.00");
    expect(price(item("a", "1", 4, kilo))).toBe("9.00");
    expect(price(item("a", "1", 5, kilo))).toBeUndefined();
  });

  test.each([
    ["3-5 business days", 3, 5],
    ["2 to 4 days", 2, 4],
    ["In 1 day", 1, 1],
    ["Ready in 2 hours", undefined, undefined],
  ])("arrives within %s", (words, from, to) => {
    const days = (time: Date | undefined) => time && (time.getTime() - now.getTime()) / 86_400_000;
    const window = deliveryWindow(words, now);
    expect([days(window?.from), days(window?.to)]).toEqual([from, to]);
  });
});

describe("due times", () => {
  test("deposits are due now, offline items later, trials when they end; gift cards pay what is due now", () => {
    const items = [
      item("a", "10.00", 2),
      item("b", "30.00", 1, { paymentOption: "DEPOSIT_ONLINE", deposit: decimal("5") }),
      item("c", "7.00", 1, { paymentOption: "FULL_PAYMENT_OFFLINE" }),
      item("d", "9.00", 1, { freeTrial: true }),
    ];
    const giftCard = { balance: decimal("100"), requested: decimal("12") };
    const priced = priceCart(cart(items, { giftCard }));
    const { summary, payNow, payLater, payAfterFreeTrial } = priced;
    expect([summary, payNow, payLater, payAfterFreeTrial].map(({ total }) => total.toFixed(2))).toEqual([
      "66.00",
      "25.00",
      "32.00",
      "9.00",
    ]);
    expect([priced.payNowAfterGiftCard, priced.totalAfterGiftCard].map((one) => one.toFixed(2))).toEqual([
      "13.00",
      "54.00",
    ]);
  });
});

describe("memberships", () => {
  const plan = (more: Partial<Membership>): Membership => ({
    id: "m",
    appId: "app",
    name: "Plan",
    memberId: "me",
    ...more,
  });
  const lines = [
    { id: "1", quantity: 2, catalogItemId: "a" },
    { id: "2", quantity: 2, catalogItemId: "b" },
  ];

  test.each([
    [plan({}), undefined, ["1", "2"]],
    [plan({ productIds: ["b"] }), undefined, ["2"]],
    [plan({ productIds: ["z"] }), "NOT_ELIGIBLE", []],
    [plan({ credits: { total: 9, remaining: 1 } }), "NOT_ENOUGH_CREDITS", []],
    [plan({ expirationDate: "2026-03-01T08:00:00.000Z" }), "EXPIRED", []],
  ])("can pay for some lines, or say why not", (membership, problem, lineIds) => {
    const [use] = membershipUses([membership], lines, now);
    expect([use?.problem, use?.lineIds]).toEqual([problem, lineIds]);
  });

  test("cover each line once, within their credits", () => {
    const uses = membershipUses([plan({ credits: { total: 9, remaining: 3 } })], lines, now);
    const chosen = [{ id: "m", lineItemIds: ["1", "2"] }];
    expect([...coveredLines(chosen, uses, lines).keys()]).toEqual(["1"]);
  });
});

describe("tips", () => {
  test("are a percentage or an amount and are split to the cent", () => {
    expect(tipOn(decimal("33.33"), { tipType: "PERCENTAGE", value: decimal("15") }, "USD").toFixed(2)).toBe(
      "5.00",
    );
    expect(tipOn(decimal("33.33"), { tipType: "CUSTOM", value: decimal("4.005") }, "USD").toFixed(2)).toBe(
      "4.01",
    );
    const earned = [decimal("10"), decimal("20"), decimal("0")];
    const shares = (method: "EQUAL" | "PROPORTIONAL") =>
      splitTip(decimal("10"), method, earned, "USD").map(String);
    expect(shares("EQUAL")).toEqual(["3.34", "3.33", "3.33"]);
    expect(shares("PROPORTIONAL")).toEqual(["3.33", "6.67", "0"]);
  });
});

describe("tax ids", () => {
  test.each([
    ["CPF", "529.982.247-25", true],
    ["CPF", "52998224725", true],
    ["CPF", "52998224724", false],
    ["CPF", "11111111111", false],
    ["CPF", "5299822472", false],
    ["CNPJ", "11.222.333/0001-81", true],
    ["CNPJ", "11.222.333/0001-82", false],
    ["CNPJ", "529.982.247-25", false],
    ["CNPJ", "11.222.333/0001-8x", false],
  ] as const)("%s %s: %s", (type, id, right) => {
    expect(isTaxId(type, id)).toBe(right);
  });
});
