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
    stock: draft?.stock,
    variants: draft?.variants.map(({ choices, stock }) => [choices.Size, stock]),
    mistakes: found.map(({ path, message }) => `${path.join(".")}: ${message}`),
  };
}

const nothing = { stock: undefined, variants: undefined, mistakes: [] };

test("stock that is the same, or removed from the text, is not changed", () => {
  expect(edit({ stock: 4 }, "stock: 4\n")).toEqual(nothing);
  expect(edit({ stock: 4 }, "id: 1\n")).toEqual(nothing);
  const shown = sizes({ S: { stock: 4 }, L: { stock: 5 } });
  expect(edit(shown, "variants:\n  - choices: {Size: L}\n    stock: 5\n")).toEqual(nothing);
  expect(edit(shown, "variants:\n  - choices: {Size: L}\n")).toEqual(nothing);
});

test("a quantity, and stock that is no longer counted", () => {
  expect(edit({ stock: 4 }, "stock: 7\n").stock).toEqual({ quantity: 7 });
  expect(edit({ stock: 4 }, "inStock: false\n").stock).toEqual({ inStock: false });
  expect(edit({ inStock: true }, "stock: 0\n").stock).toEqual({ quantity: 0 });
});

test("only the variants that were changed", () => {
  const shown = sizes({ S: { stock: 4 }, L: { stock: 5 } });
  const text = "variants:\n  - choices: {Size: S}\n    stock: 4\n  - choices: {Size: L}\n    stock: 9\n";
  expect(edit(shown, text).variants).toEqual([["L", { quantity: 9 }]]);
});

test("tracking begins and ends for all variants", () => {
  const shown = sizes({ S: { stock: 4 }, L: { stock: 5 } });
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
  [{ stock: 4 }, "stock: 5\ninStock: true\n", "inStock: inStock: give either stock or inStock"],
  [{ stock: 4 }, "variants: []\n", "variants: variants: the product has no variants"],
  [sizes({ S: { stock: 4 } }), "stock: 5\n", "stock: stock: its variants have the stock"],
  [
    sizes({ S: { stock: 4 } }),
    "variants:\n  - choices: {Size: S}\n  - choices: {Size: S}\n    stock: 5\n  - choices: {Size: S}\n    stock: 6\n",
    "variants.2: there is another variant with these choices above",
  ],
])("%j with %j is a mistake", (shown, text, mistake) => {
  expect(edit(shown, text).mistakes.map((one) => one.startsWith(mistake))).toContain(true);
});
