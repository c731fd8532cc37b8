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
