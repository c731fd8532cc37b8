import type { PostgresQueries } from "../../kernel/postgres.ts";
import type { Database, SqlValue } from "../../kernel/sqlite.ts";

/** A row of a table of the journal. */
export type Row = Record<string, string | number | null>;

/** The tables with the rows of a job, besides `job` itself. */
export const tables = ["step", "problem", "stage"] as const;

type Table = (typeof tables)[number] | "job";

/** Rows that are read or written at a time. */
const pageSize = 2000;

/** Returns the columns of a table of a journal's file: those of the shared table are the same. */
export function columnsOf(db: Database, table: Table): string[] {
  return db
    .prepare(`PRAGMA table_info(${table})`)
    .all<{ name: string }>()
    .map(({ name }) => name);
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

/** The types of columns that are not text. */
const types: Readonly<Record<string, string>> = {
  seq: "bigint",
  dependsOn: "bigint",
  phase: "float8",
  attempts: "int",
  sentAt: "bigint",
  undoAttempts: "int",
  row: "bigint",
  line: "bigint",
  final: "int",
  sealed: "int",
  rows: "int",
  unchanged: "int",
  rejected: "int",
};

/** Returns the rows of the JSON array in parameter `$n` as a table `u` with these columns. */
export function recordset(columns: readonly string[], n: number): string {
  const declared = columns.map((name) => `"${name}" ${types[name] ?? "text"}`).join(", ");
  return `json_to_recordset($${n}::json) AS u(${declared})`;
}

/** Returns rows as JSON for `recordset`; what is missing is null there. */
export function rowsJson(rows: readonly Row[]): string {
  return JSON.stringify(rows, (_, value) =>
    typeof value === "string" ? encode(value) : value === null ? undefined : value,
  );
}

/** PostgreSQL has no NUL in texts: a text with one is kept as JSON after a control character. */
const mark = "\u0001";

function encode(text: string): string {
  return text.includes("\0") || text.startsWith(mark) ? mark + JSON.stringify(text) : text;
}

/** Returns a row as it was before `rowsJson`. */
export function decodeRow<R extends Row>(row: R): R {
  let decoded = row;
  for (const [name, value] of Object.entries(row))
    if (typeof value === "string" && value.startsWith(mark))
      decoded = { ...decoded, [name]: JSON.parse(value.slice(1)) };
  return decoded;
}

/** Copies all steps, problems and staged rows of a journal's file to the shared tables, in constant memory. */
export async function insertRows(
  { query }: PostgresQueries,
  db: Database,
  job: string,
  version: number,
): Promise<void> {
  for (const table of tables) {
    const columns = columnsOf(db, table);
    const versioned = table === "step" ? ["job", "version"] : ["job"];
    const sql = `INSERT INTO till.${table} (${quoted([...versioned, ...columns])})
                 SELECT ${versioned.map((_, n) => `$${n + 1}`)}, u.* FROM ${recordset(columns, versioned.length + 1)}`;
    const keys = table === "step" ? [job, version] : [job];
    for (let after = 0; ; ) {
      const rows = db
        .prepare(`SELECT * FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${pageSize}`)
        .all<Row>(after);
      if (rows.length === 0) break;
      await query(sql, [...keys, rowsJson(rows)]);
      after = Number(rows.at(-1)?.seq);
    }
  }
}

/** Yields pages of the rows of a shared table, in the columns of the journal's file. */
export async function* sharedRows(
  { query }: PostgresQueries,
  table: (typeof tables)[number],
  columns: readonly string[],
  { job, newerThan }: { job: string; newerThan?: number },
): AsyncGenerator<Row[]> {
  const newer = newerThan === undefined ? "" : `AND version > ${newerThan}`;
  const sql = `SELECT ${quoted(columns)} FROM till.${table} WHERE job = $1 AND seq > $2 ${newer} ORDER BY seq LIMIT ${pageSize}`;
  for (let after = 0; ; ) {
    const rows = await query<Row>(sql, [job, after]);
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.seq);
    yield rows.map(decodeRow);
  }
}

/** Writes rows to a table of a journal's file; a row with the same key is replaced. */
export function writeRows(
  db: Database,
  table: Table,
  columns: readonly string[],
  rows: readonly Row[],
): void {
  const insert = db.prepare(
    `INSERT OR REPLACE INTO ${table} (${quoted(columns)}) VALUES (${columns.map(() => "?")})`,
  );
  for (const row of rows) insert.run(...columns.map((name): SqlValue => row[name] ?? null));
}
