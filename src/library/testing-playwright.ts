import "./check-node.ts";
import type { Fixtures } from "@playwright/test";
import type { ShopOptions, TestShop } from "./test-shop.ts";
import { checkShopOptions, openShop } from "./testing.ts";

export type * from "./seed.ts";
export type * from "./test-shop.ts";
export { ApiError, defineSeed, openShop, TillError, UsageError } from "./testing.ts";

/**
 * Returns a fixture that opens a shop before each test that uses `shop`, and closes it after: `const test =
 * base.extend(shopFixture({ seed: "demo" }))`. Throws UsageError for an unknown option.
 */
export function shopFixture(options: ShopOptions = {}): Fixtures<{ shop: TestShop }, object, object, object> {
  checkShopOptions("shopFixture", options);
  return {
    // Playwright reads from the parameter list which other fixtures are needed.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async shop({}, use, { title }) {
      const shop = await openShop({ name: title, ...options });
      try {
        await use(shop);
      } finally {
        await shop.close();
      }
    },
  };
}
