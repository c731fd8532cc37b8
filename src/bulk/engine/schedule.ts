import { type Database, type SqlValue, transaction } from "../../kernel/sqlite.ts";
import type { Journal, TimeSpan } from "../journal/journal.ts";
import type { Step, StepError } from "../journal/step.ts";
import { jsonColumn, type StepRow, selectSteps, stepOfRow } from "../journal/tables.ts";
import { isSingle } from "./job.ts";

/** A change of a step's state that is to be recorded. */
export type StepTransition =
  /** About to be sent, `at` a time on the clock of the schedule. Records `step.before`, too: on a new entity it was read just now. */
  | { to: "sent"; step: Step; at: number }
  /** Its request may still be leaving this computer `at` this time. */
  | { to: "leaving"; step: Step; at: number }
  /** Certainly not carried out. */
  | { to: "planned"; step: Step; at?: number }
  /** `at`, here and below: when the outcome was known. */
  | { to: "done"; step: Step; at?: number; id?: string; already?: boolean; requestId?: string; note?: string }
  | { to: "failed"; step: Step; at?: number; error: StepError }
  /** The state stays `sent`. */
  | { to: "unknown"; step: Step; at?: number; error: StepError };

/** A step that can be sent now, or that fails without being sent because of `rejected`. */
export interface Task {
  step: Step;
  rejected?: StepError;
}

/** The order in which the steps of a journal are sent, forward (apply) or backward (undo), and how they are recorded. */
export interface Schedule {
  /** Steps that were sent are settled by reading, and never sent again. */
  readonly settlesOnly?: boolean;
  /** Returns the phases that have planned steps, in order. */
  phases(): number[];
  /** Returns planned steps that can be sent, in order, without those that wait for another step. */
  next(phase: number, limit: number): Task[];
  /** Returns steps that were sent and have no recorded outcome, by seq. */
  uncertain(after: number, limit: number): Step[];
  /** Records transitions in one transaction, and publishes them. */
  record(transitions: readonly StepTransition[]): Promise<void>;
  /** The time on the clock that all runs of the job use; undefined if that is the clock of this computer. */
  time(): TimeSpan | undefined;
}

/**
 * Returns whether a step creates an entity: it has no `before` to compare with and no id to read by. The call of a single change
 * says how to read.
 */
export function isCreate({ before, after, id, key, dependsOn, call }: Step): boolean {
  const isNew = key !== undefined || (id === undefined && dependsOn === undefined && call === undefined);
  return before === null && after !== null && isNew;
}

/** Returns the schedule of apply: in the order planned, the steps of a group one after the other. */
export function applySchedule(journal: Journal): Schedule {
  const { db } = journal;
  return {
    settlesOnly: isSingle(journal.job),
    phases: () => phasesWhere(db, "state = 'planned'", "ASC"),
    next: (phase, limit) =>
      db
        .prepare(
          `${selectSteps} WHERE s.state = 'planned' AND s.phase = ?
             AND (d.seq IS NULL OR d.state NOT IN ('planned', 'sent'))
           ORDER BY s.batch, s.seq LIMIT ?`,
        )
        .all<StepRow>(phase, limit)
        .map(taskOf),
    uncertain: (after, limit) =>
      db
        .prepare(`${selectSteps} WHERE s.state = 'sent' AND s.seq > ? ORDER BY s.seq LIMIT ?`)
        .all<StepRow>(after, limit)
        .map(stepOfRow),
    async record(transitions) {
      transaction(db, "immediate", () => {
        for (const transition of transitions) recordApplied(db, transition);
        recordLeaving(db, "state", transitions);
      });
      await journal.publish();
    },
    time: () => journal.time(),
  };
}

function taskOf(row: StepRow): Task {
  const step = stepOfRow(row);
  if (row.baseState === null || row.baseState === "done") return { step };
  const outcome = row.baseState === "failed" ? "failed" : "was undone";
  const message = `not sent, because step ${row.dependsOn} (${row.baseLabel}) ${outcome}`;
  return { step, rejected: { code: "DEPENDENCY", message } };
}

/** Records in one statement which requests may still be leaving, of steps that `column` has as sent. */
export function recordLeaving(
  db: Database,
  column: "state" | "undo",
  transitions: readonly StepTransition[],
): void {
  const leaving = transitions.filter((transition) => transition.to === "leaving");
  if (leaving.length === 0) return;
  const at = Math.max(...leaving.map((transition) => transition.at));
  const seqs = JSON.stringify(leaving.map(({ step }) => step.seq));
  // The plus keeps SQLite from looking through all steps in this state.
  const sql = `UPDATE step SET sentAt = max(sentAt, ?) WHERE +${column} = 'sent' AND seq IN (SELECT value FROM json_each(?))`;
  db.prepare(sql).run(at, seqs);
}

function recordApplied(db: Database, transition: StepTransition): void {
  const { seq, attempts, before } = transition.step;
  switch (transition.to) {
    case "sent": {
      const sql = `UPDATE step SET state = 'sent', attempts = ?, error = NULL, "before" = ?, sentAt = ? WHERE seq = ?`;
      db.prepare(sql).run(attempts, jsonColumn(before), transition.at, seq);
      return;
    }
    case "planned":
      db.prepare("UPDATE step SET state = 'planned', attempts = ? WHERE seq = ?").run(attempts, seq);
      return;
    case "done": {
      const id = isCreate(transition.step) ? (transition.id ?? null) : null;
      const sql = `UPDATE step SET state = 'done', error = NULL, id = coalesce(?, id), endedAt = ?,
                     requestId = coalesce(?, requestId) WHERE seq = ?`;
      db.prepare(sql).run(id, transition.at ?? null, transition.requestId ?? null, seq);
      return;
    }
    case "failed": {
      const sql = `UPDATE step SET state = 'failed', error = ?, endedAt = ?, requestId = coalesce(?, requestId)
                   WHERE seq = ?`;
      db.prepare(sql).run(...ended(transition), seq);
      return;
    }
    case "unknown":
      db.prepare(
        "UPDATE step SET error = ?, endedAt = ?, requestId = coalesce(?, requestId) WHERE seq = ?",
      ).run(...ended(transition), seq);
  }
}

/** Returns what is recorded of an outcome other than done: the error, the time and the request ID. */
export function ended({
  error,
  at,
}: Extract<StepTransition, { to: "failed" | "unknown" }>): [SqlValue, SqlValue, SqlValue] {
  return [jsonColumn(error), at ?? null, error.requestId ?? null];
}

/** Returns the distinct phases of the steps that match an SQL condition. */
export function phasesWhere(db: Database, condition: string, direction: "ASC" | "DESC"): number[] {
  const sql = `SELECT DISTINCT phase FROM step WHERE ${condition} ORDER BY phase ${direction}`;
  return db
    .prepare(sql)
    .all<{ phase: number }>()
    .map(({ phase }) => phase);
}
