export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A filter as the platform's JSON: `{}`, `{ field: value }`, `{ field: { $gt: value } }`, `{ $and: [...] }`. */
export type PlatformFilter = { readonly [key: string]: Json };

/** A field for filters. */
export interface FilterField {
  /** The name in filters; may contain dots. */
  readonly name: string;
  /** The platform's path if it differs from the name: `priceData.price`. */
  readonly path?: string;
  readonly type: "text" | "number" | "boolean" | "date" | "list" | "enum";
  /** The known values of an enum or of the entries of a list. */
  readonly values?: readonly string[];
  /** The platform operators (`$eq`, `$gt` …) that the server supports for this field. Absent: none, it is filtered here. */
  readonly operators?: readonly string[];
  /** Numbers are decimal text in the platform's JSON, as the amounts of orders. */
  readonly decimalText?: true;
}

/** Exact decimal text for number fields, ISO text in UTC for date fields, else the text or boolean itself. */
export type FilterValue = string | boolean | null;

export type CompareOperator = "=" | "!=" | ">" | ">=" | "<" | "<=" | "startsWith" | "endsWith" | "contains";
export type ListOperator = "in" | "hasSome" | "hasAll";

export type Condition =
  | {
      readonly kind: "compare";
      readonly field: FilterField;
      readonly operator: CompareOperator;
      readonly value: FilterValue;
    }
  | {
      readonly kind: "list";
      readonly field: FilterField;
      readonly operator: ListOperator;
      readonly values: readonly FilterValue[];
    }
  | { readonly kind: "exists"; readonly field: FilterField; readonly value: boolean };

/** A parsed filter, which can be sent to the platform or evaluated here. */
export type FilterExpression =
  | Condition
  | { readonly kind: "and" | "or"; readonly filters: readonly FilterExpression[] }
  | { readonly kind: "not"; readonly filter: FilterExpression };

/** A filter of `--filter`: in the filter language, or the platform's JSON, which is passed through unchanged. */
export type Filter = FilterExpression | { readonly kind: "platform"; readonly json: PlatformFilter };

type FieldType = FilterField["type"];

interface OperatorRule {
  readonly platform: string;
  readonly types: readonly FieldType[];
}

const everyScalar = ["text", "number", "boolean", "date", "enum"] as const;
const ordered = ["text", "number", "date"] as const;

/** The operators for text fields that support "all" operators according to the platform's documentation. */
export const textOperators = [
  "$eq",
  "$ne",
  "$gt",
  "$lt",
  "$gte",
  "$lte",
  "$isEmpty",
  "$exists",
  "$in",
  "$nin",
  "$startsWith",
];
export const orderOperators = ["$eq", "$ne", "$gt", "$lt", "$gte", "$lte", "$exists", "$in", "$nin"];

/** All operators, with their names on the platform and the field types that they support. */
export const operatorRules: Record<CompareOperator | ListOperator | "exists", OperatorRule> = {
  "=": { platform: "$eq", types: everyScalar },
  "!=": { platform: "$ne", types: everyScalar },
  ">": { platform: "$gt", types: ordered },
  ">=": { platform: "$gte", types: ordered },
  "<": { platform: "$lt", types: ordered },
  "<=": { platform: "$lte", types: ordered },
  startsWith: { platform: "$startsWith", types: ["text"] },
  endsWith: { platform: "$endsWith", types: ["text"] },
  contains: { platform: "$contains", types: ["text"] },
  in: { platform: "$in", types: everyScalar },
  hasSome: { platform: "$hasSome", types: ["list"] },
  hasAll: { platform: "$hasAll", types: ["list"] },
  exists: { platform: "$exists", types: [...everyScalar, "list"] },
};

/** Joins filters. Flattens nested ones of the same kind; returns a single filter unchanged. */
export function joinFilters(kind: "and" | "or", filters: readonly FilterExpression[]): FilterExpression {
  const flat = filters.flatMap((one) => (one.kind === kind ? one.filters : [one]));
  const [first] = flat;
  return flat.length === 1 && first !== undefined ? first : { kind, filters: flat };
}

/**
 * Splits a filter into a part that the server supports (see `FilterField.operators`) and a part to evaluate here on each
 * record. Only the outermost `and` is split.
 */
export function splitFilter(filter: Filter): { platform?: Filter; local?: FilterExpression } {
  if (filter.kind === "platform") return { platform: filter };
  const parts = filter.kind === "and" ? filter.filters : [filter];
  const platform = parts.filter(isSupported);
  const local = parts.filter((part) => !isSupported(part));
  return {
    ...(platform.length > 0 && { platform: joinFilters("and", platform) }),
    ...(local.length > 0 && { local: joinFilters("and", local) }),
  };
}

function isSupported(filter: FilterExpression): boolean {
  switch (filter.kind) {
    case "and":
    case "or":
      return filter.filters.every(isSupported);
    case "not":
      return isSupported(filter.filter);
    case "exists":
      return supports(filter.field, "exists");
    default:
      return supports(filter.field, filter.operator);
  }
}

function supports(field: FilterField, operator: keyof typeof operatorRules): boolean {
  return field.operators?.includes(operatorRules[operator].platform) ?? false;
}
