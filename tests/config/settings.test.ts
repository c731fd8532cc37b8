import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatSetting,
  parseSetting,
  resolveSetting,
  type SettingSources,
  settingName,
  settings,
} from "../../src/config/settings.ts";
import { UsageError } from "../../src/kernel/errors.ts";

const all = {
  flags: { concurrency: 1 },
  variables: { TILL_CONCURRENCY: "2" },
  profile: { name: "shop", settings: { concurrency: 3 } },
  stored: { concurrency: 4 },
};

test("returns the first of flag, environment, profile, stored setting and default, with its origin", () => {
  const { flags: _flags, ...noFlag } = all;
  const { variables: _variables, ...noVariable } = noFlag;
  expect(resolveSetting("concurrency", all)).toEqual({ value: 1, origin: "flag", source: "--concurrency" });
  expect(resolveSetting("concurrency", noFlag)).toEqual({
    value: 2,
    origin: "environment",
    source: "TILL_CONCURRENCY",
  });
  expect(resolveSetting("concurrency", noVariable)).toEqual({
    value: 3,
    origin: "profile",
    source: "profile shop",
  });
  expect(resolveSetting("concurrency", { stored: all.stored })).toEqual({
    value: 4,
    origin: "settings",
    source: "setting concurrency",
  });
  expect(resolveSetting("concurrency", {})).toEqual({ value: 8, origin: "default", source: "default" });
});

test("ignores empty variables, but not false and 0", () => {
  expect(
    resolveSetting("concurrency", { variables: { TILL_CONCURRENCY: "" }, stored: { concurrency: 9 } }).value,
  ).toBe(9);
  expect(resolveSetting("retries", { flags: { retries: 0 }, stored: { retries: 5 } }).value).toBe(0);
  expect(
    resolveSetting("noInput", { flags: { noInput: false }, variables: { TILL_NO_INPUT: "1" } }).value,
  ).toBe(false);
});

test("names the source of an invalid value", () => {
  const bad = () => resolveSetting("concurrency", { variables: { TILL_CONCURRENCY: "many" } });
  expect(bad).toThrow(UsageError);
  expect(bad).toThrow('TILL_CONCURRENCY must be a whole number from 1 to 64, not "many".');
  expect(() => resolveSetting("color", { stored: { color: 3 } })).toThrow(
    "setting color must be one of auto, always, never, not 3.",
  );
  expect(() => resolveSetting("noInput", { flags: { noInput: "maybe" } })).toThrow(
    "--no-input must be true or false",
  );
});

test.each([
  ["timeout", "500ms", 500],
  ["timeout", "2m", 120_000],
  ["timeout", "20d", 1_728_000_000],
  ["limit", "12", 12],
  ["noInput", "yes", true],
  ["noInput", "OFF", false],
  ["maxRequests", null, null],
  ["maxRequests", "3", 3],
  ["maxRequests", "3/s", 3],
  ["maxRequests", "200/m", "200/m"],
  ["pager", "less -R", "less -R"],
  ["timeZone", "Europe/Berlin", "Europe/Berlin"],
] as const)("%s from %j is %j", (name, text, value) => {
  expect(parseSetting(name, text)).toBe(value);
});

test.each([
  ["timeout", "2"],
  ["timeout", "0s"],
  ["timeout", "25d"],
  ["limit", "0"],
  ["limit", "1.5"],
  ["limit", "1e3"],
  ["limit", 2.5],
  ["concurrency", "65"],
  ["limit", null],
  ["pager", " "],
  ["timeZone", "Mars/Olympus"],
  ["output", "xml"],
] as const)("%s refuses %j", (name, text) => {
  expect(() => parseSetting(name, text)).toThrow(UsageError);
});

test("every default is a valid value of its setting", () => {
  for (const [name, { default: value }] of Object.entries(settings)) {
    expect(parseSetting(name as keyof typeof settings, value)).toBe(value);
  }
});

test("parses a formatted value back to the same value", () => {
  expect([500, 90_000, 120_000, 86_400_000].map((ms) => formatSetting({ type: "duration" }, ms))).toEqual([
    "500ms",
    "90s",
    "2m",
    "1d",
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: settings.timeout.max }), (ms) => {
      expect(parseSetting("timeout", formatSetting(settings.timeout, ms))).toBe(ms);
    }),
  );
});

test("variables shared with other programs have the lowest precedence, and empty ones are ignored", () => {
  const pager = (sources: SettingSources) => resolveSetting("pager", sources);
  expect(pager({ variables: { PAGER: "more" } })).toMatchObject({ origin: "environment", source: "PAGER" });
  expect(pager({ variables: { PAGER: "more" }, stored: { pager: "less" } }).value).toBe("less");
  expect(pager({ variables: { PAGER: "more", TILL_PAGER: "most" }, stored: { pager: "less" } }).value).toBe(
    "most",
  );
  expect(pager({ flags: { pager: "cat" }, variables: { TILL_PAGER: "most" } }).source).toBe("--no-pager");
});

test("with onBad, an invalid value is reported and the next source is used", () => {
  const reported: string[] = [];
  const sources: SettingSources = {
    ...all,
    flags: {},
    variables: { TILL_CONCURRENCY: "many" },
    onBad: ({ message }) => reported.push(message),
  };
  expect(resolveSetting("concurrency", sources)).toMatchObject({ value: 3, origin: "profile" });
  expect(reported).toEqual(['TILL_CONCURRENCY must be a whole number from 1 to 64, not "many".']);
});

test("a setting that is an object is rejected, whatever its toString is", () => {
  for (const name of ["pane", "maxRequests"] as const)
    expect(() => parseSetting(name, { toString: 0 })).toThrow(UsageError);
});

test("any text is parsed or rejected with UsageError", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(settings) as (keyof typeof settings)[])),
      fc.anything(),
      (name, value) => {
        try {
          parseSetting(name, value);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      },
    ),
  );
});

test("suggests the nearest name for an unknown setting", () => {
  expect(settingName("maxRequests")).toBe("maxRequests");
  expect(() => settingName("concurency")).toThrow(
    'Unknown setting "concurency". Did you mean "concurrency"?',
  );
  expect(() => settingName("constructor")).toThrow(UsageError);
});
