import { type Database, openDatabase, type SqlValue } from "../../kernel/sqlite.ts";
import type { CiRun, Job, JobPlace, Who } from "../engine/job.ts";
import type { Json, RecordedCall, Step, StepError, StepState } from "./step.ts";

/** The columns of a job. `sealed` becomes 1 when planning is complete. */
const jobColumns = `
     id TEXT PRIMARY KEY, command TEXT NOT NULL, kind TEXT NOT NULL, profile TEXT NOT NULL, site TEXT NOT NULL,
     inputHash TEXT, toolVersion TEXT NOT NULL, createdAt TEXT NOT NULL, final INTEGER NOT NULL, note TEXT,
     sealed INTEGER NOT NULL DEFAULT 0, "rows" INTEGER NOT NULL DEFAULT 0,
     unchanged INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0,
     -- Why a locked profile was open while the job ran, one reason per line.
     unlockedFor TEXT,
     -- Who planned the job, and on which computer.
     actor TEXT, host TEXT,
     -- The name of the job, and the time at which it is to be undone.
     name TEXT, until TEXT,
     -- The run of till each that the job belongs to.
     run TEXT,
     -- The platform that the job ran on: its base URL, and the identity of a sandbox.
     address TEXT, sandbox TEXT,
     -- What ran in CI, and who undid the job, as JSON.
     ci TEXT, undoneBy TEXT, approvedBy TEXT,
     -- When the job was first applied.
     startedAt TEXT`;

/**
 * The columns of a step besides its number: Step with additions: `row` (its input row), `batch` (its group key, by which steps of a
 * group are sorted), and `undo` (planned, sent, done or failed while `state` stays done). `id` of a step on an entity that another
 * step creates stays null: it is read from that step.
 */
const stepColumns = `
     kind TEXT NOT NULL, id TEXT, label TEXT NOT NULL, "key" TEXT, dependsOn INTEGER,
     phase REAL NOT NULL, "before" TEXT NOT NULL, "after" TEXT NOT NULL, source TEXT,
     state TEXT NOT NULL DEFAULT 'planned', attempts INTEGER NOT NULL DEFAULT 0, error TEXT,
     "row" INTEGER, batch TEXT NOT NULL DEFAULT '',
     undo TEXT, undoAttempts INTEGER NOT NULL DEFAULT 0, undoError TEXT, newId TEXT,
     -- What the step adds to its request, as JSON; null if it is {"steps":1}.
     size TEXT,
     -- The SKUs of what the step changes, as JSON.
     skus TEXT,
     -- Of a single change: its call, as JSON.
     call TEXT,
     -- Until when the request of the step, or of its undo, may have left this computer: milliseconds since 1970.
     sentAt INTEGER,
     -- When the outcome was recorded, and the platform's ID of the request; the same of the undo.
     endedAt INTEGER, requestId TEXT, undoneAt INTEGER, undoRequestId TEXT`;

/** The tables of a file with one job. */
export const journalMigrations = [
  `CREATE TABLE job (${jobColumns}) STRICT;
   CREATE TABLE step (seq INTEGER PRIMARY KEY, ${stepColumns}) STRICT;
   CREATE INDEX stepsByState ON step (state, phase, batch);
   CREATE INDEX stepsByUndo ON step (undo, phase, batch) WHERE undo IS NOT NULL;
   CREATE INDEX stepsByDependency ON step (dependsOn) WHERE dependsOn IS NOT NULL;
   CREATE TABLE problem (
     seq INTEGER PRIMARY KEY, "row" INTEGER, source TEXT, line INTEGER, "column" TEXT, value TEXT,
     rule TEXT NOT NULL, message TEXT NOT NULL
   ) STRICT;
   CREATE TABLE stage (seq INTEGER PRIMARY KEY, handle TEXT NOT NULL, line INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
   CREATE INDEX stagedByHandle ON stage (handle);
   CREATE INDEX stagedByLine ON stage (line);`,
];

/**
 * The tables of a journal in one file, for the jobs of all single changes of this computer: all calls of one command line are
 * the steps of one job. `pid` is the process that makes them.
 */
export const changeMigrations = [
  `CREATE TABLE job (${jobColumns}, pid INTEGER NOT NULL) STRICT;
   CREATE TABLE step (job TEXT NOT NULL, seq INTEGER NOT NULL, ${stepColumns}, PRIMARY KEY (job, seq)) STRICT;
   CREATE INDEX "changesById" ON step (id) WHERE id IS NOT NULL;`,
];

/** Opens the file of single changes; creates it if it is missing. Throws TillError if it cannot be opened or written. */
export const openChangesFile = (file: string): Database =>
  openDatabase(file, { synchronous: "FULL", migrations: changeMigrations, busyTimeout: 5_000 });

/** Opens the file of single changes for some work, and closes it. */
export function onChangesFile<T>(file: string, work: (db: Database) => T): T {
  const db = openChangesFile(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** The columns of a new job. */
export const newColumns =
  `id command kind profile site address sandbox actor host ci inputHash toolVersion createdAt final note run`.split(
    " ",
  );

/**
 * Counts the steps of a job by state, in the SQL of SQLite and PostgreSQL. A step whose undo was sent and has no outcome counts as
 * `sent`, not as `done`; `undoLeft` are those of an undo that was interrupted.
 */
export const counting = `
  count(*) AS total, count(*) FILTER (WHERE state = 'planned') AS planned,
  count(*) FILTER (WHERE state = 'sent' OR undo = 'sent') AS sent,
  count(*) FILTER (WHERE state = 'done' AND undo IS DISTINCT FROM 'sent') AS done,
  count(*) FILTER (WHERE state = 'failed') AS failed, count(*) FILTER (WHERE state = 'undone') AS undone,
  count(*) FILTER (WHERE undo IN ('planned', 'sent')) AS "undoLeft"`;

/** A step with the columns that only the journal has. */
export interface JournalStep extends Step {
  /** Number of its input row, from 1. */
  row?: number;
  /** The id that a deleted entity got when it was created again. */
  newId?: string;
  /** State of its undo, once there is one. */
  undo?: "planned" | "sent" | "done" | "failed";
  /** When the outcome of its undo was recorded, in milliseconds since 1970, and the platform's ID of that request. */
  undoneAt?: number;
  undoRequestId?: string;
}

/** A row of `selectSteps`. */
export interface StepRow {
  seq: number;
  kind: string;
  id: string | null;
  label: string;
  key: string | null;
  dependsOn: number | null;
  phase: number;
  before: string;
  after: string;
  source: string | null;
  state: StepState;
  attempts: number;
  error: string | null;
  undo: JournalStep["undo"] | null;
  undoAttempts: number;
  undoError: string | null;
  newId: string | null;
  row: number | null;
  skus: string | null;
  call: string | null;
  sentAt: number | null;
  endedAt: number | null;
  requestId: string | null;
  undoneAt: number | null;
  undoRequestId: string | null;
  /** State of the step that this one depends on. */
  baseState: StepState | null;
  baseLabel: string | null;
}

/** The start of every query for steps: `s` is the step, `d` the step it depends on, whose id it inherits. */
export const selectSteps = `
  SELECT s.seq, s.kind, coalesce(s.id, d.id) AS id, s.label, s."key", s.dependsOn, s.phase, s."before", s."after",
         s.source, s.state, s.attempts, s.error, s.undo, s.undoAttempts, s.undoError, s.newId, s."row", s.skus, s.call, s."sentAt",
         s."endedAt", s."requestId", s."undoneAt", s."undoRequestId",
         d.state AS baseState, d.label AS baseLabel
  FROM step s LEFT JOIN step d ON d.seq = s.dependsOn`;

/** Returns a row of `selectSteps` as a step. */
export function stepOfRow(row: StepRow): JournalStep {
  const error = row.undoError ?? row.error;
  return {
    seq: row.seq,
    kind: row.kind,
    id: row.id ?? undefined,
    label: row.label || (row.id ?? ""),
    key: row.key ?? undefined,
    dependsOn: row.dependsOn ?? undefined,
    phase: row.phase,
    before: JSON.parse(row.before) as Json,
    after: JSON.parse(row.after) as Json,
    source: row.source ?? undefined,
    state: row.state,
    attempts: row.attempts,
    error: error !== null ? (JSON.parse(error) as StepError) : undefined,
    skus: row.skus !== null ? (JSON.parse(row.skus) as Record<string, string>) : undefined,
    call: row.call !== null ? (JSON.parse(row.call) as RecordedCall) : undefined,
    row: row.row ?? undefined,
    newId: row.newId ?? undefined,
    undo: row.undo ?? undefined,
    sentAt: row.sentAt ?? undefined,
    endedAt: row.endedAt ?? undefined,
    requestId: row.requestId ?? undefined,
    undoneAt: row.undoneAt ?? undefined,
    undoRequestId: row.undoRequestId ?? undefined,
  };
}

/** Returns a value as JSON text for a column; undefined becomes null. */
export function jsonColumn(value: unknown): SqlValue {
  return value === undefined ? null : JSON.stringify(value);
}

/** Returns a fact about a job as the value of its column; undefined becomes null. */
export function jobColumn(
  value: string | number | boolean | Date | object | undefined,
): string | number | null {
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : (value ?? null);
}

/** Returns the row of a job as a job. */
export function jobOf(row: Row): Job {
  const {
    createdAt,
    startedAt = createdAt,
    final,
    sealed,
    ci,
    undoneBy,
    approvedBy,
    ...rest
  } = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return {
    ...(rest as unknown as Job),
    ...(ci !== undefined && { ci: JSON.parse(String(ci)) as CiRun }),
    ...(undoneBy !== undefined && { undoneBy: JSON.parse(String(undoneBy)) as Who }),
    ...(approvedBy !== undefined && { approvedBy: JSON.parse(String(approvedBy)) as string[] }),
    createdAt: new Date(String(createdAt)),
    startedAt: new Date(String(startedAt)),
    final: final === 1,
    sealed: sealed === 1,
  };
}

/** The columns of the shop of a job. */
export type Shop = { site: string; address: string | null; sandbox: string | null };

/** Returns the shop of the row of a job. */
export const shopPlace = ({ site, address, sandbox }: Shop): JobPlace => ({
  site,
  address: address ?? undefined,
  sandbox: sandbox ?? undefined,
});

/** A row of a table of the journal. */
export type Row = Record<string, string | number | null>;

/** Returns the columns of a table of a journal's file: those of the shared table are the same. */
export function tableColumns(db: Database, table: string): string[] {
  return db
    .prepare(`PRAGMA table_info(${table})`)
    .all<{ name: string }>()
    .map(({ name }) => name);
}

/** Writes rows to a table of a journal's file; a row with the same key is replaced. */
export function writeRows(
  db: Database,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): void {
  const names = columns.map((name) => `"${name}"`);
  const insert = db.prepare(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${columns.map(() => "?")})`);
  for (const row of rows) insert.run(...columns.map((name): SqlValue => row[name] ?? null));
}
