import { shopFixture } from "till-cli/testing/vitest";
import { test as base, expect } from "vitest";
import { createStorefront } from "./storefront.js";

// A shop of its own for each test, in memory: no account, no network, no server.
const test = base.extend(
  shopFixture({
    seed: {
      products: [
        { name: "Glazed mug", price: 24, stock: 3 },
        { name: "Out of season", price: 9, visible: false },
      ],
      coupons: [{ code: "TEN", percent: 10 }],
    },
  }),
);

test("lists what can be bought", async ({ shop }) => {
  shop.installFetch();
  const storefront = createStorefront({ clientId: shop.clientId });
  expect((await storefront.products()).map(({ name }) => name)).toEqual(["Glazed mug"]);
});

test("sells a mug with a coupon", async ({ shop }) => {
  shop.installFetch();
  const storefront = createStorefront({ clientId: shop.clientId });
  const [mug] = await storefront.products();
  await storefront.add(mug, 2);
  const { checkoutId } = await storefront.checkout({
    email: "ada@example.com",
    couponCode: "TEN",
    returnUrl: "http://localhost:3000/thanks",
  });

  // The buyer pays on the hosted page; here the test does.
  await shop.client.asVisitor().checkouts.createOrder({ id: checkoutId });

  const { payload } = await shop.webhooks.next("order_approved");
  expect(payload.actionEvent.body.order.priceSummary.total.amount).toBe("43.20");
  const { product } = await shop.client.asAdmin().products.get({ id: mug.id });
  expect(product.stock.quantity).toBe(1);
});

test("says how many are left", async ({ shop }) => {
  shop.installFetch();
  const storefront = createStorefront({ clientId: shop.clientId });
  const [mug] = await storefront.products();
  await expect(storefront.add(mug, 9)).rejects.toThrow("Only 3 left of Glazed mug.");
});

test("passes a failure of the platform on to the caller", async ({ shop }) => {
  shop.installFetch();
  await shop.faults.add({ fault: "503", route: "query" });
  const storefront = createStorefront({ clientId: shop.clientId });
  await expect(storefront.products()).rejects.toMatchObject({ status: 503 });
});
