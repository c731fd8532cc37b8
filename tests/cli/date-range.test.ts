import { expect, test } from "vitest";
import { dateRange, timeRange } from "../../src/cli/date-range.ts";

const now = new Date("2026-03-02T06:00:00.000Z");

test.each([
  ["2026-02-28", "2026-02-28T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z", "2024-03-01T00:00:00.000Z"],
  ["today", "2026-03-02T00:00:00.000Z", "2026-03-03T00:00:00.000Z"],
  ["yesterday", "2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"],
  ["2026-01-31T23:30-01:00", "2026-02-01T00:30:00.000Z", "2026-02-01T00:30:00.000Z"],
  ["36h", "2026-02-28T18:00:00.000Z", "2026-02-28T18:00:00.000Z"],
  ["0s", now.toISOString(), now.toISOString()],
  // As text, a year of five digits comes before all others.
  ["9999-12-31", "9999-12-31T00:00:00.000Z", "9999-12-31T23:59:59.999Z"],
])("%s begins at %s and ends at %s", (text, from, to) => {
  expect(timeRange({ since: text, until: text }, now)).toEqual({ from, to });
});

test.each([
  "2026-02-29",
  "2026-02-30",
  "2026-02-30T12:00Z",
  "2026-13-01",
  "2026-01-31T25:00Z",
  "2026-01-31T18:00",
  "-1d",
  "9999999d",
  "999999999d",
  "99999999999999999999d",
  "",
])("%j is no time", (text) => {
  expect(() => timeRange({ since: text }, now)).toThrow(`Invalid value "${text}" for --since`);
  expect(() => timeRange({ until: text }, now)).toThrow(`Invalid value "${text}" for --until`);
});

test.each([
  [undefined, 'createdDate >= "2026-03-01T00:00:00.000Z"'],
  ["a = 1 or b = 2", 'createdDate >= "2026-03-01T00:00:00.000Z" and (a = 1 or b = 2)'],
  [' {"a":1}', '{"$and":[{"createdDate":{"$gte":"2026-03-01T00:00:00.000Z"}}, {"a":1}]}'],
])("a range is added to the filter %s", (filter, joined) => {
  expect(dateRange("createdDate", { since: "yesterday" }, filter, now)).toBe(joined);
});
