import { type Database, transaction } from "../../kernel/sqlite.ts";
import { type Change, type Course, isCreate, phasesWhere, type Task } from "../engine/course.ts";
import type { Journal } from "../journal/journal.ts";
import { jsonColumn, type StepRow, selectSteps, stepOfRow } from "../journal/journal-schema.ts";
import type { Step, Work } from "../journal/step.ts";

/**
 * A step that acts on what another step of the job creates (it has no id of its own). Undoing the create takes it
 * along: it is not undone by itself.
 */
const carried = `dependsOn IS NOT NULL AND id IS NULL AND "key" IS NULL`;

/** One page of what an undo would take back: done steps with a seq below `before`, the newest first. */
export function stepsToUndo({ db }: Journal, before: number, limit: number): Step[] {
  // The plus keeps SQLite from going by state, which would sort all that is done for every page.
  const sql = `${selectSteps} WHERE +s.state = 'done' AND s.seq < ?
                 AND s.seq NOT IN (SELECT seq FROM step WHERE ${carried}) ORDER BY s.seq DESC LIMIT ?`;
  return db.prepare(sql).all<StepRow>(before, limit).map(stepOfRow);
}

/** From done to undone, the newest first; a step that others built on comes after them. */
export function courseBack(journal: Journal, work: Pick<Work, "invert">): Course {
  const { db } = journal;
  const dependents = "SELECT 1 FROM step c WHERE c.dependsOn = s.seq AND c.undo";
  const gaveUp = db.prepare(`SELECT seq, label FROM step WHERE dependsOn = ? AND undo = 'failed' LIMIT 1`);
  const taskBack = (row: StepRow): Task => {
    const step = inverseOf(stepOfRow(row), work, row.undoAttempts);
    if (!step)
      return { step: stepOfRow(row), refused: { code: "FINAL", message: `${row.kind} cannot be undone` } };
    const kept = gaveUp.get(row.seq);
    if (!kept) return { step };
    const message = `left alone, because step ${kept.seq} (${kept.label}), which builds on it, was not undone`;
    return { step, refused: { code: "DEPENDENCY", message } };
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
        .map(taskBack),
    uncertain: (after, limit) =>
      db
        .prepare(`${selectSteps} WHERE s.undo = 'sent' AND s.seq > ? ORDER BY s.seq LIMIT ?`)
        .all<StepRow>(after, limit)
        .flatMap((row) => inverseOf(stepOfRow(row), work, row.undoAttempts) ?? []),
    record: (changes) =>
      transaction(db, "immediate", () => {
        for (const change of changes) recordBack(db, change);
      }),
  };
}

/** Lines up everything done for the way back, what failed on an earlier way back too. Returns how many steps that is. */
export function beginUndo({ db }: Journal): number {
  db.prepare(
    `UPDATE step SET undo = 'planned', undoAttempts = 0, undoError = NULL
     WHERE state = 'done' AND (undo IS NULL OR undo = 'failed') AND NOT (${carried})`,
  ).run();
  const left = db
    .prepare("SELECT count(*) AS steps FROM step WHERE undo IN ('planned', 'sent')")
    .get<{ steps: number }>();
  return left?.steps ?? 0;
}

/** The step that takes one back: with its seq, phase, label and source; undefined where that is not possible. */
export function inverseOf(done: Step, work: Pick<Work, "invert">, attempts = 0): Step | undefined {
  const draft = work.invert(done);
  if (!draft) return undefined;
  const { seq, phase, label, source } = done;
  return { ...draft, seq, phase, label, ...(source !== undefined && { source }), state: "planned", attempts };
}

function recordBack(db: Database, change: Change): void {
  const { seq } = change.step;
  switch (change.to) {
    case "sent":
      db.prepare("UPDATE step SET undo = 'sent', undoAttempts = ?, undoError = NULL WHERE seq = ?").run(
        change.step.attempts,
        seq,
      );
      return;
    case "planned":
      db.prepare("UPDATE step SET undo = 'planned', undoAttempts = ? WHERE seq = ?").run(
        change.step.attempts,
        seq,
      );
      return;
    case "done": {
      const newId = isCreate(change.step) ? (change.id ?? null) : null;
      const sql =
        "UPDATE step SET state = 'undone', undo = 'done', undoError = NULL, newId = ? WHERE seq = ?";
      db.prepare(sql).run(newId, seq);
      const along = `UPDATE step SET state = 'undone' WHERE dependsOn = ? AND ${carried} AND state IN ('done', 'sent')`;
      db.prepare(along).run(seq);
      return;
    }
    case "failed":
      db.prepare("UPDATE step SET undo = 'failed', undoError = ? WHERE seq = ?").run(
        jsonColumn(change.error),
        seq,
      );
      return;
    case "unknown":
      db.prepare("UPDATE step SET undoError = ? WHERE seq = ?").run(jsonColumn(change.error), seq);
  }
}
