import { unplannedText } from "../../bulk/engine/apply.ts";
import type { StepDescription } from "../../bulk/engine/job-kinds.ts";
import { rowsWith, undoExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Counts } from "../../bulk/journal/step.ts";
import { checkKinds } from "../../bulk/journal/step-kinds.ts";
import { mayHaveSteps, refusedUndos, summarizeUndo, undo, undoSteps } from "../../bulk/undo.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import type { JobOptions } from "../bulk-flags.ts";
import { confirmJob } from "../confirm.ts";
import { jobLine } from "../same-site.ts";
import { handOver } from "../site-part.ts";
import { announceJob } from "../write-notice.ts";
import {
  asRowsEnd,
  engineClock,
  follow,
  journalError,
  requestLimit,
  stopNotice,
  writeDiff,
} from "./apply-job.ts";
import { requireApproved } from "./approvals.ts";
import { type PlannedChanges, withUnits } from "./change-records.ts";
import { changedBy } from "./changed-by.ts";
import { withJob } from "./find-job.ts";
import { jobKind, openJob } from "./kinds.ts";
import { printPreview } from "./preview.ts";
import type { JobQuestion } from "./request.ts";
import { changesText, RowReporter } from "./row-report.ts";

type UndoOptions = Pick<JobOptions, "yes" | "dryRun" | "diff" | "wait">;

/** Undoes a job, newest step first. Rows that were changed since are reported and left alone. */
export async function undoJob(context: Context, name: string, options: UndoOptions): Promise<CommandResult> {
  return await withJob(context, name, async (there, journal) => await undoJournal(there, journal, options));
}

async function undoJournal(
  context: Context,
  journal: Journal,
  { yes, dryRun, diff, wait }: UndoOptions,
): Promise<CommandResult> {
  const { id, job } = journal;
  const { done, sent, undone } = journal.counts();
  if (!job.sealed) return await nothing(context, `Job ${id} was ${unplannedText}. There is nothing to undo.`);
  if (done + sent === 0 && !mayHaveSteps(journal))
    return await nothing(context, `Job ${id} has nothing to undo.`);
  const { view, planned, steps, changes, explain, summary, reasons } = await planUndo(context, journal);
  if (steps === 0 && sent === 0 && !mayHaveSteps(journal)) throw finalJob(context, id, reasons);
  const isComplete = await printPreview(context, planned, { steps, summary }, dryRun ? "stdout" : "stderr");
  if (diff !== undefined) await writeDiff(context, diff, planned);
  if (dryRun) return await nothing(context, "Dry run: nothing was sent.");
  const question: JobQuestion = {
    title: `Undo job ${id}`,
    isPreviewed: !context.globals.quiet,
    isComplete,
    lines: [],
    changes: done + sent,
    question: `Undo ${changes}?`,
    subject: `the undo of ${changes}`,
    hint: "To confirm, add: --yes",
  };
  if (context.run?.plan) return await handOver(context, journal, question);
  await requireApproved(context, journal);
  await confirmJob(context, question, { yes, planned });
  await journal.lock();
  await announceJob(context, journal);
  (await jobKind(context, job.kind)).beginUndo?.(context, journal);
  journal.amend({ undoneBy: context.who() });

  const reporter = new RowReporter(context, journal, { ...view, title: `Undo job ${id}` });
  const { signal, concurrency, guards } = context;
  const events = undo(journal, view.work, {
    signal,
    concurrency,
    guards,
    explain,
    clock: engineClock(context),
    requestLimit: await requestLimit(context, wait),
  });
  const exitOfRows = (counts: Counts) => undoExit(journal, counts, { before: undone });
  const resume = jobLine(context, "undo", id);
  const ended = async <T>(work: Promise<T>) =>
    await work.catch((error: unknown) => {
      throw asRowsEnd(journalError(error, resume), journal, exitOfRows, resume);
    });
  const { counts, stopped } = await ended(follow(context, journal, reporter, events));
  await ended(reporter.printResult({ counts, stopped }));
  const left = counts.done + counts.sent > 0;
  const next = stopped
    ? `Resume with: ${jobLine(context, "undo", id)}`
    : left
      ? `Not everything was undone: ${jobLine(context, "show", id, "--steps", "done")}`
      : undefined;
  if (stopped) await context.notice(stopNotice(stopped));
  if (next !== undefined) await context.notice(next);
  return {
    exitCode: undoExit(journal, counts, { stopped, before: undone }),
    job: { id, undoable: left },
    summary: next === undefined ? `Job ${id} is undone.` : `Job ${id} is not completely undone.`,
    hint: next,
  };
}

/** Plans the undo of a job: reads what its rows are now, and sends nothing. */
async function planUndo(context: Context, journal: Journal) {
  const { id, job } = journal;
  const view = await openJob(context, journal);
  checkKinds(journal, view.work);
  const { steps, final, recreated, reasons } = summarizeUndo(journal, view.work);
  const explain = changedBy(context, { place: job, except: id, since: job.startedAt });
  const refused = await refusedUndos(journal, view.work, explain);
  const changes = changesText(job.kind, rowsWith(journal, "done", "sent"));
  const planned: PlannedChanges = {
    ...view,
    title: `Undo job ${id}: ${changes} (${job.command}).`,
    facts: { steps: steps - refused.size, final, recreated, refused: refused.size },
    steps: () => undoSteps(journal, view.work),
    refused,
  };
  const remarks = [
    recreated > 0 && `${countOf(recreated, "deleted product")} will be created again, with new ids.`,
    final > 0 && [`${countOf(final, "change")} cannot be undone.`, ...reasons].join(" "),
    refused.size > 0 && `${countOf(refused.size, "change")} will be left alone: see the last column.`,
  ];
  return { view, planned, steps, changes, explain, reasons, summary: remarks.filter(Boolean).join(" ") };
}

/** What an undo would do: its first rows, and remarks on all of them. */
export interface UndoPreview {
  readonly summary: string;
  readonly rows: readonly (StepDescription & { why: string })[];
  /** The number of rows that are not listed. */
  readonly more: number;
}

/** Returns what the undo of a job would do, at most `most` rows of it. Reads the rows that it would change; sends no write. */
export async function previewUndo(context: Context, name: string, max: number): Promise<UndoPreview> {
  return await withJob(context, name, async (there, journal) => {
    const { done, sent } = journal.counts();
    if (!journal.job.sealed || (done + sent === 0 && !mayHaveSteps(journal)))
      return { summary: "Nothing to undo.", rows: [], more: 0 };
    const { view, planned, steps, changes, summary } = await planUndo(there, journal);
    const rows = Iterator.from(planned.steps())
      .take(max)
      .map((step) => ({ ...view.describe(step), why: planned.refused?.get(step.seq)?.message ?? "" }))
      .toArray();
    return {
      summary: `${changes}. ${summary}`.trim(),
      rows: await withUnits(rows, view.units),
      more: steps - rows.length,
    };
  });
}

/** Returns the error (exit 6) for a job of which nothing can be undone. */
function finalJob(context: Context, id: string, reasons: readonly string[]): TillError {
  const message = [`Job ${id} is final and cannot be undone.`, ...reasons].join(" ");
  return new TillError(exitCodes.conflict, message, {
    code: "FINAL",
    hint: `Nothing was sent. What it changed: ${jobLine(context, "show", id)}`,
  });
}

async function nothing(context: Context, summary: string): Promise<CommandResult> {
  await context.notice(summary);
  return { exitCode: exitCodes.ok, summary };
}
