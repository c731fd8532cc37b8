import { expect, test } from "vitest";
import { guidOf, randomGuid } from "../../../src/sandbox/kernel/ids.ts";

test("a GUID depends on its arguments only and is stable across versions", () => {
  expect(guidOf("demo", "product", 1)).toBe("cd47d78a-41d2-446d-b941-1ce9ff200abf");
  expect(guidOf("ü", "ordre", 12)).toBe("99edf570-ac0f-49c8-914c-a4a3be145315");
});

test("random GUIDs are valid and unique", () => {
  const some = Array.from({ length: 10_000 }, randomGuid);
  expect(new Set(some).size).toBe(some.length);
  for (const guid of some)
    expect(guid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
