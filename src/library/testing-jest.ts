import "./check-node.ts";
import type { ShopOptions, TestShop } from "./test-shop.ts";
import { openShop } from "./testing.ts";

export type * from "./seed.ts";
export type * from "./test-shop.ts";
export { defineSeed, openShop } from "./testing.ts";

type Hook = (work: () => Promise<void>) => void;

/**
 * Opens a shop before each test of the file (or `describe` block) and closes it after. Returns a function that returns the
 * shop of the running test. For Jest and other runners with global `beforeEach` and `afterEach`.
 */
export function useShop(options: ShopOptions = {}): () => TestShop {
  const { beforeEach, afterEach } = globalThis as unknown as { beforeEach: Hook; afterEach: Hook };
  let shop: TestShop | undefined;
  beforeEach(async () => {
    shop = await openShop(options);
  });
  afterEach(async () => {
    await shop?.close();
    shop = undefined;
  });
  return () => {
    if (!shop) throw new Error("The shop is open during tests only: call this function inside one.");
    return shop;
  };
}
