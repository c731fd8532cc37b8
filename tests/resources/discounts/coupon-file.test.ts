import { expect, test } from "vitest";
import type { StepDraft } from "../../../src/bulk/journal/step.ts";
import { changedCouponSteps } from "../../../src/resources/discounts/coupon-file.ts";
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

test("a coupon that is imported as it is does not change", () => {
  for (const present of [
    { ...free },
    { ...free, scope: allProducts },
    { ...percent, scope: allProducts },
    { ...percent },
  ])
    expect(changedCouponSteps(coupon(present), present, { source: "" })).toEqual([]);
});
