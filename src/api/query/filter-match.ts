import { memo } from "../../kernel/memo.ts";
import { fold, instant, numeric } from "../../kernel/sql-functions.ts";
import type { Filter, FilterExpression, Json, PlatformFilter } from "./filter.ts";
import { compileFilter, type Reading, type Test } from "./filter-compile.ts";
import { toPlatformFilter } from "./filter-platform.ts";

type Matcher = (doc: unknown) => boolean;

/** Returns the function that tells whether a document matches a filter of the platform, as `filterToSql` does in SQL. */
export function matcher(filter: unknown, invalid: (description: string) => Error): Matcher {
  return compileFilter<Matcher>(filter, {
    all: (parts) => (doc) => parts.every((part) => part(doc)),
    any: (parts) => (doc) => parts.some((part) => part(doc)),
    not: (part) => (doc) => !part(doc),
    some(path, test) {
      const keys = path.replaceAll("[]", "");
      const holds = testOf(test);
      const isOfWhole = test.kind === "present" || test.kind === "filled";
      return (doc) => (isOfWhole ? fieldsAt(doc, keys) : valuesAt(doc, keys)).some(holds);
    },
    invalid,
  });
}

/**
 * Returns whether a record (wire JSON) matches a filter of the filter language. Numbers and times are compared by value, text by
 * code unit; startsWith, endsWith and contains ignore case.
 */
export const matchesFilter = (filter: FilterExpression, record: unknown): boolean =>
  matcherOf(filter)(record);

const matcherOf = memo((filter: FilterExpression) =>
  matcher(toPlatformFilter(filter, { amounts: "number" }), (description) => new TypeError(description)),
);

function testOf(test: Test): (value: unknown) => boolean {
  switch (test.kind) {
    case "present":
      return (value) => value !== null;
    case "filled":
      return (value) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
    case "in": {
      const { as, values } = test;
      const wanted = new Set<unknown>(values);
      return (value) => wanted.has(readings[as](value));
    }
    case "order": {
      const { as, sign, value: operand } = test;
      return (value) => {
        const read = readings[as](value);
        return typeof read === typeof operand && signs[sign](compareFieldValues(read, operand));
      };
    }
    case "text": {
      const { at, text } = test;
      return (value) => {
        const folded = fold(value);
        if (folded === null) return false;
        if (at === "start") return folded.startsWith(text);
        return at === "end" ? folded.endsWith(text) : folded.includes(text);
      };
    }
  }
}

const readings: Readonly<Record<Reading, (value: unknown) => unknown>> = {
  plain: (value) => (typeof value === "boolean" ? Number(value) : value),
  number: numeric,
  instant,
};

const signs = {
  "<": (order: number) => order < 0,
  "<=": (order: number) => order <= 0,
  ">": (order: number) => order > 0,
  ">=": (order: number) => order >= 0,
} as const;

/** Returns the values at a dotted path. Lists are flattened, along the path and at its end. */
export const valuesAt = (doc: unknown, path: string): unknown[] => fieldsAt(doc, path).flat();

/** Returns what is at a dotted path, which can be a list. Lists along the path are flattened. */
function fieldsAt(doc: unknown, path: string): unknown[] {
  let found: unknown[] = [doc];
  for (const key of path.split("."))
    found = found.flat().flatMap((value) => {
      const next =
        value !== null && typeof value === "object" ? (value as Record<string, unknown>)[key] : undefined;
      return next === undefined ? [] : [next];
    });
  return found;
}

/** Compares numbers by value and text by code unit. Missing values come first. */
export function compareFieldValues(first: unknown, second: unknown): number {
  if (first === second) return 0;
  if (first === undefined || first === null) return -1;
  if (second === undefined || second === null) return 1;
  if (typeof first === "number" && typeof second === "number") return first - second;
  return String(first) < String(second) ? -1 : 1;
}

/**
 * Returns whether a filter certainly matches every object: `{}`, an empty `$and`, or conditions that hold for everything
 * with an id. A filter that happens to match all objects of a shop is not detected here.
 */
export function matchesAll(filter: Filter): boolean {
  switch (filter.kind) {
    case "platform":
      return platformMatchesAll(filter.json);
    case "and":
      return filter.filters.every(matchesAll);
    case "or":
      return filter.filters.some(matchesAll);
    case "exists":
      return filter.value && filter.field.name === "id";
    default:
      return false;
  }
}

function platformMatchesAll(filter: PlatformFilter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === "$and") return filtersIn(value).every(platformMatchesAll);
    if (key === "$or") return filtersIn(value).length === 0 || filtersIn(value).some(platformMatchesAll);
    return (key === "id" || key === "_id") && isObject(value) && isExistsOnly(value);
  });
}

const isExistsOnly = (condition: PlatformFilter): boolean =>
  Object.entries(condition).every(([operator, value]) => operator === "$exists" && value === true);

const filtersIn = (value: Json): PlatformFilter[] => (Array.isArray(value) ? value.filter(isObject) : []);

const isObject = (value: Json): value is PlatformFilter =>
  typeof value === "object" && value !== null && !Array.isArray(value);
