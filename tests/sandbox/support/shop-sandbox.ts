import type { Product } from "../../../src/api/services/products/models/product.ts";
import { type CatalogStore, openCatalog } from "./catalog-store.ts";

export const allProducts = "00000000-000000-000000-000000000001";
export const defaultVariant = "00000000-0000-0000-0000-000000000000";
export const sizes = { name: "Size", choices: [{ value: "S" }, { value: "L", description: "Large" }] };
export const colours = {
  name: "Colour",
  optionType: "color",
  choices: [
    { value: "#ff0000", description: "Red" },
    { value: "#0000ff", description: "Blue" },
  ],
};

export type MadeProduct = Product & { id: string };

/** An empty catalog v1 shop. `create` makes a product for 10.00 by default. */
export interface ShopSandbox extends CatalogStore {
  create(product?: Product & { amount?: number }): MadeProduct;
  get(id: string): Product;
  /** Returns the choices and price of each variant. */
  variantsOf(id: string): unknown[][];
}

export function openShopSandbox(): ShopSandbox {
  const shop = openCatalog();
  const get = (id: string) => shop.products.get({ id, includeMerchantSpecificData: true }).product!;
  return {
    ...shop,
    get,
    create({ amount = 10, ...rest } = {}) {
      const product = { name: "Mug", priceData: { price: amount }, ...rest };
      return shop.products.create({ product }).product as MadeProduct;
    },
    variantsOf: (id) => get(id).variants!.map(({ choices, variant }) => [choices, variant?.priceData?.price]),
  };
}
