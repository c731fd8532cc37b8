import { describe, expect, test } from "vitest";
import { cellRules } from "../../src/resources/browse.ts";
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
    if (field === "name" || field === "brand")
      expect(rules.after(rules.setOf(field, text), { cells: mug })).toBe(cell);
  });
});

test.each([
  ["price", "24.50 USD", "price=24.50"],
  ["price", "$1,024.50", "price=1024.50"],
  ["price", "US$ 5", "price=5"],
  ["price", "+10%", "price=+10%"],
  ["price", "price * 2", "price=price * 2"],
  ["price", "4,95", "price=4,95"],
  ["visible", "No", "visible=false"],
  ["visible", "true", "visible=true"],
  ["name", " Cup ", "name= Cup "],
])("%s %s is %s as a change", (field, text, set) => {
  expect(rules.setOf(field, text, { cell: "24.50 USD" })).toBe(set);
});

test.each([
  ["price", "€47.10", '"€47.10" has the currency €, and price is in USD.'],
  ["price", "47.10 EUR", '"47.10 EUR" has the currency EUR, and price is in USD.'],
  ["stock", "$7", '"$7" has the currency $, and stock has none here.'],
])("%s %s is refused: it is another currency", (field, text, message) => {
  expect(() => rules.setOf(field, text, { cell: field === "price" ? "24.50 USD" : "7" })).toThrow(message);
});

test.each(["maybe", "+10%", "2"])("visible %s is refused in the words of the cell", (text) => {
  expect(() => rules.setOf("visible", text, { cell: "yes" })).toThrow(`visible is yes or no, not "${text}".`);
});

test.each([
  ["price", "-1"],
  ["price", "+10%"],
  ["price", "cost*2"],
  ["price", "1.290"],
  ["price", "1,290"],
  ["stock", "stock + 1"],
  ["visible", "stock > 10"],
])("%s %s is refused as a literal value", (field, text) => {
  expect(() => rules.setOf(field, text, { literal: true, cell: "24.50 USD" })).toThrow(`"${text}"`);
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
    ["handle=cup", "cup"],
  ])("%s: %s", (set, text) => {
    expect(rules.after(set, { cells: mug })).toBe(text);
  });

  test("is unknown if it depends on more than the row shows", () => {
    expect(rules.after("price=cost * 2", { cells: mug })).toBeUndefined();
    expect(rules.after("stock=+5", { cells: mug.with(2, "in stock") })).toBeUndefined();
    expect(rules.after("collections=Gifts", { cells: mug })).toBeUndefined();
  });

  test("is refused if the row cannot have it", () => {
    expect(() => rules.after("price=-30", { cells: mug })).toThrow(
      "price would become -5.5, and it cannot be negative",
    );
    expect(() => rules.after("price=+10%", { cells: mug.with(1, "") })).toThrow("price is empty");
  });

  test("is the sum of what all variants will have, and says how many there are", () => {
    const row = { cells: mug.with(2, "20"), variants: { stock: ["12", "8", "0"] } };
    expect(rules.after("stock=12", row)).toBe("36, 3 variants");
    expect(rules.after("stock=+5", row)).toBe("35, 3 variants");
    expect(rules.after("price=price * 2", row)).toBe("49.00 USD");
    expect(rules.after("stock=price", row)).toBeUndefined();
    expect(
      rules.after("stock=+5", { ...row, variants: { stock: ["in stock", "in stock"] } }),
    ).toBeUndefined();
  });

  test("is a range if variants have different prices, and says that one price is for all of them", () => {
    const row = { cells: mug.with(1, "24–26.50 USD"), variants: { price: ["26.50 USD", "24.00 USD"] } };
    expect(rules.after("price=+10%", row)).toBe("26.40–29.15 USD, 2 variants");
    expect(rules.after("price=20", row)).toBe("20.00 USD for all 2 variants");
  });
});
