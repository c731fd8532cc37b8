import { expect, test } from "vitest";
import { isoDated, parseDuration } from "../../src/kernel/durations.ts";

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

test.each([
  ["31.12.2030", "2030-12-31"],
  ["1.2.2030", "2030-02-01"],
  ["31/12/2030", "2030-12-31"],
  ["12/31/2030 18:00", "2030-12-31 18:00"],
  ["3.4.2030T18:00", "2030-04-03T18:00"],
  ["2030/2/1", "2030-02-01"],
  ["2030.12.31.", "2030-12-31"],
  // Nothing shows which one is the month.
  ["03/04/2030", "03/04/2030"],
  ["2030-12-31", "2030-12-31"],
  ["31.12.30", "31.12.30"],
  ["1.2.20301", "1.2.20301"],
])("the date of %j is %j", (text, iso) => {
  expect(isoDated(text)).toBe(iso);
});
