import { createClient } from "till-cli/api";
import { shopFixture } from "till-cli/testing/vitest";
import { test as base, describe, expect } from "vitest";

const test = base.extend(shopFixture({ seed: { products: [{ name: "Mug", price: 12 }] } }));
const url = "https://www.wixapis.com/stores-reader/v1/products/query";

test("the fixture opens a shop, and its name is that of the test", async ({ shop }) => {
  const { products } = await shop.client.asVisitor().products.query({});
  expect(products?.map(({ name }) => name)).toEqual(["Mug"]);
  await shop.close();
  await expect(shop.clock.now()).rejects.toThrow("the fixture opens a shop");
});

describe.concurrent("tests at the same time", () => {
  for (const price of [1, 2, 3, 4])
    test(`see their own shop: ${price}`, async ({ shop, expect }) => {
      shop.installFetch();
      const admin = createClient({ apiKey: shop.apiKey, siteId: shop.siteId });
      const { products: [mug] = [] } = await admin.products.query({});
      await admin.products.update({ product: { id: mug?.id ?? "", priceData: { price } } });
      const headers = { authorization: shop.apiKey, "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body: "{}" });
      expect(await response.json()).toMatchObject({ products: [{ name: "Mug", price: { price } }] });
    });
});
