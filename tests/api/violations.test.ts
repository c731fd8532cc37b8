import { describe, expect, test } from "vitest";
import {
  bool,
  date,
  decimalField,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../src/api/models/fields.ts";
import type { Schema } from "../../src/api/schema.ts";
import { products } from "../../src/api/services/products.ts";
import { invalidArgument, violations } from "../../src/api/violations.ts";

const rules = (schema: Schema, value: unknown) =>
  violations({ input: obj({ f: schema }) }, { f: value }).map(
    ({ field, violatedRule }) => `${field} ${violatedRule}`,
  );

describe("bounds", () => {
  test.each<[string, Schema, unknown, string[]]>([
    ["text in its bounds", text({ minLength: 1, maxLength: 3 }), "abc", []],
    ["text too long", text({ maxLength: 3 }), "abcd", ["f MAX_LENGTH"]],
    ["text too short", text({ minLength: 2 }), "a", ["f MIN_LENGTH"]],
    ["number too small", num({ min: 1 }), 0, ["f MIN"]],
    ["number too large", num({ max: 5 }), 5.01, ["f MAX"]],
    ["number at its bounds", num({ min: 1, max: 1 }), 1, []],
    ["list too long", list(num(), { maxSize: 1 }), [1, 2], ["f MAX_SIZE"]],
    ["list too short", list(num(), { minSize: 1 }), [], ["f MIN_SIZE"]],
    ["text of another length", text({ minLength: 6, maxLength: 6 }), "12345", ["f EXACT_LENGTH"]],
    ["list of another size", list(num(), { minSize: 2, maxSize: 2 }), [1], ["f EXACT_SIZE"]],
    ["enumeration", enumOf("A", "B"), "C", ["f INVALID_ENUM_VALUE"]],
    ["known value", enumOf("A", "B"), "B", []],
    ["day that no calendar has", date(), "2030-02-30T00:00:00Z", ["f FORMAT"]],
    ["day of a leap year", date(), "2028-02-29", []],
    ["GUID", guid(), "47fd7b9", ["f FORMAT"]],
    ["a GUID", guid(), "047fd7b9-8c25-46dd-9afe-d5d1b1aa4126", []],
    ["email", text({ format: "EMAIL" }), "a@b", ["f FORMAT"]],
    ["an email", text({ format: "EMAIL" }), "a.b@c.example", []],
    ["web address", text({ format: "WEB_URL" }), "javascript:alert(1)", ["f FORMAT"]],
    ["a web address", text({ format: "WEB_URL" }), "https://shop.example/a?b", []],
    ["local date", text({ format: "LOCAL_DATE" }), "2030-02-30", ["f FORMAT"]],
    ["a local date", text({ format: "LOCAL_DATE" }), "2028-02-29", []],
    ["decimal text", decimalField(), "1,5", ["f FORMAT"]],
    ["decimal bounds", decimalField({ min: 0 }), "-0.01", ["f DECIMAL_GTE"]],
    [
      "decimal beyond the precision of floats",
      decimalField({ max: 9007199254740992 }),
      "9007199254740992.1",
      ["f DECIMAL_LTE"],
    ],
    ["decimal strict bounds", decimalField({ gt: 0, lt: 1 }), "0", ["f DECIMAL_GT"]],
    ["decimal strict upper bound", decimalField({ gt: 0, lt: 1 }), "1.0", ["f DECIMAL_LT"]],
    ["decimal places", decimalField({ maxScale: 2 }), "1.005", ["f DECIMAL_MAX_SCALE"]],
    ["empty text is not set", guid(), "", []],
    ["empty text is no amount", decimalField(), "", ["f FORMAT"]],
    ["a time", date(), "2030-01-01T00:00:00Z", []],
    ["no time", date(), "yesterday", ["f FORMAT"]],
    ["a read-only field", readonly(num({ max: 1 })), 5, []],
    ["an object with its required field", obj({ a: text() }, { required: ["a"] }), { a: "x" }, []],
    ["an object without it", obj({ a: text() }, { required: ["a"] }), { a: "" }, ["f.a REQUIRED_FIELD"]],
    ["an absent object", obj({ a: text() }, { required: ["a"] }), undefined, []],
    ["items without it", list(obj({ a: num() }, { required: ["a"] })), [{}], ["f[0].a REQUIRED_FIELD"]],
  ])("%s", (_, schema, value, expected) => {
    expect(rules(schema, value)).toEqual(expected);
  });

  test.each<[Schema, unknown]>([
    [text(), 5],
    [num(), "5"],
    [num(), Number.NaN],
    [bool(), "true"],
    [enumOf("A"), 1],
    [list(text()), { 0: "a" }],
    [obj({}), []],
    [map(text()), "a"],
    [date(), 5],
    [{ anyOf: [text(), num()] }, true],
  ])("a wrong JSON type is VALIDATION", (schema, value) => {
    expect(rules(schema, value)).toEqual(["f VALIDATION"]);
  });

  test("accepts null, absent and unknown fields, and free-form JSON", () => {
    expect(rules(text({ minLength: 1 }), null)).toEqual([]);
    expect(rules(json(), { any: ["thing"] })).toEqual([]);
    expect(violations({ input: obj({}) }, { more: 1 })).toEqual([]);
  });

  test("does not check read-only fields", () => {
    expect(rules(text({ readonly: true, maxLength: 1 }), 12345)).toEqual([]);
  });

  test("reports paths in lists and maps", () => {
    const input = obj({
      lineItems: list(obj({ quantity: num({ min: 1 }) })),
      choices: map(text({ maxLength: 1 })),
    });
    const found = violations(
      { input },
      { lineItems: [{ quantity: 1 }, { quantity: 0 }], choices: { Size: "XL" } },
    );
    expect(found.map(({ field }) => field)).toEqual(["choices.Size", "lineItems[1].quantity"]);
  });

  test("allows only one of some fields", () => {
    const input = obj({
      q: obj({ paging: json(), cursorPaging: json() }, { oneOf: [["paging", "cursorPaging"]] }),
    });
    expect(violations({ input }, { q: { paging: {} } })).toEqual([]);
    expect(violations({ input }, { q: { paging: {}, cursorPaging: {} } })).toMatchObject([
      { field: "q.cursorPaging", violatedRule: "ONE_OF_ALIGNMENT" },
    ]);
  });
});

describe("required fields", () => {
  test("are reported once, by the outermost missing field", () => {
    const fields = (input: unknown) => violations(products.create, input).map(({ field }) => field);
    expect(fields({})).toEqual(["product.name", "product.priceData"]);
    expect(fields({ product: { name: "Mug", priceData: {} } })).toEqual(["product.priceData.price"]);
    expect(fields({ product: { name: "Mug", priceData: { price: 0 } } })).toEqual([]);
  });

  test("of an optional object are required only if the object is present", () => {
    const endpoint = { input: obj({ box: obj({ size: text() }) }), required: ["box?.size"] };
    expect(violations(endpoint, {})).toEqual([]);
    expect(violations(endpoint, { box: {} })).toMatchObject([
      { field: "box.size", violatedRule: "REQUIRED_FIELD" },
    ]);
  });

  test("count empty text as missing, and report it once", () => {
    const found = violations(products.create, { product: { name: "", priceData: { price: 1 } } });
    expect(found).toMatchObject([{ field: "product.name", violatedRule: "REQUIRED_FIELD" }]);
  });

  test("include exactly one of a group", () => {
    const endpoint = { input: obj({ a: text(), b: text() }), requiredOneOf: [["a", "b"]] };
    expect(violations(endpoint, { b: "x" })).toEqual([]);
    expect(violations(endpoint, {})).toMatchObject([{ field: "a", violatedRule: "REQUIRED_ONE_OF_FIELD" }]);
    expect(violations(endpoint, { a: "x", b: "y" })).toMatchObject([
      { field: "b", violatedRule: "ONE_OF_ALIGNMENT" },
    ]);
  });
});

test("the error body is the platform's: sorted, quoted, every violation with data", () => {
  const found = violations(products.create, {
    product: { priceData: { price: 1 }, name: "x".repeat(81), brand: 7, productType: "PHYSICAL" },
  });
  const body = invalidArgument(found);
  expect(body.message).toMatch(
    /^INVALID_ARGUMENT: "product.brand" must be text, "product.name" has size 81, expected 80 or less, /,
  );
  expect(body.details.validationError.fieldViolations.map(({ data }) => typeof data)).toEqual([
    "object",
    "object",
    "object",
  ]);
  expect(found.at(1)).toEqual({
    field: "product.name",
    description: "has size 81, expected 80 or less",
    violatedRule: "MAX_LENGTH",
    ruleName: "MAX_LENGTH",
    data: { threshold: 80 },
  });
});
