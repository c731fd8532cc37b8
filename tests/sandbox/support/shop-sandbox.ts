import { collections as collectionEndpoints } from "../../../src/api/services/collections.ts";
import { inventory as inventoryEndpoints } from "../../../src/api/services/inventory.ts";
import { type Product, products as productEndpoints } from "../../../src/api/services/products.ts";
import { collections } from "../../../src/sandbox/collections/collection-calls.ts";
import { inventory } from "../../../src/sandbox/inventory/stock-calls.ts";
import type { Tx } from "../../../src/sandbox/kernel/tx.ts";
import { products } from "../../../src/sandbox/products/v1/calls.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { bindHandlers, type Calls } from "./direct-calls.ts";

export const allProducts = "00000000-000000-000000-000000000001";
export const defaultVariant = "00000000-0000-0000-0000-000000000000";
export const sizes = { name: "Size", choices: [{ value: "S" }, { value: "L", description: "Large" }] };
export const colors = {
  name: "Colour",
  optionType: "color",
  choices: [
    { value: "#ff0000", description: "Red" },
    { value: "#0000ff", description: "Blue" },
  ],
};

export type MadeProduct = Product & { id: string };

/** An empty catalog v1 shop whose handlers are called directly. `create` makes a product for 10.00 by default. */
export interface ShopSandbox extends Pick<TestShop, "store" | "tick"> {
  products: Calls<typeof productEndpoints>;
  collections: Calls<typeof collectionEndpoints>;
  inventory: Calls<typeof inventoryEndpoints>;
  write<T>(work: (tx: Tx) => T): T;
  /** Returns the events since the last call, as `[short type, payload]`. */
  events(): [string, Record<string, unknown>][];
  create(product?: Partial<Product> & { amount?: number }): MadeProduct;
  get(id: string): Product;
  /** Returns the choices and price of each variant. */
  variantsOf(id: string): unknown[][];
}

export function openShopSandbox(): ShopSandbox {
  const { store, tick, newEvents } = openTestShop({ seed: "empty", now: "2026-03-01T08:00:00.000Z" });
  const bound = bindHandlers(store, productEndpoints, products);
  const get = (id: string) => bound.get({ id, includeMerchantSpecificData: true }).product!;
  return {
    store,
    tick,
    products: bound,
    collections: bindHandlers(store, collectionEndpoints, collections),
    inventory: bindHandlers(store, inventoryEndpoints, inventory),
    write: (work) => store.write({ caller: { role: "admin" } }, work),
    events: () =>
      newEvents().map(({ type, payload }) => [
        type.split(".").at(-1) ?? "",
        payload as Record<string, unknown>,
      ]),
    get,
    create({ amount = 10, ...rest } = {}) {
      const product = { name: "Mug", priceData: { price: amount }, ...rest };
      return bound.create({ product }).product as MadeProduct;
    },
    variantsOf: (id) => get(id).variants!.map(({ choices, variant }) => [choices, variant?.priceData?.price]),
  };
}
