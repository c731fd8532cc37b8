import { test as base, expect } from "vitest";
import { shopFixture } from "../../src/library/testing-vitest.ts";

const test = base.extend(shopFixture({ seed: { products: [{ name: "Mug", price: 12 }] } }));

test("a Vitest fixture opens a shop for each test, named after it", async ({ shop }) => {
  const { products } = await shop.client.asVisitor().products.query({});
  expect(products?.map(({ name }) => name)).toEqual(["Mug"]);
  await shop.close();
  await expect(shop.clock.now()).rejects.toThrow(
    'of "a Vitest fixture opens a shop for each test, named after it"',
  );
});
