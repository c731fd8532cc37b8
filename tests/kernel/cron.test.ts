import { expect, test } from "vitest";
import { nextTimes, parseCron } from "../../src/kernel/cron.ts";

const next = (text: string, zone: string, from: string, count = 3) =>
  nextTimes(parseCron(text), zone, new Date(from), count).map((time) => time.toISOString().slice(0, 16));

test.each([
  ["0 6 * * *", "UTC", "2026-11-22T06:00Z", ["2026-11-23T06:00", "2026-11-24T06:00", "2026-11-25T06:00"]],
  [
    "0 6 * * *",
    "Europe/Berlin",
    "2026-11-22T04:59Z",
    ["2026-11-22T05:00", "2026-11-23T05:00", "2026-11-24T05:00"],
  ],
  [
    "*/20 8-9 * * mon-fri",
    "UTC",
    "2026-11-20T09:20Z",
    ["2026-11-20T09:40", "2026-11-23T08:00", "2026-11-23T08:20"],
  ],
  [
    "5,10 0 1 jan *",
    "UTC",
    "2026-01-01T00:05Z",
    ["2026-01-01T00:10", "2027-01-01T00:05", "2027-01-01T00:10"],
  ],
  // Either of the days if both are restricted, as in crontab(5); 7 is Sunday.
  ["0 0 13 * 7", "UTC", "2026-11-08T00:00Z", ["2026-11-13T00:00", "2026-11-15T00:00", "2026-11-22T00:00"]],
  [
    "0 0 */10 * mon",
    "UTC",
    "2026-11-01T00:00Z",
    ["2026-12-21T00:00", "2027-01-11T00:00", "2027-02-01T00:00"],
  ],
  ["0 12 29 2 *", "UTC", "2026-11-01T00:00Z", ["2028-02-29T12:00", "2032-02-29T12:00", "2036-02-29T12:00"]],
  ["10/25 1 * * *", "UTC", "2026-11-01T00:00Z", ["2026-11-01T01:10", "2026-11-01T01:35", "2026-11-02T01:10"]],
])("the next times of %s in %s", (text, zone, from, times) => {
  expect(next(text, zone, from)).toEqual(times);
});

test("a time that the clocks skip comes when they have skipped it, one that occurs twice comes once", () => {
  expect(next("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", 2)).toEqual([
    "2026-03-29T01:00",
    "2026-03-30T00:30",
  ]);
  expect(next("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", 2)).toEqual([
    "2026-10-25T00:30",
    "2026-10-26T01:30",
  ]);
});

test("every hour is every hour, also when clocks change", () => {
  expect(next("0 * * * *", "Europe/Berlin", "2026-10-24T23:30Z", 3)).toEqual([
    "2026-10-25T00:00",
    "2026-10-25T01:00",
    "2026-10-25T02:00",
  ]);
  expect(next("0 * * * *", "Europe/Berlin", "2026-03-29T00:30Z", 2)).toEqual([
    "2026-03-29T01:00",
    "2026-03-29T02:00",
  ]);
});

test.each([
  ["0 6 * *", "Expected 5 fields, found 4\n  0 6 * *\n         ^"],
  ["0 6 * * * *", "Expected 5 fields, found 6\n  0 6 * * * *\n            ^"],
  ["", "Expected 5 fields, found 0\n  \n  ^"],
  ["60 6 * * *", '"60" is not a minute\n  60 6 * * *\n  ^^'],
  ["0 6 0 * *", '"0" is not a day of the month\n  0 6 0 * *\n      ^'],
  ["0 6 * foo *", '"foo" is not a month\n  0 6 * foo *\n        ^^^'],
  ["0 6 * * 5-1", '"5-1" ends before it begins\n  0 6 * * 5-1\n          ^^^'],
  ["0 6,,7 * * *", '"" is not an hour\n  0 6,,7 * * *\n      ^'],
  ["*/0 6 * * *", "A step of 0 never comes\n  */0 6 * * *\n  ^^^"],
  ["*/90 6 * * *", 'The step of "*/90" is too large\n  */90 6 * * *\n  ^^^^'],
  ["0 6 30 2 *", "This day never comes\n  0 6 30 2 *\n      ^^^^"],
  ["0 6 * * 1#2", '"1#2" is not a weekday\n  0 6 * * 1#2\n          ^^^'],
])("rejects %j with a caret", (text, message) => {
  expect(() => parseCron(text)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
});
