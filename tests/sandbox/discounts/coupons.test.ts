import { expect, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";
import { openVisitorShop } from "../support/visitor-shop.ts";

const path = "/stores/v2/coupons";
const specification = (more: object) => ({
  specification: {
    name: "Autumn",
    code: "autumn10",
    startTime: 1_600_000_000_000,
    percentOffRate: 10,
    ...more,
  },
});
const everything = { scope: { namespace: "stores" } };

test("a coupon that was created by API discounts a cart", async () => {
  const shop = await openVisitorShop();
  const { id } = (await shop.ask("POST", path, specification(everything))).body;
  await shop.add("espresso-cup-set", 1);
  const couponCode = "AUTUMN10";
  const { cart } = await shop.visitor("PATCH", "/ecom/v1/carts/current", { couponCode });
  expect([cart.subtotal.amount, cart.subtotalAfterDiscounts.amount]).toEqual(["48.00", "43.20"]);
  await shop.ask("PATCH", `${path}/${id}`, { specification: { active: false } });
  expect((await shop.rejected("PATCH", "/ecom/v1/carts/current", { couponCode }))[2]).toContain("not active");
  shop.close();
});

test("coupons are read back as they were sent, listed and deleted", async () => {
  const { ask, ok } = openTestShop();
  const scope = { namespace: "stores", group: { name: "product", entityId: "p1" } };
  const times = { startTime: "1600000000000", expirationTime: "1600000009000" };
  const { id } = await ok("POST", path, specification({ ...times, scope, usageLimit: 5 }));
  const { coupon } = await ok("GET", `${path}/${id}`);
  expect(coupon).toMatchObject({ id, expired: true, numberOfUsages: 0 });
  expect(coupon.specification).toEqual({
    ...specification({ ...times, scope, usageLimit: 5, active: true }).specification,
    code: "AUTUMN10",
  });
  const filter = { "specification.code": "AUTUMN10" };
  expect((await ok("POST", `${path}/query`, { query: { filter } })).coupons).toHaveLength(1);
  expect((await ask("POST", path, specification(everything))).status).toBe(409);
  await ok("DELETE", `${path}/${id}`);
  expect((await ask("GET", `${path}/${id}`)).status).toBe(404);
  expect((await ask("POST", "/v2/coupons", specification(everything))).status).toBe(404);
});

test("coupons are rejected as on the live platform", async () => {
  const { ask } = openTestShop();
  const rejected = async (more: object) => {
    const { status, body } = await ask("POST", path, specification(more));
    expect(status).toBe(400);
    return body.message;
  };
  const group = { scope: { namespace: "stores", group: { name: "product" } } };
  expect(await rejected(group)).toContain("The provided combination of scope and coupon type is invalid.");
  expect(await rejected({})).toBe(
    "When scope or minimumSubtotal is not used - only FreeShipping coupon is allowed",
  );
  expect(await rejected({ ...everything, code: "x".repeat(21) })).toContain("has size 21");
  expect(await rejected({ ...everything, startTime: "soon" })).toContain("milliseconds since 1970");
  expect((await ask("POST", path, specification({ ...everything, limitPerCustomer: 1 }))).status).toBe(501);
  const free = specification({ percentOffRate: undefined, freeShipping: true });
  expect((await ask("POST", path, free)).status).toBe(200);
});
