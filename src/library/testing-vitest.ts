import "./check-node.ts";
import type { ShopOptions, TestShop } from "./test-shop.ts";
import { checkShopOptions, openShop } from "./testing.ts";

export type * from "./seed.ts";
export type * from "./test-shop.ts";
export { ApiError, defineSeed, openShop, TillError, UsageError } from "./testing.ts";

/** A fixture for `test.extend` of Vitest: a shop for each test that uses it. */
export interface ShopFixture {
  shop: (context: { task: { name: string } }, use: (shop: TestShop) => Promise<void>) => Promise<void>;
}

/**
 * Returns a fixture that opens a shop before each test that uses `shop`, and closes it after: `const test =
 * base.extend(shopFixture({ seed: "demo" }))`. Throws UsageError for an unknown option.
 */
export function shopFixture(options: ShopOptions = {}): ShopFixture {
  checkShopOptions("shopFixture", options);
  return {
    async shop({ task }, use) {
      const shop = await openShop({ name: task.name, ...options });
      try {
        await use(shop);
      } finally {
        await shop.close();
      }
    },
  };
}
