import { renameSync, rmSync, statSync } from "node:fs";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Postgres, PostgresQueries } from "../../kernel/postgres.ts";
import { type Database, openDatabase, transaction } from "../../kernel/sqlite.ts";
import { openJobFile } from "../journal/journal-file.ts";
import { journalMigrations } from "../journal/journal-schema.ts";
import {
  columnsOf,
  decodeRow,
  insertRows,
  type Row,
  recordset,
  rowsJson,
  sharedRows,
  tables,
  writeRows,
} from "./rows.ts";

/**
 * What a working copy has beyond a journal's file. `copy` is one row: whether the shared journal has the rows of the job, and
 * the version that the copy shows. Triggers note what changes after that: the seq of a step, or 0 for the job itself, and
 * whether `before` of the step is among it: it is long and seldom changes.
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
        const columns = columnsOf(db, table);
        for await (const rows of sharedRows(queries, table, columns, { job: id }))
          transaction(db, "immediate", () => writeRows(db, table, columns, rows));
      }
      prepareCopy(db);
      setState(db, { published, version });
    });
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    removeFile(file);
    renameSync(part, file);
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
    const columns = columnsOf(db, "step");
    // Without triggers, and not marked as up to date before it is.
    setState(db, { published: false, version: -1 });
    await writeJobRow(queries, db, id);
    for await (const rows of sharedRows(queries, "step", columns, { job: id, newerThan: shown.version }))
      transaction(db, "immediate", () => writeRows(db, "step", columns, rows));
    setState(db, row);
  });
}

async function writeJobRow({ query }: PostgresQueries, db: Database, id: string): Promise<State> {
  const columns = columnsOf(db, "job");
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
 * Commits what a working copy says and the shared journal does not yet: the whole job once it is sealed, later what was
 * noted. Renews the lease with it. Throws LEASE_LOST (exit 6) if another process has taken the job.
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
  const columns = columnsOf(db, "job").filter((name) => name !== "id");
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
