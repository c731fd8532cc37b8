import { test as base, expect } from "vitest";
import type { TestShop } from "../../src/library/testing.ts";
import { useShop } from "../../src/library/testing-jest.ts";
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

test("hooks like those of Jest open a shop before each test and close it after", async () => {
  const hooks = new Map<string, () => Promise<void>>();
  const hook = (name: string) => (work: () => Promise<void>) => hooks.set(name, work);
  const getState = () => ({ currentTestName: "buys a mug" });
  const shop = useShop(
    { seed: "empty" },
    { beforeEach: hook("before"), afterEach: hook("after"), expect: { getState } },
  );
  expect(shop).toThrow("open during tests only");
  await hooks.get("before")?.();
  const first = shop();
  expect((await first.client.asAdmin().products.query({})).products).toEqual([]);
  await hooks.get("after")?.();
  expect(shop).toThrow("open during tests only");
  await expect(first.clock.now()).rejects.toThrow('of "buys a mug"');
  await hooks.get("before")?.();
  expect(shop()).not.toBe(first);
  await hooks.get("after")?.();
  expect(() => useShop({ sed: "empty" } as object, {})).toThrow(`Did you mean "seed"`);
});

test("a fixture of Playwright closes its shop, also if the test fails", async () => {
  const { shop: open } = playwrightFixture({ seed: "empty" }) as unknown as {
    shop(none: object, use: (shop: TestShop) => Promise<void>, info: { title: string }): Promise<void>;
  };
  let used: TestShop | undefined;
  const failing = open(
    {},
    async (shop) => {
      used = shop;
      throw new Error("the test failed");
    },
    { title: "buys a jug" },
  );
  await expect(failing).rejects.toThrow("the test failed");
  await expect(used?.clock.now()).rejects.toThrow('of "buys a jug"');
});
