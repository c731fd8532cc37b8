import { unplannedText } from "../../bulk/engine/apply.ts";
import { undoExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { checkKinds } from "../../bulk/journal/step-kinds.ts";
import { refusedUndos, summariseUndo, undo, undoSteps } from "../../bulk/undo.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { withJob } from "../calls/find-job.ts";
import { undoCalls } from "../calls/undo.ts";
import type { PlannedChanges } from "../changes/change-records.ts";
import { changedBy } from "../changes/changed-by.ts";
import type { JobOptions } from "../job-flags.ts";
import { announceJob } from "../write-notice.ts";
import { engineClock, requestLimit, stopNotice, writeDiff } from "./apply-job.ts";
import { confirmJob } from "./confirm.ts";
import { follow } from "./follow.ts";
import { handOver } from "./hand-over.ts";
import { jobLine } from "./job-line.ts";
import { jobKind } from "./kinds.ts";
import { printPreview } from "./preview.ts";
import type { JobQuestion } from "./request.ts";
import { RowReporter } from "./row-report.ts";
import { openJob } from "./view.ts";

/** Undoes a job, newest step first. Rows that were changed since are reported and left alone. */
export async function undoJob(
  context: Context,
  name: string,
  { yes, dryRun, diff, wait }: Pick<JobOptions, "yes" | "dryRun" | "diff" | "wait">,
): Promise<CommandResult> {
  return await withJob(context, name, async (there, { calls, journal }) =>
    calls
      ? await undoCalls(there, calls, { ...(yes && { yes }), ...(dryRun && { dryRun }) })
      : await undoJournal(there, journal, { yes, dryRun, diff, wait }),
  );
}

async function undoJournal(
  context: Context,
  journal: Journal,
  { yes, dryRun, diff, wait }: Pick<JobOptions, "yes" | "dryRun" | "diff" | "wait">,
): Promise<CommandResult> {
  const { id, job } = journal;
  const { done, sent, undone } = journal.counts();
  if (!job.sealed) return await nothing(context, `Job ${id} was ${unplannedText}. There is nothing to undo.`);
  if (done + sent === 0) return await nothing(context, `Job ${id} has nothing to undo.`);
  const view = await openJob(context, journal);
  checkKinds(journal, view.work);
  const { steps, final, recreated } = summariseUndo(journal, view.work);
  const explain = changedBy(context, { place: job, except: id, since: job.createdAt });
  const refused = await refusedUndos(journal, view.work, explain);
  const changes = countOf(done + sent, "change");
  const planned: PlannedChanges = {
    ...view,
    title: `Job ${id}: ${changes} to undo (${job.command}).`,
    facts: { steps: steps - refused.size, final, recreated, refused: refused.size },
    steps: () => undoSteps(journal, view.work),
    refused,
  };
  const remarks = [
    recreated > 0 && `${countOf(recreated, "deleted product")} will be created again, with new ids.`,
    final > 0 && `${countOf(final, "change")} cannot be undone.`,
    refused.size > 0 && `${countOf(refused.size, "change")} will be left alone: see the last column.`,
  ];
  const summary = remarks.filter(Boolean).join(" ");
  await printPreview(context, planned, { steps, summary }, dryRun ? "stdout" : "stderr");
  if (diff !== undefined) await writeDiff(context, diff, planned);
  if (dryRun) return await nothing(context, "Dry run: nothing was sent.");
  const question: JobQuestion = {
    title: `Undo job ${id}`,
    lines: remarks.filter((remark) => remark !== false),
    changes: done + sent,
    question: `Undo ${changes}?`,
    subject: `the undo of ${changes}`,
    hint: "To confirm, add: --yes",
  };
  if (context.run?.plan) return await handOver(context, journal, question);
  await confirmJob(context, question, { yes, planned });
  await announceJob(context, journal);
  (await jobKind(context, job.kind)).beginUndo?.(context, journal);

  const reporter = new RowReporter(context, journal, { ...view, title: `Undo job ${id}` });
  const { signal, concurrency } = context;
  const events = undo(journal, view.work, {
    ...{ signal, concurrency, explain, clock: engineClock(context) },
    requestLimit: await requestLimit(context, wait),
  });
  const { counts, stopped } = await follow(context, journal, reporter, events);
  await reporter.printResult({ counts, stopped });
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
    summary: next === undefined ? `Job ${id} is undone.` : `Job ${id} is not completely undone. ${next}`,
  };
}

async function nothing(context: Context, summary: string): Promise<CommandResult> {
  await context.notice(summary);
  return { exitCode: exitCodes.ok, summary };
}
