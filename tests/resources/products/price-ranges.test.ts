import { expect, test } from "vitest";
import type { Product } from "../../../src/api/services/products.ts";
import { cellText } from "../../../src/output/table.ts";
import { productColumns } from "../../../src/resources/products/fields.ts";

const money = (price: number, discountedPrice: number) => ({
  priceData: { currency: "USD", price, discountedPrice },
});
const shown = (product: Product) =>
  ["price", "salePrice"].map((name) =>
    productColumns
      .filter((column) => column.name === name)
      .map((column) => cellText(column, product, {}))
      .join(),
  );

test("the sale price of a product is the range of those of its variants, as the price is", () => {
  const variants = [money(129, 109), money(139, 119)].map((variant) => ({ variant }));
  const product = { ...money(129, 109), manageVariants: true, variants } as Product;
  expect(shown(product)).toEqual(["129.00–139.00 USD", "109.00–119.00 USD"]);
  expect(shown({ ...product, manageVariants: false })).toEqual(["129.00 USD", "109.00 USD"]);
  expect(shown(money(129, 129) as Product)).toEqual(["129.00 USD", ""]);
});
