import { expect, onTestFinished, test } from "vitest";
import { newYork, openVisitorShop } from "../support/visitor-shop.ts";

async function shopWith(unit: string) {
  const shop = await openVisitorShop();
  onTestFinished(shop.close);
  const answer = await shop.ask("POST", "/__till/settings", { name: "weightUnit", value: unit });
  return { shop, answer };
}

test.each(["KG", "LB"])("carts, checkouts and orders of a shop that weighs in %s say so", async (unit) => {
  const { shop } = await shopWith(unit);
  await shop.add("stoneware-mug", 1, { Colour: "Oat" });
  const estimate = { shippingAddress: newYork, calculateShipping: true };
  const totals = await shop.visitor("POST", "/ecom/v1/carts/current/estimate-totals", estimate);
  const v2 = await shop.visitor("GET", "/ecom/v2/carts/current");
  const id = await shop.checkout();
  const { checkout } = await shop.visitor("GET", `/ecom/v1/checkouts/${id}`);
  const { orderId } = await shop.visitor("POST", `/ecom/v1/checkouts/${id}/create-order`, {});
  const { order } = (await shop.ask("GET", `/ecom/v1/orders/${orderId}`)).body;
  expect([totals.weightUnit, v2.cart.deliveryInfo.weightUnit, checkout.weightUnit, order.weightUnit]).toEqual(
    [unit, unit, unit, unit],
  );
});

test("a unit that the platform does not have is rejected", async () => {
  const { shop, answer } = await shopWith("OZ");
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining("KG, LB")]);
  expect((await shop.add("stoneware-mug", 1, { Colour: "Oat" })).weightUnit).not.toBe("OZ");
});
