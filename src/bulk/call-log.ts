import { existsSync } from "node:fs";
import { type ErrorReport, exitCodes, TillError } from "../kernel/errors.ts";
import { shortId } from "../kernel/ids.ts";
import { type Database, openDatabase, type SqlValue } from "../kernel/sqlite.ts";
import { type CiRun, isSamePlace, type JobPlace } from "./engine/job.ts";

/** State of a recorded call. `sent`: its outcome is not recorded, because it is running or its process was killed. */
export type CallState = "sent" | "done" | "failed" | "unknown" | "undone";

/** A call before it is sent: who changes what, from where. */
export interface NewCall extends JobPlace {
  at: Date;
  /** The user of the operating system. */
  actor: string;
  host: string;
  ci?: CiRun;
  pid: number;
  profile: string;
  /** The command line, without secrets. */
  command: string;
  toolVersion: string;
  /** Why its locked profile was open. */
  unlockedFor?: string;
  /** The id that the calls of one `till each` share. */
  run?: string;
  /** The digest of its plan file, and who has approved that. */
  plan?: string;
  approvedBy?: readonly string[];
  /** `collections.update` */
  name: string;
  /** The input, without secrets. */
  input: unknown;
  /** The values that it changes, as they were read. */
  before?: unknown;
  /** What the platform had besides, by which a later read shows whether the call was made. */
  known?: unknown;
  /** The id and the name of what it changes. */
  id?: string;
  label?: string;
}

/** What came of a call. */
export interface CallOutcome {
  state: Exclude<CallState, "sent">;
  /** The values that were set, or what was created. */
  after?: unknown;
  id?: string;
  label?: string;
  error?: Pick<ErrorReport, "code" | "message" | "status">;
  requestId?: string;
}

/** A recorded call. */
export interface RecordedCall extends NewCall, Omit<CallOutcome, "state"> {
  seq: number;
  /** The job: all calls of one command line. */
  job: string;
  /** Its number in the job, from 1. */
  n: number;
  state: CallState;
  endedAt?: Date;
  /** The job that undid it. */
  undoneBy?: string;
}

/**
 * All single changes of this computer in one table: a row for each call, numbered in its job. Values that are not plain
 * text are JSON, and times are ISO text, so that any SQL database can hold the table.
 */
const migrations = [
  `CREATE TABLE call (
     seq INTEGER PRIMARY KEY, job TEXT NOT NULL, n INTEGER NOT NULL, at TEXT NOT NULL, actor TEXT NOT NULL,
     host TEXT NOT NULL, pid INTEGER NOT NULL, profile TEXT NOT NULL, site TEXT NOT NULL, command TEXT NOT NULL,
     "toolVersion" TEXT NOT NULL, "unlockedFor" TEXT, name TEXT NOT NULL, input TEXT NOT NULL, "before" TEXT, id TEXT,
     label TEXT, state TEXT NOT NULL DEFAULT 'sent', "after" TEXT, error TEXT, "requestId" TEXT, "endedAt" TEXT,
     "undoneBy" TEXT,
     -- The run of till each that the call belongs to.
     run TEXT,
     -- The platform: its base URL, and the identity of a sandbox.
     address TEXT, sandbox TEXT,
     -- What ran in CI, as JSON.
     ci TEXT,
     UNIQUE (job, n)
   ) STRICT;
   CREATE INDEX "callsByTime" ON call (at);
   CREATE INDEX "callsByObject" ON call (id) WHERE id IS NOT NULL;`,
  // A plan is applied once.
  `ALTER TABLE call ADD COLUMN plan TEXT;
   ALTER TABLE call ADD COLUMN "approvedBy" TEXT;
   CREATE UNIQUE INDEX "callsByPlan" ON call (plan) WHERE plan IS NOT NULL AND n = 1 AND state <> 'failed';`,
  "ALTER TABLE call ADD COLUMN known TEXT;",
];

/** Longer values are replaced by their size, so that the log stays small. */
const longest = 256 * 1024;

/** The record of all single changes. Open it with `openCallLog`. */
export class CallLog {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Records a call before it is sent, in a new job or in one of this process. It survives a power failure. */
  begin(call: NewCall, job?: { id: string; n: number }): { seq: number; job: string } {
    for (let attempt = 0; ; attempt += 1) {
      const id = job?.id ?? shortId(5);
      try {
        return { seq: this.#insert(call, id, job?.n ?? 1), job: id };
      } catch (error) {
        const taken = error instanceof Error && /UNIQUE constraint/.test(error.message);
        if (taken && error.message.includes("call.plan")) throw planApplied(undefined, error);
        // Another job has the id.
        if (!taken || job !== undefined || attempt > 20) throw error;
      }
    }
  }

  #insert(call: NewCall, job: string, n: number): number {
    this.#db.exec("PRAGMA synchronous = FULL");
    const { at, actor, host, pid, profile, site, command, toolVersion, name } = call;
    const { unlockedFor, input, before, known, id, label, run, address, sandbox, ci, plan, approvedBy } =
      call;
    return this.#db
      .prepare(
        `INSERT INTO call (job, n, at, actor, host, pid, profile, site, command, "toolVersion", "unlockedFor", name, input,
                           "before", known, id, label, run, address, sandbox, ci, plan, "approvedBy")
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ...[job, n, at.toISOString(), actor, host, pid, profile, site, command, toolVersion],
        ...[
          unlockedFor ?? null,
          name,
          json(input ?? {}) ?? "{}",
          json(before),
          json(known),
          id ?? null,
          label ?? null,
          run ?? null,
          address ?? null,
          sandbox ?? null,
          json(ci),
          plan ?? null,
          json(approvedBy),
        ],
      ).lastInsertRowid;
  }

  /** Records what came of a call. It survives a killed process. */
  end(seq: number, { state, after, id, label, error, requestId }: CallOutcome, at: Date): void {
    this.#db.exec("PRAGMA synchronous = NORMAL");
    this.#db
      .prepare(
        `UPDATE call SET state = ?, "after" = ?, id = coalesce(id, ?), label = coalesce(label, ?), error = ?,
                         "requestId" = ?, "endedAt" = ? WHERE seq = ?`,
      )
      .run(
        ...[state, json(after), id ?? null, label ?? null, json(error), requestId ?? null],
        ...[at.toISOString(), seq],
      );
  }

  /** Records what was found out about a call (and what it created), or that a job undid it. */
  settle(
    seq: number,
    state: CallState,
    { by, id, after }: { by?: string | undefined; id?: string | undefined; after?: unknown } = {},
  ): void {
    this.#db
      .prepare(
        `UPDATE call SET state = ?, "undoneBy" = coalesce(?, "undoneBy"), id = coalesce(id, ?), "after" = coalesce("after", ?),
                         error = CASE WHEN ? = 'done' THEN NULL ELSE error END WHERE seq = ?`,
      )
      .run(state, by ?? null, id ?? null, json(after), state, seq);
  }

  /** Returns the calls of a job in the order sent. */
  calls(job: string): RecordedCall[] {
    return this.#db.prepare("SELECT * FROM call WHERE job = ? ORDER BY n").all<CallRow>(job).map(callOfRow);
  }

  /** Yields all calls since and until a time, newest first. */
  *all({
    since,
    until,
  }: {
    since?: Date | undefined;
    until?: Date | undefined;
  } = {}): Generator<RecordedCall> {
    const rows = this.#db.iterate<CallRow>(
      "SELECT * FROM call WHERE at >= ?1 AND at < ?2 ORDER BY seq DESC",
      since?.toISOString() ?? "",
      until?.toISOString() ?? "~",
    );
    for (const row of rows) yield callOfRow(row);
  }

  /** Returns whether the change of a plan was sent, or may have been. */
  hasApplied(plan: string): boolean {
    const sql = "SELECT 1 FROM call WHERE plan = ? AND state <> 'failed'";
    return this.#db.prepare(sql).get(plan) !== undefined;
  }

  /** Returns the last calls that changed an object, newest first. */
  changesOf(id: string, place: JobPlace, most: number): RecordedCall[] {
    return this.#db
      .prepare(
        `SELECT * FROM call WHERE id = ? AND site = ? AND state IN ('sent', 'unknown', 'done', 'undone')
         ORDER BY seq DESC`,
      )
      .all<CallRow>(id, place.site)
      .map(callOfRow)
      .filter((call) => isSamePlace(call, place))
      .slice(0, most);
  }

  /** Returns the ids of the jobs, newest first. */
  jobs(most = -1): string[] {
    return this.#db
      .prepare("SELECT job FROM call GROUP BY job ORDER BY max(seq) DESC LIMIT ?")
      .all<{ job: string }>(most)
      .map(({ job }) => job);
  }

  /** Deletes the calls before a time, except those without an outcome. Returns the ids of jobs that are gone. */
  prune(before: Date): string[] {
    const rows = this.#db
      .prepare("DELETE FROM call WHERE at < ? AND state NOT IN ('sent', 'unknown') RETURNING job")
      .all<{ job: string }>(before.toISOString());
    return [...new Set(rows.map(({ job }) => job))];
  }

  close(): void {
    this.#db.close();
  }
}

/** Returns the error (exit 6) for a plan of a single change that was applied before. `by`: who, if on another computer. */
export function planApplied(by?: string, cause?: unknown): TillError {
  return new TillError(exitCodes.conflict, `This plan was applied before${by ? `, by ${by}` : ""}.`, {
    code: "PLAN_APPLIED",
    hint: "Nothing was sent. See what came of it there: till jobs list. To make the change again, plan it again.",
    cause,
  });
}

/** Opens the log; creates it if it is missing. Throws TillError if it cannot be opened or written. */
export function openCallLog(file: string): CallLog {
  return new CallLog(openDatabase(file, { synchronous: "FULL", migrations, busyTimeout: 5_000 }));
}

/** Calls `work` with the log, which is undefined if nothing was recorded yet. */
export function withCallLog<T>(file: string, work: (log: CallLog | undefined) => T): T {
  if (!existsSync(file)) return work(undefined);
  const log = openCallLog(file);
  try {
    return work(log);
  } finally {
    log.close();
  }
}

function json(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  return text.length > longest ? JSON.stringify({ omitted: `${text.length} characters` }) : text;
}

type CallRow = Record<string, SqlValue>;

const jsonColumns = new Set(["ci", "input", "before", "known", "after", "error", "approvedBy"]);

function callOfRow(row: CallRow): RecordedCall {
  const known = Object.entries(row).filter(([, value]) => value !== null);
  const { at, endedAt, ...call } = Object.fromEntries(
    known.map(([name, value]) => [
      name,
      jsonColumns.has(name) ? (JSON.parse(String(value)) as unknown) : value,
    ]),
  );
  return {
    ...(call as unknown as RecordedCall),
    at: new Date(String(at)),
    ...(endedAt !== undefined && { endedAt: new Date(String(endedAt)) }),
  };
}
