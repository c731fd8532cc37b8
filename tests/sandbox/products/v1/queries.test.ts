import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { runs } from "../../../support/runs.ts";
import {
  allProducts,
  defaultVariant,
  openShopSandbox,
  type ShopSandbox,
} from "../../support/shop-sandbox.ts";

let shop: ShopSandbox;
beforeEach(() => {
  shop = openShopSandbox();
});

describe("query", () => {
  const names = (filter: unknown, more = {}) =>
    shop.products
      .query({ query: { filter, sort: [{ fieldName: "name" }], ...more } })
      .products!.map(({ name }) => name);

  beforeEach(() => {
    shop.create({ name: "Alpha", amount: 5, sku: "A-1", brand: "Acme" });
    shop.create({ name: "Beta", amount: 15, sku: "B-1" });
    shop.create({ name: "Gamma", amount: 25, sku: "A-2", brand: "Acme" });
  });

  it("also takes filter and sort as JSON text, on the path of the REST documentation", () => {
    const answer = shop.products.queryV1({
      query: { filter: '{"sku":{"$startsWith":"A"}}', sort: '[{"price":"desc"}]', paging: { limit: 1 } },
    });
    expect(answer.products).toMatchObject([{ name: "Gamma" }]);
    expect(answer).toMatchObject({ metadata: { items: 1, offset: 0 }, totalResults: 2 });
    expect(() => shop.products.queryV1({ query: { filter: "{" } })).toThrow("query.filter is not valid JSON");
    const sort = '{"fieldName":"price","order":"DESC"}';
    expect(shop.products.queryV1({ query: { sort } }).products?.[0]).toMatchObject({ name: "Gamma" });
  });

  it("shows hidden products on that path only if they are asked for", () => {
    shop.create({ name: "Hidden", amount: 35, visible: false });
    const found = (more: object) => shop.products.queryV1({ query: {}, ...more }).totalResults;
    expect([found({}), found({ includeHiddenProducts: true })]).toEqual([3, 4]);
    expect(names({})).toHaveLength(4);
  });

  it.each(["[null]", "5", '[{"price":1}]', '{"fieldName":"price","order":5}', '{"fieldName":5}'])(
    "rejects the sort %s as JSON text, also of inventory",
    (sort) => {
      for (const call of [shop.products.queryV1, shop.inventory.query])
        expect(() => call({ query: { sort } })).toThrow("query.sort must contain");
    },
  );

  it("filters and sorts by the documented fields", () => {
    expect(names({ name: { $startsWith: "B" } })).toEqual(["Beta"]);
    expect(names({ name: { $startsWith: "bE" } })).toEqual(["Beta"]);
    expect(names({ "priceData.price": { $gte: 15 } })).toEqual(["Beta", "Gamma"]);
    expect(names({ price: { $lt: 15 } })).toEqual(["Alpha"]);
    expect(names({ sku: { $hasSome: ["A-1", "B-1"] } })).toEqual(["Alpha", "Beta"]);
    expect(names({ $and: [{ sku: { $startsWith: "A" } }, { price: { $gt: 5 } }] })).toEqual(["Gamma"]);
    expect(names({ numericId: { $gt: "1700000000000001" } })).toEqual(["Beta", "Gamma"]);
    expect(names({ numericId: { $gt: 1_700_000_000_000_002 } })).toEqual(["Gamma"]);
    expect(names({ collectionIds: { $hasSome: [allProducts] } })).toHaveLength(3);
    expect(names({}, { sort: [{ fieldName: "price", order: "DESC" }] })).toEqual(["Gamma", "Beta", "Alpha"]);
  });

  it("pages by offset and by cursor, with the variants of each product", () => {
    const byOffset = shop.products.query({
      query: { paging: { limit: 2, offset: 2 }, sort: [{ fieldName: "name" }] },
    });
    expect(byOffset.metadata).toEqual({ count: 1, offset: 2, total: 3 });
    expect(byOffset.products).toMatchObject([{ name: "Gamma", variants: [{ id: defaultVariant }] }]);
    const sort = [{ fieldName: "name", order: "DESC" }];
    const first = shop.products.query({ query: { sort, cursorPaging: { limit: 2 } } });
    expect(first.products).toMatchObject([
      { name: "Gamma", variants: [{ id: defaultVariant }] },
      { name: "Beta" },
    ]);
    const { next } = first.metadata!.cursors!;
    const second = shop.products.query({ query: { cursorPaging: { limit: 2, cursor: next } } });
    expect(second.products).toMatchObject([{ name: "Alpha" }]);
    expect(second.metadata?.cursors?.next).toBeUndefined();
    expect(() => shop.products.query({ query: { cursorPaging: { cursor: "?" } } })).toThrow("not valid JSON");
  });
});

describe("bulk", () => {
  it("sets one field of many products and reports each", () => {
    const [one, two] = [shop.create({ name: "One" }), shop.create({ name: "Two" })];
    shop.events();
    const { results, bulkActionMetadata } = shop.products.bulkUpdate({
      ids: [one.id, "no", two.id],
      set: { price: 7.5 },
    });
    expect(results).toMatchObject([
      { itemMetadata: { id: one.id, originalIndex: 0, success: true } },
      { itemMetadata: { id: "no", originalIndex: 1, success: false, error: { code: "PRODUCT_NOT_FOUND" } } },
      { itemMetadata: { id: two.id, originalIndex: 2, success: true } },
    ]);
    expect(bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 });
    expect([shop.get(one.id).priceData?.price, shop.get(two.id).priceData?.price]).toEqual([7.5, 7.5]);
    expect(shop.events().map(([type]) => type)).toEqual([
      "ProductChanged",
      "VariantsChanged",
      "ProductChanged",
      "VariantsChanged",
    ]);
    shop.products.bulkUpdate({ ids: [one.id], set: { brand: "Acme" } });
    shop.products.bulkUpdate({ ids: [one.id], set: { cost: 3 } });
    shop.products.bulkUpdate({ ids: [one.id], set: { ribbon: "New" } });
    shop.products.bulkUpdate({ ids: [one.id], set: { weight: 2 } });
    expect(shop.get(one.id)).toMatchObject({
      brand: "Acme",
      ribbon: "New",
      weight: 2,
      costAndProfitData: { itemCost: 3 },
    });
    expect(() => shop.products.bulkUpdate({ ids: [one.id], set: { price: 1, weight: 1 } })).toThrow(
      "one field",
    );
  });

  it("adjusts by a percentage or an amount", () => {
    const { id } = shop.create({ amount: 19.99, weight: 2, costAndProfitData: { itemCost: 8 } });
    const adjust = (change: Parameters<typeof shop.products.bulkAdjust>[0]["adjust"]) => {
      const [result] = shop.products.bulkAdjust({ ids: [id], adjust: change }).results!;
      return [result?.itemMetadata?.success, shop.get(id).priceData?.price];
    };
    expect(adjust({ price: { percentage: { rate: 10 } } })).toEqual([true, 21.99]);
    expect(adjust({ price: { percentage: { rate: 200 } } })).toEqual([true, 65.97]);
    expect(adjust({ price: { percentage: { rate: -50, roundToInt: true } } })).toEqual([true, 33]);
    expect(adjust({ price: { amount: -0.1 } })).toEqual([true, 32.9]);
    expect(adjust({ price: { amount: -33 } })).toEqual([false, 32.9]);
    adjust({ weight: { amount: 0.25 } });
    adjust({ cost: { percentage: { rate: -25 } } });
    expect(shop.get(id)).toMatchObject({ weight: 2.25, costAndProfitData: { itemCost: 6 } });
    expect(adjust({ price: { percentage: { rate: 1000 } } })).toEqual([true, 361.9]);
    shop.products.update({ product: { id, priceData: { price: 999_999_999.99 } } });
    expect(adjust({ price: { amount: 1 } })).toEqual([false, 999_999_999.99]);
    const costless = shop.create({ name: "Cup" }).id;
    const [result] = shop.products.bulkAdjust({ ids: [costless], adjust: { cost: { amount: 1 } } }).results!;
    expect(result?.itemMetadata).toMatchObject({ success: false, error: { code: "NOTHING_TO_ADJUST" } });
  });
});

describe("money", () => {
  it("derives discounts exactly, rounded half up to the cent", () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (price, percent) => {
        const { priceData } = shop.create({
          amount: price / 100,
          discount: { type: "PERCENT", value: percent / 100 },
        });
        // price [cents] x (10000 - percent [hundredths of a percent]) / 10000, half up, all in whole numbers
        const exact = (BigInt(price) * BigInt(10_000 - percent) * 2n + 10_000n) / 20_000n;
        expect(priceData?.discountedPrice).toBe(Number(exact) / 100);
        expect(priceData?.price).toBe(price / 100);
      }),
      { numRuns: runs(60) },
    );
  });

  it("subtracts an amount exactly, never below zero", () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(cents, cents, (price, off) => {
        const { priceData } = shop.create({
          amount: price / 100,
          discount: { type: "AMOUNT", value: off / 100 },
        });
        expect(priceData?.discountedPrice).toBe(Math.max(0, price - off) / 100);
      }),
      { numRuns: runs(60) },
    );
  });

  it("uses the digits of the currency", () => {
    const priceIn = (currency: string, amount: number) => {
      shop.write((tx) => tx.setSetting("currency", currency));
      return shop.create({ amount, discount: { type: "PERCENT", value: 15 } }).priceData;
    };
    expect(priceIn("JPY", 1250)).toMatchObject({ discountedPrice: 1063, formatted: { price: "¥1,250" } });
    expect(priceIn("KWD", 1.115)).toMatchObject({ currency: "KWD", discountedPrice: 0.948 });
    expect(priceIn("EUR", 0.1)).toMatchObject({ discountedPrice: 0.09, formatted: { price: "€0.10" } });
  });

  it("calculates the price per unit", () => {
    const unit = {
      totalQuantity: 250,
      totalMeasurementUnit: "G",
      baseQuantity: 1,
      baseMeasurementUnit: "KG",
    };
    const { priceData } = shop.create({ amount: 4.99, pricePerUnitData: unit });
    expect(priceData).toMatchObject({ pricePerUnit: 19.96, formatted: { pricePerUnit: "$19.96" } });
    const nonsense = shop.create({ pricePerUnitData: { ...unit, baseMeasurementUnit: "ML" } }).priceData;
    expect(nonsense).not.toHaveProperty("pricePerUnit");
  });
});
