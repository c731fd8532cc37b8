import { checkResume } from "../../bulk/engine/apply.ts";
import { outcomeExit } from "../../bulk/engine/outcome.ts";
import { findJob } from "../../cli/calls/list.ts";
import { checkSubmittable, submitJob } from "../../cli/jobs/submit.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";

/** Queues a job that was planned or stopped for a worker. */
export async function run(context: Context, [name = "last"]: string[]): Promise<CommandResult> {
  await checkSubmittable(context, "till jobs submit");
  const { id, calls } = await findJob(context, name);
  if (calls) {
    throw new UsageError(`Job ${id} is a single change, which no worker runs.`, {
      hint: `Settle it here: till jobs resume ${id}`,
    });
  }
  const journal = await (await context.jobs()).open(id);
  const { job } = journal;
  try {
    await checkResume(journal, { site: (await context.site()).id });
    const counts = journal.counts();
    if (counts.planned + counts.sent === 0) {
      const summary = `Job ${id} is finished.`;
      await context.notice(summary);
      return { exitCode: outcomeExit(counts), summary };
    }
    await journal.publish();
  } finally {
    await journal.close();
  }
  return await submitJob(context, { id, job }, "till jobs submit");
}
