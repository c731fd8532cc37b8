import { isRecord } from "../../kernel/json.ts";
import { memo } from "../../kernel/memo.ts";
import { isInstant, numeric } from "../../kernel/sql-functions.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Schema } from "../schema.ts";
import { operatorsIn } from "./filter.ts";

/** A field that a list call can be filtered by. */
export interface ContractField {
  /** Where it is in the objects of the list. `[]` marks the lists that the path leads through: `lineItems[].catalogReference.appId`. */
  path: string;
  /** Undefined: several types, or a field that the model does not have. */
  type?: "text" | "number" | "decimal" | "boolean" | "time" | "object" | undefined;
  /** Whether it has several values. */
  isList: boolean;
  /** The documented operators; none if they are not documented. */
  operators: readonly string[];
}

/** The errors for what a filter cannot have. */
export interface Refusals {
  undeclared(field: string): Error;
  invalid(description: string): Error;
}

/** Returns a field of a list call by its name; undefined if the list cannot be filtered by it. */
export function contractField(endpoint: Endpoint, name: string): ContractField | undefined {
  const found = declaredFields(endpoint).get(name);
  if (found !== undefined) return found;
  // The name of an option of a shop: `options.*`.
  const named = declaredFields(endpoint).get(`${name.split(".")[0]}.*`);
  if (named !== undefined) return named;
  // The fields of a list of objects that `$matchItems` tests.
  const end = name.lastIndexOf(".");
  const list = end < 0 ? undefined : declaredFields(endpoint).get(name.slice(0, end));
  if (!list?.operators.includes("$matchItems")) return undefined;
  const field = fieldPlace(endpoint, name);
  return field.type === undefined || field.type === "object" ? undefined : { ...field, operators: [] };
}

const declaredFields = memo(
  (endpoint: Endpoint) =>
    new Map(
      Object.entries(endpoint.filter ?? {}).flatMap(([group, names]) =>
        names.map((name): [string, ContractField] => [
          name,
          { ...fieldPlace(endpoint, name), operators: operatorsIn(group) },
        ]),
      ),
    ),
);

/** Returns where a field is in the objects of a list, by the model of the objects, and its type. */
export function fieldPlace(endpoint: Endpoint, name: string): Omit<ContractField, "operators"> {
  let schema = (endpoint.items ?? "")
    .split(".")
    .reduce<Schema | undefined>((at, key) => at?.properties?.[key], endpoint.result)?.items;
  let path = "";
  let isList = false;
  for (const key of name.split(".")) {
    if (path !== "") path += ".";
    if (schema?.type === "array") {
      path = `${path.slice(0, -1)}[].`;
      isList = true;
      schema = schema.items;
    }
    path += key;
    schema = schema?.properties?.[key] ?? schema?.additionalProperties;
  }
  const value = schema?.type === "array" ? schema.items : schema;
  return { path, isList: isList || schema?.type === "array", type: value && typeOf(value) };
}

function typeOf({ type, format }: Schema): ContractField["type"] {
  if (type === "string") return format === "date-time" ? "time" : format === "decimal" ? "decimal" : "text";
  if (type === "number" || type === "integer") return "number";
  return type === "boolean" || type === "object" ? type : undefined;
}

/** What a list of values supports, whatever is documented: one value that meets the condition is enough. */
const listOperators = ["$eq", "$ne", "$in", "$nin", "$hasSome", "$hasAll", "$exists", "$isEmpty"];
const objectOperators = ["$exists", "$isEmpty"];
const textOperators = ["$startsWith", "$endsWith", "$contains", "$isEmpty"];
const orderOperators = ["$gt", "$gte", "$lt", "$lte"];
/** What a comparison of one value with a list means. */
const ofLists: Readonly<Partial<Record<string, string>>> = { $eq: "$in", $ne: "$nin" };
const filterOperators = new Set([...listOperators, ...textOperators, ...orderOperators]);

/**
 * Returns a filter of a request with the paths of the objects and with values of their types: a number or a time that is text is
 * read as such, a number for a text field is text. Throws what `refusals` returns for an unknown field, for an operator that the
 * field does not have, and for a value of another type.
 */
export function checkedFilter(
  filter: unknown,
  fieldOf: (name: string) => ContractField | undefined,
  refusals: Refusals,
): unknown {
  if (Array.isArray(filter)) return filter.map((part) => checkedFilter(part, fieldOf, refusals));
  if (!isRecord(filter)) return filter;
  const parts = Object.entries(filter).map(([key, operand]) => {
    if (key.startsWith("$")) return { [key]: checkedFilter(operand, fieldOf, refusals) };
    if (isRecord(operand) && "$matchItems" in operand) return onItems(key, operand.$matchItems);
    const field = fieldOf(key);
    if (field === undefined) throw refusals.undeclared(key);
    // Live behavior Q19: on a list of objects, $hasSome matches nothing.
    if (isRecord(operand) && "$hasSome" in operand && field.operators.includes("$matchItems"))
      return { $or: [] };
    return { [field.path]: conditionsOf(key, field, isRecord(operand) ? operand : { $eq: operand }) };
  });
  return parts.length > 1 ? { $and: parts } : (parts[0] ?? {});

  /** Returns `$matchItems` as conditions on the fields of the items. Each names one field: `[{ id: { $in: [...] } }]`. */
  function onItems(path: string, items: unknown): unknown {
    if (!fieldOf(path)?.operators.includes("$matchItems")) throw refusals.undeclared(path);
    const conditions = (Array.isArray(items) ? items : [items]).map((item) => {
      const [[field, operand] = ["", undefined], ...more] = Object.entries(isRecord(item) ? item : {});
      if (more.length > 0) throw refusals.invalid(`has $matchItems with more than one field for ${path}`);
      return { [`${path}.${field}`]: operand };
    });
    return { $and: conditions.map((condition) => checkedFilter(condition, fieldOf, refusals)) };
  }

  function conditionsOf(name: string, field: ContractField, operand: Readonly<Record<string, unknown>>) {
    return Object.fromEntries(
      Object.entries(operand).map(([operator, value]) => {
        if (!filterOperators.has(operator))
          throw refusals.invalid(`has an unknown operator ${operator} for ${name}`);
        if (!supports(field, operator))
          throw refusals.invalid(`Operator '${operator}' is not supported for field '${name}'`);
        const isAsItIs = operator === "$exists" || textOperators.includes(operator);
        // The platform's demo shop excludes a collection with `ne("name", [name])`.
        const ofList = Array.isArray(value) && !field.isList ? ofLists[operator] : undefined;
        return [ofList ?? operator, isAsItIs ? value : typedValues(name, field, value)];
      }),
    );
  }

  function typedValues(name: string, { type }: ContractField, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => typed(name, type, one));
    return typed(name, type, value);
  }

  function typed(name: string, type: ContractField["type"], value: unknown): unknown {
    if (value === null || typeof value === "object") return value;
    const mismatch = (what: string) => refusals.invalid(`needs ${what} for ${name}`);
    switch (type) {
      case "text":
        if (typeof value === "boolean") throw mismatch("text");
        return String(value);
      case "boolean":
        if (value === "true" || value === "false") return value === "true";
        if (typeof value !== "boolean") throw mismatch("true or false");
        return value;
      case "time": {
        const isDay = typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
        if (typeof value !== "string" || !(isDay || isInstant(value)) || Number.isNaN(Date.parse(value)))
          throw mismatch("a time such as 2026-01-31T18:00:00Z");
        return isDay ? `${value}T00:00:00.000Z` : value;
      }
      case "number":
      case "decimal": {
        const number = typeof value === "string" ? numeric(value.trim()) : value;
        if (typeof number !== "number") throw mismatch("a number");
        return number;
      }
      default:
        return value;
    }
  }
}

function supports({ type, isList, operators }: ContractField, operator: string): boolean {
  if (type === "object") return objectOperators.includes(operator);
  if (isList && listOperators.includes(operator)) return true;
  const isOfText = textOperators.includes(operator);
  if (type !== undefined && type !== "text" && isOfText && operator !== "$isEmpty") return false;
  if (type === "boolean" && orderOperators.includes(operator)) return false;
  // The SDK sends $hasSome for fields with one value as well, and the older REST pages have $contains.
  const documented =
    operator === "$hasSome" ? "$in" : isOfText && operator !== "$isEmpty" ? "$startsWith" : operator;
  return operators.length === 0 || [operator, documented].some((one) => operators.includes(one));
}
