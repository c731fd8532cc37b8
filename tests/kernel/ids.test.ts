import { expect, test } from "vitest";
import { isGuid, shortId } from "../../src/kernel/ids.ts";

test.each([
  ["8b9f4c1e-0000-4000-8000-000000000001", true],
  ["8B9F4C1E-0000-4000-8000-00000000000A", true],
  ["8b9f4c1e000040008000000000000001", false],
  ["x8b9f4c1e-0000-4000-8000-000000000001", false],
  ["8b9f4c1e-0000-4000-8000-0000000000011", false],
  ["", false],
])("isGuid(%j) is %s", (text, expected) => {
  expect(isGuid(text)).toBe(expected);
});

test("a short id can be typed, and is never `last`", () => {
  for (const length of [4, 5, 6] as const)
    for (let n = 0; n < 200; n += 1) {
      expect(shortId(length)).toHaveLength(length);
      expect(shortId(length)).toMatch(/^[2-9a-hjkmnp-tv-z]+$/);
    }
});
