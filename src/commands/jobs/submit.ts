import { checkResume } from "../../bulk/engine/apply.ts";
import { isSingle } from "../../bulk/engine/job.ts";
import { jobExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { withJob } from "../../cli/jobs/find-job.ts";
import { checkSubmittable, submitJob } from "../../cli/jobs/submit.ts";
import { jobLine } from "../../cli/same-site.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { UsageError } from "../../kernel/errors.ts";

/** Queues a job that was planned or stopped for a worker. */
export async function run(context: Context, [name = "last"]: string[]): Promise<CommandResult> {
  await checkSubmittable(context, "till jobs submit");
  return await withJob(context, name, async (there, journal) => {
    const { id, job } = journal;
    if (!isSingle(job)) return await submit(there, journal);
    throw new UsageError(`Job ${id} is a single change, which no worker runs.`, {
      hint: `Settle it here: ${jobLine(there, "resume", id)}`,
    });
  });
}

async function submit(context: Context, journal: Journal): Promise<CommandResult> {
  const { id, job } = journal;
  await checkResume(journal);
  const counts = journal.counts();
  if (counts.planned + counts.sent === 0) {
    const summary = `Job ${id} is finished.`;
    await context.notice(summary);
    return { exitCode: jobExit(journal, counts), summary };
  }
  await journal.publish();
  // A worker needs the lock.
  await journal.close();
  return await submitJob(context, { id, job }, "till jobs submit");
}
