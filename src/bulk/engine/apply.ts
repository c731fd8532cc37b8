import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Journal } from "../journal/journal.ts";
import type { BulkEvent, Work } from "../journal/step.ts";
import { checkKinds } from "../journal/step-kinds.ts";
import { type RunOptions, runSchedule } from "./engine.ts";
import { applySchedule } from "./schedule.ts";

export interface ApplyOptions extends RunOptions {
  /** Sends failed steps again, too. */
  retryFailed?: boolean;
}

/**
 * Sends the planned steps of a journal, phase by phase. Applying again resumes: steps that were sent and have no recorded
 * outcome are read back first, and nothing is sent twice. A step is sent only while the platform still shows what the plan
 * read. Throws if the job runs elsewhere, was not completely planned, or its journal cannot be written; other reasons to
 * stop are in the event `finished`.
 */
export async function* apply(
  journal: Journal,
  work: Work,
  { retryFailed = false, ...options }: ApplyOptions = {},
): AsyncGenerator<BulkEvent, void> {
  await journal.lock();
  checkSealed(journal);
  checkNotUndone(journal);
  checkKinds(journal, work);
  if (retryFailed) {
    journal.db
      .prepare("UPDATE step SET state = 'planned', attempts = 0, error = NULL WHERE state = 'failed'")
      .run();
  }
  await journal.publish();
  yield { type: "started", job: journal.id, total: journal.counts().total, kinds: kindsLeft(journal) };
  const stopped = yield* runSchedule(applySchedule(journal), work, options);
  const counts = journal.counts();
  const hasRemaining = counts.planned + counts.sent > 0;
  yield { type: "finished", job: journal.id, counts, stopped: stopped && hasRemaining ? stopped : undefined };
}

/** Returns the number of steps that are left, by kind. */
function kindsLeft({ db }: Journal): Record<string, number> {
  const rows = db
    .prepare("SELECT kind, count(*) AS steps FROM step WHERE state IN ('planned', 'sent') GROUP BY kind")
    .all<{ kind: string; steps: number }>();
  return Object.fromEntries(rows.map(({ kind, steps }) => [kind, steps]));
}

/** Throws (exit 6) if a job cannot be resumed: changed input, running, not completely planned, undone. */
export async function checkResume(
  journal: Journal,
  { inputHash }: { inputHash?: string } = {},
): Promise<void> {
  await journal.lock();
  checkSealed(journal);
  checkNotUndone(journal);
  const { job } = journal;
  if (inputHash !== undefined && inputHash !== job.inputHash) {
    const hint = "Restore the file, or start a new job with the changed one.";
    throw conflict("INPUT_CHANGED", `The input of job ${job.id} has changed since it was planned.`, hint);
  }
}

/** What became of a job that was stopped before its plan was complete. */
export const unplannedText = "not completely planned; nothing was sent";

function checkSealed({ job }: Journal): void {
  if (job.sealed) return;
  throw conflict("NOT_PLANNED", `Job ${job.id} was ${unplannedText}.`, `Run it again: ${job.command}`);
}

function checkNotUndone(journal: Journal): void {
  if (!journal.undoBegun) return;
  const hint = `Finish the undo with: till jobs undo ${journal.id}`;
  throw conflict("JOB_UNDONE", `Job ${journal.id} has been undone, completely or in part.`, hint);
}

function conflict(code: string, message: string, hint: string): TillError {
  return new TillError(exitCodes.conflict, message, { code, hint });
}
