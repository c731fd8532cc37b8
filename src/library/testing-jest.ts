import "./check-node.ts";
import type { ShopOptions, TestShop } from "./test-shop.ts";
import { checkShopOptions, openShop } from "./testing.ts";

export type * from "./seed.ts";
export type * from "./test-shop.ts";
export { ApiError, defineSeed, openShop, TillError, UsageError } from "./testing.ts";

/** What a runner defines as global variables. */
interface Hooks {
  beforeEach(work: () => Promise<void>): void;
  afterEach(work: () => Promise<void>): void;
  expect?: { getState?(): { currentTestName?: string } };
}

/**
 * Opens a shop before each test of the file (or `describe` block) and closes it after. Returns a function that returns the
 * shop of the running test. For Jest and other runners with global `beforeEach` and `afterEach`, or with `hooks`, such as
 * those of `node:test`. Throws UsageError for an unknown option.
 */
export function useShop(options: ShopOptions = {}, hooks: object = globalThis): () => TestShop {
  checkShopOptions("useShop", options);
  const { beforeEach, afterEach, expect } = hooks as Hooks;
  let shop: TestShop | undefined;
  beforeEach(async () => {
    shop = await openShop({ name: expect?.getState?.().currentTestName ?? "", ...options });
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
