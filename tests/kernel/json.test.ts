import { expect, test } from "vitest";
import { isRecord, sameJson, sortedJson } from "../../src/kernel/json.ts";

test("isRecord is true for objects with named fields", () => {
  expect([{}, [], null, "text", 1, undefined].map(isRecord)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: undefined }, { a: null }, true],
  [{ a: undefined }, {}, true],
  [undefined, null, true],
  [{ a: null }, {}, false],
  [[1, 2], [2, 1], false],
  [[1], [1, null], false],
  [[], {}, false],
  ["1", 1, false],
])("sameJson(%j, %j) is %s", (one, other, same) => {
  expect(sameJson(one, other)).toBe(same);
  expect(sameJson(other, one)).toBe(same);
});

test("sortedJson sorts the keys of every object and leaves undefined members out", () => {
  expect(sortedJson({ b: 1, a: [{ d: undefined, c: 2, B: 3 }] })).toBe('{"a":[{"B":3,"c":2}],"b":1}');
});
