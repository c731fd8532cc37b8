import { expect, test } from "vitest";
import { parseDuration } from "../../src/kernel/durations.ts";

test.each([
  ["500ms", 500],
  ["30s", 30_000],
  ["5m", 300_000],
  ["2h", 7_200_000],
  ["7d", 604_800_000],
  ["0s", 0],
  ["36500d", 3_153_600_000_000],
  // No date is that far from another one.
  ["999999999d", undefined],
  ["5", undefined],
  ["1w", undefined],
  ["1h30m", undefined],
])("%s is %s ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
