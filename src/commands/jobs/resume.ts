import { checkResume } from "../../bulk/engine/apply.ts";
import { outcomeExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { checkKinds } from "../../bulk/journal/step-kinds.ts";
import { summarisePlan } from "../../bulk/plan/plan.ts";
import { withJob } from "../../cli/calls/find-job.ts";
import { settleCalls } from "../../cli/calls/settle.ts";
import { noJobGiven, type RunJobsOptions, runJobs } from "../../cli/each/run-jobs.ts";
import { applyJob, reporterOf, writeDiff } from "../../cli/jobs/apply-job.ts";
import { confirmJob } from "../../cli/jobs/confirm.ts";
import { handOver } from "../../cli/jobs/hand-over.ts";
import { jobLine } from "../../cli/jobs/job-line.ts";
import { plannedChanges, printPreview } from "../../cli/jobs/preview.ts";
import { openJob } from "../../cli/jobs/view.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { changedInput } from "./changed-input.ts";

/** Resumes a job: reads back what was sent without a response, then does what is left. */
export async function run(context: Context, args: string[], options: RunJobsOptions): Promise<CommandResult> {
  if (options.run !== undefined) return await runJobs(context, "resume", args, options);
  const [name] = args;
  if (name === undefined) throw noJobGiven("resume");
  return await withJob(context, name, async (there, { calls, journal }) =>
    calls ? await settleCalls(there, calls, options) : await resume(there, journal, options),
  );
}

async function resume(context: Context, journal: Journal, options: RunJobsOptions): Promise<CommandResult> {
  const { id } = journal;
  await checkResume(journal);
  const view = await openJob(context, journal, options);
  checkKinds(journal, view.work);
  const plan = summarisePlan(journal, { work: view.work });
  const counts = journal.counts();
  const again = counts.sent + (options.retryFailed ? counts.failed : 0);
  if (plan.steps + again === 0) {
    const summary = `Job ${id} is finished.`;
    await context.notice(summary);
    if (counts.failed > 0)
      await context.notice(`Retry its failed steps: ${jobLine(context, "resume", id, "--retry-failed")}`);
    return { exitCode: outcomeExit(counts), summary };
  }
  const changed = await changedInput(journal);
  if (changed !== undefined) await context.notice(changed);
  const reporter = reporterOf(context, journal, view);
  await reporter.remaining(plan);
  if (counts.sent > 0)
    await context.notice(
      `${countOf(counts.sent, "change")} got no response; checking ${counts.sent === 1 ? "it" : "them"} first.`,
    );
  const planned = plannedChanges(journal, view, plan);
  if (options.diff !== undefined) await writeDiff(context, options.diff, planned);
  if (options.dryRun) {
    if (view.reporter) await reporter.preview(plan, true);
    else await printPreview(context, planned, { steps: plan.steps, summary: "" }, "stdout");
    await context.notice("Dry run: nothing was sent.");
    return { exitCode: exitCodes.ok };
  }
  const question = plan.steps > 0 || view.reporter ? reporter.question(plan) : undefined;
  if (context.run?.plan) return await handOver(context, journal, question, { ...plan, again });
  await confirmJob(context, question, { yes: options.yes, planned });
  return await applyJob(context, journal, view, { retryFailed: options.retryFailed === true });
}
