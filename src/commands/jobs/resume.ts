import { checkResume } from "../../bulk/engine/apply.ts";
import { outcomeExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { openJournal } from "../../bulk/journal/journals.ts";
import { checkKinds } from "../../bulk/journal/step-kinds.ts";
import { summarisePlan } from "../../bulk/plan/plan.ts";
import { applyJob } from "../../cli/jobs/carry-out.ts";
import { confirmJob } from "../../cli/jobs/confirm.ts";
import { countOf } from "../../cli/jobs/preview.ts";
import { jobView } from "../../cli/jobs/view.ts";
import { paymentDesk } from "../../cli/payments/desk.ts";
import { resumePayments } from "../../cli/payments/resume.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";

/** Goes on with a job: settles what was sent by reading back, then does what is left. */
export async function run(
  context: Context,
  [name = "last"]: string[],
  options: { yes?: boolean; retryFailed?: boolean },
): Promise<ExitCode | undefined> {
  const journal = openJournal(context.paths.jobs, name);
  try {
    const { id } = await context.site();
    checkResume(journal, { site: id });
    const view = await jobView(context, journal);
    checkKinds(journal, view.work);
    const plan = summarisePlan(journal, { work: view.work });
    const left = plan.steps + journal.counts().sent + (options.retryFailed ? journal.counts().failed : 0);
    if (left === 0) {
      await context.notice(`Job ${journal.id} is finished: nothing is left to do.`);
      return finishedExit(context, journal);
    }
    const { sent } = journal.counts();
    const money = await paymentDesk(context, journal.job.kind);
    if (plan.steps > 0 && !money) await context.notice(`${countOf(plan.steps, "step")} left to do.`);
    if (sent > 0) await context.notice(`${countOf(sent, "step")} without an answer: looked up first.`);
    if (money) return await resumePayments(context, journal, money, plan, options);
    if (plan.steps > 0) await confirmJob(context, journal, view, plan, options.yes);
    return await applyJob(context, journal, view, { ...(options.retryFailed && { retryFailed: true }) });
  } finally {
    journal.close();
  }
}

/** A job with failed steps stands as failed, also where nothing is left to do. */
async function finishedExit(context: Context, journal: Journal): Promise<ExitCode> {
  const counts = journal.counts();
  if (counts.failed > 0)
    await context.notice(`Try its failed steps again: till jobs resume ${journal.id} --retry-failed`);
  return outcomeExit(counts);
}
