import { expect, test } from "vitest";
import type { Product } from "../../../src/api/services/products.ts";
import { productView } from "../../../src/resources/products/fields.ts";

/** Returns the text of a field on the page of a product. */
function shown(field: string, product: Partial<Product>): unknown {
  const column = (productView.pageColumns ?? []).find(({ name }) => name === field);
  return column?.value(product as Product);
}

test.each([
  [
    "<p>Thrown in one piece.</p><ul><li>Dishwasher safe</li><li>Every piece differs</li></ul><p>Made here.</p>",
  ],
  [
    "<h2>Thrown in one piece.</h2>\n<ul>\n<li>Dishwasher <b>safe</b></li>\n<li>Every piece differs</li>\n</ul>\nMade here.",
  ],
])("a semicolon follows list items in a description: %s", (description) => {
  expect(shown("description", { description })).toBe(
    "Thrown in one piece. Dishwasher safe; Every piece differs; Made here.",
  );
});

test("a description is cut after 300 characters", () => {
  expect(shown("description", { description: `<p>${"x".repeat(400)}</p>` })).toBe(`${"x".repeat(299)}…`);
});

test.each([
  ["PERCENT", 20, "20%"],
  ["AMOUNT", 20, "20.00 USD"],
  ["NONE", 0, ""],
] as const)("a discount of the type %s and %d is shown as %j", (type, value, text) => {
  const priceData = { currency: "USD", price: 129 } as Product["priceData"];
  expect(shown("discount", { discount: { type, value }, priceData })).toBe(text);
});

test.each([
  ["IN_STOCK", 343, [true, true], "343", undefined],
  ["IN_STOCK", 6, [true], "6", undefined],
  ["IN_STOCK", 5, [true], "5", "warn"],
  ["PARTIALLY_OUT_OF_STOCK", 343, [true, false, false], "343, 2 out", "warn"],
  ["PARTIALLY_OUT_OF_STOCK", undefined, [true, false], "partly", "warn"],
  ["OUT_OF_STOCK", 0, [false], "sold out", "bad"],
] as const)(
  "stock that is %s with %s left and variants %j is shown as %j",
  (status, quantity, each, text, tone) => {
    const stock = { inventoryStatus: status, trackInventory: quantity !== undefined, quantity };
    const variants = each.map((inStock) => ({ stock: { inStock } }));
    const product = { stock, variants } as Product;
    expect(shown("stock", product)).toBe(text);
    expect((productView.pageColumns ?? []).find(({ name }) => name === "stock")?.tone?.(product)).toBe(tone);
  },
);
