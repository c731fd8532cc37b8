import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Journal } from "../journal/journal.ts";
import type { BulkEvent, Work } from "../journal/step.ts";
import { checkKinds } from "../journal/step-kinds.ts";
import { courseThere } from "./course.ts";
import { type RunOptions, runCourse } from "./engine.ts";

export interface ApplyOptions extends RunOptions {
  /** Tries failed steps again too. */
  retryFailed?: boolean;
}

/**
 * Does what the journal still plans, the phases in order. Applying again is resuming: steps that were sent and have no
 * recorded outcome are settled by reading back first, nothing is sent twice. A step is sent only while the platform
 * still shows what the plan read. Throws where the job runs elsewhere, was never planned to its end, or its journal
 * cannot be written; whatever else stops it stands in the event `finished`.
 */
export async function* apply(
  journal: Journal,
  work: Work,
  { retryFailed = false, ...options }: ApplyOptions = {},
): AsyncGenerator<BulkEvent, void> {
  journal.lock();
  checkSealed(journal);
  checkNotUndone(journal);
  checkKinds(journal, work);
  if (retryFailed) {
    journal.db
      .prepare("UPDATE step SET state = 'planned', attempts = 0, error = NULL WHERE state = 'failed'")
      .run();
  }
  yield { type: "started", job: journal.id, total: journal.counts().total };
  const stopped = yield* runCourse(courseThere(journal), work, options);
  const counts = journal.counts();
  const left = counts.planned + counts.sent > 0;
  yield { type: "finished", job: journal.id, counts, ...(stopped && left && { stopped }) };
}

/** Throws (exit 6) where a job must not be gone on with: other input, another site, running, never planned, undone. */
export function checkResume(
  journal: Journal,
  { site, inputHash }: { site: string; inputHash?: string },
): void {
  journal.lock();
  checkSealed(journal);
  checkNotUndone(journal);
  checkSite(journal, site);
  const { job } = journal;
  if (inputHash !== undefined && inputHash !== job.inputHash) {
    const hint = "Put the file back as it was, or start a new job with the changed one.";
    throw conflict("INPUT_CHANGED", `The input of job ${job.id} has changed since it was planned.`, hint);
  }
}

/** Throws OTHER_SITE (exit 6) if a job belongs to another site. */
export function checkSite({ job }: Pick<Journal, "job">, site: string): void {
  if (job.site === site) return;
  throw conflict(
    "OTHER_SITE",
    `Job ${job.id} belongs to site ${job.site}, not to ${site}.`,
    `Use its profile: --profile ${job.profile}`,
  );
}

function checkSealed({ job }: Journal): void {
  if (job.sealed) return;
  throw conflict(
    "NOT_PLANNED",
    `Planning job ${job.id} was never completed; nothing was sent.`,
    `Run it again: ${job.command}`,
  );
}

function checkNotUndone(journal: Journal): void {
  if (!journal.undoBegun) return;
  const hint = `Finish that with: till jobs undo ${journal.id}`;
  throw conflict("JOB_UNDONE", `Job ${journal.id} has been undone, at least in part.`, hint);
}

function conflict(code: string, message: string, hint: string): TillError {
  return new TillError(exitCodes.conflict, message, { code, hint });
}
