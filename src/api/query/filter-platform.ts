import { amountToJson, decimal } from "../../kernel/money.ts";
import {
  type Filter,
  type FilterField,
  type FilterValue,
  type Json,
  operatorRules,
  type PlatformFilter,
} from "./filter.ts";

/**
 * Returns the filter as the platform's JSON, in the format of the platform's own query builder. Amounts that are text there are
 * numbers with `amounts: "number"`, as what compares them needs it.
 */
export function toPlatformFilter(
  filter: Filter,
  { amounts = "text" }: { amounts?: "text" | "number" } = {},
): PlatformFilter {
  const toJson = (field: FilterField, value: FilterValue): Json => {
    const isNumber = field.type === "number" && (amounts === "number" || !field.decimalText);
    return isNumber && typeof value === "string" ? amountToJson(decimal(value)) : value;
  };
  switch (filter.kind) {
    case "platform":
      return filter.json;
    case "and":
    case "or":
      return filter.filters
        .map((part) => toPlatformFilter(part, { amounts }))
        .reduce((so, next) => joinPlatform(`$${filter.kind}`, so, next), {});
    case "not":
      return negatePlatform(toPlatformFilter(filter.filter, { amounts })) ?? {};
    case "exists":
      return platformCondition(filterPath(filter.field), "$exists", filter.value);
    case "list": {
      const values = filter.values.map((value) => toJson(filter.field, value));
      return platformCondition(filterPath(filter.field), operatorRules[filter.operator].platform, values);
    }
    case "compare": {
      const value = toJson(filter.field, filter.value);
      return platformCondition(filterPath(filter.field), operatorRules[filter.operator].platform, value);
    }
  }
}

/** Returns the path of a field's value in a record. */
export function filterPath(field: FilterField): string {
  return field.path ?? field.name;
}

/** Returns a condition; equality is written without an operator. */
export function platformCondition(path: string, operator: string, value: Json): PlatformFilter {
  return { [path]: operator === "$eq" ? value : { [operator]: value } };
}

/** Joins two filters with `$and` or `$or`: flattens nested ones of the same kind and drops empty ones. */
export function joinPlatform(
  operator: "$and" | "$or",
  left: PlatformFilter,
  right: PlatformFilter,
): PlatformFilter {
  if (isEmpty(left)) return right;
  if (isEmpty(right)) return left;
  const parts = (filter: PlatformFilter): readonly Json[] => {
    const inner = only(filter, operator);
    return Array.isArray(inner) ? inner : [filter];
  };
  return { [operator]: [...parts(left), ...parts(right)] };
}

/** Returns the negation of a filter. A double `$not` cancels out. Undefined for the negation of an empty filter. */
export function negatePlatform(filter: PlatformFilter): PlatformFilter | undefined {
  if (isEmpty(filter)) return undefined;
  const inner = only(filter, "$not");
  return isFilter(inner) ? inner : { $not: filter };
}

/** Returns the value of a key if it is the only one. */
const only = (filter: PlatformFilter, key: string): Json | undefined =>
  Object.keys(filter).length === 1 ? filter[key] : undefined;
const isEmpty = (filter: PlatformFilter): boolean => Object.keys(filter).length === 0;
const isFilter = (json: Json | undefined): json is PlatformFilter =>
  json !== null && typeof json === "object" && !Array.isArray(json);
