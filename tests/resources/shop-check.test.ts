import { expect, test } from "vitest";
import type { Product } from "../../src/api/services/products.ts";
import { productFindings } from "../../src/resources/shop-check.ts";

const picture = { id: "a.jpg", image: { url: "https://cdn.example/a.jpg", altText: "A mug" } };
const mug: Product = {
  id: "1",
  name: "Mug",
  slug: "mug",
  sku: "MUG",
  visible: true,
  description: "<p>A mug</p>",
  priceData: { price: 24 },
  stock: { inStock: true },
  media: { items: [picture] },
};
const sizes = (...variants: { [option: string]: string }[]): Product => ({
  ...mug,
  manageVariants: true,
  productOptions: [
    { name: "Size", choices: [{ description: "S" }, { description: "L" }] },
    { name: "Colour", choices: [{ description: "Red" }] },
  ],
  variants: variants.map((choices, index) => ({
    choices,
    variant: { sku: `MUG-${index}`, priceData: { price: 24 } },
    stock: { inStock: true },
  })),
});

function find(products: readonly Product[], version: "v1" | "v3" = "v1") {
  const seen = { skus: new Map<string, string>(), names: new Map<string, string>() };
  return products.flatMap((product) => [...productFindings(product, seen, version)]);
}

const kinds = (...products: Product[]) => find(products).map(({ check }) => check);

test("a complete product has no findings", () => {
  expect(kinds(mug)).toEqual([]);
  expect(kinds(sizes({ Size: "S", Colour: "Red" }, { Size: "L", Colour: "Red" }))).toEqual([]);
});

test.each<[string, Partial<Product>]>([
  ["price", { priceData: { price: 0 } }],
  ["price", { priceData: undefined }],
  ["stock", { stock: { inStock: false } }],
  ["picture", { media: { items: [] } }],
  ["picture", { media: undefined }],
  ["description", { description: "" }],
  ["description", { description: "<p>&nbsp;</p>" }],
  ["alt", { media: { items: [{ ...picture, image: { url: "https://cdn.example/a.jpg", altText: "" } }] } }],
  ["media", { media: { items: [{ ...picture, image: { altText: "A mug" } }] } }],
  ["choices", { productOptions: [{ name: "Size", choices: [] }] }],
])("finds %s in %j", (kind, change) => {
  expect(kinds({ ...mug, ...change })).toEqual([kind]);
});

test("of hidden products, only stock without a price, shared SKUs and broken choices matter", () => {
  const hidden = { ...mug, visible: false, priceData: { price: 0 }, description: "", media: undefined };
  expect(kinds(hidden)).toEqual([]);
  expect(kinds({ ...hidden, stock: { trackInventory: true, quantity: 3 } })).toEqual(["unpriced"]);
  expect(kinds({ ...mug, sku: "MUG" }, hidden)).toEqual(["sku"]);
});

test("names are compared without regard to case and blanks, SKUs as they are", () => {
  const twin = { ...mug, id: "2", slug: "mug-2", sku: "mug", name: " MUG" };
  expect(find([mug, twin])).toEqual([{ check: "name", subject: " MUG", problem: "mug has the same name" }]);
});

test("names a variant whose choices do not fit the options, and how many more there are", () => {
  const [foreign] = find([sizes({ Size: "XL", Colour: "Red" }, { Size: "S", Colour: "Red" })]);
  expect(foreign).toMatchObject({
    check: "choices",
    problem: "a variant has Size XL, which the product does not offer",
  });
  const [open] = find([sizes({ Size: "S" }, { Size: "L" })]);
  expect(open).toMatchObject({
    problem: "a variant has no choice of Colour; 1 other variant is broken, too",
  });
});

test("a text for pictures is suggested only where the platform has a call for it", () => {
  const silent = {
    ...mug,
    slug: "mug's",
    media: { items: [{ ...picture, image: { url: "https://cdn.example/a" } }] },
  };
  expect(find([silent])).toEqual([expect.not.objectContaining({ fix: expect.anything() })]);
  expect(find([silent], "v3")[0]?.fix).toBe(
    `till products update "mug's" --set 'altText = if(altText = null, name, altText)'`,
  );
});
