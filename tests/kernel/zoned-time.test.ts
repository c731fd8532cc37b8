import fc from "fast-check";
import { DateTime } from "luxon";
import { expect, test, vi } from "vitest";
import { formatZoned } from "../../src/kernel/zoned-text.ts";
import { dayTime, instantsOf, isTimeZone, localTimeOf, parseZoned } from "../../src/kernel/zoned-time.ts";
import { runs } from "../support/runs.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Africa/Casablanca",
  "Africa/Monrovia",
];
const zone = fc.constantFrom(...zones);
const time = fc.date({
  min: new Date("1995-01-01T00:00:00Z"),
  max: new Date("2036-12-31T00:00:00Z"),
  noInvalidDate: true,
});
/** The instants at which the clocks of a zone change. */
const changes = fc
  .tuple(
    fc.constantFrom("Europe/Berlin", "America/New_York", "Australia/Lord_Howe"),
    fc.integer({ min: 2000, max: 2035 }),
  )
  .map(([name, year]) => ({ name, at: changesOf(name, year) }));

function changesOf(name: string, year: number): Date[] {
  const found: Date[] = [];
  const shift = (at: number) => Date.parse(`${localTimeOf(new Date(at), name)}Z`) - at;
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 1_800_000)
    if (shift(at) !== shift(at + 1_800_000)) found.push(new Date(at + 1_800_000));
  return found;
}

test("the local time of an instant resolves to that instant, or is ambiguous", () => {
  fc.assert(
    fc.property(time, zone, (at, name) => {
      const found = instantsOf(localTimeOf(at, name), name)!;
      expect(found.map(Number)).toContain(at.getTime());
      expect(found.every((one) => localTimeOf(one, name) === localTimeOf(at, name))).toBe(true);
      expect(found.length).toBeLessThanOrEqual(2);
    }),
  );
});

test("around every clock change, a local time exists as often as clocks show it: zero, one or two times", () => {
  fc.assert(
    fc.property(changes, fc.integer({ min: -180, max: 180 }), ({ name, at }, minutes) => {
      for (const change of at) {
        const near = new Date(Date.parse(`${localTimeOf(change, name)}Z`) + minutes * 60_000);
        const text = near.toISOString().slice(0, 16);
        const shown = [];
        for (
          let one = change.getTime() - 4 * 3_600_000;
          one <= change.getTime() + 4 * 3_600_000;
          one += 60_000
        )
          if (localTimeOf(new Date(one), name).startsWith(text)) shown.push(one);
        expect(instantsOf(text, name)!.map(Number)).toEqual(shown);
      }
    }),
    { numRuns: runs(4) },
  );
});

test.each([
  ["2026-03-29T02:30", "Europe/Berlin", 0],
  ["2026-10-25T02:30", "Europe/Berlin", 2],
  ["2026-10-25T03:00", "Europe/Berlin", 1],
  ["2011-12-30T12:00", "Pacific/Apia", 0],
  ["2026-04-05T01:45", "Australia/Lord_Howe", 2],
])("%s in %s exists %i times", (text, name, count) => {
  expect(instantsOf(text, name)).toHaveLength(count);
});

test("accepts an unambiguous local time, and any time with an offset", () => {
  expect(parseZoned("2026-07-01 19:00", "Europe/Berlin", "--start").toISOString()).toBe(
    "2026-07-01T17:00:00.000Z",
  );
  expect(parseZoned("2026-10-25T02:30+01:00", "Europe/Berlin", "--start").toISOString()).toBe(
    "2026-10-25T01:30:00.000Z",
  );
  expect(formatZoned(new Date("2026-07-01T17:00:00Z"), "Europe/Berlin")).toBe(
    "2026-07-01 19:00 +02:00 (Europe/Berlin)",
  );
});

test.each([
  ["2026-03-29T02:30", "Europe/Berlin", '--start "2026-03-29T02:30" does not exist in Europe/Berlin'],
  ["2026-10-25T02:30", "Europe/Berlin", '--start "2026-10-25T02:30" occurs twice in Europe/Berlin'],
  ["2026-02-30T10:00", "Europe/Berlin", "is not a date and time"],
  ["2026-02-30T10:00Z", "Europe/Berlin", "is not a date and time"],
  ["2026-13-01T10:00", "Europe/Berlin", "is not a date and time"],
  ["tomorrow", "Europe/Berlin", "is not a date and time"],
  ["2026-07-01T10:00", "Europe/Atlantis", "Europe/Atlantis is not a time zone"],
])("rejects %s in %s", (text, name, message) => {
  expect(() => parseZoned(text, name, "--start")).toThrow(message);
});

test("rejects a time that occurs twice and suggests both offsets", () => {
  const rejection = expect.objectContaining({
    hint: "Add the offset: 2026-10-25T02:30+02:00 or 2026-10-25T02:30+01:00",
  });
  expect(() => parseZoned("2026-10-25T02:30", "Europe/Berlin", "--start")).toThrow(rejection);
});

test("recognizes names of time zones", () => {
  expect(zones.every(isTimeZone)).toBe(true);
  expect(["", "CEST+2", "Mars/Olympus"].some(isTimeZone)).toBe(false);
});

test("a time with its zone is written as the library for time zones writes it", () => {
  const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia");
  const times = fc.date({ min: new Date("1990-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(times, zones, (time, zone) => {
      const expected = DateTime.fromJSDate(time, { zone }).toFormat("yyyy-MM-dd HH:mm ZZ");
      expect(formatZoned(time, zone)).toBe(`${expected} (${zone})`);
    }),
  );
});

test("a column of times makes one format for each zone", () => {
  const made = vi.spyOn(Intl, "DateTimeFormat");
  for (let day = 1; day <= 28; day++)
    for (const zone of ["Europe/Berlin", "Asia/Tokyo"]) formatZoned(new Date(Date.UTC(2030, 1, day)), zone);
  expect(made.mock.calls.length).toBeLessThanOrEqual(2);
  made.mockRestore();
});

test.each([
  ["2030-05-31", "end", "2030-05-31T23:59:59"],
  ["31.5.2030", "start", "2030-05-31T00:00:00"],
  ["today", "end", "2026-12-01T23:59:59"],
  ["Tomorrow", "start", "2026-12-02T00:00:00"],
  ["tuesday", "end", "2026-12-01T23:59:59"],
  ["sunday", "end", "2026-12-06T23:59:59"],
  ["monday", "end", "2026-12-07T23:59:59"],
  ["2030-05-31T18:00", "end", "2030-05-31T18:00"],
  ["someday", "end", "someday"],
] as const)("%s as a day, its %s: %s", (text, part, local) => {
  // In Tokyo, it is Tuesday already.
  expect(dayTime(text, part, "Asia/Tokyo", new Date("2026-11-30T20:00:00Z"))).toBe(local);
});
