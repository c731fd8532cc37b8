import { expect, test } from "vitest";
import { TimeLimitError, withTimeLimit } from "../../src/kernel/time-limit.ts";

test("returns what the work returns, and throws what it throws", () => {
  expect(withTimeLimit(60_000, () => ({ a: 1 }))).toEqual({ a: 1 });
  expect(() =>
    withTimeLimit(60_000, () => {
      throw new RangeError("no");
    }),
  ).toThrow(RangeError);
});

test("interrupts a loop and a regular expression that do not end", () => {
  for (const work of [
    () => {
      for (;;);
    },
    () => /^(a+)+$/i.test(`${"a".repeat(200)}!`),
  ])
    expect(() => withTimeLimit(20, work)).toThrow(TimeLimitError);
});
