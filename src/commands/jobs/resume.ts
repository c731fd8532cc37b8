import { checkResume } from "../../bulk/apply.ts";
import { openJournal } from "../../bulk/journals.ts";
import { summarisePlan } from "../../bulk/plan.ts";
import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { applyJob } from "../job/carry-out.ts";
import { confirmJob } from "../job/confirm.ts";
import { jobView } from "../job/view.ts";

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
    const plan = summarisePlan(journal, { work: view.work });
    const left = plan.steps + journal.counts().sent + (options.retryFailed ? journal.counts().failed : 0);
    if (left === 0) {
      await context.notice(`Job ${journal.id} is finished: nothing is left to do.`);
      return undefined;
    }
    await context.notice(
      `${plan.steps} steps are left, ${journal.counts().sent} were sent and are looked up first.`,
    );
    if (plan.steps > 0) await confirmJob(context, journal, view, plan, options.yes);
    return await applyJob(context, journal, view, { ...(options.retryFailed && { retryFailed: true }) });
  } finally {
    journal.close();
  }
}
