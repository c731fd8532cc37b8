import { existsSync, rmSync } from "node:fs";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { type Database, insertRows, type SqlValue, transaction } from "../../kernel/sqlite.ts";
import {
  damagedJournal,
  type InvalidRow,
  type Job,
  jobNotFound,
  type NewStep,
  type RowCounts,
} from "../engine/job.ts";
import { takeLock } from "../engine/run-lock.ts";
import type { Counts, StepState } from "./step.ts";
import {
  type JournalStep,
  jobColumn,
  jobOf,
  jsonColumn,
  type Row,
  type StepRow,
  selectSteps,
  stepOfRow,
} from "./tables.ts";

export interface StepQuery {
  phase?: number;
  state?: StepState;
  /** Only steps with a higher seq. Default 0. */
  after?: number;
  /** Default 100. */
  limit?: number;
}

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
    const row = this.db.prepare("SELECT * FROM job").get<Row>();
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

  /** Records when the job is applied; only the first time counts. */
  start(now: Date): void {
    this.db.prepare("UPDATE job SET startedAt = coalesce(startedAt, ?)").run(now.toISOString());
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

  /** The time from the first request to the last answer, in milliseconds; undefined if nothing was answered. */
  get tookMs(): number | undefined {
    const sql = "SELECT max(endedAt) - min(sentAt) AS ms FROM step";
    return this.db.prepare(sql).get<{ ms: number | null }>()?.ms ?? undefined;
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
    if (!release) throw jobRunning(this.id);
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

/** Returns the error (exit 6) for a job that another process runs. */
export function jobRunning(id: string): TillError {
  return new TillError(exitCodes.conflict, `Job ${id} is running in another process.`, {
    code: "JOB_RUNNING",
    hint: "Wait for it to finish, or stop it there with Ctrl-C.",
  });
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
