import { describe, expect, test } from "vitest";
import { cellRules } from "../../src/resources/cells.ts";
import { productChangeFields } from "../../src/resources/products/fields.ts";

const columns = ["name", "price", "stock", "visible", "slug", "brand"].map((set) => ({ set }));
const rules = cellRules(columns, productChangeFields);
const mug = ["Mug", "24.50 USD", "7", "yes", "mug", ""];

describe("the value of a cell for the editor", () => {
  test.each([
    ["price", "24.50 USD", "24.50"],
    ["price", "1200 JPY", "1200"],
    ["price", "", ""],
    ["stock", "7", "7"],
    ["stock", "in stock", ""],
    ["visible", "yes", "yes"],
    ["name", "Mug", "Mug"],
    ["name", "Dinner Plate “Watt”", "Dinner Plate “Watt”"],
    ["name", '"Watt"', '"\\"Watt\\""'],
    ["name", "upper(name)", '"upper(name)"'],
    ["brand", "null", '"null"'],
  ])("%s %s is %s", (field, cell, text) => {
    expect(rules.editText(field, cell)).toBe(text);
    if (field === "name" || field === "brand") expect(rules.after(rules.setOf(field, text), mug)).toBe(cell);
  });
});

test.each([
  ["price", "24.50 USD", "price=24.50"],
  ["price", "€1,024.50", "price=1024.50"],
  ["price", "+10%", "price=+10%"],
  ["price", "4,95", "price=4,95"],
  ["visible", "No", "visible=false"],
  ["visible", "true", "visible=true"],
  ["name", " Cup ", "name= Cup "],
])("%s %s is %s as a change", (field, text, set) => {
  expect(rules.setOf(field, text)).toBe(set);
});

describe("what a cell shows after a change", () => {
  test.each([
    ["price=+10%", "26.95 USD"],
    ["price=-0.505", "24.00 USD"],
    ["price=price * 2 + stock", "56.00 USD"],
    ["stock=+5", "12"],
    ["visible=false", "no"],
    ["visible=stock > 10", "no"],
    ["name=upper(name)", "MUG"],
    ["brand=", ""],
    ["slug=cup", "cup"],
  ])("%s: %s", (set, text) => {
    expect(rules.after(set, mug)).toBe(text);
  });

  test("is unknown if it depends on more than the row shows", () => {
    expect(rules.after("price=cost * 2", mug)).toBeUndefined();
    expect(rules.after("stock=+5", mug.with(2, "in stock"))).toBeUndefined();
    expect(rules.after("collections=Gifts", mug)).toBeUndefined();
  });

  test("is refused if the row cannot have it", () => {
    expect(() => rules.after("price=-30", mug)).toThrow("price would become -5.5, and it cannot be negative");
    expect(() => rules.after("price=+10%", mug.with(1, ""))).toThrow("price is empty");
  });
});
