import type { Test } from "../../api/query/filter-compile.ts";
import { columnPlace, filterToSql, jsonPlace, jsonScalar } from "../../api/query/filter-sql.ts";
import { join, rawSql, type Sql } from "../../kernel/sql.ts";
import { invalid, type StoreQuery } from "./tx.ts";

/** A column of a table. */
export interface Column {
  /** Its quoted name. */
  name: string;
  type: "text" | "number";
}

/** Returns the column of a path, or undefined if only the document holds it. */
export type ColumnOf = (path: string) => Column | undefined;

/** Returns the error for a filter that the platform would not accept. */
export const invalidFilter = (description: string) =>
  invalid("query.filter", "FORMAT", description, { type: "FILTER" });

/** Whether a test looks for a part of a time as it is written: columns have times in UTC. */
const isPartOfTime = (test: Test): boolean => test.kind === "text" && /^[\dtz:.+-]+$/.test(test.text);

const invalidName = (path: string) => invalidFilter(`has an invalid field name: ${path.slice(0, 80)}`);

/** Converts a platform filter to a WHERE expression. Throws InvalidInput for invalid filters. */
export function whereOf(filter: unknown, columnOf: ColumnOf): Sql {
  const placeOf = (path: string) => {
    const column = columnOf(path);
    const inDocument = jsonPlace("doc", path);
    if (inDocument === undefined) throw invalidName(path);
    if (column === undefined) return inDocument;
    const inColumn = columnPlace(column.name, column.type);
    return (test: Test) => (isPartOfTime(test) ? inDocument : inColumn)(test);
  };
  return filterToSql(filter, placeOf, invalidFilter);
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
    const column = columnOf(fieldName);
    const value = column ? rawSql(column.name) : jsonScalar("doc", fieldName);
    if (value === undefined) throw invalidName(fieldName);
    terms.push({ text: `${value.text} ${direction}`, values: value.values });
    if (fieldName === "id") return join(terms, ", ");
  }
  return join([...terms, { text: `id ${direction}`, values: [] }], ", ");
}
