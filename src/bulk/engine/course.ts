import { type Database, transaction } from "../../kernel/sqlite.ts";
import type { Journal } from "../journal/journal.ts";
import { jsonColumn, type StepRow, selectSteps, stepOfRow } from "../journal/journal-schema.ts";
import type { Step, StepError } from "../journal/step.ts";

/** What became of a step, to be recorded. */
export type Change =
  /** About to be sent. `step.before` is recorded too: for a step on a new entity it was read just now. */
  | { to: "sent"; step: Step }
  /** Provably not done. */
  | { to: "planned"; step: Step }
  | { to: "done"; step: Step; id?: string; already?: boolean; requestId?: string }
  | { to: "failed"; step: Step; error: StepError }
  /** Stays sent: nobody knows. */
  | { to: "unknown"; step: Step; error: StepError };

/** A step that can be taken now, or must be given up because of `refused`. */
export interface Task {
  step: Step;
  refused?: StepError;
}

/** One way through a journal, there (apply) or back (undo): what is next, and where progress is recorded. */
export interface Course {
  /** Phases that have something left, in the order to take them. */
  phases(): number[];
  /** Planned steps whose turn has come, in order; those that wait for another step are left out. */
  next(phase: number, limit: number): Task[];
  /** Steps that were sent and not settled, in the order of seq. */
  uncertain(after: number, limit: number): Step[];
  /** Records all of it in one transaction. */
  record(changes: readonly Change[]): void;
}

/** A create makes a new entity: it has neither a base to compare with nor an id to read by. */
export function isCreate({ before, after, id, key, dependsOn }: Step): boolean {
  return (
    before === null && after !== null && (key !== undefined || (id === undefined && dependsOn === undefined))
  );
}

/** From planned to done or failed, in the order planned; steps of one group are met together. */
export function courseThere(journal: Journal): Course {
  const { db } = journal;
  return {
    phases: () => phasesWhere(db, "state = 'planned'", "ASC"),
    next: (phase, limit) =>
      db
        .prepare(
          `${selectSteps} WHERE s.state = 'planned' AND s.phase = ?
             AND (d.seq IS NULL OR d.state NOT IN ('planned', 'sent'))
           ORDER BY s.batch, s.seq LIMIT ?`,
        )
        .all<StepRow>(phase, limit)
        .map(taskThere),
    uncertain: (after, limit) =>
      db
        .prepare(`${selectSteps} WHERE s.state = 'sent' AND s.seq > ? ORDER BY s.seq LIMIT ?`)
        .all<StepRow>(after, limit)
        .map(stepOfRow),
    record: (changes) =>
      transaction(db, "immediate", () => {
        for (const change of changes) recordThere(db, change);
      }),
  };
}

function taskThere(row: StepRow): Task {
  const step = stepOfRow(row);
  if (row.baseState === null || row.baseState === "done") return { step };
  const message = `not sent, because step ${row.dependsOn} (${row.baseLabel}) ${row.baseState === "failed" ? "failed" : "was undone"}`;
  return { step, refused: { code: "DEPENDENCY", message } };
}

function recordThere(db: Database, change: Change): void {
  const { seq } = change.step;
  switch (change.to) {
    case "sent": {
      const sql = `UPDATE step SET state = 'sent', attempts = ?, error = NULL, "before" = ? WHERE seq = ?`;
      db.prepare(sql).run(change.step.attempts, jsonColumn(change.step.before), seq);
      return;
    }
    case "planned":
      db.prepare("UPDATE step SET state = 'planned', attempts = ? WHERE seq = ?").run(
        change.step.attempts,
        seq,
      );
      return;
    case "done": {
      const id = isCreate(change.step) ? (change.id ?? null) : null;
      db.prepare("UPDATE step SET state = 'done', error = NULL, id = coalesce(?, id) WHERE seq = ?").run(
        id,
        seq,
      );
      return;
    }
    case "failed":
      db.prepare("UPDATE step SET state = 'failed', error = ? WHERE seq = ?").run(
        jsonColumn(change.error),
        seq,
      );
      return;
    case "unknown":
      db.prepare("UPDATE step SET error = ? WHERE seq = ?").run(jsonColumn(change.error), seq);
  }
}

/** The distinct phases of the steps that meet an SQL condition. */
export function phasesWhere(db: Database, condition: string, direction: "ASC" | "DESC"): number[] {
  const sql = `SELECT DISTINCT phase FROM step WHERE ${condition} ORDER BY phase ${direction}`;
  return db
    .prepare(sql)
    .all<{ phase: number }>()
    .map(({ phase }) => phase);
}
