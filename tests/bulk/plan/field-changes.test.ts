import { expect, test } from "vitest";
import {
  describeChange,
  describeChanges,
  fieldChanges,
  valueText,
} from "../../../src/bulk/plan/field-changes.ts";

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
  [[{ a: 1 }], '[{"a":1}]'],
])("%j is written as %j", (value, text) => {
  expect(valueText(value)).toBe(text);
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
