import { expect, test } from "vitest";
import type { Json } from "../../../src/bulk/journal/step.ts";
import { describeChange, describeChanges, fieldChanges, valueText } from "../../../src/bulk/plan/stage.ts";

const step = { kind: "thing.update", before: { price: "1", note: null }, after: { price: "2", note: null } };

test("the changes of a step are its fields that differ", () => {
  expect(fieldChanges(step)).toEqual([{ action: "update", field: "price", before: "1", after: "2" }]);
  expect(fieldChanges({ kind: "thing.delete", before: { price: "1" }, after: null })).toEqual([
    { action: "delete", field: "", before: null, after: null },
  ]);
});

test.each([
  [null, ""],
  ["x", "x"],
  [true, "true"],
  [["a", "b"], "a; b"],
  [["a", null, 1], "a; ; 1"],
  [{ a: 1 }, '{"a":1}'],
  [[], ""],
  [[{ a: 1 }], '[{"a":1}]'],
])("%j is written as %j", (value, text) => {
  expect(valueText(value)).toBe(text);
});

test("the changes of a create are its fields, and of a step without fields the whole object", () => {
  expect(fieldChanges({ kind: "thing.create", before: null, after: { price: "2", note: null } })).toEqual([
    { action: "create", field: "price", before: null, after: "2" },
  ]);
  const whole = [{ action: "capture", field: "", before: null, after: null }];
  expect(fieldChanges({ kind: "capture", before: null, after: {} })).toEqual(whole);
  expect(fieldChanges({ kind: "capture", before: null, after: "all" })).toEqual(whole);
  expect(fieldChanges({ kind: "x", before: { a: 1 }, after: true })).toEqual([
    { action: "x", field: "a", before: 1, after: null },
  ]);
});

test.each<[Json, string]>([
  [null, "(none)"],
  ["", "(none)"],
  [["a"], "a"],
  [[], "(none)"],
  [["a", "", "b"], "a; -; b"],
  [["x".repeat(20), "x".repeat(20)], "2 items"],
  [["x".repeat(33)], "1 item"],
  [[{ a: 1 }], "1 item"],
  [{ unit: "kg", value: 2, tags: ["a"] }, "unit kg, value 2, tags a"],
  ["two\n  lines", "two lines"],
  ["x".repeat(32), "x".repeat(32)],
  ["x".repeat(33), `${"x".repeat(31)}…`],
])("in a preview, %j is %j", (value, text) => {
  const change = { action: "update", field: "name", before: value, after: null };
  expect(describeChange("Mug", change)).toEqual({
    label: "Mug",
    what: "name",
    before: text,
    after: "(none)",
  });
});

test("a change of the whole object shows the action, and no change is an empty line", () => {
  const whole = { action: "delete", field: "", before: null, after: null };
  expect(describeChange("Mug", whole)).toEqual({ label: "Mug", what: "delete", before: "", after: "" });
  expect(describeChanges("Mug", [whole])).toEqual({ label: "Mug", what: "delete", before: "", after: "" });
  expect(describeChanges("Mug", [])).toEqual({ label: "Mug", what: "", before: "", after: "" });
});

test("a line of a preview names the variant and truncates long values", () => {
  const change = {
    action: "update",
    field: "name",
    before: null,
    after: "x".repeat(40),
    variant: "Moss / L",
  };
  expect(describeChange("Mug", change)).toEqual({
    label: "Mug",
    what: "variant Moss / L: name",
    before: "(none)",
    after: `${"x".repeat(31)}…`,
  });
  expect(describeChanges("Mug", [change, change, change]).what).toBe("variant Moss / L: name (+2)");
});
