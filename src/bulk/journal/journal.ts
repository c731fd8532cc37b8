import { existsSync, rmSync } from "node:fs";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { type Database, transaction } from "../../kernel/sqlite.ts";
import {
  damagedJournal,
  type InvalidRow,
  type Job,
  jobNotFound,
  type NewStep,
  type RowCounts,
} from "../engine/job.ts";
import { takeLock } from "../engine/run-lock.ts";
import { type JournalStep, jsonColumn, type StepRow, selectSteps, stepOfRow } from "./journal-schema.ts";
import type { Counts, StepState } from "./step.ts";

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
  /** Gives the job back. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

/** The record of one job, the only source for resume and undo. Open it with `createJournal` or `openJournal`. */
export class Journal {
  readonly id: string;
  readonly db: Database;
  /** Whether the record has been deleted; the journal cannot be used any more. */
  removed = false;
  #closed = false;
  #release: (() => void) | undefined;
  readonly #shared: SharedRecord | undefined;

  constructor(id: string, db: Database, shared?: SharedRecord) {
    this.id = id;
    this.db = db;
    this.#shared = shared;
  }

  get job(): Job {
    const row = this.db.prepare("SELECT * FROM job").get<JobRow>();
    if (!row) throw damagedJournal(this.id);
    return jobOf(row);
  }

  /** Changes facts that are known during planning only. */
  amend(changes: Partial<Pick<Job, "inputHash" | "note" | "final" | "name" | "until">>): void {
    for (const [name, value] of Object.entries(changes)) {
      const column = value === undefined ? null : typeof value === "boolean" ? Number(value) : value;
      this.db.prepare(`UPDATE job SET "${name}" = ?`).run(column);
    }
  }

  /** Records, once per reason, why the job may write although its profile has a lock. */
  allow(reason: string): void {
    const reasons = this.job.unlockedFor?.split("\n") ?? [];
    if (reasons.includes(reason)) return;
    this.db.prepare("UPDATE job SET unlockedFor = ?").run([...reasons, reason].join("\n"));
  }

  /** Ends planning: from now on the job can be applied. */
  seal({ rows, unchanged, rejected }: RowCounts): void {
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
    const insert = this.db.prepare(
      `INSERT INTO step (kind, id, label, "key", dependsOn, phase, "before", "after", source, "row", batch, size, skus)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    transaction(this.db, "immediate", () => {
      for (const step of steps) {
        const { kind, id, label, key, dependsOn, phase, before, after, source, row, batch, size, skus } =
          step;
        const values = [dependsOn ?? null, phase ?? 0, jsonColumn(before), jsonColumn(after), source ?? null];
        insert.run(
          kind,
          id ?? null,
          label,
          key ?? null,
          ...values,
          row ?? null,
          batch ?? "",
          jsonColumn(size),
          jsonColumn(skus),
        );
      }
    });
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

  /** Locks the file only. Throws JOB_RUNNING (exit 6). */
  lockFile(): void {
    if (this.#release) return;
    const release = takeLock(lockFile(this.db.file));
    if (!release) {
      throw new TillError(exitCodes.conflict, `Job ${this.id} is running in another process.`, {
        code: "JOB_RUNNING",
        hint: "Wait for it to finish, or stop it there with Ctrl-C.",
      });
    }
    if (!existsSync(this.db.file)) {
      release();
      throw jobNotFound(this.id);
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

  /** Deletes the record of the job. Throws JOB_RUNNING (exit 6) if another process has locked it. */
  async remove(): Promise<void> {
    if (this.removed) return;
    this.lockFile();
    if (this.#shared) await this.#shared.take().then(() => this.#shared?.remove());
    this.removed = true;
    this.db.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(this.db.file + end, { force: true });
    for (const end of ["", "-wal", "-shm"]) rmSync(lockFile(this.db.file) + end, { force: true });
    this.#release?.();
    this.#release = undefined;
  }
}

/** Returns the row of a job as a job. */
export function jobOf(row: JobRow): Job {
  const { createdAt, final, sealed, ...rest } = Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  );
  return {
    ...(rest as unknown as Job),
    createdAt: new Date(String(createdAt)),
    final: final === 1,
    sealed: sealed === 1,
  };
}

/** Returns the path of the lock of a journal's file. */
export function lockFile(file: string): string {
  return file.replace(/\.sqlite$/, ".lock");
}
