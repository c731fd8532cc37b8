import { expect, test } from "vitest";
import { flatFields, nestedFields } from "../../src/resources/flat-fields.ts";

test("fields by path become the same object again, without empty values", () => {
  const object = {
    name: "Rule",
    trigger: { range: { from: "1", to: null }, empty: {} },
    list: [{ a: null }],
    extendedFields: { namespaces: { "@app/one.two": { x: 1 } } },
  };
  const flat = flatFields(object);
  expect(flat).toEqual({
    name: "Rule",
    "trigger.range.from": "1",
    list: [{ a: null }],
    extendedFields: { namespaces: { "@app/one.two": { x: 1 } } },
  });
  expect(nestedFields(flat)).toEqual({ ...object, trigger: { range: { from: "1" } } });
});

test("fields that are null are left out, or cleared", () => {
  expect(nestedFields({ "a.b": null, c: 1 })).toEqual({ c: 1 });
  expect(nestedFields({ "a.b": null, c: 1 }, { nulls: true })).toEqual({ a: { b: null }, c: 1 });
});
