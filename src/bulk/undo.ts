import { setTimeout as wait } from "node:timers/promises";
import { type ErrorReport, exitCodes, TillError } from "../kernel/errors.ts";
import { type Database, transaction } from "../kernel/sqlite.ts";
import { decideBeforeSending, type ExplainChanges } from "./engine/decisions.ts";
import { type RunOptions, runSchedule } from "./engine/engine.ts";
import { readLimit } from "./engine/feed.ts";
import {
  applySchedule,
  ended,
  isCreate,
  phasesWhere,
  recordLeaving,
  type Schedule,
  type StepTransition,
  type Task,
} from "./engine/schedule.ts";
import type { Journal } from "./journal/journal.ts";
import type { BulkEvent, Step, StepError, Work } from "./journal/step.ts";
import { checkKinds } from "./journal/step-kinds.ts";
import { type StepRow, selectSteps, stepOfRow } from "./journal/tables.ts";

/**
 * Undoes the done steps of a job, newest first, with the guarantees of apply: a step is undone only while the platform still
 * shows what the job left (else it fails with CHANGED), uncertain outcomes are read back, and undoing again resumes. Steps
 * that cannot be undone fail with FINAL. Events carry the inverse steps with the seqs of the steps they undo; a deleted
 * entity gets a new id, which is in the event's note. Throws if the job runs elsewhere or is final.
 */
export async function* undo(
  journal: Journal,
  work: Work,
  options: RunOptions = {},
): AsyncGenerator<BulkEvent, void> {
  await journal.lock();
  if (journal.job.final) {
    throw new TillError(exitCodes.conflict, `Job ${journal.id} is final and cannot be undone.`, {
      code: "FINAL",
    });
  }
  checkKinds(journal, work);
  doubtAttempted(journal);
  const total = beginUndo(journal);
  await journal.publish();
  yield { type: "started", job: journal.id, total };
  let stopped = yield* runSchedule(settlingSchedule(journal), { ...work, conditional: undefined }, options);
  beginUndo(journal);
  await journal.publish();
  stopped ??= yield* runUndo(journal, work, options);
  const counts = journal.counts();
  yield {
    type: "finished",
    job: journal.id,
    counts,
    stopped: stopped && counts.done + counts.sent > 0 ? stopped : undefined,
  };
}

/** Steps that may have been carried out: sent, or planned again because they were not shown as done. */
const attempted = `(state = 'sent' OR (state = 'planned' AND attempts > 0))`;

/** Returns whether steps of a job may have been carried out although they are not recorded as done. */
export function mayHaveSteps({ db }: Journal): boolean {
  return db.prepare(`SELECT 1 FROM step WHERE ${attempted} LIMIT 1`).get() !== undefined;
}

/** Makes what became of all steps that may have been carried out unknown again, until it is read. */
function doubtAttempted({ db }: Journal): void {
  db.prepare(`UPDATE step SET state = 'sent' WHERE ${attempted}`).run();
}

/**
 * Returns the schedule that only finds out what became of steps that were sent. A revision is no reason not to wait for
 * their requests: nothing is written here that would make them lose.
 */
function settlingSchedule(journal: Journal): Schedule {
  return { ...applySchedule(journal), phases: () => [] };
}

/** The effects of an undo, for the confirmation prompt. */
export interface UndoSummary {
  steps: number;
  /** Steps that cannot be undone. */
  final: number;
  /** Deleted entities that are created again with a new id. */
  recreated: number;
  /** Why steps cannot be undone, as far as the work knows: `orderBilling.refund: It moves money.` */
  reasons: readonly string[];
}

/** Counts the effects of an undo, in constant memory. */
export function summarizeUndo(journal: Journal, work: Pick<Work, "invert" | "final">): UndoSummary {
  const summary = { steps: 0, final: 0, recreated: 0 };
  const reasons = new Set<string>();
  for (const { step, inverse } of inverses(journal, work)) {
    summary[inverse ? "steps" : "final"]++;
    if (inverse && isCreate(inverse)) summary.recreated++;
    const reason = inverse ? undefined : work.final?.(step);
    if (reason !== undefined) reasons.add(`${step.kind}: ${reason}`);
  }
  return { ...summary, reasons: [...reasons] };
}

/** Yields the steps that an undo would send, in its order and in constant memory. */
export function* undoSteps(journal: Journal, work: Pick<Work, "invert">): Generator<Step> {
  for (const { inverse } of inverses(journal, work)) if (inverse) yield inverse;
}

/**
 * Reads the rows that an undo would change. Returns by seq the steps that it would leave alone, with the reason. Sends no
 * write.
 */
export async function refusedUndos(
  journal: Journal,
  work: Pick<Work, "invert" | "read" | "find" | "rereads">,
  explain?: ExplainChanges,
): Promise<ReadonlyMap<number, StepError>> {
  const refused = new Map<number, StepError>();
  /**
   * Entities that later steps of the job changed: the deletion of a created entity is compared with the values of those
   * steps.
   */
  const changedLater = new Set<string>();
  const late = {
    now: () => journal.time()?.latest ?? Date.now(),
    sleep: async (ms: number) => await wait(ms),
  };
  const read = async (steps: readonly Step[]) => {
    const { transitions } = await decideBeforeSending(work, steps, late, explain);
    for (const transition of transitions)
      if (transition.to === "failed") refused.set(transition.step.seq, transition.error);
  };
  let page: Step[] = [];
  for (const inverse of undoSteps(journal, work)) {
    const { id = "" } = inverse;
    if (inverse.after !== null || !changedLater.has(id)) page.push(inverse);
    changedLater.add(id);
    if (page.length < readLimit) continue;
    await read(page);
    page = [];
  }
  if (page.length > 0) await read(page);
  return refused;
}

/** Yields each done step with its inverse, newest first; without one if it is final. */
function* inverses(
  journal: Journal,
  work: Pick<Work, "invert">,
): Generator<{ step: Step; inverse: Step | undefined }> {
  const pageSize = 100;
  let page = stepsToUndo(journal, Number.MAX_SAFE_INTEGER, pageSize);
  while (page.length > 0) {
    for (const step of page) yield { step, inverse: journal.job.final ? undefined : inverseOf(step, work) };
    page = stepsToUndo(journal, page.at(-1)?.seq ?? 0, pageSize);
  }
}

async function* runUndo(
  journal: Journal,
  work: Work,
  options: RunOptions,
): AsyncGenerator<BulkEvent, ErrorReport | undefined> {
  const events = runSchedule(undoSchedule(journal, work), work, options);
  try {
    for (;;) {
      const next = await events.next();
      if (next.done) return next.value;
      yield asUndone(next.value);
    }
  } finally {
    await events.return(undefined);
  }
}

function asUndone(event: BulkEvent): BulkEvent {
  if (event.type !== "step.done") return event;
  const step = { ...event.step, state: "undone" as const };
  const recreated = isCreate({ ...step, id: undefined });
  return { ...event, step, ...(recreated && { note: `created again with the new id ${step.id}` }) };
}

/**
 * Whether a step changes an entity that another step of the job creates (it has no id of its own): it is undone with that
 * step.
 */
const implied = `dependsOn IS NOT NULL AND id IS NULL AND "key" IS NULL`;

/** Returns a page of the steps that an undo would undo: done steps with a seq below `before`, newest first. */
function stepsToUndo({ db }: Journal, before: number, limit: number): Step[] {
  // The plus keeps SQLite from using the index by state, which would sort all done steps for every page.
  const sql = `${selectSteps} WHERE +s.state = 'done' AND s.seq < ?
                 AND s.seq NOT IN (SELECT seq FROM step WHERE ${implied}) ORDER BY s.seq DESC LIMIT ?`;
  return db.prepare(sql).all<StepRow>(before, limit).map(stepOfRow);
}

/** Returns the schedule of undo: newest first, a step after those that depend on it. */
function undoSchedule(journal: Journal, work: Pick<Work, "invert" | "final">): Schedule {
  const { db } = journal;
  const dependents = "SELECT 1 FROM step c WHERE c.dependsOn = s.seq AND c.undo";
  const notUndone = db.prepare(`SELECT seq, label FROM step WHERE dependsOn = ? AND undo = 'failed' LIMIT 1`);
  const taskOf = (row: StepRow): Task => {
    const step = inverseOf(stepOfRow(row), work, row.undoAttempts);
    if (!step) {
      const final = stepOfRow(row);
      const why = work.final?.(final);
      const message = `${row.kind} cannot be undone${why === undefined ? "" : `: ${why}`}`;
      return { step: final, rejected: { code: "FINAL", message } };
    }
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
        recordLeaving(db, "undo", transitions);
      });
      await journal.publish();
    },
    time: () => journal.time(),
  };
}

/** Plans the undo of all done steps, including those whose undo failed before. Returns the number of steps to undo. */
function beginUndo({ db }: Journal): number {
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
function inverseOf(done: Step, work: Pick<Work, "invert">, attempts = 0): Step | undefined {
  const draft = work.invert(done);
  if (!draft) return undefined;
  const { seq, phase, label, source, skus, sentAt } = done;
  const names = {
    label,
    ...(source !== undefined && { source }),
    ...(skus !== undefined && { skus }),
    sentAt,
  };
  return { ...draft, ...names, seq, phase, state: "planned", attempts };
}

const undoEnded = "undoError = ?, undoneAt = ?, undoRequestId = coalesce(?, undoRequestId)";

function recordUndone(db: Database, transition: StepTransition): void {
  const { seq, attempts } = transition.step;
  switch (transition.to) {
    case "sent":
      db.prepare(
        "UPDATE step SET undo = 'sent', undoAttempts = ?, undoError = NULL, sentAt = ? WHERE seq = ?",
      ).run(attempts, transition.at, seq);
      return;
    case "planned":
      db.prepare("UPDATE step SET undo = 'planned', undoAttempts = ? WHERE seq = ?").run(attempts, seq);
      return;
    case "done": {
      const newId = isCreate(transition.step) ? (transition.id ?? null) : null;
      const sql = `UPDATE step SET state = 'undone', undo = 'done', undoError = NULL, newId = ?, undoneAt = ?,
           undoRequestId = coalesce(?, undoRequestId) WHERE seq = ?`;
      const known = [transition.at ?? null, transition.requestId ?? null] as const;
      db.prepare(sql).run(newId, ...known, seq);
      const sqlImplied = `UPDATE step SET state = 'undone', undoneAt = ?, undoRequestId = ?
         WHERE dependsOn = ? AND ${implied} AND state IN ('done', 'sent')`;
      db.prepare(sqlImplied).run(...known, seq);
      return;
    }
    case "failed":
      db.prepare(`UPDATE step SET undo = 'failed', ${undoEnded} WHERE seq = ?`).run(
        ...ended(transition),
        seq,
      );
      return;
    case "unknown":
      db.prepare(`UPDATE step SET ${undoEnded} WHERE seq = ?`).run(...ended(transition), seq);
  }
}
