import { join, rawSql, type Sql, sql } from "../../kernel/sql.ts";
import { compileFilter, type Reading, type Test } from "./filter-compile.ts";

/** Returns whether any value of a field meets a test. */
export type Place = (test: Test) => Sql;

/** Converts a filter of the platform to a WHERE expression. `placeOf` returns where the values of a field are. */
export function filterToSql(
  filter: unknown,
  placeOf: (path: string) => Place,
  invalid: (description: string) => Error,
): Sql {
  return compileFilter<Sql>(filter, {
    all,
    any: (parts) => (parts.length === 0 ? rawSql("0") : sql`(${join(parts.map(inBrackets), " OR ")})`),
    not: (part) => sql`NOT coalesce((${part}), 0)`,
    some: (path, test) => placeOf(path)(test),
    invalid,
  });
}

function all(parts: readonly Sql[]): Sql {
  const [first, ...others] = parts;
  if (!first) return rawSql("1");
  return others.length === 0 ? first : sql`(${join(parts, " AND ")})`;
}

const inBrackets = (part: Sql) => sql`(${part})`;

/**
 * Returns whether a value meets a test. It is null for lists and objects. `column` is the type of what a column holds, whose times
 * all have the same form.
 */
export function testSql(value: Sql, test: Test, column?: "text" | "number"): Sql {
  switch (test.kind) {
    case "present":
      return sql`${value} IS NOT NULL`;
    case "filled":
      return sql`${value} <> ''`;
    case "in": {
      const [first = "", ...others] = test.values;
      if (others.length === 0) return sql`${readAs(test.as, value, column)} = ${first}`;
      const values = JSON.stringify(test.values);
      return sql`${readAs(test.as, value, column)} IN (SELECT value FROM json_each(${values}))`;
    }
    case "order": {
      const compared = sql`${readAs(test.as, value, column)} ${rawSql(test.sign)} ${test.value}`;
      // SQLite compares across types: a number is less than any text.
      if (test.as !== "plain" || column === "text") return compared;
      return sql`(${compared} AND typeof(${value}) = 'text')`;
    }
    case "text":
      if (test.at === "start") return sql`instr(fold(${value}), ${test.text}) = 1`;
      if (test.at === "anywhere") return sql`instr(fold(${value}), ${test.text}) > 0`;
      if (test.text === "") return sql`typeof(${value}) = 'text'`;
      return sql`substr(fold(${value}), -length(${test.text})) = ${test.text}`;
  }
}

/** Returns a value as it is compared. A column of the same type is left as it is, so that its index is used. */
function readAs(as: Reading, value: Sql, column?: "text" | "number"): Sql {
  if (as === "number" && column !== "number") return sql`numeric(${value})`;
  if (as === "instant" && column !== "text") return sql`instant(${value})`;
  return value;
}

/** Returns the place of a field that has a column. */
export const columnPlace =
  (column: string, type: "text" | "number"): Place =>
  (test) =>
    testSql(rawSql(column), test, type);

/**
 * Returns the place of a field in JSON. `[]` marks the lists that a path leads through: `lineItems[].options.color`. What is there
 * can be a list, too. Undefined if the path is not a name of fields.
 */
export function jsonPlace(doc: string, path: string): Place | undefined {
  const parts = path.split("[].").map(jsonKeys);
  if (path.length > 512 || parts.includes(undefined)) return undefined;
  const json = rawSql(doc);
  const tables: Sql[] = [];
  let at = sql`${`$${parts[0]}`}`;
  for (const [index, keys] of parts.slice(1).entries()) {
    const list = rawSql(`list${index}`);
    tables.push(sql`json_each(${json}, ${at}) AS ${list}`);
    at = sql`(${list}.fullkey || ${keys ?? ""})`;
  }
  return (test) => {
    const met = jsonTest(json, at, test);
    return tables.length === 0 ? met : sql`EXISTS (SELECT 1 FROM ${join(tables, ", ")} WHERE ${met})`;
  };
}

/** Returns whether what is at a path of JSON, or one of the values of its list, meets a test. */
function jsonTest(json: Sql, at: Sql, test: Test): Sql {
  const type = sql`json_type(${json}, ${at})`;
  if (test.kind === "present") return sql`coalesce(${type}, 'null') <> 'null'`;
  const value = sql`json_extract(${json}, ${at})`;
  if (test.kind === "filled")
    return sql`CASE ${type} WHEN 'array' THEN json_array_length(${json}, ${at}) > 0 ELSE ${value} <> '' END`;
  return sql`CASE ${type} WHEN 'object' THEN 0 WHEN 'array' THEN EXISTS (SELECT 1 FROM json_each(${json}, ${at}) AS each
    WHERE ${testSql(rawSql("each.atom"), test)}) ELSE ${testSql(value, test)} END`;
}

/** Returns the value of a field in JSON for ORDER BY, null for lists and objects; undefined if the path is not a name of fields. */
export function jsonScalar(doc: string, path: string): Sql | undefined {
  const keys = jsonKeys(path);
  if (keys === undefined) return undefined;
  const [json, at] = [rawSql(doc), `$${keys}`];
  return sql`CASE WHEN json_type(${json}, ${at}) IN ('array', 'object') THEN NULL ELSE json_extract(${json}, ${at}) END`;
}

/** Returns `a.b` as `."a"."b"`, which SQLite adds to a path of JSON. */
function jsonKeys(path: string): string | undefined {
  if (!/^[\w-]+(\.[\w-]+)*$/.test(path) && !unicodePath().test(path)) return undefined;
  return path
    .split(".")
    .map((key) => `."${key}"`)
    .join("");
}

/** Options of products can have such names. Compiling it takes longer than a query of a small shop; hardly any field needs it. */
const unicodePath = () => /^[\p{L}\p{N}_ &()/+-]+(\.[\p{L}\p{N}_ &()/+-]+)*$/u;
