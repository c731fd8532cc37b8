import { expect, test } from "vitest";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

const path = "/_api/delivery-rates/v1/get-delivery-solutions";
const request = (destination: object) => ({
  lineItems: [
    { id: "mug", name: "Mug", quantity: 2, price: "24", physicalProperties: { weight: 0.4 } },
    { id: "book", name: "E-book", quantity: 1, price: "9", physicalProperties: { shippable: false } },
  ],
  destination,
  currency: "USD",
});

test("lists the delivery options of items without a cart", async () => {
  const { ok, ask } = openTestShop();
  const { deliverySolutions, errors } = await ok(
    "POST",
    path,
    request({ country: "US", subdivision: "US-NY" }),
  );
  expect(errors).toEqual([]);
  expect(deliverySolutions[0]).toMatchObject({
    title: "Standard",
    deliveryReference: { appId: "45c44b27-ca7b-4891-8c0d-1747d588b835" },
    cost: { deliveryPrice: { amount: "6.90", formattedAmount: "$6.90" } },
    deliveryAllocations: [
      { deliveryRegion: { name: "United States" }, applicableLineItems: { lineItemIds: ["mug"] } },
    ],
    partial: true,
  });
  expect(codeOf(await ask("POST", path, request({ city: "Berlin" })))).toBe("REQUIRED_COUNTRY");
});
