import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Filter,
  type FilterExpression,
  type FilterField,
  parseFilter,
  splitFilter,
} from "../../../src/api/query/filter.ts";
import { matchesFilter } from "../../../src/api/query/filter-match.ts";
import { joinPlatform, toPlatformFilter } from "../../../src/api/query/filter-platform.ts";
import { UsageError } from "../../../src/kernel/errors.ts";
import { runs } from "../../support/runs.ts";
import { matchesPlatformFilter } from "../platform-oracle.ts";

const scalar = ["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$exists"];
const fields: FilterField[] = [
  { name: "name", type: "text", operators: [...scalar, "$startsWith"] },
  { name: "sku", type: "text", operators: [...scalar, "$startsWith"] },
  { name: "brand", type: "text" },
  { name: "price", path: "priceData.price", type: "number", operators: scalar },
  { name: "visible", type: "boolean" },
  { name: "lastUpdated", type: "date", operators: scalar },
  {
    name: "productType",
    type: "enum",
    values: ["physical", "digital"],
    operators: ["$eq", "$ne", "$in", "$exists"],
  },
  { name: "collectionIds", type: "list", operators: ["$hasSome", "$hasAll"] },
];

const platform = (text: string) => toPlatformFilter(parseFilter(text, fields));
const expression = (text: string) => parseFilter(text, fields) as FilterExpression;
const failure = (text: string): UsageError => {
  try {
    parseFilter(text, fields);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return error as UsageError;
  }
  throw new Error(`${text} was accepted`);
};

describe("converts the filter language to the platform's JSON", () => {
  it.each<[string, unknown]>([
    ['name = "Acme"', { name: "Acme" }],
    ["name = Acme", { name: "Acme" }],
    ["name != Acme", { name: { $ne: "Acme" } }],
    ["sku = 007", { sku: "007" }],
    ["sku = T-1.x", { sku: "T-1.x" }],
    ["name = true", { name: "true" }],
    ["brand = null", { brand: null }],
    ['brand != "null"', { brand: { $ne: "null" } }],
    ["price > 19.90", { "priceData.price": { $gt: 19.9 } }],
    ["price>=-5", { "priceData.price": { $gte: -5 } }],
    ["price < .5", { "priceData.price": { $lt: 0.5 } }],
    ["price <= 999999999.99", { "priceData.price": { $lte: 999999999.99 } }],
    ["visible = false", { visible: false }],
    ["name startsWith T", { name: { $startsWith: "T" } }],
    ["name STARTSWITH 'T '", { name: { $startsWith: "T " } }],
    ["name endsWith x", { name: { $endsWith: "x" } }],
    ["name contains 'a b'", { name: { $contains: "a b" } }],
    ["price in (1, 2.50)", { "priceData.price": { $in: [1, 2.5] } }],
    ["productType in (physical, digital)", { productType: { $in: ["physical", "digital"] } }],
    ['collectionIds hasSome ("a", b-1)', { collectionIds: { $hasSome: ["a", "b-1"] } }],
    ["collectionIds hasAll (a)", { collectionIds: { $hasAll: ["a"] } }],
    ["brand exists", { brand: { $exists: true } }],
    ["brand exists true and name = x", { $and: [{ brand: { $exists: true } }, { name: "x" }] }],
    ["brand EXISTS false", { brand: { $exists: false } }],
    ["name = a and name = b and name = c", { $and: [{ name: "a" }, { name: "b" }, { name: "c" }] }],
    ["name = a AND (name = b And name = c)", { $and: [{ name: "a" }, { name: "b" }, { name: "c" }] }],
    ["name = a or name = b and name = c", { $or: [{ name: "a" }, { $and: [{ name: "b" }, { name: "c" }] }] }],
    [
      "(name = a or name = b) and name = c",
      { $and: [{ $or: [{ name: "a" }, { name: "b" }] }, { name: "c" }] },
    ],
    ["not name = a and name = b", { $and: [{ $not: { name: "a" } }, { name: "b" }] }],
    ["not (name = a and name = b)", { $not: { $and: [{ name: "a" }, { name: "b" }] } }],
    ["not not name = a", { name: "a" }],
    ["((name = a))", { name: "a" }],
    ["lastUpdated >= 2026-01-31T10:00:00+02:00", { lastUpdated: { $gte: "2026-01-31T08:00:00.000Z" } }],
    [' {"name": {"$anything": [1]}} ', { name: { $anything: [1] } }],
  ])("%s", (text, json) => expect(platform(text)).toEqual(json));

  it.each<[string, unknown]>([
    [
      "=",
      {
        $and: [
          { lastUpdated: { $gte: "2026-01-31T00:00:00.000Z" } },
          { lastUpdated: { $lt: "2026-02-01T00:00:00.000Z" } },
        ],
      },
    ],
    ["<", { lastUpdated: { $lt: "2026-01-31T00:00:00.000Z" } }],
    ["<=", { lastUpdated: { $lt: "2026-02-01T00:00:00.000Z" } }],
    [">", { lastUpdated: { $gte: "2026-02-01T00:00:00.000Z" } }],
    [">=", { lastUpdated: { $gte: "2026-01-31T00:00:00.000Z" } }],
  ])("a date without a time is a whole day: %s", (operator, json) =>
    expect(platform(`lastUpdated ${operator} 2026-01-31`)).toEqual(json),
  );

  it.each([
    "31.1.2026",
    "31.01.2026",
    "31/01/2026",
    "01/31/2026",
    "2026/1/31",
    '"31.01.2026"',
    "'2026.01.31.'",
  ])("a date is read as people write it: %s", (text) =>
    expect(platform(`lastUpdated >= ${text}`)).toEqual(platform("lastUpdated >= 2026-01-31")),
  );

  it("days work with !=, in and other conditions", () => {
    const on = (time: string | null) => ({ lastUpdated: time });
    expect(matchesFilter(expression("lastUpdated != 2026-01-31"), on("2026-01-31T23:59:59.999Z"))).toBe(
      false,
    );
    expect(matchesFilter(expression("lastUpdated != 2026-01-31"), on("2026-02-01T00:00:00.000Z"))).toBe(true);
    expect(matchesFilter(expression("lastUpdated != 2026-01-31"), on(null))).toBe(true);
    expect(
      matchesFilter(expression("lastUpdated in (2026-01-30, 2026-02-01)"), on("2026-02-01T12:00:00Z")),
    ).toBe(true);
    expect(
      matchesFilter(expression("lastUpdated in (2026-01-30, 2026-02-01)"), on("2026-01-31T12:00:00Z")),
    ).toBe(false);
    expect(
      matchesFilter(expression("lastUpdated = 2026-01-31T10:00:00Z"), on("2026-01-31T11:00:00+01:00")),
    ).toBe(true);
  });
});

describe("reports the position of an error", () => {
  it.each([
    [
      "prise > 5",
      "There is no field prise. Did you mean price?\n  prise > 5\n  ^^^^^",
      /^Fields: name, sku, brand, price/,
    ],
    ["zzz = 1", "There is no field zzz\n  zzz = 1\n  ^^^", /^Fields/],
    ["price > cheap", "price is a number\n  price > cheap\n          ^^^^^", /without quotes/],
    ['price > "5"', 'price is a number\n  price > "5"\n          ^^^', /without quotes/],
    ["price > 1234567890.1234567", "This number has more than 15", undefined],
    ["visible = maybe", "visible is true or false\n  visible = maybe\n            ^^^", undefined],
    [
      "productType = digitl",
      "productType cannot be digitl. Did you mean digital?\n",
      /^Values: physical, digital/,
    ],
    ["lastUpdated > soon", "lastUpdated is a date\n", /2026-01-31/],
    ["lastUpdated > 2026-02-30", "There is no such date\n", undefined],
    ["lastUpdated > 31.02.2026", "There is no such date\n", undefined],
    ["lastUpdated > 31.01.26", "lastUpdated is a date\n", /2026-01-31/],
    [
      "lastUpdated > 03/04/2026",
      "lastUpdated: 03/04/2026 can be two dates\n  lastUpdated > 03/04/2026\n                ^^^^^^^^^^",
      /^Write 2026-03-04 or 2026-04-03$/,
    ],
    ["price > 03/04/2026", "price is a number\n", undefined],
    ["lastUpdated > 2026-01-31T10:00", "The time has no zone", undefined],
    ["lastUpdated > 2026-01-31T25:00Z", "There is no such time", undefined],
    ["name > null", "null can only be used with = or !=", undefined],
    ["name in (a, null)", "null can only be used with = or !=", undefined],
    ["name = and", "Expected a value after =", /"and"/],
    ["name =", "Expected a value after =\n  name =\n        ^", undefined],
    [
      "name",
      "Expected an operator after name\n  name\n      ^",
      /= != > >= < <= startsWith endsWith contains in exists/,
    ],
    ["name hasSome (a)", "hasSome cannot be used on name, which is a text field", /Operators for name/],
    ["collectionIds = a", "= cannot be used on collectionIds", /hasSome hasAll exists/],
    ["name == a", "Expected an operator after name\n  name == a\n       ^^", undefined],
    [
      "name = Acme Corp",
      "Expected and, or, or the end of the filter\n  name = Acme Corp\n              ^^^^",
      /quotes/,
    ],
    ["price = 19,99", "Expected and, or, or the end", /point/],
    ["(name = a", "Expected )\n  (name = a\n           ^", undefined],
    ["name in a", "Expected (\n", /name in \(a, b\)/],
    ["name in ()", "Expected a value after in\n", undefined],
    ["and name = a", "There is no field and", undefined],
    ['"name" = a', "Expected the name of a field", undefined],
    ["", "The filter is empty.", /name exists/],
    ["{name: 1}", "The filter is not valid JSON", /platform's format/],
  ])("%s", (text, message, hint) => {
    const error = failure(text);
    expect(error.message).toContain(message);
    if (hint !== undefined) expect(error.hint).toMatch(hint);
  });
});

it("says what to write for a word that is no value, and for no other word", () => {
  const paid: FilterField = {
    name: "paid",
    type: "enum",
    values: ["PAID"],
    instead: { authorized: "authorized > 0" },
  };
  const hintFor = (word: string) => {
    try {
      return void parseFilter(`paid = ${word}`, [paid]);
    } catch (error) {
      return (error as UsageError).hint;
    }
  };
  expect(hintFor("Authorized")).toBe("To find it: authorized > 0");
  expect(hintFor("constructor")).toBe("Values: PAID");
});

describe("matchesFilter", () => {
  const shirt = {
    name: "Tee Shirt",
    priceData: { price: 19.9 },
    visible: true,
    brand: null,
    collectionIds: ["a", "b"],
  };
  it.each<[string, boolean]>([
    ["price = 19.90", true],
    ["price < 19.9", false],
    ["name startsWith 'tee '", true],
    ["name contains SHI", true],
    ["name = 'tee shirt'", false],
    ["name > 'Tea'", true],
    ["brand = null", true],
    ["sku = null", true],
    ["brand != Acme", true],
    ["brand > A", false],
    ["not brand > A", true],
    ["sku exists", false],
    ["brand exists false", true],
    ["name != null", true],
    ["collectionIds hasSome (b, c)", true],
    ["collectionIds hasAll (b, c)", false],
    ["productType in (physical)", false],
    ["visible = true and (price > 100 or name endsWith irt)", true],
  ])("%s is %s", (text, matches) => expect(matchesFilter(expression(text), shirt)).toBe(matches));

  it.each<[string, string[], boolean]>([
    ["categories.name = sale", ["sale", "new"], true],
    ["categories.name = sale", ["new"], false],
    ["categories.name = sale", [], false],
    ["categories.name != sale", ["sale", "new"], false],
    ["categories.name != sale", ["new", "old"], true],
    ["categories.name != sale", [], true],
    ["categories.name exists", ["sale"], true],
    ["categories.name exists", [], false],
    ["categories.name exists false", ["sale"], false],
    ["categories.name exists false", [], true],
    ["categories.name = null", ["sale"], false],
    ["categories.name = null", [], true],
    ["categories.name != null", ["sale"], true],
    ["categories.name != null", [], false],
    ["categories.name in (sale, old)", ["new", "old"], true],
    ["categories.name in (sale, old)", ["new"], false],
  ])("of a product in several categories: %s in %j is %s", (text, names, matches) => {
    const filter = parseFilter(text, [{ name: "categories.name", type: "text" }]) as FilterExpression;
    expect(matchesFilter(filter, { categories: names.map((name) => ({ name })) })).toBe(matches);
  });

  it("compares amounts exactly, as numbers and as decimal text", () => {
    const price = (value: unknown) => ({ priceData: { price: value } });
    expect(matchesFilter(expression("price = 0.3"), price(0.1 + 0.2))).toBe(false);
    expect(matchesFilter(expression("price = 19.9"), price("19.90"))).toBe(true);
    expect(matchesFilter(expression("price > 9"), price("10"))).toBe(true);
    expect(matchesFilter(expression("price > 9"), price("ten"))).toBe(false);
    expect(matchesFilter(expression("price != 9"), price({}))).toBe(true);
  });
});

describe("splitFilter", () => {
  const split = (text: string) => {
    const { platform: sent, local } = splitFilter(parseFilter(text, fields));
    return { sent: sent && toPlatformFilter(sent), local: local && toPlatformFilter(local) };
  };
  it.each<[string, { sent?: unknown; local?: unknown }]>([
    ["price > 5", { sent: { "priceData.price": { $gt: 5 } }, local: undefined }],
    ["visible = true", { sent: undefined, local: { visible: true } }],
    [
      "price > 5 and visible = true and name = a",
      { sent: { $and: [{ "priceData.price": { $gt: 5 } }, { name: "a" }] }, local: { visible: true } },
    ],
    ["name = a or visible = true", { sent: undefined, local: { $or: [{ name: "a" }, { visible: true }] } }],
    [
      "name startsWith a and name contains b",
      { sent: { name: { $startsWith: "a" } }, local: { name: { $contains: "b" } } },
    ],
    [
      "not visible = true and not name = a",
      { sent: { $not: { name: "a" } }, local: { $not: { visible: true } } },
    ],
    [
      "collectionIds exists and collectionIds hasSome (a)",
      { sent: { collectionIds: { $hasSome: ["a"] } }, local: { collectionIds: { $exists: true } } },
    ],
    ['{"visible": true}', { sent: { visible: true }, local: undefined }],
  ])("%s", (text, expected) => expect(split(text)).toEqual(expected));
});

it("joining keeps every key of raw JSON", () => {
  expect(joinPlatform("$and", { $and: [{ a: 1 }], b: 2 }, { id: { $gt: "x" } })).toEqual({
    $and: [{ $and: [{ a: 1 }], b: 2 }, { id: { $gt: "x" } }],
  });
});

// Random filters, parsed and compared with the meaning of the platform filter that would be sent.
const words = fc.constantFrom("a", "Ab", "B", "ab c", "", 'q"\\', "null", "and");
const text = words.map((word) => JSON.stringify(word));
const amount = fc.constantFrom("-1", "0", "0.10", "19.9", "19.90", "20");
const time = fc.constantFrom(
  "2026-01-31",
  "2026-01-31T00:00:00Z",
  "2026-02-01T01:30:00.000+01:30",
  "2026-02-01",
);
const list = (value: fc.Arbitrary<string>) =>
  fc.array(value, { minLength: 1, maxLength: 3 }).map((all) => `(${all.join(", ")})`);
const ordering = fc.constantFrom("=", "!=", ">", ">=", "<", "<=");
const spaced = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(" "));
const condition = fc.oneof(
  spaced(fc.constantFrom("name", "brand"), ordering, text),
  spaced(fc.constant("name"), fc.constantFrom("startsWith", "endsWith", "contains"), text),
  spaced(fc.constant("price"), ordering, amount),
  spaced(fc.constant("visible"), fc.constantFrom("=", "!="), fc.constantFrom("true", "false")),
  spaced(fc.constant("lastUpdated"), ordering, time),
  spaced(fc.constant("lastUpdated in"), list(time)),
  spaced(fc.constant("name in"), list(text)),
  spaced(fc.constant("price in"), list(amount)),
  spaced(fc.constant("collectionIds"), fc.constantFrom("hasSome", "hasAll"), list(text)),
  spaced(
    fc.constantFrom("name", "price", "visible", "collectionIds"),
    fc.constantFrom("exists", "exists false"),
  ),
  spaced(fc.constantFrom("name", "price", "visible", "lastUpdated"), fc.constantFrom("= null", "!= null")),
);
const { filter: filterText } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    condition,
    tie("filter").map((inner) => `not (${inner})`),
    tie("filter").map((inner) => `(${inner})`),
    fc.tuple(tie("filter"), fc.constantFrom("and", "or"), tie("filter")).map((all) => all.join(" ")),
  ),
}));
const absent = { nil: undefined };
const record = fc.record({
  name: fc.option(words),
  brand: fc.option(words, absent),
  priceData: fc.option(fc.record({ price: fc.option(fc.constantFrom(-1, 0, 0.1, 19.9, 20)) })),
  visible: fc.option(fc.boolean(), absent),
  lastUpdated: fc.option(
    fc.constantFrom("2026-01-30T23:59:59.999Z", "2026-01-31T00:00:00.000Z", "2026-02-01T00:00:00.000Z"),
  ),
  collectionIds: fc.option(fc.array(words, { maxLength: 3 })),
});

it("local evaluation agrees with the platform filter, whole and split", () => {
  fc.assert(
    fc.property(filterText, fc.array(record, { minLength: 1, maxLength: 5 }), (source, records) => {
      const filter: Filter = parseFilter(source, fields);
      const { platform: sent, local } = splitFilter(filter);
      for (const one of records) {
        const expected = matchesPlatformFilter(JSON.parse(JSON.stringify(toPlatformFilter(filter))), one);
        expect(matchesFilter(filter as FilterExpression, one)).toBe(expected);
        const both =
          (sent === undefined || matchesPlatformFilter(toPlatformFilter(sent), one)) &&
          (local === undefined || matchesFilter(local, one));
        expect(both).toBe(expected);
      }
    }),
    { numRuns: runs(500) },
  );
});

it("any text is a filter or throws a UsageError", () => {
  const pieces = fc.constantFrom(
    "name",
    "price",
    "=",
    "in",
    "(",
    ")",
    ",",
    "and",
    "not",
    "5",
    '"x"',
    "exists",
    "null",
    "-",
    "{",
    "漢",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
      try {
        toPlatformFilter(parseFilter(parts.join(" "), fields));
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
      }
    }),
    { numRuns: runs(500) },
  );
});
