import { expect, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";
import { newYork, openVisitorShop } from "../support/visitor-shop.ts";

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
  // A mask has the names of fields of the specification, and only those are changed.
  const masked = (paths: string[]) => ({
    specification: { active: true, name: "Fall" },
    fieldMask: { paths },
  });
  expect((await shop.ask("PATCH", `${path}/${id}`, masked(["specification.active"]))).status).toBe(400);
  await shop.ok("PATCH", `${path}/${id}`, masked(["active"]));
  expect((await shop.ok("GET", `${path}/${id}`)).coupon.specification).toMatchObject({
    active: true,
    name: "Autumn",
  });
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
  const filter = '{"specification.code":"AUTUMN10"}';
  expect((await ok("POST", `${path}/query`, { query: { filter } })).coupons).toHaveLength(1);
  expect((await ask("POST", path, specification(everything))).status).toBe(409);
  await ok("DELETE", `${path}/${id}`);
  expect((await ask("GET", `${path}/${id}`)).status).toBe(404);
  expect((await ask("POST", "/v2/coupons", specification(everything))).status).toBe(501);
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
  expect(
    (
      await ask(
        "POST",
        path,
        specification({ ...everything, percentOffRate: undefined, buyXGetY: { x: 2, y: 1 } }),
      )
    ).status,
  ).toBe(501);
  const free = specification({ percentOffRate: undefined, freeShipping: true });
  expect((await ask("POST", path, free)).status).toBe(200);
});

test("a coupon for one item discounts one unit of the cheapest item", async () => {
  const shop = await openVisitorShop();
  const body = specification({ ...everything, percentOffRate: 50, limitedToOneItem: true });
  const { id } = (await shop.ask("POST", path, body)).body;
  expect((await shop.ok("GET", `${path}/${id}`)).coupon.specification).toMatchObject({
    limitedToOneItem: true,
  });
  await shop.add("espresso-cup-set", 3);
  const apply = async () => {
    const { cart } = await shop.visitor("PATCH", "/ecom/v1/carts/current", { couponCode: "AUTUMN10" });
    return [cart.subtotal.amount, cart.subtotalAfterDiscounts.amount];
  };
  // 3 x 48.00, and half of one of them.
  expect(await apply()).toEqual(["144.00", "120.00"]);
  await shop.add("stoneware-mug", 2, { Colour: "Oat" });
  // 2 x 24.00 more, and half of one mug instead.
  expect(await apply()).toEqual(["192.00", "180.00"]);
  shop.close();
});

test("a coupon with a sale price reduces each item to it, and never raises one", async () => {
  const shop = await openVisitorShop();
  const body = (fixedPriceAmount: number) =>
    specification({ ...everything, percentOffRate: undefined, fixedPriceAmount });
  const { id } = (await shop.ask("POST", path, body(40))).body;
  expect((await shop.ok("GET", `${path}/${id}`)).coupon.specification).toMatchObject({
    fixedPriceAmount: 40,
  });
  await shop.add("espresso-cup-set", 2);
  const couponCode = "AUTUMN10";
  const { cart } = await shop.visitor("PATCH", "/ecom/v1/carts/current", { couponCode });
  expect(cart.subtotalAfterDiscounts.amount).toBe("80.00");
  await shop.ok("PATCH", `${path}/${id}`, { specification: { fixedPriceAmount: 60 } });
  const dearer = await shop.visitor("PATCH", "/ecom/v1/carts/current", { couponCode });
  expect(dearer.cart.subtotalAfterDiscounts.amount).toBe("96.00");
  shop.close();
});

test("a coupon with a limit per customer is rejected when the same buyer uses it again", async () => {
  const shop = await openVisitorShop();
  await shop.ok("POST", path, specification({ ...everything, limitPerCustomer: 1 }));
  const buy = async (email: string) => {
    await shop.add("espresso-cup-set", 1);
    await shop.visitor("PATCH", "/ecom/v1/carts/current", { couponCode: "AUTUMN10" });
    const id = await shop.checkout({ shippingAddress: newYork, email });
    return { id, path: `/ecom/v1/checkouts/${id}/create-order` };
  };
  await shop.visitor("POST", (await buy("ada@example.com")).path);
  const again = await buy("Ada@Example.com");
  const [status, code, message] = await shop.rejected("POST", again.path);
  expect([status, code]).toEqual([400, "ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED"]);
  expect(message).toContain("once");
  await shop.visitor("POST", (await buy("bob@example.com")).path);
  const { coupons } = await shop.ok("POST", `${path}/query`, { query: {} });
  expect(
    coupons.find((one: { specification: { code: string } }) => one.specification.code === "AUTUMN10"),
  ).toMatchObject({
    numberOfUsages: 2,
    specification: { limitPerCustomer: 1 },
  });
  shop.close();
});

test("a coupon keeps whether it applies to subscriptions, also when something else is updated", async () => {
  const shop = await openVisitorShop();
  const { id } = await shop.ok("POST", path, specification({ ...everything, appliesToSubscriptions: true }));
  await shop.ok("PATCH", `${path}/${id}`, { specification: { name: "Winter" } });
  const { coupon } = await shop.ok("GET", `${path}/${id}`);
  expect(coupon.specification).toMatchObject({ name: "Winter", appliesToSubscriptions: true });
  await shop.ok("PATCH", `${path}/${id}`, { specification: { appliesToSubscriptions: false } });
  expect((await shop.ok("GET", `${path}/${id}`)).coupon.specification.appliesToSubscriptions).toBe(false);
  shop.close();
});

test("a coupon has one kind of discount: an update with another kind replaces it", async () => {
  const shop = await openVisitorShop();
  const { id } = await shop.ok("POST", path, specification(everything));
  const kinds = ["moneyOffAmount", "percentOffRate", "freeShipping", "scope", "minimumSubtotal"];
  const update = async (more: object) => {
    await shop.ok("PATCH", `${path}/${id}`, { specification: more, fieldMask: { paths: Object.keys(more) } });
    const { specification: now } = (await shop.ok("GET", `${path}/${id}`)).coupon;
    return Object.keys(now).filter((key) => kinds.includes(key));
  };
  expect(await update({ moneyOffAmount: 5 })).toEqual(["scope", "moneyOffAmount"]);
  await shop.add("espresso-cup-set", 1);
  const { cart } = await shop.visitor("PATCH", "/ecom/v1/carts/current", { couponCode: "autumn10" });
  expect(cart.discount.amount).toBe("5.00");
  const { id: entityId } = await shop.productOf("stoneware-mug");
  const scope = { namespace: "stores", group: { name: "product", entityId } };
  expect(await update({ scope })).toEqual(["scope", "moneyOffAmount"]);
  expect(await update({ minimumSubtotal: 10 })).toEqual(["minimumSubtotal", "moneyOffAmount"]);
  expect((await shop.visitor("GET", "/ecom/v1/carts/current")).cart.discount.amount).toBe("5.00");
  expect(await update(everything)).toEqual(["scope", "moneyOffAmount"]);
});

test("a coupon for free shipping of all orders has no scope", async () => {
  const { ok } = openTestShop();
  const given = { ...specification({ freeShipping: true }).specification, percentOffRate: undefined };
  const { id } = await ok("POST", path, { specification: given });
  expect((await ok("GET", `${path}/${id}`)).coupon.specification).not.toHaveProperty("scope");
  const filter = '{"specification.code":"FREESHIP"}';
  const { coupons } = await ok("POST", `${path}/query`, { query: { filter } });
  expect(coupons[0].specification).not.toHaveProperty("scope");
});

test("a coupon for free shipping keeps the scope that it was given, also when something else is updated", async () => {
  const { ok } = openTestShop();
  const scope = { namespace: "stores" };
  const given = { ...specification({ freeShipping: true, scope }).specification, percentOffRate: undefined };
  const { id } = await ok("POST", path, { specification: given });
  const shown = async () => (await ok("GET", `${path}/${id}`)).coupon.specification;
  expect(await shown()).toMatchObject({ scope, freeShipping: true });
  await ok("PATCH", `${path}/${id}`, { specification: { name: "Winter" } });
  expect(await shown()).toMatchObject({ name: "Winter", scope });
  await ok("PATCH", `${path}/${id}`, { specification: { scope: null }, fieldMask: { paths: ["scope"] } });
  expect(await shown()).not.toHaveProperty("scope");
});
