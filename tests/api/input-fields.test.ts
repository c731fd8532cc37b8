import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillField, literal } from "../../src/api/input-fields.ts";
import { bool, date, enumOf, json, list, map, num, obj, text } from "../../src/api/models/fields.ts";
import { unknownFields } from "../../src/api/schema-fields.ts";
import { UsageError } from "../../src/kernel/errors.ts";

const schema = obj({
  product: obj({ name: text(), price: num(), visible: bool(), made: date(), kind: enumOf("A", "B") }),
  ids: list(text()),
  sizes: list(num()),
  lineItems: list(obj({ quantity: num(), options: map(text()) })),
  filter: json(),
});

/** Returns the input after setting the values in order. */
function fill(...fields: [path: string, value: unknown][]): unknown {
  return fields.reduce<unknown>(
    (input, [path, value]) => fillField(schema, input, path, value, `-f ${path}`).input,
    {},
  );
}

function errorOf(path: string, value: unknown, input: unknown = {}): UsageError {
  try {
    fillField(schema, input, path, value, `-f ${path}`);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`${path} was taken`);
}

describe("text is converted to the schema's type", () => {
  test.each([
    ["product.name", "42", { product: { name: "42" } }],
    ["product.name", "null", { product: { name: "null" } }],
    ["product.name", "", { product: { name: "" } }],
    ["product.kind", "true", { product: { kind: "true" } }],
    ["product.made", "2026-01-31T00:00:00Z", { product: { made: "2026-01-31T00:00:00Z" } }],
    ["product.price", "9.50", { product: { price: 9.5 } }],
    ["product.price", "null", { product: { price: null } }],
    ["product.price", "cheap", { product: { price: "cheap" } }],
    ["product.price", "true", { product: { price: "true" } }],
    ["product.price", "12345678901234567", { product: { price: "12345678901234567" } }],
    ["product.visible", "false", { product: { visible: false } }],
    ["product.visible", "1", { product: { visible: "1" } }],
    ["product", '{"name":"A"}', { product: { name: "A" } }],
    ["filter", '{"name":"A"}', { filter: { name: "A" } }],
    ["filter.visible", "true", { filter: { visible: true } }],
    ["filter.name.$startsWith", "A", { filter: { name: { $startsWith: "A" } } }],
    ["lineItems[0].options.Size", "5", { lineItems: [{ options: { Size: "5" } }] }],
  ])("%s=%s", (path, value, input) => {
    expect(fill([path, value])).toEqual(input);
  });

  test("other values are used unchanged", () => {
    expect(fill(["product.name", 42], ["product.price", "7"], ["filter", [1]])).toEqual({
      product: { name: 42, price: 7 },
      filter: [1],
    });
  });
});

describe("lists", () => {
  test("get an item appended with each spelling", () => {
    expect(fill(["ids", "a"], ["ids[]", "b"], ["ids", "c"], ["sizes", "1"], ["sizes", 2])).toEqual({
      ids: ["a", "b", "c"],
      sizes: [1, 2],
    });
  });

  test("are replaced by a whole list", () => {
    expect(fill(["ids", "a"], ["ids", '["b"]'], ["sizes", [3]])).toEqual({ ids: ["b"], sizes: [3] });
  });

  test("of objects accept an object, or fields by index", () => {
    expect(
      fill(["lineItems", '{"quantity":1}'], ["lineItems[1].quantity", "2"], ["lineItems[0].quantity", "3"]),
    ).toEqual({ lineItems: [{ quantity: 3 }, { quantity: 2 }] });
  });

  test("return the index of the new item", () => {
    expect(fillField(schema, { ids: ["a"] }, "ids", "b", "-f ids").field).toBe("ids[1]");
    expect(fillField(schema, {}, "lineItems[].quantity", "1", "").field).toBe("lineItems[0].quantity");
  });

  test("have no holes", () => {
    expect(errorOf("ids[2]", "x", { ids: ["a"] }).message).toBe(
      "-f ids[2]: item 2 cannot be set before item 1.",
    );
  });
});

describe("a field that is not in the schema", () => {
  test("is rejected with the nearest name", () => {
    const error = errorOf("product.nmae", "A");
    expect(error).toMatchObject({ code: "UNKNOWN_FIELD", exitCode: 2, field: "-f product.nmae" });
    expect(error.message).toBe('-f product.nmae: "product" has no field "nmae". Did you mean name?');
    expect(error.hint).toMatch(/^Fields: name, price, visible, made, kind\./);
  });

  test.each([
    ["lineItems.quantity", '-f lineItems.quantity: "lineItems" is a list.'],
    ["product[0]", '-f product[0]: "product" is not a list.'],
    ["product.name.first", '-f product.name.first: "product.name" has no field "first".'],
    ["produkt", '-f produkt: this call has no field "produkt". Did you mean product?'],
    ["", '-f : "" is not the path of a field.'],
    ["a..b", '-f a..b: "a..b" is not the path of a field.'],
    ["ids[x]", '-f ids[x]: "ids[x]" is not the path of a field.'],
    ["ids]", '-f ids]: "ids]" is not the path of a field.'],
  ])("%s", (path, message) => {
    expect(errorOf(path, "x").message).toBe(message);
  });

  test("is found in an input, at any depth, but not in free-form JSON", () => {
    const input = {
      product: { name: "A", nmae: "B" },
      lineItems: [{ quantity: 1 }, { quantitty: 2, options: { any: "x" } }],
      filter: { whatever: { there: "is" } },
      zzzzzzzz: 1,
    };
    expect([...unknownFields(schema, input)]).toEqual([
      { field: "product.nmae", suggestion: "name" },
      { field: "lineItems[1].quantitty", suggestion: "quantity" },
      { field: "zzzzzzzz", suggestion: undefined },
    ]);
  });
});

test("rejects truncated JSON", () => {
  expect(errorOf("filter", '{"a":').message).toBe("-f filter: this is not valid JSON.");
  expect(errorOf("ids", "[1").message).toBe("-f ids: this is not valid JSON.");
});

test("treats __proto__ and similar names as data", () => {
  const { input } = fillField(json(), {}, "__proto__.polluted", "yes", "");
  expect(Object.hasOwn(input as object, "__proto__")).toBe(true);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(errorOf("constructor", "x").code).toBe("UNKNOWN_FIELD");
});

test("does not change the given input", () => {
  const input = Object.freeze({ ids: Object.freeze(["a"]), product: Object.freeze({ name: "A" }) });
  expect(fillField(schema, input, "ids", "b", "").input).toEqual({ ids: ["a", "b"], product: { name: "A" } });
});

test("parses back any JSON value that JSON can represent exactly", () => {
  fc.assert(
    fc.property(
      fc.jsonValue().filter((value) => typeof value !== "string"),
      (value) => {
        const written = JSON.stringify(value);
        const isLong = typeof value === "number" && written.replace(/\D/g, "").length > 15;
        expect(literal(written)).toEqual(isLong ? written : JSON.parse(written));
      },
    ),
  );
});

test("does not change text in a text field", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      expect(fill(["product.name", value])).toEqual({ product: { name: value } });
    }),
  );
});
