import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Context } from "../context/context.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { openExport } from "../kernel/export-file.ts";
import { openPostgres, type PostgresQueries } from "../kernel/postgres.ts";
import { countOf, formatCount } from "../kernel/text.ts";
import { openReader, type Reader } from "./reader.ts";
import { type Column, tables, views } from "./tables.ts";

/** What a column holds, wherever it is copied to. */
type ColumnType = "boolean" | "decimal" | "integer" | "json" | "local time" | "number" | "text" | "time";

function typeOf({ type, unit = "" }: Omit<Column, "path" | "value">): ColumnType {
  if (unit === "0 or 1") return "boolean";
  if (unit === "decimal text") return "decimal";
  if (unit === "JSON") return "json";
  if (unit.startsWith("ISO 8601")) return "time";
  if (unit.startsWith("YYYY-MM-DD")) return "local time";
  return type === "INTEGER" ? "integer" : type === "REAL" ? "number" : "text";
}

const isPostgres = (target: string) => /^postgres(ql)?:\/\//.test(target);

/** Throws UsageError for a target that the copy cannot be written to. */
export function checkCopyTarget(target: string, format: "parquet" | undefined): void {
  if (isPostgres(target) && format !== undefined)
    throw new UsageError("--format is for files, not for a database.", { field: "--format" });
}

/** Writes the local copy into a database of PostgreSQL, or as Parquet files into a folder. */
export async function copyOut(context: Context, target: string): Promise<void> {
  const reader = await openReader(context);
  try {
    if (isPostgres(target)) await toPostgres(context, reader, target);
    else await toParquet(context, reader, target);
  } finally {
    reader.close();
  }
}

/** The rows that are read and written at a time. */
const batchSize = 1000;

function* batches(reader: Reader, sql: string): Generator<unknown[][]> {
  let batch: unknown[][] = [];
  for (const row of reader.db.rows(sql)) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const selected = (name: string, columns: readonly { name: string }[]) =>
  `SELECT ${columns.map((column) => `"${column.name}"`).join(", ")} FROM "${name}"`;

const postgresTypes: Readonly<Record<ColumnType, string>> = {
  boolean: "boolean",
  decimal: "numeric",
  integer: "bigint",
  json: "jsonb",
  "local time": "timestamp",
  number: "double precision",
  text: "text",
  time: "timestamptz",
};

/** What a schema of till says of itself, with the statements that made it. */
const mark = "Local copy of a shop, made by till sync. ";

/**
 * Fills a schema named after the profile, in one transaction: who reads it sees the copy of before or of now. Names are in lower
 * case, so that they need no quotes. Throws TillError (exit 6) if a schema of that name is not of till.
 */
async function toPostgres(context: Context, reader: Reader, url: string): Promise<void> {
  const { name: profile } = await context.profile();
  const schema = `till_${profile.toLowerCase().replace(/[^a-z0-9_]/g, "_")}`;
  const definition = postgresSchema(schema);
  const postgres = await openPostgres(url, {
    variables: context.environment.variables,
    connections: 1,
    queryTimeout: 300_000,
  });
  try {
    if (!postgres.security.safe) await context.notice(`The connection is ${postgres.security.text}.`);
    let count = 0;
    await postgres.transaction(async (queries) => {
      await prepareSchema(queries, schema, definition);
      for (const { name, columns } of tables) {
        await queries.query(`DELETE FROM "${schema}"."${name}"`);
        const insert = insertInto(schema, name, columns);
        for (const batch of batches(reader, selected(name, columns))) {
          context.signal.throwIfAborted();
          await queries.query(insert, [JSON.stringify(batch.map((row) => recordOf(columns, row)))]);
          count += batch.length;
          await context.status(`Copying ${name}: ${formatCount(count)} rows`);
        }
      }
      await queries.query(`DELETE FROM "${schema}".synced`);
      for (const { table, rows, syncedAt, exact } of reader.status())
        await queries.query(`INSERT INTO "${schema}".synced VALUES ($1, $2, $3, $4)`, [
          ...[table, rows, syncedAt ?? null, exact],
        ]);
    });
    await context.notice(
      `Copied ${countOf(count, "row")} to the schema ${schema} of PostgreSQL (${postgres.name}).`,
    );
  } finally {
    await postgres.close();
  }
}

/** Returns the statements that make the schema. */
function postgresSchema(schema: string): string {
  const text = (one: string) => `'${one.replaceAll("'", "''")}'`;
  const named = (name: string) => `"${schema}"."${name}"`;
  const created = tables.flatMap(({ name, meaning, columns, owner, rows, indexed = [] }) => [
    `CREATE TABLE ${named(name)} (${columns
      .map((column) => {
        const isKey = rows === undefined && column.name === owner;
        return `"${column.name.toLowerCase()}" ${postgresTypes[typeOf(column)]}${isKey ? " PRIMARY KEY" : ""}`;
      })
      .join(", ")});`,
    `COMMENT ON TABLE ${named(name)} IS ${text(meaning)};`,
    ...columns.map(
      (column) =>
        `COMMENT ON COLUMN ${named(name)}."${column.name.toLowerCase()}" IS ${text([column.meaning, column.unit && `[${column.unit}]`].filter(Boolean).join(" "))};`,
    ),
    ...[...(rows ? [owner] : []), ...indexed].map(
      (column) => `CREATE INDEX ON ${named(name)} ("${column.toLowerCase()}");`,
    ),
  ]);
  return [
    ...created,
    `CREATE TABLE ${named("synced")} ("table" text PRIMARY KEY, rows bigint, syncedat timestamptz, exact boolean);`,
    `COMMENT ON TABLE ${named("synced")} IS 'How old each table is.';`,
    ...views.flatMap(({ name, meaning, sql }) => [
      `CREATE VIEW ${named(name)} AS ${sql};`,
      `COMMENT ON VIEW ${named(name)} IS ${text(meaning)};`,
    ]),
  ].join("\n");
}

/** Makes the schema, unless it is there as another run of this version has made it. */
async function prepareSchema(queries: PostgresQueries, schema: string, definition: string): Promise<void> {
  const { createHash } = await import("node:crypto");
  const comment = `${mark}${createHash("sha256").update(definition).digest("hex")}`;
  const [found] = await queries.query<{ comment: string | null }>(
    "SELECT obj_description(oid, 'pg_namespace') AS comment FROM pg_namespace WHERE nspname = $1",
    [schema],
  );
  if (found !== undefined && !found.comment?.startsWith(mark))
    throw new TillError(exitCodes.conflict, `The database has a schema ${schema} that till did not make.`, {
      code: "OTHER_SCHEMA",
      hint: "Nothing was changed. Use another database, or rename the schema.",
    });
  if (found?.comment !== comment) {
    // Views of others on an older form of the tables would have to be made again anyway.
    if (found) await queries.query(`DROP SCHEMA "${schema}" CASCADE`);
    await queries.query(`CREATE SCHEMA "${schema}"; COMMENT ON SCHEMA "${schema}" IS '${comment}'`);
    await queries.query(`SET LOCAL search_path TO "${schema}"`);
    await queries.query(definition);
  }
  await queries.query(`SET LOCAL TIME ZONE 'UTC'`);
}

function insertInto(schema: string, table: string, columns: readonly Column[]): string {
  const types = columns.map((column) => `"${column.name.toLowerCase()}" ${postgresTypes[typeOf(column)]}`);
  return `INSERT INTO "${schema}"."${table}" SELECT * FROM jsonb_to_recordset($1::jsonb) AS rows (${types.join(", ")})`;
}

/** Returns a row as PostgreSQL reads it from JSON, which has no NUL characters. */
function recordOf(columns: readonly Column[], row: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((column, index) => {
      const value = row[index];
      const type = typeOf(column);
      const shown =
        value === null || value === undefined
          ? null
          : type === "boolean"
            ? Boolean(value)
            : type === "json"
              ? JSON.parse(String(value).replace(/(\\\\)|\\u0000/g, (_, backslash = "") => backslash))
              : typeof value === "bigint"
                ? String(value)
                : typeof value === "string"
                  ? value.replaceAll("\0", "")
                  : value;
      return [column.name.toLowerCase(), shown];
    }),
  );
}

const parquetTypes: Readonly<Record<ColumnType, object>> = {
  boolean: { type: "BOOLEAN" },
  decimal: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT64" },
  json: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  "local time": { type: "BYTE_ARRAY", converted_type: "UTF8" },
  number: { type: "DOUBLE" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
};

/** Writes each table and view into a file of a folder, which replaces that of before when it is complete. */
async function toParquet(context: Context, reader: Reader, folder: string): Promise<void> {
  const path = resolve(context.cwd, folder);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  let files = 0;
  let count = 0;
  for (const { name, columns } of [...tables, ...views]) {
    count += await writeParquet(context, reader, join(path, `${name}.parquet`), {
      columns,
      sql: selected(name, columns),
    });
    files += 1;
  }
  await context.notice(`Wrote ${countOf(count, "row")} into ${countOf(files, "file")} in ${folder}.`);
}

async function writeParquet(
  context: Context,
  reader: Reader,
  path: string,
  { columns, sql }: { columns: readonly Omit<Column, "path" | "value">[]; sql: string },
): Promise<number> {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const types = columns.map(typeOf);
  const root = { name: "root", num_children: columns.length };
  const fields = columns.map(({ name }, index) => ({
    ...{ name, repetition_type: "OPTIONAL" },
    ...parquetTypes[types[index] ?? "text"],
  }));
  const bytes = new ByteWriter();
  const file = await openExport(path, { mode: 0o600, signal: context.signal });
  try {
    const writer = new ParquetWriter({
      writer: bytes,
      schema: [root, ...fields] as never,
      createdBy: "till",
    });
    const flush = async () => {
      await file.write(new Uint8Array(bytes.buffer, 0, bytes.index).slice());
      bytes.index = 0;
    };
    let count = 0;
    for (const batch of batches(reader, sql)) {
      context.signal.throwIfAborted();
      const columnData = columns.map(({ name }, index) => ({
        name,
        data: batch.map((row) => parquetValue(types[index] ?? "text", row[index])),
      }));
      writer.write({ columnData, rowGroupSize: batchSize });
      count += batch.length;
      await flush();
    }
    writer.finish();
    await flush();
    await file.commit();
    return count;
  } finally {
    await file.abort();
  }
}

function parquetValue(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (type === "boolean") return Boolean(value);
  if (type === "integer") return BigInt(value as number);
  if (type === "number") return Number(value);
  return type === "time" ? new Date(String(value)) : String(value);
}
