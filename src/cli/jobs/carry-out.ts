import { resolve } from "node:path";
import { type ApplyOptions, apply } from "../../bulk/engine/apply.ts";
import { outcomeExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlanSummary } from "../../bulk/plan/plan.ts";
import { writePlanFile } from "../../bulk/plan/plan-file.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { announceJob } from "../writing.ts";
import { confirmJob } from "./confirm.ts";
import { follow } from "./follow.ts";
import { reportPlan } from "./github.ts";
import { countOf, printPreview } from "./preview.ts";
import type { JobView } from "./request.ts";
import { holdYoungHeap } from "./young-heap.ts";

/** From a plan to its end: preview, plan file or dry run, question, apply, result. */
export async function carryOut(
  context: Context,
  journal: Journal,
  view: JobView,
  plan: PlanSummary,
): Promise<ExitCode> {
  const { dryRun, planOut, detailedExitcode, yes } = view.options;
  const previewOnly = dryRun === true || planOut !== undefined;
  await printPreview(
    context,
    view,
    plan,
    previewOnly || (plan.steps === 0 && plan.rejected === 0) ? "stdout" : "stderr",
  );
  if (previewOnly) await reportPlan(context, view.title, plan);
  if (planOut !== undefined) {
    await writePlanFile(journal, resolve(context.cwd, planOut));
    await context.notice(`Nothing was sent. The plan is in ${planOut}; send it with: till apply ${planOut}`);
  } else if (dryRun) await context.notice("Dry run: nothing was sent.");
  else if (plan.steps === 0 && plan.rejected === 0) await context.notice("Nothing to do.");
  if (previewOnly || (plan.steps === 0 && plan.rejected === 0)) {
    journal.remove();
    return detailedExitcode && plan.steps > 0 ? exitCodes.changes : exitCodes.ok;
  }
  await confirmJob(context, journal, view, plan, yes);
  return await applyJob(context, journal, view);
}

/**
 * Applies what the journal still plans, draws it, prints the result and the commands that make sense next. Rows that
 * were left out while planning count as failed: such a job is partly done at best.
 */
export async function applyJob(
  context: Context,
  journal: Journal,
  view: JobView,
  options: ApplyOptions = {},
): Promise<ExitCode> {
  await announceJob(context, journal);
  view.begin?.(journal);
  holdYoungHeap();
  const events = apply(journal, view.work, {
    signal: context.signal,
    concurrency: context.concurrency,
    ...options,
  });
  const { counts, stopped } = await follow(context, journal, { title: view.title, events });
  const code = outcomeExit(counts, stopped);
  await view.finished?.(journal);
  if (stopped) await context.notice(`Stopped: ${stopped.message}`);
  if (counts.planned + counts.sent > 0) await context.notice(`Go on with: till jobs resume ${journal.id}`);
  if (counts.failed > 0) await context.notice(`See why: till jobs show ${journal.id} --steps failed`);
  if (counts.done > 0 && !journal.job.final)
    await context.notice(`Take it back: till jobs undo ${journal.id}`);
  if (counts.sent > 0)
    await context.notice(
      `${countOf(counts.sent, "outcome")} unknown: do not run the command again, resume it.`,
    );
  if (code !== exitCodes.ok || journal.job.rejected === 0) return code;
  return counts.done > 0 ? exitCodes.partial : exitCodes.failure;
}
