import { type ErrorReport, exitCodes, TillError } from "../../kernel/errors.ts";
import { courseThere, isCreate } from "../engine/course.ts";
import { type RunOptions, runCourse } from "../engine/engine.ts";
import type { Journal } from "../journal/journal.ts";
import type { BulkEvent, Step, Work } from "../journal/step.ts";
import { checkKinds } from "../journal/step-kinds.ts";
import { beginUndo, courseBack, inverseOf, stepsToUndo } from "./course-back.ts";

/**
 * Takes back everything that is done, the newest first, under the same discipline as apply: a step is taken back only
 * while the platform still shows what the job left (else it fails with CHANGED and is left alone), an uncertain outcome
 * is settled by reading back, and undoing again goes on where it stopped. Steps that cannot be undone fail with FINAL.
 * The events speak of the inverse steps, with the seqs of those they undo; an entity that was deleted comes back under
 * a new id, which the event's note says. Throws where the job runs elsewhere or is final.
 */
export async function* undo(
  journal: Journal,
  work: Work,
  options: RunOptions = {},
): AsyncGenerator<BulkEvent, void> {
  journal.lock();
  if (journal.job.final) {
    throw new TillError(exitCodes.conflict, `Job ${journal.id} cannot be undone: what it did is final.`, {
      code: "FINAL",
    });
  }
  checkKinds(journal, work);
  yield { type: "started", job: journal.id, total: beginUndo(journal) };
  // What was sent and never settled has to be known before it can be taken back; nothing is sent on this way.
  const settling = { ...courseThere(journal), phases: () => [] };
  let stopped = yield* runCourse(settling, work, options);
  beginUndo(journal);
  stopped ??= yield* back(journal, work, options);
  const counts = journal.counts();
  yield {
    type: "finished",
    job: journal.id,
    counts,
    ...(stopped && counts.done + counts.sent > 0 && { stopped }),
  };
}

/** What undoing a job comes to, for the question before it. */
export interface UndoSummary {
  steps: number;
  /** Steps that cannot be taken back and stay as they are. */
  final: number;
  /** Deleted entities that come back under a new id. */
  recreated: number;
  /** Inverse steps by kind, in the order they come. */
  kinds: Record<string, number>;
  /** The first inverse steps. */
  sample: Step[];
}

/** Looks through everything that is done, in constant memory; sends nothing and changes nothing. */
export function summariseUndo(journal: Journal, work: Pick<Work, "invert">, sample = 10): UndoSummary {
  const summary: UndoSummary = { steps: 0, final: 0, recreated: 0, kinds: {}, sample: [] };
  const pageSize = 100;
  let page = stepsToUndo(journal, Number.MAX_SAFE_INTEGER, pageSize);
  while (page.length > 0) {
    for (const done of page) {
      const inverse = journal.job.final ? undefined : inverseOf(done, work);
      if (!inverse) {
        summary.final++;
        continue;
      }
      summary.steps++;
      if (isCreate(inverse)) summary.recreated++;
      summary.kinds[inverse.kind] = (summary.kinds[inverse.kind] ?? 0) + 1;
      if (summary.sample.length < sample) summary.sample.push(inverse);
    }
    page = stepsToUndo(journal, page.at(-1)?.seq ?? 0, pageSize);
  }
  return summary;
}

async function* back(
  journal: Journal,
  work: Work,
  options: RunOptions,
): AsyncGenerator<BulkEvent, ErrorReport | undefined> {
  const events = runCourse(courseBack(journal, work), work, options);
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
  return { ...event, step, ...(recreated && { note: `is back under the new id ${step.id}` }) };
}
