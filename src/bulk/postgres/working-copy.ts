import { rmSync, statSync } from "node:fs";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { renameOver } from "../../kernel/file-system.ts";
import type { Postgres, PostgresQueries } from "../../kernel/postgres.ts";
import { type Database, openDatabase, transaction } from "../../kernel/sqlite.ts";
import { openJobFile } from "../journal/journals.ts";
import { journalMigrations, type Row, tableColumns, writeRows } from "../journal/tables.ts";

/**
 * The tables of a working copy that a journal's file does not have. `copy` has one row: whether the shared journal has the
 * rows of the job, and the version of the copy. Triggers record later changes in `changed`: the seq of a step (0 for the
 * job itself), and whether its `before` changed, which is long and rarely changes.
 */
const additions = `
  CREATE TABLE IF NOT EXISTS copy (published INTEGER NOT NULL, version INTEGER NOT NULL);
  INSERT INTO copy SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM copy);
  CREATE TABLE IF NOT EXISTS changed (n INTEGER PRIMARY KEY, seq INTEGER NOT NULL, "before" INTEGER NOT NULL);
  CREATE TRIGGER IF NOT EXISTS stepChanged AFTER UPDATE ON step WHEN (SELECT published FROM copy)
    BEGIN INSERT INTO changed (seq, "before") VALUES (new.seq, new."before" IS NOT old."before"); END;
  CREATE TRIGGER IF NOT EXISTS jobChanged AFTER UPDATE ON job WHEN (SELECT published FROM copy)
    BEGIN INSERT INTO changed (seq, "before") VALUES (0, 0); END;`;

/** The columns of a step that change after planning. */
const changing = [
  "seq",
  "id",
  "before",
  "state",
  "attempts",
  "sentAt",
  "endedAt",
  "requestId",
  "undoneAt",
  "undoRequestId",
  "error",
  "undo",
  "undoAttempts",
  "undoError",
  "newId",
];

/** Steps in one statement. */
const pageSize = 2000;

interface State {
  published: boolean;
  version: number;
}

/** Returns what a working copy shows. */
function stateOf(db: Database): State {
  const row = db.prepare("SELECT published, version FROM copy").get<{ published: number; version: number }>();
  return { published: row?.published === 1, version: row?.version ?? -1 };
}

function setState(db: Database, { published, version }: State): void {
  db.prepare("UPDATE copy SET published = ?, version = ?").run(Number(published), version);
}

/** Makes a new journal's file a working copy. */
export function prepareCopy(db: Database): void {
  db.exec(additions);
}

/** Opens a working copy; returns undefined if there is none, or none that can be brought up to date. */
export function openCopy(file: string, id: string, published: boolean): Database | undefined {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  let db: Database | undefined;
  try {
    // A copy that a power failure damaged is loaded again.
    db = openJobFile(file, id, { check: true, synchronous: "NORMAL" });
    prepareCopy(db);
    if (stateOf(db).published === published && !hasChanges(db)) return db;
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
  }
  db?.close();
  return undefined;
}

function hasChanges(db: Database): boolean {
  return db.prepare("SELECT 1 FROM changed LIMIT 1").get() !== undefined;
}

/** Loads a job from the shared journal into a new working copy, in constant memory. */
export async function loadCopy(database: Postgres, file: string, id: string): Promise<void> {
  const part = `${file.replace(/\.sqlite$/, "")}.new-${process.pid}`;
  removeFile(part);
  const db = openDatabase(part, { synchronous: "NORMAL", migrations: journalMigrations });
  try {
    await database.transaction(async (queries) => {
      await queries.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const { published, version } = await writeJobRow(queries, db, id);
      for (const table of tables) {
        const columns = tableColumns(db, table);
        for await (const rows of sharedRows(queries, table, columns, { job: id }))
          transaction(db, "immediate", () => writeRows(db, table, columns, rows));
      }
      prepareCopy(db);
      setState(db, { published, version });
    });
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    removeFile(file);
    renameOver(part, file);
  } finally {
    removeFile(part);
  }
}

/** Brings a working copy up to date: reads what has changed since its version. */
export async function refreshCopy(database: Postgres, db: Database, id: string): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const [row] = await queries.query<State>("SELECT published, version FROM till.job WHERE id = $1", [id]);
    const shown = stateOf(db);
    if (row === undefined || row.version === shown.version) return;
    const columns = tableColumns(db, "step");
    // Runs without triggers. The copy is marked as up to date at the end.
    setState(db, { published: false, version: -1 });
    await writeJobRow(queries, db, id);
    for await (const rows of sharedRows(queries, "step", columns, { job: id, newerThan: shown.version }))
      transaction(db, "immediate", () => writeRows(db, "step", columns, rows));
    setState(db, row);
  });
}

async function writeJobRow({ query }: PostgresQueries, db: Database, id: string): Promise<State> {
  const columns = tableColumns(db, "job");
  const names = columns.map((name) => `"${name}"`);
  const [row] = await query<Row & State>(`SELECT published, version, ${names} FROM till.job WHERE id = $1`, [
    id,
  ]);
  if (row === undefined) throw leaseLost(id);
  const { published, version, ...job } = row;
  writeRows(db, "job", columns, [decodeRow(job as Row)]);
  return { published, version };
}

/** The right to change a job in the shared journal. */
export interface Right {
  job: string;
  fence: number;
  leaseMs: number;
}

/**
 * Commits to the shared journal what only the working copy has: the whole job once it is sealed, later the recorded
 * changes. Renews the lease in the same transaction. Throws LEASE_LOST (exit 6) if another process has taken the job.
 */
export async function publishCopy(database: Postgres, db: Database, right: Right): Promise<void> {
  const { published } = stateOf(db);
  if (!published) {
    if (db.prepare("SELECT sealed FROM job").get<{ sealed: number }>()?.sealed === 1)
      await publishAll(database, db, right);
    return;
  }
  const last = db.prepare("SELECT max(n) AS n FROM changed").get<{ n: number | null }>()?.n ?? null;
  if (last === null) return;
  const count = db.prepare("SELECT count(*) AS n FROM changed WHERE n <= ?").get<{ n: number }>(last)?.n ?? 0;
  const jobChanged = db.prepare("SELECT 1 FROM changed WHERE seq = 0 AND n <= ?").get(last) !== undefined;
  const version =
    jobChanged || count > pageSize
      ? await database.transaction(async (queries) => {
          const raised = await raiseVersion(queries, db, right, jobChanged);
          for (let after = 0; ; ) {
            const rows = changedSteps(db, last, after);
            if (rows.length === 0) return raised;
            await queries.query(updateSteps("$2::bigint"), [right.job, raised, rowsJson(rows)]);
            after = Number(rows.at(-1)?.seq);
          }
        })
      : await publishFew(database, db, right, last);
  transaction(db, "immediate", () => {
    db.prepare("DELETE FROM changed WHERE n <= ?").run(last);
    setState(db, { published: true, version });
  });
}

function changedSteps(db: Database, last: number, after: number): Row[] {
  return db
    .prepare(
      `SELECT ${changing.map((name) => (name === "before" ? 'iif(c."before", s."before", NULL) AS "before"' : `s."${name}"`))}
       FROM (SELECT seq, max("before") AS "before" FROM changed WHERE n <= ?1 GROUP BY seq) c JOIN step s ON s.seq = c.seq
       WHERE s.seq > ?2 ORDER BY s.seq LIMIT ${pageSize}`,
    )
    .all<Row>(last, after);
}

const setChanging = changing
  .slice(1)
  .map((name) =>
    name === "before" ? '"before" = coalesce(u."before", s."before")' : `"${name}" = u."${name}"`,
  )
  .join(", ");
const updateSteps = (version: string) =>
  `UPDATE till.step s SET ${setChanging}, version = ${version} FROM ${recordset(changing, 3)}
   WHERE s.job = $1 AND s.seq = u.seq`;

const raise = `version = version + 1, "changedAt" = now(), expires = now() + $2 * interval '1 ms'`;

/** The usual commit, in one statement: nothing changes if the fence is another. */
async function publishFew({ query }: Postgres, db: Database, right: Right, last: number): Promise<number> {
  const [row] = await query<{ version: number }>(
    `WITH mine AS (UPDATE till.job SET ${raise} WHERE id = $1 AND fence = $4 RETURNING version),
       steps AS (
         UPDATE till.step s SET ${setChanging}, version = mine.version FROM mine, ${recordset(changing, 3)}
         WHERE s.job = $1 AND s.seq = u.seq)
     SELECT version FROM mine`,
    [right.job, right.leaseMs, rowsJson(changedSteps(db, last, 0)), right.fence],
  );
  if (row === undefined) throw leaseLost(right.job);
  return row.version;
}

async function publishAll(database: Postgres, db: Database, right: Right): Promise<void> {
  const version = await database.transaction(async (queries) => {
    const raised = await raiseVersion(queries, db, right, true);
    await insertRows(queries, db, right.job, raised);
    await queries.query("UPDATE till.job SET published = true WHERE id = $1", [right.job]);
    return raised;
  });
  setState(db, { published: true, version });
}

/** Raises the version of a job, under its fence, and writes its own row if that has changed. */
async function raiseVersion(
  { query }: PostgresQueries,
  db: Database,
  { job, fence, leaseMs }: Right,
  jobChanged: boolean,
): Promise<number> {
  const columns = tableColumns(db, "job").filter((name) => name !== "id");
  const rows = db.prepare("SELECT * FROM job").all<Row>();
  const values = columns.map((name) => `"${name}" = u."${name}"`);
  const [raised] = jobChanged
    ? await query<{ version: number }>(
        `UPDATE till.job SET ${raise}, ${values} FROM ${recordset(columns, 3)} WHERE till.job.id = $1 AND fence = $4
         RETURNING version`,
        [job, leaseMs, rowsJson(rows), fence],
      )
    : await query<{ version: number }>(
        `UPDATE till.job SET ${raise} WHERE id = $1 AND fence = $3 RETURNING version`,
        [job, leaseMs, fence],
      );
  if (raised === undefined) throw leaseLost(job);
  return raised.version;
}

/** Returns the error (exit 6) of a process whose job was taken by another one. */
export function leaseLost(job: string): TillError {
  return new TillError(
    exitCodes.conflict,
    `Job ${job} was taken over by another process; this one stopped.`,
    {
      code: "LEASE_LOST",
      hint: `It had not been heard of for too long. Follow the job: till jobs show ${job}`,
    },
  );
}

/** Deletes a file of SQLite with its companions. */
export function removeFile(file: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(file + end, { force: true });
}

/** The tables with the rows of a job, besides `job` itself. */
const tables = ["step", "problem", "stage"] as const;

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

/** The types of columns that are not text. */
const types: Readonly<Record<string, string>> = {
  seq: "bigint",
  dependsOn: "bigint",
  phase: "float8",
  attempts: "int",
  sentAt: "bigint",
  endedAt: "bigint",
  undoneAt: "bigint",
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
  const encoded = rows.map((row) => {
    const present: Row = {};
    for (const [name, value] of Object.entries(row))
      if (value !== null) present[name] = typeof value === "string" ? encode(value) : value;
    return present;
  });
  return JSON.stringify(encoded);
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
    const columns = tableColumns(db, table);
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
async function* sharedRows(
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
