import { isCalendarDate, isoDated } from "../../kernel/durations.ts";
import { UsageError } from "../../kernel/errors.ts";
import { syntaxError, type Token, TokenReader } from "../../kernel/lexer.ts";
import { amountText, fitsJson, parseAmount } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A filter as the platform's JSON: `{}`, `{ field: value }`, `{ field: { $gt: value } }`, `{ $and: [...] }`. */
export type PlatformFilter = { readonly [key: string]: Json };

/** A field for filters. */
export interface FilterField {
  /** The name in filters; may contain dots. */
  readonly name: string;
  /** Other names that are accepted. */
  readonly aliases?: readonly string[];
  /** The platform's path if it differs from the name: `priceData.price`. */
  readonly path?: string;
  readonly type: "text" | "number" | "boolean" | "date" | "list" | "enum";
  /** The known values of an enum or of the entries of a list. */
  readonly values?: readonly string[];
  /** What people read instead of the values, which is accepted for them: `{ "not paid": "NOT_PAID" }`. */
  readonly words?: Readonly<Record<string, string>>;
  /** What people read although it is no value of the field, in lower case, and the filter that finds it. */
  readonly instead?: Readonly<Record<string, string>>;
  /** What people read where it depends on more than the value, and the filter that finds exactly these records. */
  readonly finds?: Readonly<Record<string, string>>;
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

/** The operators that the platform has for all fields of a type, by the names that the contract has for them. */
export const operatorSets = {
  text: ["$eq", "$ne", "$gt", "$lt", "$gte", "$lte", "$isEmpty", "$exists", "$in", "$nin", "$startsWith"],
  number: ["$eq", "$ne", "$gt", "$lt", "$gte", "$lte", "$exists", "$in", "$nin"],
  choice: ["$eq", "$ne", "$exists", "$in", "$nin"],
} as const;

/** Returns the operators of a group of `Endpoint.filter`; none if they are not documented. */
export function operatorsIn(group: string): readonly string[] {
  if (Object.hasOwn(operatorSets, group)) return operatorSets[group as keyof typeof operatorSets];
  return group === "any" ? [] : group.split(" ");
}

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
  const flat = filters.flatMap((filter) => (filter.kind === kind ? filter.filters : [filter]));
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

type ValueOperator = CompareOperator | ListOperator;

/** Returns the value of a token for a field that is not a date. Throws UsageError with a caret. */
function parseValue(source: string, field: FilterField, token: Token, operator: ValueOperator): FilterValue {
  if (isNull(source, token, operator)) return null;
  const { instead: others = {} } = field;
  const word = token.text.toLowerCase();
  const instead = Object.hasOwn(others, word) ? others[word] : undefined;
  if (instead !== undefined)
    throw syntaxError(source, token, `${field.name} cannot be ${token.text}`, `To find it: ${instead}`);
  if (field.type === "number") return numberValue(source, field, token);
  if (field.type === "boolean") {
    if (token.kind === "word" && /^(true|false|yes|no)$/.test(token.text))
      return /^(true|yes)$/.test(token.text);
    throw syntaxError(source, token, `${field.name} is true or false`);
  }
  if (field.values === undefined) return token.text;
  const known = namedValue(field, token.text);
  if (known !== undefined) return known;
  const suggestion = nearest(token.text, field.values);
  const message = `${field.name} cannot be ${token.text}${suggestion === undefined ? "" : `. Did you mean ${suggestion}?`}`;
  throw syntaxError(source, token, message, `Values: ${field.values.join(", ")}`);
}

/** Returns the value of an enum by itself or by the word that people read for it, in any case; undefined if there is none. */
function namedValue({ values = [], words = {} }: FilterField, text: string): string | undefined {
  if (values.includes(text)) return text;
  const word = text.toLowerCase();
  return (
    (Object.hasOwn(words, word) ? words[word] : undefined) ??
    values.find((value) => value.toLowerCase().replaceAll("_", " ") === word.replaceAll("_", " "))
  );
}

/** Whether a token is null. Throws UsageError with a caret if it is not a value, or if null is not allowed. */
function isNull(source: string, token: Token, operator: ValueOperator): boolean {
  const keyword = token.kind === "word" && /^(?:and|or|not)$/i.test(token.text);
  if (keyword || token.kind === "end" || token.kind === "operator" || token.kind === "punctuation") {
    const hint = keyword ? `If ${token.text} is the value, put it in quotes: "${token.text}"` : undefined;
    throw syntaxError(source, token, `Expected a value after ${operator}`, hint);
  }
  if (token.kind !== "word" || token.text !== "null") return false;
  if (operator === "=" || operator === "!=") return true;
  throw syntaxError(source, token, "null can only be used with = or !=");
}

function numberValue(source: string, field: FilterField, token: Token): string {
  const amount = token.kind === "number" ? parseAmount(token.text) : undefined;
  if (amount === undefined) {
    throw syntaxError(
      source,
      token,
      `${field.name} is a number`,
      "Write numbers like 5, -2 or 19.99, without quotes.",
    );
  }
  if (!fitsJson(amount)) throw syntaxError(source, token, "This number has more than 15 significant digits");
  return amountText(amount);
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?$/;

/**
 * Returns a condition on a date field. A date without a time means the whole day in UTC: `=` matches the day, `<=` includes
 * it, `>` starts after it. A time needs a zone (Z or +02:00). Throws UsageError with a caret.
 */
function parseDateCondition(
  source: string,
  field: FilterField,
  operator: ValueOperator,
  token: Token,
): FilterExpression {
  const compare = (by: CompareOperator, value: FilterValue): FilterExpression => ({
    kind: "compare",
    field,
    operator: by,
    value,
  });
  // A list of dates is an `or` of equalities. Fields of type list never contain dates.
  const comparison: CompareOperator =
    operator === "in" || operator === "hasSome" || operator === "hasAll" ? "=" : operator;
  if (isNull(source, token, operator)) return compare(comparison, null);
  const [start, end] = dateBounds(source, field, token);
  if (end === undefined) return compare(comparison, start);
  const within = joinFilters("and", [compare(">=", start), compare("<", end)]);
  if (comparison === "=") return within;
  if (comparison === "!=") return { kind: "not", filter: within };
  if (comparison === ">") return compare(">=", end);
  if (comparison === "<=") return compare("<", end);
  return compare(comparison, start);
}

/** Returns an instant, or the start of a day and of the next day, as ISO text in UTC. */
function dateBounds(source: string, field: FilterField, token: Token): [start: string, end?: string] {
  const fail = (message: string) =>
    syntaxError(source, token, message, "For example 2026-01-31 or 2026-01-31T18:00:00Z");
  const text = isoDated(token.text);
  const [, one, other, year] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)?.map((part) => part.padStart(2, "0")) ?? [];
  if (year !== undefined)
    throw syntaxError(
      source,
      token,
      `${field.name}: ${text} can be two dates`,
      `Write ${year}-${one}-${other} or ${year}-${other}-${one}`,
    );
  if (!day.test(text) && !instant.test(text)) throw fail(`${field.name} is a date`);
  const date = text.slice(0, 10);
  if (!isCalendarDate(date)) throw fail("There is no such date");
  if (day.test(text)) {
    const start = new Date(date);
    const end = new Date(start);
    end.setUTCDate(end.getUTCDate() + 1);
    return [start.toISOString(), end.toISOString()];
  }
  if (!/(?:Z|[+-]\d{2}:\d{2})$/.test(text))
    throw fail("The time has no zone; add Z or an offset such as +02:00");
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw fail("There is no such time");
  return [at.toISOString()];
}

/**
 * Parses the filter language (docs/guides/filters.md). Text that starts with `{` is the platform's JSON. Throws UsageError
 * with a caret for invalid syntax, fields, operators or values.
 */
export function parseFilter(text: string, fields: readonly FilterField[]): Filter {
  if (text.trim() === "")
    throw new UsageError("The filter is empty.", { hint: `For example: ${example(fields)}` });
  return text.trimStart().startsWith("{") ? parseJson(text) : new FilterParser(text, fields).parse();
}

function parseJson(text: string): Filter {
  try {
    return { kind: "platform", json: JSON.parse(text) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint =
      'A filter that starts with { is JSON in the platform\'s format: {"name": {"$startsWith": "A"}}';
    throw new UsageError(`The filter is not valid JSON: ${reason}`, { hint, cause });
  }
}

function example(fields: readonly FilterField[]): string {
  return `${fields[0]?.name ?? "name"} exists`;
}

const operatorOf = new Map(Object.keys(operatorRules).map((name) => [name.toLowerCase(), name as Operator]));
type Operator = keyof typeof operatorRules;

class FilterParser {
  private readonly reader: TokenReader;
  private readonly fields: readonly FilterField[];

  constructor(source: string, fields: readonly FilterField[]) {
    this.reader = new TokenReader(source, "filter");
    this.fields = fields;
  }

  parse(): FilterExpression {
    const filter = this.any();
    const rest = this.reader.token;
    if (rest.kind === "end") return filter;
    const hint =
      rest.text === ","
        ? "Write decimals with a point: 19.99"
        : 'Put text with spaces in quotes: "Acme Corp"';
    return this.reader.fail(rest, "Expected and, or, or the end of the filter", hint);
  }

  private any(): FilterExpression {
    const parts = [this.all()];
    while (this.reader.take("word", "or")) parts.push(this.all());
    return joinFilters("or", parts);
  }

  private all(): FilterExpression {
    const parts = [this.primary()];
    while (this.reader.take("word", "and")) parts.push(this.primary());
    return joinFilters("and", parts);
  }

  private primary(): FilterExpression {
    if (this.reader.take("word", "not")) {
      const filter = this.primary();
      return filter.kind === "not" ? filter.filter : { kind: "not", filter };
    }
    if (this.reader.take("punctuation", "(")) {
      const filter = this.any();
      this.reader.expect(")");
      return filter;
    }
    return this.condition();
  }

  private condition(): FilterExpression {
    const field = this.field();
    const operator = this.operator(field);
    if (operator === "exists") return { kind: "exists", field, value: this.flag() };
    if (operator === "in" || operator === "hasSome" || operator === "hasAll")
      return this.list(field, operator);
    const value = this.reader.next();
    if (field.type === "date") return parseDateCondition(this.reader.source, field, operator, value);
    return {
      kind: "compare",
      field,
      operator,
      value: parseValue(this.reader.source, field, value, operator),
    };
  }

  /** `exists` alone means true. */
  private flag(): boolean {
    if (this.reader.take("word", "false")) return false;
    this.reader.take("word", "true");
    return true;
  }

  private list(field: FilterField, operator: ListOperator): FilterExpression {
    const hint = `${operator} takes a list in parentheses: ${field.name} ${operator} (a, b)`;
    const read = <T>(value: (token: Token) => T): T[] => {
      this.reader.expect("(", hint);
      const values = [value(this.reader.next())];
      while (this.reader.take("punctuation", ",")) values.push(value(this.reader.next()));
      this.reader.expect(")");
      return values;
    };
    const { source } = this.reader;
    if (field.type === "date") {
      return joinFilters(
        "or",
        read((token) => parseDateCondition(source, field, operator, token)),
      );
    }
    return {
      kind: "list",
      field,
      operator,
      values: read((token) => parseValue(source, field, token, operator)),
    };
  }

  private field(): FilterField {
    const token = this.reader.next();
    const field =
      this.fields.find(({ name }) => name === token.text) ??
      this.fields.find(({ aliases }) => aliases?.includes(token.text));
    if (field !== undefined && token.kind === "word") return field;
    const names = this.fields.map(({ name }) => name);
    const all = `Fields: ${names.join(", ")}`;
    if (token.kind !== "word") return this.reader.fail(token, "Expected the name of a field", all);
    const suggestion = nearest(token.text, names);
    return this.reader.fail(
      token,
      `There is no field ${token.text}${suggestion === undefined ? "" : `. Did you mean ${suggestion}?`}`,
      all,
    );
  }

  private operator(field: FilterField): Operator {
    const token = this.reader.next();
    const named = token.kind === "operator" || token.kind === "word";
    const operator = named ? operatorOf.get(token.text.toLowerCase()) : undefined;
    const fitting = Object.entries(operatorRules).filter(([, { types }]) => types.includes(field.type));
    const hint = `Operators for ${field.name} (${field.type}): ${fitting.map(([name]) => name).join(" ")}`;
    if (operator === undefined)
      return this.reader.fail(token, `Expected an operator after ${field.name}`, hint);
    if (operatorRules[operator].types.includes(field.type)) return operator;
    return this.reader.fail(
      token,
      `${operator} cannot be used on ${field.name}, which is a ${field.type} field`,
      hint,
    );
  }
}

/** Returns a filter as text that `parseFilter` parses to the same filter. */
export function filterText(filter: FilterExpression): string {
  switch (filter.kind) {
    case "and":
    case "or":
      return filter.filters.map(within).join(` ${filter.kind} `);
    case "not":
      return `not ${within(filter.filter)}`;
    case "exists":
      return `${filter.field.name} exists${filter.value ? "" : " false"}`;
    case "list":
      return `${filter.field.name} ${filter.operator} (${filter.values.map((value) => valueText(filter.field, value)).join(", ")})`;
    case "compare":
      return `${filter.field.name} ${filter.operator} ${valueText(filter.field, filter.value)}`;
  }
}

function within(filter: FilterExpression): string {
  const text = filterText(filter);
  return filter.kind === "and" || filter.kind === "or" ? `(${text})` : text;
}

function valueText({ type }: FilterField, value: FilterValue): string {
  return typeof value === "string" && type !== "number"
    ? `"${value.replace(/["\\]/g, "\\$&")}"`
    : String(value);
}
