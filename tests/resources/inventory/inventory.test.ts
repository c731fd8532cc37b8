import { expect, test } from "vitest";
import type { Product } from "../../../src/api/services/products.ts";
import { chooseVariants } from "../../../src/resources/inventory/inventory.ts";

const option = (name: string, ...choices: string[]) => ({
  name,
  choices: choices.map((choice) => ({ value: choice, description: choice })),
});
const variant = (id: string, sku: string, choices: Record<string, string>) => ({
  id,
  choices,
  variant: { sku },
});
/** On catalog v3, a product may lack some of the variants of its choices. */
const shirt = {
  id: "shirt",
  name: "Shirt",
  slug: "shirt",
  sku: "SHIRT",
  manageVariants: true,
  productOptions: [option("Size", "S", "L"), option("Colour", "Red", "Ink")],
  variants: [
    variant("1", "S-RED", { Size: "S", Colour: "Red" }),
    variant("2", "S-INK", { Size: "S", Colour: "Ink" }),
    variant("3", "L-INK", { Size: "L", Colour: "Ink" }),
  ],
} as Product;

test.each([
  ["shirt", [], ["S-RED", "S-INK", "L-INK"]],
  ["SHIRT", [], ["S-RED", "S-INK", "L-INK"]],
  ["S-INK", [], ["S-INK"]],
  ["shirt", ["Size=S"], ["S-RED", "S-INK"]],
  ["S-RED", ["Size=L"], ["L-INK"]],
  ["shirt", ["Colour=Ink", "Size=L"], ["L-INK"]],
])("%s with %j are the variants %j", (reference, options, skus) => {
  expect(chooseVariants(shirt, reference, options).map(({ sku }) => sku)).toEqual(skus);
});

test("choices that no variant has are an error", () => {
  expect(() => chooseVariants(shirt, "shirt", ["Size=L", "Colour=Red"])).toThrow(
    '"Shirt" has no variant Size=L, Colour=Red.',
  );
  expect(() => chooseVariants({ ...shirt, manageVariants: false }, "shirt", ["Size=L"])).toThrow(
    "its variants are not managed",
  );
});
