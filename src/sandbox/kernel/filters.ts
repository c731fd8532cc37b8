import { isRecord } from "../../kernel/json.ts";
import type { SqlValue } from "../../kernel/sqlite.ts";
import { invalid, type StoreQuery } from "./tx.ts";

/** An SQL fragment with the values of its placeholders, in order. */
export interface Sql {
  text: string;
  values: SqlValue[];
}

/** Builds SQL from a template. Fragments are inserted as text; other values become placeholders. */
export function sql(texts: TemplateStringsArray, ...parts: (Sql | string | number)[]): Sql {
  const whole: Sql = { text: texts[0] ?? "", values: [] };
  for (const [index, part] of parts.entries()) {
    const fragment = typeof part === "object" ? part : { text: "?", values: [part] };
    whole.text += fragment.text + (texts[index + 1] ?? "");
    whole.values.push(...fragment.values);
  }
  return whole;
}

/** Returns trusted SQL text as a fragment. Never pass it text from a caller. */
const raw = (text: string): Sql => ({ text, values: [] });

/** Joins fragments with a separator. */
export function join(parts: readonly Sql[], separator: string): Sql {
  return {
    text: parts.map(({ text }) => text).join(separator),
    values: parts.flatMap(({ values }) => values),
  };
}

/** Joins conditions with AND. No conditions are true. */
function all(parts: readonly Sql[]): Sql {
  const [first, ...rest] = parts;
  if (!first) return raw("1");
  return rest.length === 0 ? first : sql`(${join(parts, " AND ")})`;
}

/** Joins conditions with OR. No conditions are false. */
function any(parts: readonly Sql[]): Sql {
  if (parts.length === 0) return raw("0");
  return sql`(${join(
    parts.map((part) => sql`(${part})`),
    " OR ",
  )})`;
}

/** Negates a condition. Null counts as false. */
const not = (part: Sql): Sql => sql`NOT coalesce((${part}), 0)`;

/** Returns the quoted column of a path, or undefined if only the document holds it. */
export type ColumnOf = (path: string) => string | undefined;

/** A field as SQL. `scalar` is null for lists and objects; `present` and `jsonPath` refer to the document. */
interface Field {
  scalar: Sql;
  present: Sql;
  jsonPath: string;
}

const maxConditions = 500;
const maxDepth = 50;

/**
 * Converts a platform filter to a WHERE expression. Text, numbers and booleans (as 1 and 0) compare within their own
 * type only, a missing field equals null, ISO times compare as instants. Throws InvalidInput for invalid filters.
 */
export function filterToSql(filter: unknown, columnOf: ColumnOf): Sql {
  if (filter === undefined || filter === null) return all([]);
  let conditions = 0;

  const conditionsOf = (value: unknown, depth: number): Sql => {
    if (!isRecord(value)) throw invalidFilter("must be an object");
    if (depth > maxDepth) throw invalidFilter(`is nested more than ${maxDepth} levels deep`);
    return all(Object.entries(value).map(([key, operand]) => conditionOf(key, operand, depth)));
  };

  const conditionOf = (key: string, operand: unknown, depth: number): Sql => {
    conditions += 1;
    if (conditions > maxConditions) throw invalidFilter(`has more than ${maxConditions} conditions`);
    if (key === "$and") return all(listOf(key, operand).map((part) => conditionsOf(part, depth + 1)));
    if (key === "$or") return any(listOf(key, operand).map((part) => conditionsOf(part, depth + 1)));
    if (key === "$not") {
      const parts = Array.isArray(operand) ? operand : [operand];
      return not(all(parts.map((part) => conditionsOf(part, depth + 1))));
    }
    if (key.startsWith("$")) throw invalidFilter(`has an unknown operator ${key}`);
    const field = fieldOf(key, columnOf);
    if (!isRecord(operand)) return equals(field, key, operand);
    const tests = Object.entries(operand);
    if (tests.length === 0) throw invalidFilter(`has no operator for ${key}`);
    return all(tests.map(([operator, value]) => operatorOf(operator, key)(field, key, value)));
  };

  return conditionsOf(filter, 0);
}

/** Returns ORDER BY terms that end with the id, in the direction of the last term so that an index works both ways. */
export function sortToSql(sort: StoreQuery["sort"], columnOf: ColumnOf): Sql {
  const terms: Sql[] = [];
  let direction = "ASC";
  for (const [index, { fieldName, order }] of (sort ?? []).entries()) {
    if (!fieldName) throw invalid(`query.sort[${index}].fieldName`, "REQUIRED_FIELD", "must not be empty");
    if (order !== undefined && order !== null && order !== "ASC" && order !== "DESC") {
      const values = ["ASC", "DESC"];
      throw invalid(`query.sort[${index}].order`, "INVALID_ENUM_VALUE", "must be one of: ASC, DESC", {
        values,
      });
    }
    direction = order ?? "ASC";
    const { text, values } = fieldOf(fieldName, columnOf).scalar;
    terms.push({ text: `${text} ${direction}`, values });
    if (fieldName === "id") return join(terms, ", ");
  }
  return join([...terms, { text: `id ${direction}`, values: [] }], ", ");
}

type Operator = (field: Field, name: string, operand: unknown) => Sql;

const operators: Record<string, Operator> = {
  $eq: (field, name, operand) => equals(field, name, operand),
  $ne: (field, name, operand) => not(equals(field, name, operand)),
  $gt: (field, name, operand) => compares(field, ">", comparable(name, operand)),
  $gte: (field, name, operand) => compares(field, ">=", comparable(name, operand)),
  $lt: (field, name, operand) => compares(field, "<", comparable(name, operand)),
  $lte: (field, name, operand) => compares(field, "<=", comparable(name, operand)),
  $in: isIn,
  $nin: (field, name, operand) => not(isIn(field, name, operand)),
  // The platform documents these three operators as case-insensitive.
  $startsWith: (field, name, operand) => sql`instr(fold(${field.scalar}), ${foldedText(name, operand)}) = 1`,
  $endsWith: (field, name, operand) => {
    const suffix = foldedText(name, operand);
    if (suffix === "") return sql`typeof(${field.scalar}) = 'text'`;
    return sql`substr(fold(${field.scalar}), -length(${suffix})) = ${suffix}`;
  },
  $contains: (field, name, operand) => sql`instr(fold(${field.scalar}), ${foldedText(name, operand)}) > 0`,
  $hasSome: ({ jsonPath }, name, operand) => {
    const values = JSON.stringify(scalarsOf(name, operand));
    return sql`json_type(doc, ${jsonPath}) = 'array' AND EXISTS (SELECT 1 FROM json_each(doc, ${jsonPath})
      WHERE atom IN (SELECT atom FROM json_each(${values})))`;
  },
  $hasAll: ({ jsonPath }, name, operand) => {
    const values = JSON.stringify(scalarsOf(name, operand));
    return sql`json_type(doc, ${jsonPath}) = 'array' AND NOT EXISTS (SELECT atom FROM json_each(${values})
      EXCEPT SELECT atom FROM json_each(doc, ${jsonPath}))`;
  },
  $exists: ({ present }, name, operand) => (booleanOf(name, operand) ? present : not(present)),
  $isEmpty: ({ scalar, present, jsonPath }, name, operand) => {
    const empty = sql`(NOT ${present} OR coalesce(${scalar} = '', 0) OR coalesce(json_extract(doc, ${jsonPath}) = '[]'
      AND json_type(doc, ${jsonPath}) = 'array', 0))`;
    return booleanOf(name, operand) ? empty : not(empty);
  },
};

function foldedText(name: string, operand: unknown): string {
  return textOf(name, operand).toLowerCase();
}

function operatorOf(name: string, field: string): Operator {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (!operator) throw invalidFilter(`has an unknown operator ${name} for ${field}`);
  return operator;
}

function equals(field: Field, name: string, operand: unknown): Sql {
  const value = scalarOf(name, operand);
  return value === null ? not(field.present) : sql`${field.scalar} = ${value}`;
}

function isIn(field: Field, name: string, operand: unknown): Sql {
  const values = scalarsOf(name, operand);
  const found = sql`${field.scalar} IN (SELECT atom FROM json_each(${JSON.stringify(values)}) WHERE atom IS NOT NULL)`;
  return values.includes(null) ? any([found, not(field.present)]) : found;
}

/** SQLite compares across types (null, numbers, text), so the type is checked too, in a way that adds no index bound. */
function compares({ scalar }: Field, operator: ">" | ">=" | "<" | "<=", value: string | number): Sql {
  const kinds = typeof value === "number" ? "('integer', 'real')" : "('text')";
  return sql`${scalar} ${raw(operator)} ${value} AND typeof(${scalar}) IN ${raw(kinds)}`;
}

/** Compiling it takes longer than a query of a small shop; hardly any field needs it. */
const unicodePath = () => /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u;

function fieldOf(path: string, columnOf: ColumnOf): Field {
  if (path.length > 512 || !(/^[\w-]+(\.[\w-]+)*$/.test(path) || unicodePath().test(path))) {
    throw invalidFilter(`has an invalid field name: ${path.slice(0, 80)}`);
  }
  const jsonPath = `$${path
    .split(".")
    .map((key) => `."${key}"`)
    .join("")}`;
  const column = columnOf(path);
  if (column !== undefined) {
    const scalar = { text: column, values: [] };
    return { scalar, present: sql`${scalar} IS NOT NULL`, jsonPath };
  }
  return {
    scalar: sql`CASE WHEN json_type(doc, ${jsonPath}) IN ('array', 'object') THEN NULL ELSE json_extract(doc, ${jsonPath}) END`,
    present: sql`coalesce(json_type(doc, ${jsonPath}), 'null') <> 'null'`,
    jsonPath,
  };
}

const invalidFilter = (description: string) =>
  invalid("query.filter", "FORMAT", description, { type: "FILTER" });
function listOf(name: string, operand: unknown): readonly unknown[] {
  if (!Array.isArray(operand)) throw invalidFilter(`needs a list for ${name}`);
  return operand;
}

function scalarsOf(name: string, operand: unknown): (string | number | null)[] {
  return listOf(name, operand).map((value) => scalarOf(name, value));
}

function scalarOf(name: string, value: unknown): string | number | null {
  if (value === null || typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string") return instantOf(value);
  throw invalidFilter(`needs a plain value for ${name}`);
}

function comparable(name: string, value: unknown): string | number {
  if (typeof value === "number") return value;
  return instantOf(textOf(name, value));
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== "string") throw invalidFilter(`needs text for ${name}`);
  return value;
}

function booleanOf(name: string, value: unknown): boolean {
  if (typeof value !== "boolean") throw invalidFilter(`needs true or false for ${name}`);
  return value;
}

/** Normalizes ISO times to the stored form `2024-01-01T00:00:00.000Z`. Other text stays as it is. */
function instantOf(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
