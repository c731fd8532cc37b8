import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomGuid } from "../../../src/sandbox/kernel/ids.ts";
import { sha256 } from "../../../src/sandbox/kernel/sha256.ts";

test("it is SHA-256, whatever the text and its length", () => {
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000])
    expect(sha256("x".repeat(length))).toBe(hash("sha256", "x".repeat(length)));
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => sha256(text) === hash("sha256", text)));
});

test("random GUIDs are GUIDs, and no two are the same", () => {
  const some = Array.from({ length: 10_000 }, randomGuid);
  expect(new Set(some).size).toBe(some.length);
  for (const guid of some)
    expect(guid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
