import { expect, test } from "vitest";
import { readDocuments } from "../../../src/files/edit.ts";
import { EditedStock, stockEdit } from "../../../src/resources/products/edit.ts";

const sizes = (levels: Record<string, object>) => ({
  variants: Object.entries(levels).map(([Size, level]) => ({ choices: { Size }, ...level })),
});

/** Compares YAML with the stock that was shown. */
function edit(shown: EditedStock, text: string) {
  const { documents, mistakes } = readDocuments(text, EditedStock);
  expect(mistakes).toEqual([]);
  const [document] = documents;
  if (document === undefined) throw new Error("no document");
  const { draft, mistakes: found } = stockEdit("1", shown, document);
  return {
    inventory: draft?.inventory,
    variants: draft?.variants.map(({ choices, inventory }) => [choices.Size, inventory]),
    mistakes: found.map(({ path, message }) => `${path.join(".")}: ${message}`),
  };
}

const nothing = { inventory: undefined, variants: undefined, mistakes: [] };

test("stock that is the same, or removed from the text, is not changed", () => {
  expect(edit({ quantity: 4 }, "quantity: 4\n")).toEqual(nothing);
  expect(edit({ quantity: 4 }, "id: 1\n")).toEqual(nothing);
  const shown = sizes({ S: { quantity: 4 }, L: { quantity: 5 } });
  expect(edit(shown, "variants:\n  - choices: {Size: L}\n    quantity: 5\n")).toEqual(nothing);
  expect(edit(shown, "variants:\n  - choices: {Size: L}\n")).toEqual(nothing);
});

test("a quantity, and stock that is no longer counted", () => {
  expect(edit({ quantity: 4 }, "quantity: 7\n").inventory).toEqual({ quantity: 7 });
  expect(edit({ quantity: 4 }, "inStock: false\n").inventory).toEqual({ inStock: false });
  expect(edit({ inStock: true }, "quantity: 0\n").inventory).toEqual({ quantity: 0 });
});

test("only the variants that were changed", () => {
  const shown = sizes({ S: { quantity: 4 }, L: { quantity: 5 } });
  const text =
    "variants:\n  - choices: {Size: S}\n    quantity: 4\n  - choices: {Size: L}\n    quantity: 9\n";
  expect(edit(shown, text).variants).toEqual([["L", { quantity: 9 }]]);
});

test("tracking begins and ends for all variants", () => {
  const shown = sizes({ S: { quantity: 4 }, L: { quantity: 5 } });
  const one = "variants:\n  - choices: {Size: S}\n    inStock: true\n";
  expect(edit(shown, one).mistakes).toEqual([
    "variants: variants: give all of them inStock, or none: stock is tracked for all variants or none",
  ]);
  const all = `${one}  - choices: {Size: L}\n    inStock: false\n`;
  expect(edit(shown, all)).toMatchObject({
    mistakes: [],
    variants: [
      ["S", { inStock: true }],
      ["L", { inStock: false }],
    ],
  });
});

test.each([
  [
    { quantity: 4 },
    "quantity: 5\ninStock: true\n",
    "inStock: inStock: stock has either a quantity or inStock",
  ],
  [{ quantity: 4 }, "variants: []\n", "variants: variants: the product has no variants"],
  [sizes({ S: { quantity: 4 } }), "quantity: 5\n", "quantity: quantity: its variants have the stock"],
  [
    sizes({ S: { quantity: 4 } }),
    "variants:\n  - choices: {Size: S}\n  - choices: {Size: S}\n    quantity: 5\n  - choices: {Size: S}\n    quantity: 6\n",
    "variants.2: there is another variant with these choices above",
  ],
])("%j with %j is a mistake", (shown, text, mistake) => {
  expect(edit(shown, text).mistakes.map((one) => one.startsWith(mistake))).toContain(true);
});
