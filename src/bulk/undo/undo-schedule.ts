import { type Database, transaction } from "../../kernel/sqlite.ts";
import { isCreate, phasesWhere, type Schedule, type StepTransition, type Task } from "../engine/schedule.ts";
import type { Journal } from "../journal/journal.ts";
import { jsonColumn, type StepRow, selectSteps, stepOfRow } from "../journal/journal-schema.ts";
import type { Step, Work } from "../journal/step.ts";

/** A step on an entity that another step of the job creates (it has no id of its own): it is undone with that step. */
const implied = `dependsOn IS NOT NULL AND id IS NULL AND "key" IS NULL`;

/** Returns a page of the steps that an undo would undo: done steps with a seq below `before`, newest first. */
export function stepsToUndo({ db }: Journal, before: number, limit: number): Step[] {
  // The plus keeps SQLite from using the index by state, which would sort all done steps for every page.
  const sql = `${selectSteps} WHERE +s.state = 'done' AND s.seq < ?
                 AND s.seq NOT IN (SELECT seq FROM step WHERE ${implied}) ORDER BY s.seq DESC LIMIT ?`;
  return db.prepare(sql).all<StepRow>(before, limit).map(stepOfRow);
}

/** Returns the schedule of undo: newest first, a step after those that depend on it. */
export function undoSchedule(journal: Journal, work: Pick<Work, "invert">): Schedule {
  const { db } = journal;
  const dependents = "SELECT 1 FROM step c WHERE c.dependsOn = s.seq AND c.undo";
  const notUndone = db.prepare(`SELECT seq, label FROM step WHERE dependsOn = ? AND undo = 'failed' LIMIT 1`);
  const taskOf = (row: StepRow): Task => {
    const step = inverseOf(stepOfRow(row), work, row.undoAttempts);
    if (!step)
      return { step: stepOfRow(row), rejected: { code: "FINAL", message: `${row.kind} cannot be undone` } };
    const dependent = notUndone.get(row.seq);
    if (!dependent) return { step };
    const message = `not undone, because step ${dependent.seq} (${dependent.label}), which depends on it, was not undone`;
    return { step, rejected: { code: "DEPENDENCY", message } };
  };
  return {
    phases: () => phasesWhere(db, "undo = 'planned'", "DESC"),
    next: (phase, limit) =>
      db
        .prepare(
          `${selectSteps} WHERE s.undo = 'planned' AND s.phase = ? AND NOT EXISTS (${dependents} IN ('planned', 'sent'))
           ORDER BY s.batch DESC, s.seq DESC LIMIT ?`,
        )
        .all<StepRow>(phase, limit)
        .map(taskOf),
    uncertain: (after, limit) =>
      db
        .prepare(`${selectSteps} WHERE s.undo = 'sent' AND s.seq > ? ORDER BY s.seq LIMIT ?`)
        .all<StepRow>(after, limit)
        .flatMap((row) => inverseOf(stepOfRow(row), work, row.undoAttempts) ?? []),
    async record(transitions) {
      transaction(db, "immediate", () => {
        for (const transition of transitions) recordUndone(db, transition);
      });
      await journal.publish();
    },
  };
}

/** Plans the undo of all done steps, including those whose undo failed before. Returns the number of steps to undo. */
export function beginUndo({ db }: Journal): number {
  db.prepare(
    `UPDATE step SET undo = 'planned', undoAttempts = 0, undoError = NULL
     WHERE state = 'done' AND (undo IS NULL OR undo = 'failed') AND NOT (${implied})`,
  ).run();
  const left = db
    .prepare("SELECT count(*) AS steps FROM step WHERE undo IN ('planned', 'sent')")
    .get<{ steps: number }>();
  return left?.steps ?? 0;
}

/** Returns the step that undoes one, with the same seq, phase, label, source and SKUs; undefined if it is final. */
export function inverseOf(done: Step, work: Pick<Work, "invert">, attempts = 0): Step | undefined {
  const draft = work.invert(done);
  if (!draft) return undefined;
  const { seq, phase, label, source, skus, sentAt } = done;
  const names = {
    label,
    ...(source !== undefined && { source }),
    ...(skus !== undefined && { skus }),
    ...(sentAt !== undefined && { sentAt }),
  };
  return { ...draft, ...names, seq, phase, state: "planned", attempts };
}

function recordUndone(db: Database, transition: StepTransition): void {
  const { seq, attempts } = transition.step;
  switch (transition.to) {
    case "sent":
      db.prepare(
        "UPDATE step SET undo = 'sent', undoAttempts = ?, undoError = NULL, sentAt = ? WHERE seq = ?",
      ).run(attempts, transition.at, seq);
      return;
    case "leaving":
      db.prepare("UPDATE step SET sentAt = ? WHERE seq = ? AND undo = 'sent'").run(transition.at, seq);
      return;
    case "planned":
      db.prepare("UPDATE step SET undo = 'planned', undoAttempts = ? WHERE seq = ?").run(attempts, seq);
      return;
    case "done": {
      const newId = isCreate(transition.step) ? (transition.id ?? null) : null;
      const sql =
        "UPDATE step SET state = 'undone', undo = 'done', undoError = NULL, newId = ? WHERE seq = ?";
      db.prepare(sql).run(newId, seq);
      const sqlImplied = `UPDATE step SET state = 'undone' WHERE dependsOn = ? AND ${implied} AND state IN ('done', 'sent')`;
      db.prepare(sqlImplied).run(seq);
      return;
    }
    case "failed":
      db.prepare("UPDATE step SET undo = 'failed', undoError = ? WHERE seq = ?").run(
        jsonColumn(transition.error),
        seq,
      );
      return;
    case "unknown":
      db.prepare("UPDATE step SET undoError = ? WHERE seq = ?").run(jsonColumn(transition.error), seq);
  }
}
