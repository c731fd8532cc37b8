import { expect, test } from "vitest";
import type { Json } from "../../../src/bulk/journal/step.ts";
import { namedProblems } from "../../../src/resources/products/bounds.ts";

const option = (name: string, choices: number) => ({
  name,
  type: "drop_down",
  choices: Array.from({ length: choices }, (_, index) => ({ value: `${index}`, description: `${index}` })),
});
const same = { ...option("Size", 0), choices: ["S", "S"].map((one) => ({ value: one, description: one })) };

function messages(kind: string, after: Json, currency?: string) {
  const found = namedProblems({ kind, label: "Mug", before: null, after }, { version: "v1", currency });
  return found.map(({ field, message }) => `${field} ${message}`);
}

test.each<[string, Record<string, unknown>, string[]]>([
  ["a discount of more than all", { discount: "101%" }, ["discount must be 100 or less"]],
  [
    "a discount larger than the price",
    { price: "5", discount: "5.01" },
    ["discount is an amount larger than the price of 5"],
  ],
  ["a discount of the whole price", { price: "5", discount: "5" }, []],
  ["more decimals than the currency has", { price: "5.123" }, ["price has 3 decimals, but USD has 2"]],
  [
    "an option twice",
    { options: [option("Size", 1), option("Size", 1)] },
    ['options contain the option "Size" twice'],
  ],
  ["a choice twice", { options: [same] }, ['options have the choice "S" of Size twice']],
  [
    "more variants than a product can have",
    { options: [option("A", 100), option("B", 11)] },
    ["options make 1,100 variants, the maximum is 1,000"],
  ],
  ["fields that are cleared", { brand: null, sku: null, weight: null, discount: null }, []],
])("of a product: %s", (_, after, expected) => {
  expect(messages("product.update", after as Json, "USD")).toEqual(expected);
});

test("of a variant, with its choices", () => {
  const after = { '{"Colour":"Ink","Size":"S"}': { price: "-1" }, "{}": { sku: "OK" } };
  expect(messages("variants.update", after)).toEqual(["price of Ink / S must be 0 or more"]);
});

test("of a currency without decimals", () => {
  expect(messages("product.create", { name: "Mug", price: "500.5" }, "JPY")).toEqual([
    "price has 1 decimal, but JPY has none",
  ]);
});

test.each([
  ["https://media.example/a.jpg", true],
  ["a1b2c3_d4e5~mv2.jpg", true],
  ["wix:image://v1/a1b2c3_d4e5~mv2.jpg/mug.jpg", true],
  ["ftp://media.example/a.jpg", false],
  ["a picture.jpg", false],
  ["https://", false],
])("media source %s: accepted %s", (source, accepted) => {
  expect(messages("media.add", [source]).length === 0).toBe(accepted);
});
