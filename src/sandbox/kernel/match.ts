import { isDeepStrictEqual } from "node:util";
import { invalid } from "./tx.ts";

type Test = (values: readonly unknown[], operand: unknown) => boolean;

const listed = (operand: unknown): unknown[] => (Array.isArray(operand) ? operand : [operand]);
const anyValue =
  (test: (value: unknown, operand: unknown) => boolean): Test =>
  (values, operand) =>
    values.some((value) => test(value, operand));
/** Text tests are case-insensitive, as in store filters. */
const textTest = (test: (value: string, operand: string) => boolean): Test =>
  anyValue(
    (value, operand) => typeof value === "string" && test(value.toLowerCase(), String(operand).toLowerCase()),
  );
const ordered = (test: (order: number) => boolean): Test =>
  anyValue((value, operand) => typeof value === typeof operand && test(compareValues(value, operand)));

const equals: Test = (values, operand) =>
  operand === null
    ? values.every((value) => value === null)
    : values.some((value) => isDeepStrictEqual(value, operand));
const hasSome: Test = (values, operand) => listed(operand).some((one) => equals(values, one));

const tests: Readonly<Record<string, Test>> = {
  $eq: equals,
  $ne: (values, operand) => !equals(values, operand),
  $in: hasSome,
  $nin: (values, operand) => !hasSome(values, operand),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $startsWith: textTest((value, start) => value.startsWith(start)),
  $endsWith: textTest((value, end) => value.endsWith(end)),
  $contains: textTest((value, part) => value.includes(part)),
  $hasSome: hasSome,
  $hasAll: (values, operand) => listed(operand).every((one) => equals(values, one)),
  $isEmpty: (values, operand) =>
    values.every((value) => value === null || value === "") === (operand !== false),
  $exists: (values, operand) => values.some((value) => value !== null) === (operand !== false),
};

/** Returns whether a document matches a platform filter, in memory. Throws InvalidInput for an unknown operator. */
export function matchesFilter(doc: unknown, filter: unknown): boolean {
  return Object.entries((filter ?? {}) as Record<string, unknown>).every(([key, operand]) => {
    if (key === "$and") return listed(operand).every((part) => matchesFilter(doc, part));
    if (key === "$or") return listed(operand).some((part) => matchesFilter(doc, part));
    if (key === "$not") return !listed(operand).every((part) => matchesFilter(doc, part));
    return fieldMatches(valuesAt(doc, key), operand);
  });
}

function fieldMatches(values: readonly unknown[], condition: unknown): boolean {
  const operators = condition !== null && typeof condition === "object" ? Object.entries(condition) : [];
  if (!operators.some(([key]) => key.startsWith("$"))) return equals(values, condition);
  return operators.every(([operator, operand]) => {
    const test = tests[operator];
    if (test === undefined) throw invalid("query.filter", "FORMAT", `has an unknown operator ${operator}`);
    return test(values, operand);
  });
}

/** Returns the values at a dotted path. Lists are flattened, along the path and at its end. */
export function valuesAt(doc: unknown, path: string): unknown[] {
  let values: unknown[] = [doc];
  for (const key of path.split(".")) {
    values = values.flatMap((value) => {
      const next =
        value !== null && typeof value === "object" ? (value as Record<string, unknown>)[key] : undefined;
      return next === undefined ? [] : next;
    });
  }
  return values;
}

/** Compares numbers by value and text by code unit. Missing values come first. */
export function compareValues(first: unknown, second: unknown): number {
  if (first === second) return 0;
  if (first === undefined || first === null) return -1;
  if (second === undefined || second === null) return 1;
  if (typeof first === "number" && typeof second === "number") return first - second;
  return String(first) < String(second) ? -1 : 1;
}
