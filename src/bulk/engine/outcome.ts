import { type ErrorReport, type ExitCode, exitCodes, stopCodes } from "../../kernel/errors.ts";
import { exitOf } from "../../kernel/exit-of.ts";
import type { Journal } from "../journal/journal.ts";
import type { Counts, StepState } from "../journal/step.ts";
import type { RowCounts } from "./job.ts";

/** Returns the exit code of a job that was applied. An unknown outcome outranks an interruption, which outranks failures. */
export function outcomeExit(
  { sent, planned, failed, done, undone }: Counts,
  stopped?: ErrorReport,
): ExitCode {
  return exitOf({ unknown: sent, failed: planned + failed, done: done + undone }, stopped);
}

/** Returns the exit code of a job with rows that were left out of its plan, which count as failed. `others`: the other rows. */
export const rejectedExit = (others: number): ExitCode => exitOf({ unknown: 0, failed: 1, done: others });

/** Returns the exit code of a job that was applied, rows that were left out of its plan included. */
export function jobExit(journal: Journal, counts: Counts, stopped?: ErrorReport): ExitCode {
  const code = rowsExit(journal.job, counts, stopped);
  const isFailure = code === exitCodes.failure && counts.planned === 0;
  return isFailure && failedByConflict(journal) ? exitCodes.conflict : code;
}

/** Returns that exit code without reading why steps failed: a conflict is a failure like others. */
export function rowsExit(
  { rejected, unchanged }: Pick<RowCounts, "rejected" | "unchanged">,
  counts: Counts,
  stopped?: ErrorReport,
): ExitCode {
  const code = outcomeExit(counts, stopped);
  return code === exitCodes.ok && rejected > 0 ? rejectedExit(counts.done + counts.undone + unchanged) : code;
}

/** Returns whether steps of a job failed, all of them because someone else has changed what they were planned from. */
export function failedByConflict({ db }: Journal): boolean {
  const failed = db.prepare(
    `SELECT count(*) AS steps, sum(json_extract(error, '$.code') = 'CHANGED') AS changed FROM step WHERE state = 'failed'`,
  );
  const { steps, changed } = failed.get<{ steps: number; changed: number }>() ?? { steps: 0, changed: 0 };
  return steps > 0 && steps === changed;
}

/** The codes of steps that were left alone because of what is in the shop, or of what they are; nothing was sent for them. */
const refusals = ["CHANGED", "GONE", "EXISTS", "FINAL", "DEPENDENCY"];

/**
 * Returns the exit code of an undo: steps that are still done were not undone. `before`: how many were undone before it
 * began. If it undid none because all were refused, it is a conflict.
 */
export function undoExit(
  { db }: Pick<Journal, "db">,
  { sent, done, undone }: Counts,
  { stopped, before = 0 }: { stopped?: ErrorReport | undefined; before?: number } = {},
): ExitCode {
  const code = exitOf({ unknown: sent, failed: done, done: undone - before }, stopped);
  if (code !== exitCodes.failure || stopped) return code;
  const failed = db
    .prepare(
      `SELECT count(*) AS steps, sum(json_extract(undoError, '$.code') IN (SELECT value FROM json_each(?))) AS refused
       FROM step WHERE undo = 'failed'`,
    )
    .get<{ steps: number; refused: number }>(JSON.stringify(refusals));
  return failed !== undefined && failed.steps > 0 && failed.steps === failed.refused
    ? exitCodes.conflict
    : code;
}

/** Input rows by state: ok + failed + unchanged + unknown + left + undone = rows. */
export interface RowTotals {
  rows: number;
  ok: number;
  /** Invalid, or a step of it failed. */
  failed: number;
  unchanged: number;
  unknown: number;
  /** Not sent yet. */
  left: number;
  undone: number;
}

/** Counts the input rows of a job that have a step in one of these states. */
export function rowsWith({ db }: Journal, ...states: readonly StepState[]): number {
  const marks = states.map(() => "?").join(", ");
  const found = db
    .prepare(`SELECT count(DISTINCT coalesce("row", -seq)) AS rows FROM step WHERE state IN (${marks})`)
    .get<{ rows: number }>(...states);
  return found?.rows ?? 0;
}

/** Counts the input rows of a job by state; the state of a row is that of its worst step. */
export function rowTotals({ db, job }: Journal): RowTotals {
  const worst = db
    .prepare(
      `SELECT worst, count(*) AS rows FROM (
         SELECT max(CASE WHEN state = 'sent' OR undo = 'sent' THEN 5 WHEN state = 'failed' THEN 4
                         WHEN state = 'planned' THEN 3 WHEN state = 'done' THEN 2 ELSE 1 END) AS worst
         FROM step WHERE "row" IS NOT NULL GROUP BY "row"
       ) GROUP BY worst`,
    )
    .all<{ worst: number; rows: number }>();
  const count = (rank: number) => worst.find((row) => row.worst === rank)?.rows ?? 0;
  return {
    rows: job.rows,
    ok: count(2),
    failed: job.rejected + count(4),
    unchanged: job.unchanged,
    unknown: count(5),
    left: count(3),
    undone: count(1),
  };
}

/**
 * Returns the exit code of a run: that of all sites if they have the same, else 9. An outcome that is unknown outranks the
 * others, so that nobody runs the command again blindly.
 */
export function runExit(codes: readonly ExitCode[]): ExitCode {
  const [first = exitCodes.ok] = codes;
  if (codes.includes(exitCodes.unknown)) return exitCodes.unknown;
  const stop = codes.find((code) => stopCodes.has(code));
  if (stop !== undefined) return stop;
  return codes.every((code) => code === first) ? first : exitCodes.partial;
}
