export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A filter as it travels: `{}`, `{ field: value }`, `{ field: { $gt: value } }`, `{ $and: [...] }`. */
export type PlatformFilter = { readonly [key: string]: Json };

/** A field that people may filter by. */
export interface FilterField {
  /** What people write; may be dotted. */
  readonly name: string;
  /** The platform's path where it differs from the name: `priceData.price`. */
  readonly path?: string;
  readonly type: "text" | "number" | "boolean" | "date" | "list" | "enum";
  /** The values of an enum, or of the entries of a list, where they are known. */
  readonly values?: readonly string[];
  /** The platform operators (`$eq`, `$gt` …) that the server supports on this field; absent: none, it is filtered here. */
  readonly operators?: readonly string[];
  /** Numbers travel as decimal text: amounts of orders. */
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

/** A filter that we understand: it can be sent, and it can be evaluated here. */
export type FilterExpression =
  | Condition
  | { readonly kind: "and" | "or"; readonly filters: readonly FilterExpression[] }
  | { readonly kind: "not"; readonly filter: FilterExpression };

/** A filter of `--filter`: in our language, or JSON in the platform's form that is passed on as it is. */
export type Filter = FilterExpression | { readonly kind: "platform"; readonly json: PlatformFilter };

type FieldType = FilterField["type"];

interface OperatorRule {
  readonly platform: string;
  readonly types: readonly FieldType[];
}

const everyScalar = ["text", "number", "boolean", "date", "enum"] as const;
const ordered = ["text", "number", "date"] as const;

/** What the platform supports on text, and on numbers, dates and enumerations, where its documentation says "all". */
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

/** Every operator, what the platform calls it, and the types of field it can be used on. */
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

/** Joins filters; nested ones of the same kind become one, a single one stays bare. */
export function joinFilters(kind: "and" | "or", filters: readonly FilterExpression[]): FilterExpression {
  const flat = filters.flatMap((one) => (one.kind === kind ? one.filters : [one]));
  const [first] = flat;
  return flat.length === 1 && first !== undefined ? first : { kind, filters: flat };
}

/**
 * What of a filter the server can evaluate (by `FilterField.operators`) and what must be evaluated here on each
 * record: the parts of the outermost `and` are divided, anything else goes to one side as a whole.
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
