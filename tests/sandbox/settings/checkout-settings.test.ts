import { expect, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";

test("settings that were never changed have dates, too", async () => {
  const { ok } = openTestShop();
  const dates = { createdDate: expect.any(String), updatedDate: expect.any(String) };
  expect((await ok("GET", "/ecom/v1/checkout-settings")).checkoutSettings).toMatchObject(dates);
  expect((await ok("GET", "/ecom/v1/orders-settings")).ordersSettings).toMatchObject(dates);
});

test("an update of the checkout settings keeps the other fields", async () => {
  const { ok } = openTestShop();
  const path = "/ecom/v1/checkout-settings";
  const before = (await ok("GET", path)).checkoutSettings;
  const change = {
    checkoutFields: { giftCardRedeemEnabled: false },
    createdDate: "2000-01-01T00:00:00.000Z",
  };
  const after = (await ok("PATCH", path, { checkoutSettings: change })).checkoutSettings;
  expect(after.checkoutFields).toEqual({ ...before.checkoutFields, giftCardRedeemEnabled: false });
  expect(after.checkoutPolicies).toEqual(before.checkoutPolicies);
  expect(after.createdDate).toBe("2026-01-31T12:00:00.000Z");
});
