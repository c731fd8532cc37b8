import { existsSync, rmSync } from "node:fs";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { type Database, insertRows, type SqlValue, transaction } from "../../kernel/sqlite.ts";
import {
  type CiRun,
  damagedJournal,
  type InvalidRow,
  type Job,
  jobNotFound,
  type NewStep,
  type RowCounts,
  type Who,
} from "../engine/job.ts";
import { takeLock } from "../engine/run-lock.ts";
import type { Counts, Json, Step, StepError, StepState } from "./step.ts";

/**
 * One file per job. `job` has one row; `sealed` becomes 1 when planning is complete. `step` is Step with additions: `row`
 * (its input row), `batch` (its group key, by which steps of a group are sorted), and `undo` (planned, sent, done or failed
 * while `state` stays done). `id` of a step on an entity that another step creates stays null: it is read from that step.
 */
export const journalMigrations = [
  `CREATE TABLE job (
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
     ci TEXT, undoneBy TEXT, approvedBy TEXT
   ) STRICT;
   CREATE TABLE step (
     seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT, label TEXT NOT NULL, "key" TEXT, dependsOn INTEGER,
     phase REAL NOT NULL, "before" TEXT NOT NULL, "after" TEXT NOT NULL, source TEXT,
     state TEXT NOT NULL DEFAULT 'planned', attempts INTEGER NOT NULL DEFAULT 0, error TEXT,
     "row" INTEGER, batch TEXT NOT NULL DEFAULT '',
     undo TEXT, undoAttempts INTEGER NOT NULL DEFAULT 0, undoError TEXT, newId TEXT,
     -- What the step adds to its request, as JSON; null if it is {"steps":1}.
     size TEXT,
     -- The SKUs of what the step changes, as JSON.
     skus TEXT,
     -- Until when the request of the step, or of its undo, may have left this computer: milliseconds since 1970.
     sentAt INTEGER,
     -- When the outcome was recorded, and the platform's ID of the request; the same of the undo.
     endedAt INTEGER, requestId TEXT, undoneAt INTEGER, undoRequestId TEXT
   ) STRICT;
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
         s.source, s.state, s.attempts, s.error, s.undo, s.undoAttempts, s.undoError, s.newId, s."row", s.skus, s."sentAt",
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
    label: row.label,
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

export interface StepQuery {
  phase?: number;
  state?: StepState;
  /** Only steps with a higher seq. Default 0. */
  after?: number;
  /** Default 100. */
  limit?: number;
}

type JobRow = Record<string, string | number | null>;

/** The record of a job in a shared store; the journal's own file is a working copy of it. */
export interface SharedRecord {
  /** Takes the job for this process, and brings the working copy up to date. Throws JOB_RUNNING (exit 6). */
  take(): Promise<void>;
  /** Commits what the working copy says. Throws LEASE_LOST (exit 6) if another process has taken the job. */
  publish(): Promise<void>;
  /** The time of the shared store; undefined while the job is not taken. */
  time(): TimeSpan | undefined;
  /** Gives the job back. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

/** The limits between which a time is, in whole milliseconds since 1970. */
export interface TimeSpan {
  earliest: number;
  latest: number;
}

/**
 * Locks a job until the process ends or the returned function is called. Returns undefined if another process has locked
 * it. Throws JOB_NOT_FOUND (exit 5) if the job was removed meanwhile.
 */
export type TakeLock = (journal: Pick<Journal, "id" | "db">) => (() => void) | undefined;

const lockJournal: TakeLock = ({ id, db }) => {
  const release = takeLock(lockFile(db.file));
  if (release && !existsSync(db.file)) {
    release();
    throw jobNotFound(id);
  }
  return release;
};

/** The record of one job, the only source for resume and undo. Open it with `createJournal` or `openJournal`. */
export class Journal {
  readonly id: string;
  readonly db: Database;
  /** Whether the record has been deleted; the journal cannot be used any more. */
  removed = false;
  #closed = false;
  #deferred = false;
  #release: (() => void) | undefined;
  readonly #shared: SharedRecord | undefined;
  readonly #takeLock: TakeLock;

  constructor(id: string, db: Database, shared?: SharedRecord, takeLock: TakeLock = lockJournal) {
    this.id = id;
    this.db = db;
    this.#shared = shared;
    this.#takeLock = takeLock;
  }

  get job(): Job {
    const row = this.db.prepare("SELECT * FROM job").get<JobRow>();
    if (!row) throw damagedJournal(this.id);
    return jobOf(row);
  }

  /** Changes facts that are not known when the job is created. */
  amend(
    changes: Partial<
      Pick<Job, "inputHash" | "note" | "final" | "name" | "until" | "undoneBy" | "approvedBy">
    >,
  ): void {
    for (const [name, value] of Object.entries(changes)) {
      this.db.prepare(`UPDATE job SET "${name}" = ?`).run(jobColumn(value));
    }
  }

  /** Records, once per reason, why the job may write although its profile has a lock. */
  allow(reason: string): void {
    const reasons = this.job.unlockedFor?.split("\n") ?? [];
    if (reasons.includes(reason)) return;
    this.db.prepare("UPDATE job SET unlockedFor = ?").run([...reasons, reason].join("\n"));
  }

  /**
   * Leaves it to the system when the plan reaches the disk, until it is sealed. A power failure before that may lose a plan, of
   * which nothing was sent.
   */
  deferWrites(): void {
    this.#deferred = true;
    this.db.exec("PRAGMA synchronous = NORMAL");
  }

  /** Ends planning: from now on the job can be applied. */
  seal({ rows, unchanged, rejected }: RowCounts): void {
    if (this.#deferred) this.db.exec("PRAGMA synchronous = FULL");
    this.#deferred = false;
    // This commit writes all that were made before it to the disk.
    this.db
      .prepare(`UPDATE job SET sealed = 1, "rows" = ?, unchanged = ?, rejected = ?`)
      .run(rows, unchanged, rejected);
  }

  /** The seq of the next step that is added. */
  get nextSeq(): number {
    return Number(this.db.prepare("SELECT coalesce(max(seq), 0) + 1 AS next FROM step").get()?.next);
  }

  /** Adds steps, numbered from `nextSeq`, in one transaction. `dependsOn` must be an earlier step of the same or a lower phase. */
  addSteps(steps: readonly NewStep[]): void {
    const rows = steps.map((step): SqlValue[] => [
      step.kind,
      step.id ?? null,
      step.label,
      step.key ?? null,
      step.dependsOn ?? null,
      step.phase ?? 0,
      jsonColumn(step.before),
      jsonColumn(step.after),
      step.source ?? null,
      step.row ?? null,
      step.batch ?? "",
      jsonColumn(step.size),
      jsonColumn(step.skus),
    ]);
    const into = `step (kind, id, label, "key", dependsOn, phase, "before", "after", source, "row", batch, size, skus)`;
    transaction(this.db, "immediate", () => insertRows(this.db, into, rows));
  }

  /** Adds the problems of invalid rows, in one transaction. */
  addProblems(rows: readonly InvalidRow[]): void {
    if (rows.length === 0) return;
    const insert = this.db.prepare(
      `INSERT INTO problem ("row", source, line, "column", value, rule, message) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    transaction(this.db, "immediate", () => {
      for (const { row, problems } of rows)
        for (const { source, line, column, value, rule, message } of problems)
          insert.run(row, source ?? null, line ?? null, column ?? null, value ?? null, rule, message);
    });
  }

  /** Returns a page of steps in the order planned; for the next page set `after` to the last seq. */
  steps({ phase, state, after = 0, limit = 100 }: StepQuery = {}): JournalStep[] {
    return this.db
      .prepare(
        `${selectSteps} WHERE s.seq > ?1 AND (?2 IS NULL OR s.phase = ?2) AND (?3 IS NULL OR s.state = ?3)
         ORDER BY s.seq LIMIT ?4`,
      )
      .all<StepRow>(after, phase ?? null, state ?? null, limit)
      .map(stepOfRow);
  }

  /** Yields every step in the order planned. */
  *allSteps(query: Omit<StepQuery, "after" | "limit"> = {}): Generator<JournalStep> {
    for (
      let page = this.steps(query);
      page.length > 0;
      page = this.steps({ ...query, after: page.at(-1)?.seq ?? 0 })
    )
      yield* page;
  }

  /** Counts the steps by state. A step whose undo was sent and has no outcome counts as `sent`, not as `done`. */
  counts(): Counts {
    const counts: Counts = { total: 0, planned: 0, sent: 0, done: 0, failed: 0, undone: 0 };
    const rows = this.db
      .prepare("SELECT state, count(*) AS steps FROM step GROUP BY state")
      .all<{ state: StepState; steps: number }>();
    for (const { state, steps } of rows) {
      counts[state] += steps;
      counts.total += steps;
    }
    const undoing = this.db
      .prepare("SELECT count(*) AS steps FROM step WHERE undo = 'sent'")
      .get<{ steps: number }>();
    counts.sent += undoing?.steps ?? 0;
    counts.done -= undoing?.steps ?? 0;
    return counts;
  }

  /** Whether an undo has changed something, or was interrupted. */
  get undoBegun(): boolean {
    return this.db.prepare("SELECT 1 FROM step WHERE undo <> 'failed' LIMIT 1").get() !== undefined;
  }

  /** Whether an undo was interrupted: some steps are still to be undone. */
  get undoLeft(): boolean {
    return (
      this.db.prepare("SELECT 1 FROM step WHERE undo IN ('planned', 'sent') LIMIT 1").get() !== undefined
    );
  }

  /** Locks the job for this process until `close`. Throws JOB_RUNNING (exit 6). */
  async lock(): Promise<void> {
    this.lockFile();
    await this.#shared?.take();
  }

  /**
   * Commits what was recorded to the shared store, if the job is kept in one: nothing is sent before that. Does nothing until
   * the job is sealed.
   */
  async publish(): Promise<void> {
    await this.#shared?.publish();
  }

  /** Returns the time on the clock of the shared store; undefined if the job is kept on this computer, or is not locked. */
  time(): TimeSpan | undefined {
    return this.#shared?.time();
  }

  /** Locks the file only. Throws JOB_RUNNING (exit 6). */
  lockFile(): void {
    if (this.#release) return;
    const release = this.#takeLock(this);
    if (!release) {
      throw new TillError(exitCodes.conflict, `Job ${this.id} is running in another process.`, {
        code: "JOB_RUNNING",
        hint: "Wait for it to finish, or stop it there with Ctrl-C.",
      });
    }
    this.#release = release;
  }

  /** Closes the file and releases the lock; does nothing after `remove` or another call. */
  async close(): Promise<void> {
    if (this.removed || this.#closed) return;
    this.#closed = true;
    if (this.#shared && this.#release) await this.#shared.release();
    this.db.close();
    this.#release?.();
    this.#release = undefined;
  }

  /**
   * Deletes the record of the job. Throws JOB_RUNNING (exit 6) if another process has locked it, and JOB_IN_USE (exit 6) if
   * another process reads it and the system deletes no open files.
   */
  async remove(): Promise<void> {
    if (this.removed) return;
    this.lockFile();
    if (this.#shared) await this.#shared.take().then(() => this.#shared?.remove());
    this.#closed = true;
    this.db.close();
    try {
      removeDatabase(this.db.file);
      this.removed = true;
    } catch (cause) {
      throw new TillError(exitCodes.conflict, `Another program has the record of job ${this.id} open.`, {
        code: "JOB_IN_USE",
        hint: "Delete it later: till jobs prune",
        cause,
      });
    } finally {
      // Before its file is deleted: Windows deletes no open files.
      this.#release?.();
      this.#release = undefined;
    }
    try {
      removeDatabase(lockFile(this.db.file));
    } catch {
      // Another process is just finding out that the job is gone. The next `prune` deletes the file.
    }
  }
}

/** Returns a fact about a job as the value of its column; undefined becomes null. */
export function jobColumn(value: string | boolean | Date | object | undefined): string | number | null {
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : (value ?? null);
}

/** Returns the row of a job as a job. */
export function jobOf(row: JobRow): Job {
  const { createdAt, final, sealed, ci, undoneBy, approvedBy, ...rest } = Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  );
  return {
    ...(rest as unknown as Job),
    ...(ci !== undefined && { ci: JSON.parse(String(ci)) as CiRun }),
    ...(undoneBy !== undefined && { undoneBy: JSON.parse(String(undoneBy)) as Who }),
    ...(approvedBy !== undefined && { approvedBy: JSON.parse(String(approvedBy)) as string[] }),
    createdAt: new Date(String(createdAt)),
    final: final === 1,
    sealed: sealed === 1,
  };
}

/** Deletes the files of a database. Repeats what a virus scanner or a reader prevents for a moment, on Windows. */
function removeDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm"])
    rmSync(file + end, { force: true, recursive: true, maxRetries: 5, retryDelay: 20 });
}

/** Returns the path of the lock of a journal's file. */
export function lockFile(file: string): string {
  return file.replace(/\.sqlite$/, ".lock");
}
