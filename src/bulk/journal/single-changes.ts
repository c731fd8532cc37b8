import { existsSync } from "node:fs";
import { type ErrorReport, exitCodes, TillError } from "../../kernel/errors.ts";
import { shortId } from "../../kernel/ids.ts";
import { type Database, transaction } from "../../kernel/sqlite.ts";
import { type NewJob, singleKind } from "../engine/job.ts";
import type { RecordedCall } from "./step.ts";
import { jobColumn, newColumns, onChangesFile, openChangesFile } from "./tables.ts";

/** Facts about a command that makes single changes. `inputHash` is the digest of its plan file. */
export interface ChangingCommand extends Omit<NewJob, "kind" | "createdAt"> {
  pid: number;
  /** Why its locked profile was open. */
  unlockedFor?: string | undefined;
  approvedBy?: readonly string[] | undefined;
}

/** A call before it is sent. */
export interface NewChange extends RecordedCall {
  at: Date;
  /** `collections.update` */
  name: string;
  /** The values that it changes, as they were read, and those that it sets; null for an object that it deletes. */
  before?: unknown;
  after: unknown;
  /** The id and the name of what it changes. */
  id?: string;
  label?: string;
}

/** What came of a call. */
export interface ChangeOutcome {
  state: "done" | "failed" | "unknown";
  /** The values that were set, or what was created. */
  after?: unknown;
  id?: string | undefined;
  label?: string | undefined;
  error?: Pick<ErrorReport, "code" | "message" | "status"> | undefined;
  requestId?: string | undefined;
}

/** The step of a recorded call. */
export interface ChangeKey {
  job: string;
  seq: number;
}

/** The record of single changes that is written to. */
export type ChangeLog = ReturnType<typeof openChanges>;

/** Opens the record of single changes; creates it if it is missing. Throws TillError if it cannot be opened or written. */
export function openChanges(file: string) {
  const db = openChangesFile(file);

  /** Adds the job of a command. Throws PLAN_APPLIED (exit 6) if its plan was applied. */
  function addJob(command: ChangingCommand, at: Date): string {
    if (command.inputHash !== undefined && isApplied(db, command.inputHash)) throw planApplied();
    const exists = db.prepare("SELECT 1 FROM job WHERE id = ?");
    let id = shortId(5);
    while (exists.get(id) !== undefined) id = shortId(5);
    const row = { ...command, id, kind: singleKind, createdAt: at, final: false, sealed: true };
    const names = [...newColumns, "sealed", "unlockedFor", "approvedBy", "pid"] as (keyof typeof row)[];
    db.prepare(`INSERT INTO job (${names}) VALUES (${names.map(() => "?")})`).run(
      ...names.map((name) => jobColumn(row[name])),
    );
    return id;
  }

  return {
    /** Records a call before it is sent, in a new job or in one of this process. It survives a power failure. */
    begin(command: ChangingCommand, change: NewChange, job?: string): ChangeKey {
      db.exec("PRAGMA synchronous = FULL");
      return transaction(db, "immediate", () => {
        const { at, name, id, label, before, after, input, known } = change;
        const key = { job: job ?? addJob(command, at), seq: 0 };
        const last = db
          .prepare("SELECT max(seq) AS seq FROM step WHERE job = ?")
          .get<{ seq: number }>(key.job);
        key.seq = (last?.seq ?? 0) + 1;
        db.prepare(
          `INSERT INTO step (job, seq, "row", phase, state, kind, id, label, "before", "after", call, sentAt)
           VALUES (?, ?, ?, 0, 'sent', ?, ?, ?, ?, ?, ?, ?)`,
        ).run(
          ...[key.job, key.seq, key.seq, name, id ?? null, label ?? "", json(before), json(after)],
          ...[JSON.stringify({ input: short(input ?? {}), known }), at.getTime()],
        );
        db.prepare(`UPDATE job SET "rows" = ? WHERE id = ?`).run(key.seq, key.job);
        return key;
      });
    },

    /** Records what came of a call, or what a read has found out later. It survives a killed process. */
    end(
      { job, seq }: ChangeKey,
      { state, after, id, label, error, requestId }: ChangeOutcome,
      at: Date,
    ): void {
      db.exec("PRAGMA synchronous = NORMAL");
      db.prepare(
        `UPDATE step SET state = ?1, "after" = coalesce(?2, "after"), id = coalesce(id, ?3),
                label = CASE WHEN label = '' THEN coalesce(?4, '') ELSE label END,
                error = CASE WHEN ?1 = 'done' THEN NULL ELSE coalesce(?5, error) END,
                requestId = coalesce(?6, requestId), endedAt = ?7, sentAt = ?7
         WHERE job = ?8 AND seq = ?9`,
      ).run(
        ...[state === "unknown" ? "sent" : state, after === undefined ? null : json(after), id ?? null],
        ...[label ?? null, error ? json(error) : null, requestId ?? null, at.getTime(), job, seq],
      );
    },

    close: () => db.close(),
  };
}

/** Returns whether the change of a plan was made, or may have been, from this computer. */
export function hasApplied(file: string, plan: string): boolean {
  return existsSync(file) && onChangesFile(file, (db) => isApplied(db, plan));
}

function isApplied(db: Database, plan: string): boolean {
  const sql = `SELECT 1 FROM job j JOIN step s ON s.job = j.id WHERE j.inputHash = ? AND s.state <> 'failed'`;
  return db.prepare(sql).get(plan) !== undefined;
}

/** Returns the error (exit 6) for a plan of a single change that was applied before. `by`: who, if on another computer. */
export function planApplied(by?: string): TillError {
  return new TillError(exitCodes.conflict, `This plan was applied before${by ? `, by ${by}` : ""}.`, {
    code: "PLAN_APPLIED",
    hint: "Nothing was sent. See what came of it there: till jobs list. To make the change again, plan it again.",
  });
}

/** Longer values are replaced by their size, so that the record stays small. */
const longest = 256 * 1024;

const short = (value: unknown): unknown => {
  const text = JSON.stringify(value ?? null);
  return text.length > longest ? { omitted: `${text.length} characters` } : (value ?? null);
};

const json = (value: unknown): string => JSON.stringify(short(value));
