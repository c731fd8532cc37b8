import { type ErrorReport, exitCodes, TillError } from "../../kernel/errors.ts";
import { decideBeforeSending, type ExplainChanges } from "../engine/decisions.ts";
import { type RunOptions, runSchedule } from "../engine/engine.ts";
import { readLimit } from "../engine/feed.ts";
import { applySchedule, isCreate } from "../engine/schedule.ts";
import type { Journal } from "../journal/journal.ts";
import type { BulkEvent, Step, StepError, Work } from "../journal/step.ts";
import { checkKinds } from "../journal/step-kinds.ts";
import { beginUndo, inverseOf, stepsToUndo, undoSchedule } from "./undo-schedule.ts";

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
  const total = beginUndo(journal);
  await journal.publish();
  yield { type: "started", job: journal.id, total };
  // Settles what was sent without a recorded outcome; without phases nothing is sent.
  const settling = { ...applySchedule(journal), phases: () => [] };
  let stopped = yield* runSchedule(settling, work, options);
  beginUndo(journal);
  await journal.publish();
  stopped ??= yield* runUndo(journal, work, options);
  const counts = journal.counts();
  yield {
    type: "finished",
    job: journal.id,
    counts,
    ...(stopped && counts.done + counts.sent > 0 && { stopped }),
  };
}

/** The effects of an undo, for the confirmation prompt. */
export interface UndoSummary {
  steps: number;
  /** Steps that cannot be undone. */
  final: number;
  /** Deleted entities that are created again with a new id. */
  recreated: number;
}

/** Counts the effects of an undo, in constant memory. */
export function summariseUndo(journal: Journal, work: Pick<Work, "invert">): UndoSummary {
  const summary: UndoSummary = { steps: 0, final: 0, recreated: 0 };
  for (const inverse of inverses(journal, work)) {
    summary[inverse ? "steps" : "final"]++;
    if (inverse && isCreate(inverse)) summary.recreated++;
  }
  return summary;
}

/** Yields the steps that an undo would send, in its order and in constant memory. */
export function* undoSteps(journal: Journal, work: Pick<Work, "invert">): Generator<Step> {
  for (const inverse of inverses(journal, work)) if (inverse) yield inverse;
}

/**
 * Reads the rows that an undo would change. Returns by seq the steps that it would leave alone, with the reason. Sends no
 * write.
 */
export async function refusedUndos(
  journal: Journal,
  work: Pick<Work, "invert" | "read" | "find">,
  explain?: ExplainChanges,
): Promise<ReadonlyMap<number, StepError>> {
  const refused = new Map<number, StepError>();
  /** Entities that later steps of the job changed: the deletion of what it created is compared with what those left. */
  const changedLater = new Set<string>();
  const read = async (steps: readonly Step[]) => {
    const { transitions } = await decideBeforeSending(work, steps, explain);
    for (const one of transitions) if (one.to === "failed") refused.set(one.step.seq, one.error);
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

/** Yields the inverse of each done step, newest first; undefined for those that are final. */
function* inverses(journal: Journal, work: Pick<Work, "invert">): Generator<Step | undefined> {
  const pageSize = 100;
  let page = stepsToUndo(journal, Number.MAX_SAFE_INTEGER, pageSize);
  while (page.length > 0) {
    for (const done of page) yield journal.job.final ? undefined : inverseOf(done, work);
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
