import { isRecord } from "../../kernel/json.ts";
import { instant, isInstant } from "../../kernel/sql-functions.ts";

/**
 * How a value is read before it is compared: beside a number, decimal text is a number; beside a time, text is an instant.
 * Otherwise text, numbers and booleans (as 1 and 0) are equal within their own type only.
 */
export type Reading = "plain" | "number" | "instant";

/** What a value of a field has to meet. */
export type Test =
  | { kind: "in"; as: Reading; values: readonly (string | number)[] }
  | { kind: "order"; as: Reading; sign: "<" | "<=" | ">" | ">="; value: string | number }
  /** Case is ignored, as the platform documents for these operators. The text is in lower case. */
  | { kind: "text"; at: "start" | "end" | "anywhere"; text: string }
  /** Not null. As on the platform, an empty list is present. */
  | { kind: "present" }
  /** Not null, and not an empty text or list. */
  | { kind: "filled" };

/** What filters are compiled to: SQL, or a function. */
export interface Target<R> {
  all(parts: readonly R[]): R;
  any(parts: readonly R[]): R;
  /** The opposite: everything else, what has no value included. */
  not(part: R): R;
  /** Whether any value of a field meets a test: its only one, or one of a list. A list is present and filled as a whole. */
  some(path: string, test: Test): R;
  /** Returns the error for an invalid filter. */
  invalid(description: string): Error;
}

const maxConditions = 500;
const maxDepth = 50;

/**
 * Compiles a filter of the platform. The meaning of every operator is here: a condition on a list is met if one of its values
 * meets it, `$ne`, `$nin` and `$not` are exact opposites, and a field that is absent equals null.
 */
export function compileFilter<R>(filter: unknown, target: Target<R>): R {
  const { all, any, not, some, invalid } = target;
  let conditions = 0;
  return filter === undefined || filter === null ? all([]) : conditionsOf(filter, 0);

  function conditionsOf(value: unknown, depth: number): R {
    if (!isRecord(value)) throw invalid("must be an object");
    if (depth > maxDepth) throw invalid(`is nested more than ${maxDepth} levels deep`);
    return all(Object.entries(value).map(([key, operand]) => conditionOf(key, operand, depth + 1)));
  }

  function conditionOf(key: string, operand: unknown, depth: number): R {
    conditions += 1;
    if (conditions > maxConditions) throw invalid(`has more than ${maxConditions} conditions`);
    const parts = (list: readonly unknown[]) => list.map((part) => conditionsOf(part, depth));
    if (key === "$and") return all(parts(listOf(key, operand)));
    if (key === "$or") return any(parts(listOf(key, operand)));
    if (key === "$not") return not(all(parts(Array.isArray(operand) ? operand : [operand])));
    if (key.startsWith("$")) throw invalid(`has an unknown operator ${key}`);
    if (!isRecord(operand)) return isIn(key, [operand]);
    const tests = Object.entries(operand);
    if (tests.length === 0) throw invalid(`has no operator for ${key}`);
    return all(tests.map(([operator, value]) => operation(key, operator, value)));
  }

  function operation(field: string, operator: string, operand: unknown): R {
    switch (operator) {
      case "$eq":
        return isIn(field, [operand]);
      case "$ne":
        return not(isIn(field, [operand]));
      case "$in":
      case "$hasSome":
        return isIn(field, listOf(field, operand));
      case "$nin":
        return not(isIn(field, listOf(field, operand)));
      case "$hasAll":
        return all(listOf(field, operand).map((value) => isIn(field, [value])));
      case "$gt":
        return order(field, ">", operand);
      case "$gte":
        return order(field, ">=", operand);
      case "$lt":
        return order(field, "<", operand);
      case "$lte":
        return order(field, "<=", operand);
      case "$startsWith":
        return some(field, { kind: "text", at: "start", text: textOf(field, operand).toLowerCase() });
      case "$endsWith":
        return some(field, { kind: "text", at: "end", text: textOf(field, operand).toLowerCase() });
      case "$contains":
        return some(field, { kind: "text", at: "anywhere", text: textOf(field, operand).toLowerCase() });
      case "$exists": {
        const present = some(field, { kind: "present" });
        return booleanOf(field, operand) ? present : not(present);
      }
      case "$isEmpty": {
        const filled = some(field, { kind: "filled" });
        return booleanOf(field, operand) ? not(filled) : filled;
      }
      default:
        throw invalid(`has an unknown operator ${operator} for ${field}`);
    }
  }

  function isIn(field: string, operands: readonly unknown[]): R {
    const parts: R[] = [];
    const found: Record<Reading, (string | number)[]> = { plain: [], number: [], instant: [] };
    for (const operand of operands) {
      if (operand === null) parts.push(not(some(field, { kind: "present" })));
      else if (typeof operand === "boolean") found.plain.push(Number(operand));
      else {
        const [as, value] = read(field, operand);
        found[as].push(value);
      }
    }
    for (const as of ["plain", "number", "instant"] as const)
      if (found[as].length > 0) parts.push(some(field, { kind: "in", as, values: found[as] }));
    const [first, ...others] = parts;
    return first !== undefined && others.length === 0 ? first : any(parts);
  }

  function order(field: string, sign: "<" | "<=" | ">" | ">=", operand: unknown): R {
    const [as, value] = read(field, operand);
    return some(field, { kind: "order", as, sign, value });
  }

  function read(field: string, operand: unknown): [Reading, string | number] {
    if (typeof operand === "number") return ["number", operand];
    if (typeof operand !== "string") throw invalid(`needs a text or a number for ${field}`);
    return isInstant(operand) ? ["instant", instant(operand) ?? operand] : ["plain", operand];
  }

  function listOf(name: string, operand: unknown): readonly unknown[] {
    if (!Array.isArray(operand)) throw invalid(`needs a list for ${name}`);
    return operand;
  }

  function textOf(name: string, operand: unknown): string {
    if (typeof operand !== "string") throw invalid(`needs text for ${name}`);
    return operand;
  }

  function booleanOf(name: string, operand: unknown): boolean {
    if (typeof operand !== "boolean") throw invalid(`needs true or false for ${name}`);
    return operand;
  }
}
