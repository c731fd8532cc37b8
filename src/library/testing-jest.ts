import "./check-node.ts";
import type { ShopOptions, TestShop } from "./test-shop.ts";
import { openShop } from "./testing.ts";

export type * from "./seed.ts";
export type * from "./test-shop.ts";
export { defineSeed, openShop } from "./testing.ts";

/** The hooks that a runner defines as global functions. */
interface Hooks {
  beforeEach(work: () => Promise<void>): void;
  afterEach(work: () => Promise<void>): void;
}

/**
 * Opens a shop before each test of the file (or `describe` block) and closes it after. Returns a function that returns the
 * shop of the running test. For Jest and other runners with global `beforeEach` and `afterEach`, or
 * with `hooks`, such as those of `node:test`.
 */
export function useShop(options: ShopOptions = {}, hooks: object = globalThis): () => TestShop {
  const { beforeEach, afterEach } = hooks as Hooks;
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
