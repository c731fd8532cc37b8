import { describe, expect, test } from "vitest";
import type { DiscountRule } from "../../../src/api/services/discounts.ts";
import { decimal } from "../../../src/kernel/money.ts";
import { discountStatus } from "../../../src/sandbox/pricing/discounts.ts";
import {
  type Coupon,
  deliveryPrice,
  deliveryWindow,
  type MerchantReduction,
  type PricingInput,
  type PricingItem,
  parcelOf,
} from "../../../src/sandbox/pricing/input.ts";
import { coveredLines, type Membership, membershipUses } from "../../../src/sandbox/pricing/memberships.ts";
import { type AddressTaxes, isTaxId } from "../../../src/sandbox/pricing/tax.ts";
import { allTaxes, priceCart } from "../../../src/sandbox/pricing/totals.ts";
import { splitTip, tipOn } from "../../../src/sandbox/tips/tips.ts";
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

const added: AddressTaxes = {
  rateType: "MANUAL_RATE",
  included: false,
  ratesFor: (group) => [
    {
      name: "Tax",
      type: "t",
      jurisdiction: "j",
      level: "STATE",
      rate: decimal(group === "books" ? "0.02" : "0.1"),
    },
  ],
};

type Scopes = NonNullable<NonNullable<NonNullable<DiscountRule["trigger"]>["subtotalRange"]>["scopes"]>;
const everything: Scopes = [{ catalogItemFilter: { catalogAppId: shopApp } }];
const only = (...catalogItemIds: string[]): Scopes => [
  { catalogItemFilter: { catalogAppId: shopApp, catalogItemIds } },
];

const toDelivery: Scopes[number] = { customFilter: { params: { target: "SHIPPING" } } };

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

  test.each<[string, object, boolean]>([
    ["active from now on", { active: true, activeTimeInfo: { start: now.toISOString() } }, true],
    ["active without dates", { active: true, activeTimeInfo: null }, true],
    [
      "not active before it starts",
      { active: true, activeTimeInfo: { start: "2026-03-01T08:00:00.001Z" } },
      false,
    ],
    ["not active when it has ended", { active: true, activeTimeInfo: { end: now.toISOString() } }, false],
    ["not active when it is switched off", { active: undefined }, false],
  ])("is %s", (_, more, applies) => {
    expect(discountOf(cart(two, { rules: [rule({ percentage: 10 }, more)] }))).toBe(
      applies ? "3.50" : "0.00",
    );
  });

  test.each<[string, DiscountRule["trigger"], boolean]>([
    ["a subtotal up to a limit", { subtotalRange: { to: "34.99" } }, true],
    ["a subtotal above the limit", { subtotalRange: { to: "34.98" } }, false],
    ["a subtotal of any size", { subtotalRange: {} }, true],
    ["a number of pieces without limits", { itemQuantityRange: {} }, true],
    [
      "a number of pieces of an item that is not in the cart",
      { itemQuantityRange: { scopes: only("z") } },
      false,
    ],
    ["a number of pieces of some items", { itemQuantityRange: { from: 2, scopes: only("b") } }, false],
    ["an empty list of conditions", { and: {} }, true],
    [
      "conditions that all hold",
      { and: { triggers: [{ subtotalRange: { from: "1" } }, { itemQuantityRange: { from: 4 } }] } },
      true,
    ],
    ["any of an empty list of conditions", { or: {} }, false],
    ["members, without a list", { customerEligibility: {} }, false],
    ["no conditions", {}, true],
  ])("with %s applies or not", (_, trigger, applies) => {
    const one = cart(two, { rules: [rule({ percentage: 10 }, { trigger })] });
    expect(discountOf(one)).toBe(applies ? "3.50" : "0.00");
  });

  test.each<[string, Scopes | undefined, string[]]>([
    ["all items of an app", [{ catalogItemFilter: { catalogAppId: shopApp } }], ["a", "b"]],
    ["all items", [{ catalogItemFilter: {} }], ["a", "b", "x", "custom"]],
    ["items of another app", [{ catalogItemFilter: { catalogAppId: "bookings" } }], ["x"]],
    ["some items of any app", [{ catalogItemFilter: { catalogItemIds: ["b", "x"] } }], ["b", "x"]],
    [
      "some items of an app",
      [{ catalogItemFilter: { catalogAppId: shopApp, catalogItemIds: ["b", "x"] } }],
      ["b"],
    ],
    ["collections", [{ customFilter: { params: { collectionIds: ["new", "sale"] } } }], ["b"]],
    [
      "either of two scopes",
      [...only("a"), { customFilter: { params: { collectionIds: ["sale"] } } }],
      ["a", "b"],
    ],
    ["collections that are not a list", [{ customFilter: { params: { collectionIds: "sale" } } }], []],
    ["a filter of another kind", [{ customFilter: { params: { color: "red" } } }], []],
    ["a filter without parameters", [{ customFilter: { params: null } }, { customFilter: {} }, {}], []],
    ["no scopes", [], []],
    ["absent scopes", undefined, []],
    ["the delivery, whatever else it is for", [...everything, toDelivery], []],
  ])("for %s", (_, scopes, lineIds) => {
    const items = [
      item("a", "10"),
      item("b", "10", 1, { collectionIds: ["sale"] }),
      item("x", "10", 1, { appId: "bookings" }),
      item("custom", "10", 1, { appId: undefined, catalogItemId: undefined }),
    ];
    const one: DiscountRule = {
      id: "r",
      active: true,
      discounts: { values: [{ percentage: 10, specificItemsInfo: { scopes } }] },
    };
    const { discounts } = priceCart(cart(items, { rules: [one] }));
    expect(discounts.flatMap(({ lines }) => [...lines.keys()])).toEqual(lineIds);
  });

  test("without a value gives nothing", () => {
    const without = [
      { id: "r", active: true },
      rule({}),
      { id: "s", active: true, discounts: { values: [] } },
    ];
    expect(priceCart(cart(two, { rules: without })).discounts).toEqual([]);
  });

  test("for a bundle of two, without a price, gives both away, the dearest pieces of all lines first", () => {
    const bundle = (configuration: object) => rule({ quantityBased: { configurations: [configuration] } });
    const items = [item("cheap", "3"), item("dear", "8"), item("other", "5", 2)];
    const linesOf = (configuration: object) =>
      priceCart(cart(items, { rules: [bundle(configuration)] })).discounts.map(({ lines }) =>
        Object.fromEntries([...lines].map(([id, amount]) => [id, amount.toFixed()])),
      );
    expect(linesOf({})).toEqual([{ cheap: "3", dear: "8", other: "10" }]);
    expect(linesOf({ quantity: 3, price: "9" })).toEqual([{ dear: "4", other: "5" }]);
    expect(linesOf({ quantity: 3, price: "18" })).toEqual([]);
    expect(linesOf({ quantity: 5, price: "1" })).toEqual([]);
  });

  test("is replaced by one that saves more, and of two that save the same the first is used", () => {
    const rules = [rule({ percentage: 10 }, { name: "Ten" }), rule({ percentage: 10 }, { name: "Also ten" })];
    expect(priceCart(cart(two, { rules })).discounts.map(({ source }) => source)).toEqual([
      { rule: rules[0] },
    ]);
    const more = [...rules, rule({ percentage: 11 }, { name: "More" })];
    expect(priceCart(cart(two, { rules: more })).discounts.map(({ source }) => source)).toEqual([
      { rule: more[2] },
    ]);
  });

  test.each([
    ["a percentage", { percentage: 33.3 }, "2.63"],
    ["an amount", { fixedAmount: "3" }, "3.00"],
    ["more than it costs", { fixedAmount: "30" }, "7.90"],
    ["a fixed price", { fixedPrice: "5" }, "2.90"],
    ["a dearer price", { fixedPrice: "9" }, "0.00"],
  ])("gives %s off the delivery", (_, value, discount) => {
    const scopes: Scopes = [toDelivery];
    const delivery = { price: decimal("7.90"), charges: [], taxedAt: "SHIPPING" as const };
    const rules = [rule({ percentage: 1 }, {}, scopes), rule(value, {}, scopes)];
    const [best, none] = [discount === "0.00" ? "0.08" : discount, rules.slice(1)];
    expect(discountOf(cart(two, { rules, delivery }))).toBe(best);
    expect(discountOf(cart(two, { rules: none, delivery }))).toBe(discount);
    expect(discountOf(cart(two, { rules }))).toBe("0.00");
    for (const { source, scope } of priceCart(cart(two, { rules: none, delivery })).discounts)
      expect([source, scope]).toEqual([{ rule: rules[1] }, "SHIPPING"]);
  });

  test("is global if any of its scopes has all items of an app", () => {
    const scopes = [...only("a"), ...everything];
    const { discounts } = priceCart(cart(two, { rules: [rule({ percentage: 10 }, {}, scopes)] }));
    expect(discounts.map(({ scope }) => scope)).toEqual(["GLOBAL"]);
  });

  test.each([
    ["PENDING", { active: false }],
    ["PENDING", { active: true, activeTimeInfo: { start: "2026-03-01T08:00:00.001Z" } }],
    ["LIVE", { active: true, activeTimeInfo: {} }],
    ["LIVE", { active: true, activeTimeInfo: { start: now.toISOString(), end: "2026-03-01T08:00:00.001Z" } }],
    ["EXPIRED", { active: true, activeTimeInfo: { end: now.toISOString() } }],
    ["EXPIRED", { active: false, activeTimeInfo: { end: now.toISOString() } }],
  ])("is %s with %j", (status, more) => {
    expect(discountStatus(more, now)).toBe(status);
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
    const scopes: Scopes = [toDelivery];
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

  test.each<[string, Partial<Coupon>, string]>([
    ["a percentage", { percent: "10" }, "GLOBAL 3.5 a:3 b:0.5"],
    ["an amount, in proportion to the prices", { amount: "7" }, "GLOBAL 7 a:6 b:1"],
    ["the delivery", { freeShipping: true }, "SHIPPING 7.9"],
    ["some products", { percent: "10", productIds: ["b"] }, "SPECIFIC_ITEMS 0.5 b:0.5"],
    ["some collections", { percent: "10", collectionIds: ["sale"] }, "SPECIFIC_ITEMS 3 a:3"],
    [
      "all products with empty lists",
      { percent: "10", productIds: [], collectionIds: [] },
      "GLOBAL 3.5 a:3 b:0.5",
    ],
    ["an active coupon", { percent: "10", active: true }, "GLOBAL 3.5 a:3 b:0.5"],
    ["a coupon from now on", { percent: "10", start: now.toISOString() }, "GLOBAL 3.5 a:3 b:0.5"],
    ["a coupon that ends later", { percent: "10", end: "2026-03-01T08:00:00.001Z" }, "GLOBAL 3.5 a:3 b:0.5"],
    ["the last use", { percent: "10", used: 1, usageLimit: 2 }, "GLOBAL 3.5 a:3 b:0.5"],
    ["an exact minimum", { percent: "10", minimumSubtotal: "35" }, "GLOBAL 3.5 a:3 b:0.5"],
    ["nothing without a value", {}, ""],
    ["EXPIRED", { percent: "5", end: now.toISOString() }, "EXPIRED"],
    ["INACTIVE before it starts", { percent: "5", start: "2026-03-01T08:00:00.001Z" }, "INACTIVE"],
    ["INACTIVE when switched off", { percent: "5", active: false }, "INACTIVE"],
    ["never usable", { percent: "5", usageLimit: 0 }, "MAX_USAGE_EXCEEDED"],
    [
      "a minimum of the products it is for",
      { percent: "5", productIds: ["b"], minimumSubtotal: "5.01" },
      "MIN_SUBTOTAL_NOT_REACHED",
    ],
  ])("applies to %s", (_, more, expected) => {
    const items = [
      item("a", "15", 2, { collectionIds: ["sale"] }),
      item("b", "5"),
      item("covered", "99", 1, { covered: true, collectionIds: ["sale"] }),
      item("card", "50", 1, { kind: "GIFT_CARD", catalogItemId: "b" }),
    ];
    const delivery = { price: decimal("7.90"), charges: [], taxedAt: "SHIPPING" as const };
    const one = coupon(more);
    const { couponProblem, discounts } = priceCart(cart(items, { coupon: one, delivery }));
    const texts = discounts.map(({ source, scope, amount, lines }) => {
      expect(source).toEqual({ coupon: one });
      return [scope, amount.toFixed(), ...[...lines].map(([id, part]) => `${id}:${part.toFixed()}`)].join(
        " ",
      );
    });
    expect(couponProblem ?? texts.join()).toBe(expected);
  });

  test("for some products does not apply to an item without a product", () => {
    const custom = item("a", "10", 1, { catalogItemId: undefined });
    const one = priceCart(cart([custom], { coupon: coupon({ percent: "10", productIds: ["b"] }) }));
    expect(one.couponProblem).toBe("NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS");
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

describe("the merchant's discount", () => {
  const items = [item("a", "10"), item("b", "20"), item("c", "5")];
  test.each<[string, MerchantReduction, string]>([
    ["a percentage of all lines", { percentage: decimal("10") }, "GLOBAL a:1 b:2 c:0.5"],
    ["an amount off all lines", { amount: decimal("7"), lineItemIds: [] }, "GLOBAL a:2 b:4 c:1"],
    ["an amount off some lines", { amount: decimal("6"), lineItemIds: ["a", "c"] }, "SPECIFIC_ITEMS a:4 c:2"],
    ["at most the price", { amount: decimal("60"), lineItemIds: ["c"] }, "SPECIFIC_ITEMS c:5"],
    ["everything without a value", { lineItemIds: ["c"] }, "SPECIFIC_ITEMS c:5"],
  ])("is %s", (_, merchant, expected) => {
    const [discount] = priceCart(cart(items, { merchant: [merchant] })).discounts;
    const lines = [...(discount?.lines ?? [])].map(([id, amount]) => `${id}:${amount.toFixed()}`);
    expect([discount?.scope, ...lines].join(" ")).toBe(expected);
    expect(discount?.source).toEqual({ merchant });
  });

  test("applies to what the coupon and the discounts before it leave", () => {
    const merchant = [{ percentage: decimal("50") }, { percentage: decimal("50") }];
    const priced = priceCart(cart([item("a", "100")], { coupon: coupon({ amount: "20" }), merchant }));
    expect(priced.discounts.map(({ amount }) => amount.toFixed())).toEqual(["20", "40", "20"]);
    expect(priced.summary.total.toFixed()).toBe("20");
  });

  test("of nothing is not a discount", () => {
    const merchant = [{ amount: decimal("5"), lineItemIds: ["z"] }, { amount: decimal("0") }];
    expect(priceCart(cart(items, { merchant })).discounts).toEqual([]);
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

  test.each<[string, string[]]>([
    ["GT", ["above"]],
    ["GTE", ["equal", "above"]],
    ["LT", ["below"]],
    ["LTE", ["below", "equal"]],
    ["EQ", ["equal"]],
  ])("can have a condition %s on weight, price and quantity", (operator, holds) => {
    const parcels = { below: "1", equal: "2", above: "3" };
    for (const type of ["BY_TOTAL_WEIGHT", "BY_TOTAL_PRICE", "BY_TOTAL_QUANTITY"]) {
      const conditional = [{ amount: "4", conditions: [{ type, operator, value: "2" }] }];
      const available = Object.entries(parcels).flatMap(([name, text]) => {
        const [half, all] = [decimal("0.5"), decimal(text)];
        const measures = { weight: half, price: half, quantity: 0 };
        const parcel =
          type === "BY_TOTAL_WEIGHT"
            ? { ...measures, weight: all }
            : type === "BY_TOTAL_PRICE"
              ? { ...measures, price: all }
              : { ...measures, quantity: Number(text) };
        return deliveryPrice(conditional, parcel, "USD") ? [name] : [];
      });
      expect(available, type).toEqual(holds);
    }
  });

  test("is free without an amount, available without conditions, and never for conditions of another kind", () => {
    const parcel = { weight: decimal("0"), price: decimal("0"), quantity: 3 };
    const priceOf = (...given: Parameters<typeof deliveryPrice>[0]) =>
      deliveryPrice(given, parcel, "USD")?.toFixed();
    expect(priceOf({})).toBe("0");
    expect(priceOf({ amount: "1.005", conditions: [] })).toBe("1.01");
    expect(priceOf({ amount: "1.333", multiplyByQuantity: true })).toBe("4");
    expect(priceOf({ amount: "2", conditions: [{ type: "BY_TOTAL_WEIGHT" }] })).toBe("2");
    expect(priceOf({ amount: "2", conditions: [{ type: "BY_VOLUME", value: "0" }] }, { amount: "3" })).toBe(
      "3",
    );
    expect(priceOf({ amount: "2", conditions: [{ value: "0" }] })).toBeUndefined();
    expect(priceOf()).toBeUndefined();
  });

  test("of physical items counts their weight, price and pieces", () => {
    const items = [
      item("a", "3", 2, { weight: decimal("1.5") }),
      item("b", "5", 1),
      item("d", "99", 9, { kind: "DIGITAL", weight: decimal("9") }),
    ];
    const parcel = parcelOf(items, ({ price }) => price);
    expect([parcel.weight.toFixed(), parcel.price.toFixed(), parcel.quantity]).toEqual(["3", "8", 3]);
  });

  test.each([
    ["10-12 days", 10, 12],
    ["2to4 days", 2, 4],
    ["2-4days", 2, 4],
    ["2 – 4 working days", 2, 4],
    ["1day", 1, 1],
    ["Within 14 DAYS", 14, 14],
    ["3 daylight hours", undefined, undefined],
    ["some days", undefined, undefined],
    ["", undefined, undefined],
    [undefined, undefined, undefined],
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

describe("what is due", () => {
  const offline = { paymentOption: "FULL_PAYMENT_OFFLINE" } as const;
  const trial = { freeTrial: true };
  const sent = { price: decimal("4"), charges: [], taxedAt: "SHIPPING" as const };
  /** Returns now, later and after the trial, without zeros. */
  const due = (input: PricingInput) => {
    const { payNow, payLater, payAfterFreeTrial } = priceCart(input);
    return Object.entries({ now: payNow, later: payLater, trial: payAfterFreeTrial }).flatMap(
      ([when, sums]) => (sums.total.eq(decimal("0")) ? [] : [`${when} ${sums.total.toFixed()}`]),
    );
  };

  test.each<[PricingItem["paymentOption"], string[]]>([
    [undefined, ["now 14"]],
    ["FULL_PAYMENT_ONLINE", ["now 14"]],
    ["MEMBERSHIP", ["now 14"]],
    ["DEPOSIT_ONLINE", ["now 14"]],
    ["FULL_PAYMENT_OFFLINE", ["later 14"]],
    ["MEMBERSHIP_OFFLINE", ["later 14"]],
    ["MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER", ["later 14"]],
  ])("with %s and its delivery", (paymentOption, expected) => {
    expect(due(cart([item("a", "10", 1, { paymentOption })], { delivery: sent }))).toEqual(expected);
  });

  test.each<[string, PricingItem[], string[]]>([
    ["now if any item is due now", [item("a", "10"), item("b", "1", 1, offline)], ["now 14", "later 1"]],
    [
      "later if no item is due now",
      [item("a", "10", 1, trial), item("b", "1", 1, offline)],
      ["later 5", "trial 10"],
    ],
    ["after the trial if all items are", [item("a", "10", 1, trial)], ["trial 14"]],
    [
      "with the physical items",
      [item("a", "10", 1, { kind: "DIGITAL" }), item("b", "1", 1, offline)],
      ["now 10", "later 5"],
    ],
    [
      "with the digital items if there are no others",
      [item("a", "10", 1, { ...offline, kind: "DIGITAL" })],
      ["later 14"],
    ],
    ["now without items", [], ["now 4"]],
  ])("the delivery is due %s", (_, items, expected) => {
    expect(due(cart(items, { delivery: sent }))).toEqual(expected);
  });

  test("a fee is due with the lines it is for, or with all of them", () => {
    const items = [item("a", "10"), item("b", "1", 1, offline)];
    const fee = (lineItemIds?: string[]) => ({
      fees: [{ code: "f", name: "Fee", price: decimal("3"), source: "MANUAL" as const, lineItemIds }],
    });
    expect(due(cart(items, fee(["b"])))).toEqual(["now 10", "later 4"]);
    expect(due(cart(items, fee(["a"])))).toEqual(["now 13", "later 1"]);
    expect(due(cart(items, fee([])))).toEqual(["now 13", "later 1"]);
    expect(due(cart(items, fee()))).toEqual(["now 13", "later 1"]);
  });

  const deposit = (amount: string, more: Partial<PricingItem> = {}) =>
    item("a", "10", 2, { paymentOption: "DEPOSIT_ONLINE", deposit: decimal(amount), ...more });
  test.each<[string, PricingItem, Partial<PricingInput>, string[]]>([
    ["is for each piece", deposit("3"), {}, ["now 6", "later 14"]],
    ["is rounded", deposit("0.003"), {}, ["now 0.01", "later 19.99"]],
    ["is at most the price", deposit("12"), {}, ["now 20"]],
    ["is at most what is left of it", deposit("8"), { merchant: [{ amount: decimal("5") }] }, ["now 15"]],
    ["leaves the tax for later", deposit("10"), { taxes: { SHIPPING: added } }, ["now 20", "later 2"]],
    ["is ignored in a free trial", deposit("3", trial), {}, ["trial 20"]],
    ["is ignored for other payment options", deposit("3", offline), {}, ["later 20"]],
    [
      "of an item that is paid at once is ignored",
      deposit("3", { paymentOption: undefined }),
      {},
      ["now 20"],
    ],
  ])("a deposit %s", (_, one, more, expected) => {
    expect(due(cart([one], more))).toEqual(expected);
  });

  test("a deposit of the whole price pays its discount and tax, too", () => {
    const { payNow, payLater } = priceCart(cart([deposit("10")], { merchant: [{ amount: decimal("5") }] }));
    expect([payNow.subtotal, payNow.discount, payLater.subtotal, payLater.discount].map(String)).toEqual([
      "20",
      "5",
      "0",
      "0",
    ]);
  });

  test.each([
    ["its balance", { balance: decimal("3") }, "3"],
    ["what is due now", { balance: decimal("100") }, "10"],
    ["what is requested", { balance: decimal("100"), requested: decimal("4") }, "4"],
    ["its balance, if more is requested", { balance: decimal("3"), requested: decimal("4") }, "3"],
  ])("a gift card pays at most %s", (_, giftCard, pays) => {
    const priced = priceCart(cart([item("a", "10"), item("b", "1", 1, offline)], { giftCard }));
    expect(priced.giftCard?.toFixed()).toBe(pays);
    expect(priced.totalAfterGiftCard.plus(decimal(pays)).toFixed()).toBe("11");
    expect(priced.payNowAfterGiftCard.plus(decimal(pays)).toFixed()).toBe("10");
  });
});

test("a cart with discounts, delivery, carrier charges, fees and taxes, to the cent", () => {
  const delivery = {
    price: decimal("7.904"),
    taxedAt: "SHIPPING" as const,
    taxGroupId: "books",
    charges: [
      {
        code: "i",
        name: "Insurance",
        price: decimal("1.005"),
        source: "SHIPPING" as const,
        taxedAt: "SHIPPING" as const,
      },
    ],
  };
  const tip = { code: "t", name: "Tip", price: decimal("2"), source: "MANUAL" as const };
  const priced = priceCart(
    cart(
      [
        item("a", "10.00", 3),
        item("b", "20.00", 1, { taxGroupId: "books" }),
        item("c", "5.00", 1, { taxedAt: "BILLING" }),
        item("d", "9.99", 1, { covered: true }),
      ],
      {
        rules: [rule({ percentage: 10 }, {}, only("a"))],
        coupon: coupon({ freeShipping: true }),
        delivery,
        fees: [tip],
        taxes: { SHIPPING: added, BILLING: { ...added, included: true } },
      },
    ),
  );
  const { summary, lines, fees, discounts } = priced;
  expect(
    Object.fromEntries(Object.entries(summary).map(([name, amount]) => [name, amount.toFixed(2)])),
  ).toEqual({
    subtotal: "55.00",
    discount: "10.90",
    shipping: "7.90",
    additionalFees: "3.01",
    tax: "3.65",
    taxAdded: "3.20",
    total: "58.21",
  });
  expect(
    lines.map(({ gross, discount, taxed, total }) => [gross, discount, taxed.tax, total].join(" ")),
  ).toEqual(["30 3 2.7 29.7", "20 0 0.4 20.4", "5 0 0.45 5", "0 0 0 0"]);
  const { delivery: sent, discount: free, taxed, total } = priced.delivery!;
  expect([sent.price, free, taxed.tax, total].join(" ")).toBe("7.9 7.9 0 0");
  expect(
    fees.map(({ fee, taxed: feeTax, total: sum }) => [fee.code, fee.price, feeTax.tax, sum].join(" ")),
  ).toEqual(["t 2 0 2", "i 1.01 0.1 1.11"]);
  expect(discounts.map(({ scope, amount }) => `${scope} ${amount}`)).toEqual([
    "SPECIFIC_ITEMS 3",
    "SHIPPING 7.9",
  ]);
  expect(allTaxes(priced).map(({ tax }) => tax.toFixed())).toEqual([
    "2.7",
    "0.4",
    "0.45",
    "0",
    "0",
    "0",
    "0.1",
  ]);
  expect(allTaxes({ ...priced, delivery: undefined })).toHaveLength(6);
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
    [plan({ credits: { total: 9, remaining: 2 } }), undefined, ["1", "2"]],
    [plan({ productIds: [] }), undefined, ["1", "2"]],
    [plan({ expirationDate: "2026-03-01T08:00:00.000Z" }), "EXPIRED", []],
    [plan({ expirationDate: "2026-03-01T08:00:00.001Z" }), undefined, ["1", "2"]],
  ])("can pay for some lines, or say why not", (membership, problem, lineIds) => {
    const [use] = membershipUses([membership], lines, now);
    expect([use?.problem, use?.lineIds]).toEqual([problem, lineIds]);
  });

  test("do not cover a line that is not a product of the shop", () => {
    const custom = [{ id: "1", quantity: 1 }];
    expect(membershipUses([plan({})], custom, now)).toMatchObject([{ problem: "NOT_ELIGIBLE", lineIds: [] }]);
  });

  test.each<[string, { id: string; lineItemIds: string[] }[], Record<string, string>]>([
    ["the selected lines", [{ id: "m", lineItemIds: ["2"] }], { "2": "m" }],
    ["no line that is not selected", [{ id: "m", lineItemIds: [] }], {}],
    [
      "no line twice",
      [
        { id: "n", lineItemIds: ["1"] },
        { id: "m", lineItemIds: ["1", "2"] },
      ],
      { "1": "n", "2": "m" },
    ],
    ["as many pieces as it has credits", [{ id: "two", lineItemIds: ["1", "2"] }], { "1": "two" }],
    ["only lines that it can cover", [{ id: "b", lineItemIds: ["1", "2"] }], { "2": "b" }],
    ["nothing when it has expired", [{ id: "old", lineItemIds: ["1", "2"] }], {}],
    ["nothing when it is unknown", [{ id: "z", lineItemIds: ["1", "2"] }], {}],
  ])("cover %s", (_, chosen, expected) => {
    const plans = [
      plan({ id: "old", expirationDate: "2026-01-01T00:00:00.000Z" }),
      plan({ id: "m" }),
      plan({ id: "n" }),
      plan({ id: "b", productIds: ["b"] }),
      plan({ id: "two", credits: { total: 9, remaining: 2 } }),
    ];
    const covered = coveredLines(chosen, membershipUses(plans, lines, now), lines);
    expect(Object.fromEntries([...covered].map(([id, membership]) => [id, membership.id]))).toEqual(expected);
  });

  test("cover each line once, within their credits", () => {
    const uses = membershipUses([plan({ credits: { total: 9, remaining: 3 } })], lines, now);
    const chosen = [{ id: "m", lineItemIds: ["1", "2"] }];
    expect([...coveredLines(chosen, uses, lines).keys()]).toEqual(["1"]);
    const each = ["1", "2"].map((line) => ({ id: "m", lineItemIds: [line] }));
    expect([...coveredLines(each, uses, lines).keys()]).toEqual(["1"]);
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
    // Check digits for the remainders 0, 1 and 2: 0, 0 and 9.
    ["CPF", "12345678305", true],
    ["CPF", "12345678909", true],
    ["CPF", "12345678496", true],
    ["CPF", "11111111111", false],
    ["CPF", "x5299822472", false],
    ["CPF", "5299822472x", false],
    ["CPF", "5299822472.5.", true],
    ["CPF", "529982247255", false],
    ["CPF", "", false],
    ["CPF", "5299822472", false],
    ["CNPJ", "11.222.333/0001-81", true],
    ["CNPJ", "11.222.333/0001-82", false],
    ["CNPJ", "529.982.247-25", false],
    ["CNPJ", "11.222.333/0001-8x", false],
  ] as const)("%s %s: %s", (type, id, right) => {
    expect(isTaxId(type, id)).toBe(right);
  });
});
