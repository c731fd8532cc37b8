import { test as base, expect } from "vitest";
import { shopFixture as playwrightFixture } from "../../src/library/testing-playwright.ts";
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

test("the types of a Playwright fixture need no help", () => {
  // Compiled only: Playwright runs tests in processes of its own.
  const inPlaywright = (playwright: typeof import("@playwright/test").test) =>
    playwright.extend(playwrightFixture({ seed: "demo" }))("buys", async ({ page, shop }) => {
      const { url }: { url: string } = await shop.listen();
      await page.goto(url);
    });
  expect(inPlaywright).toBeTypeOf("function");
});
