import { expect, test } from "vitest";
import type { StepDraft } from "../../../src/bulk/journal/step.ts";
import {
  changedCouponSteps,
  newCouponSteps,
  type ReadCoupon,
} from "../../../src/resources/discounts/coupon-file.ts";
import { allProducts, type CouponFields, couponFields } from "../../../src/resources/discounts/coupons.ts";

const coupon = (fields: Partial<CouponFields>): CouponFields & { id: string } => ({
  ...couponFields({ specification: { code: "C", startTime: "0" } }, () => ""),
  id: "c",
  ...fields,
});
const free = { percent: null, amount: null, price: null, freeShipping: true };
const percent = { percent: "10", amount: null, price: null, freeShipping: false };

test.each([
  ["all products", { percent: "10", scope: allProducts }, free, { scope: null }],
  ["a minimum", { percent: "10", minimum: "30" }, free, {}],
  [
    "a product, which it clears",
    { percent: "10", scope: "product mug 1" },
    { ...free, scope: allProducts },
    { scope: null },
  ],
  ["free shipping for all orders", { freeShipping: true }, percent, { scope: allProducts }],
  ["free shipping from a minimum", { freeShipping: true, minimum: "30" }, percent, {}],
])("a row changes the discount of a coupon for %s", (_name, present, read, expected) => {
  const [step] = changedCouponSteps(coupon(present), read, { source: "c.csv:2" }) as StepDraft[];
  const { percent: _, freeShipping, ...after } = (step?.after ?? {}) as CouponFields;
  expect(freeShipping).toBe(read.freeShipping);
  expect(after).toEqual(expected);
});

test("free shipping for one product is refused", () => {
  const planned = changedCouponSteps(coupon({ percent: "10", scope: "product mug 1" }), free, { source: "" });
  expect(planned).toMatchObject({ problems: [{ rule: "scope" }] });
});

test("free shipping with the scope of all products, which a shop may have given it, can be changed", () => {
  const present = coupon({ ...free, scope: allProducts });
  expect(changedCouponSteps(present, { name: "Winter" }, { source: "" })).toMatchObject([
    { after: { name: "Winter" } },
  ]);
});

test("a cell that clears the minimum of free shipping leaves it without a scope", () => {
  const cleared: ReadCoupon = { without: ["minimum"] };
  const present = coupon({ ...free, minimum: "30", scope: null });
  for (const read of [cleared, { ...free, ...cleared }])
    expect(changedCouponSteps(present, read, { source: "" })).toMatchObject([
      { before: { minimum: "30" }, after: { minimum: null } },
    ]);
  const [created] = newCouponSteps({ ...free, ...cleared, code: "C" }, "2030-01-01T00:00:00.000Z", {
    source: "",
  }) as StepDraft[];
  expect(created?.after).toEqual({
    code: "C",
    name: "C",
    freeShipping: true,
    from: "2030-01-01T00:00:00.000Z",
    active: true,
  });
});

test.each<[string, Partial<CouponFields>, ReadCoupon["without"], object | undefined]>([
  ["its minimum", { minimum: "30" }, ["minimum"], { minimum: null, scope: allProducts }],
  ["its product", { scope: "product mug 1" }, ["product"], { scope: allProducts }],
  ["its collection", { scope: "collection Sale 2" }, ["minimum", "collection"], { scope: allProducts }],
  ["a minimum that it does not have", { scope: "collection Sale 2" }, ["minimum"], undefined],
  ["a product that it does not have", { scope: "collection Sale 2" }, ["product"], undefined],
  ["a collection that it does not have", { minimum: "30" }, ["collection", "product"], undefined],
  ["a product, while it is for tickets", { scope: '{"namespace":"events"}' }, ["product"], undefined],
])("none takes from a coupon %s", (_name, restricted, without, after) => {
  const present = coupon({ percent: "10", ...restricted });
  const steps = changedCouponSteps(present, { without }, { source: "" }) as StepDraft[];
  expect(steps.map((step) => step.after)).toEqual(after ? [after] : []);
});

test("a coupon that is imported as it is does not change", () => {
  for (const present of [
    { ...free },
    { ...free, scope: allProducts },
    { ...percent, scope: allProducts },
    { ...percent },
  ])
    expect(changedCouponSteps(coupon(present), present, { source: "" })).toEqual([]);
});
