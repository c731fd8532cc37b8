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

test("a region of a state goes before that of its country, and names its charges", async () => {
  const { ok } = openTestShop();
  const profiles = "/ecom/v1/delivery-profiles";
  const { deliveryProfiles } = await ok("POST", `${profiles}/query`, {
    query: { filter: { default: true } },
  });
  const [{ id }] = deliveryProfiles;
  const destinations = [{ countryCode: "US", subdivisions: ["US-HI", "US-AK"] }];
  const { deliveryProfile } = await ok("POST", `${profiles}/${id}/delivery-region`, {
    deliveryProfileId: id,
    deliveryRegion: { name: "Far away", active: true, destinations },
  });
  const far = deliveryProfile.deliveryRegions.find(({ name }: { name: string }) => name === "Far away");
  const shippingOption = {
    title: "By air",
    deliveryRegionId: far.id,
    rates: [{ amount: "39.00", conditions: [] }],
  };
  await ok("POST", "/ecom/v1/shipping-options", { shippingOption });
  await ok("POST", `${profiles}/add-delivery-carrier`, {
    deliveryRegionId: far.id,
    deliveryCarrier: {
      appId: "45c44b27-ca7b-4891-8c0d-1747d588b835",
      backupRate: { title: "By ship", amount: "12.00" },
      additionalCharges: [
        { type: "HANDLING", description: "Insurance", amount: "2.50" },
        { type: "HANDLING", amount: "1.00" },
      ],
    },
  });
  const solutions = async (subdivision: string) =>
    (await ok("POST", path, request({ country: "US", subdivision }))).deliverySolutions;
  expect(await solutions("US-HI")).toMatchObject([
    {
      title: "By air",
      cost: {
        deliveryPrice: { amount: "39.00" },
        additionalCosts: [
          { description: "Insurance", deliveryPrice: { amount: "2.50" } },
          { description: "Handling", deliveryPrice: { amount: "1.00" } },
        ],
      },
      deliveryAllocations: [{ deliveryRegion: { name: "Far away" } }],
    },
  ]);
  const titles = (await solutions("US-NY")).map(({ title }: { title: string }) => title);
  expect(titles).not.toContain("By air");
  const { countries } = await ok("GET", `${profiles}/delivery-destination-properties`);
  const us = countries.find(({ country }: { country: string }) => country === "US");
  expect(us.subdivisions.map(({ subdivision }: { subdivision: string }) => subdivision)).toEqual(
    destinations[0]?.subdivisions,
  );
});
