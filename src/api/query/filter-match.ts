import { amountFromJson, decimal, parseAmount } from "../../kernel/money.ts";
import { valueAt } from "../endpoint.ts";
import type {
  CompareOperator,
  Condition,
  Filter,
  FilterExpression,
  FilterField,
  FilterValue,
  Json,
  ListOperator,
  PlatformFilter,
} from "./filter.ts";
import { pathOf } from "./filter-platform.ts";

/**
 * Whether a record (wire JSON) matches. A field that is absent, null or of another type equals only `null`: `!=` is true,
 * other comparisons are false. Text is compared by code unit; startsWith, endsWith and contains ignore case, as the
 * platform documents for `$startsWith`; `exists` means present and not null.
 */
export function matchesFilter(filter: FilterExpression, record: unknown): boolean {
  switch (filter.kind) {
    case "and":
      return filter.filters.every((part) => matchesFilter(part, record));
    case "or":
      return filter.filters.some((part) => matchesFilter(part, record));
    case "not":
      return !matchesFilter(filter.filter, record);
    default:
      return matchesCondition(filter, fieldValue(filter.field, record));
  }
}

/** Returns the value of a field. A path can lead through lists: `categories.name` are the names of all categories. */
function fieldValue(field: FilterField, record: unknown): unknown {
  const path = pathOf(field);
  return (field.type === "list" ? undefined : valueAt(record, path)) ?? listAt(record, path.split("."));
}

function listAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.flatMap((one) => listAt(one, [key, ...rest]) ?? []);
  return listAt(valueAt(value, key), rest);
}

function matchesCondition(condition: Condition, actual: unknown): boolean {
  if (Array.isArray(actual) && condition.field.type !== "list") return matchesAny(condition, actual);
  const absent = actual === undefined || actual === null;
  if (condition.kind === "exists") return condition.value !== absent;
  if (condition.kind === "list") return lists[condition.operator](condition.field, actual, condition.values);
  if (condition.value === null) return (condition.operator === "=") === absent;
  return comparisons[condition.operator](condition.field, actual, condition.value);
}

/** Whether any value of a list matches, as on the platform; "is not" requires that none is equal. */
function matchesAny(condition: Condition, values: readonly unknown[]): boolean {
  if (condition.kind === "exists") return condition.value === values.length > 0;
  if (condition.kind === "compare" && condition.value === null)
    return (condition.operator === "=") === (values.length === 0);
  if (condition.kind === "compare" && condition.operator === "!=")
    return values.every((value) => matchesCondition(condition, value));
  return values.some((value) => matchesCondition(condition, value));
}

type Test<Expected> = (field: FilterField, actual: unknown, expected: Expected) => boolean;

const equals: Test<FilterValue> = (field, actual, expected) => order(field, actual, expected) === 0;

const comparisons: Record<CompareOperator, Test<string | boolean>> = {
  "=": equals,
  "!=": (field, actual, expected) => !equals(field, actual, expected),
  ">": ordered((sign) => sign > 0),
  ">=": ordered((sign) => sign >= 0),
  "<": ordered((sign) => sign < 0),
  "<=": ordered((sign) => sign <= 0),
  startsWith: folded((actual, expected) => actual.startsWith(expected)),
  endsWith: folded((actual, expected) => actual.endsWith(expected)),
  contains: folded((actual, expected) => actual.includes(expected)),
};

const lists: Record<ListOperator, Test<readonly FilterValue[]>> = {
  in: (field, actual, expected) => expected.some((value) => equals(field, actual, value)),
  hasSome: (_, actual, expected) => Array.isArray(actual) && expected.some((value) => actual.includes(value)),
  hasAll: (_, actual, expected) => Array.isArray(actual) && expected.every((value) => actual.includes(value)),
};

function ordered(test: (sign: number) => boolean): Test<FilterValue> {
  return (field, actual, expected) => {
    const sign = order(field, actual, expected);
    return sign !== undefined && test(sign);
  };
}

function folded(test: (actual: string, expected: string) => boolean): Test<string | boolean> {
  return (_, actual, expected) =>
    typeof actual === "string" && test(actual.toLowerCase(), String(expected).toLowerCase());
}

/** Returns a negative number, 0 or a positive number for a lower, equal or higher value; undefined if they are not comparable. */
function order(field: FilterField, actual: unknown, expected: FilterValue): number | undefined {
  if (typeof expected === "boolean") return actual === expected ? 0 : undefined;
  if (expected === null) return undefined;
  if (field.type === "number") {
    const amount = typeof actual === "number" ? amountFromJson(actual) : parseAmount(String(actual));
    return amount?.cmp(decimal(expected));
  }
  if (typeof actual !== "string") return undefined;
  if (field.type === "date") {
    const difference = Date.parse(actual) - Date.parse(expected);
    return Number.isNaN(difference) ? undefined : difference;
  }
  return actual === expected ? 0 : actual < expected ? -1 : 1;
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
