import "./check-node.ts";
import type { ShopOptions, TestShop } from "./test-shop.ts";
import { openShop } from "./testing.ts";

export type * from "./seed.ts";
export type * from "./test-shop.ts";
export { defineSeed, openShop } from "./testing.ts";

/** A fixture for `test.extend` of Vitest and of Playwright: a shop for each test that uses it. */
export interface ShopFixture {
  shop: (fixtures: object, use: (shop: TestShop) => Promise<void>) => Promise<void>;
}

/**
 * Returns a fixture that opens a shop before each test that uses `shop`, and closes it after: `const test =
 * base.extend(shopFixture({ seed: "demo" }))`.
 */
export function shopFixture(options: ShopOptions = {}): ShopFixture {
  return {
    // Both runners read from the parameter list which other fixtures are needed.
    // biome-ignore lint/correctness/noEmptyPattern: none are.
    async shop({}, use) {
      const shop = await openShop(options);
      try {
        await use(shop);
      } finally {
        await shop.close();
      }
    },
  };
}
