import { valueAt } from "../api/endpoint.ts";
import type { FilterField } from "../api/query/filter.ts";
import type { SortKey } from "../api/query/query-builder.ts";
import { openDatabase, type SqlValue } from "../kernel/sqlite.ts";

/**
 * Yields rows in an order, after reading all of them into a temporary table, so that memory does not grow with their number.
 * Rows without a value come first, equal rows by id, as on the platform.
 */
export async function* sortRows<Row>(
  rows: AsyncIterable<Row>,
  keys: readonly SortKey[],
  fields: readonly FilterField[],
): AsyncGenerator<Row> {
  const types = keys.map(({ fieldName }) => fields.find(({ name, path = name }) => path === fieldName)?.type);
  const columns = keys.map((_, index) => `key${index}`);
  // Temporary tables are on disk when they outgrow the page cache, those of a database in memory, too.
  const db = openDatabase(":memory:", { synchronous: "NORMAL", migrations: [] });
  try {
    db.exec(`CREATE TEMP TABLE staged (${[...columns, "id", "row"].join(", ")})`);
    db.exec("BEGIN");
    const insert = db.prepare(
      `INSERT INTO temp.staged VALUES (${[...columns, "id", "row"].map(() => "?").join(", ")})`,
    );
    for await (const row of rows) {
      const values = keys.map(({ fieldName }, index) => comparable(valueAt(row, fieldName), types[index]));
      insert.run(...values, String(valueAt(row, "id") ?? ""), JSON.stringify(row));
    }
    db.exec("COMMIT");
    const order = keys.map(({ order }, index) => `key${index} ${order}`);
    const sql = `SELECT row FROM temp.staged ORDER BY ${[...order, "id"].join(", ")}`;
    for (const { row } of db.iterate<{ row: string }>(sql)) yield JSON.parse(row) as Row;
  } finally {
    db.close();
  }
}

/** Returns a value that SQLite compares like the platform: numbers for amounts, dates and booleans, else text. */
function comparable(value: unknown, type: FilterField["type"] | undefined): SqlValue {
  if (value === undefined || value === null || value === "") return null;
  if (type === "number" || type === "boolean") return Number(value);
  if (type === "date") return Date.parse(String(value));
  return typeof value === "number" ? value : String(value);
}
