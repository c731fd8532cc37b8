import { type QueuedJob, queuedJobs } from "../../bulk/queue/queue.ts";
import { workerTimeout } from "../../bulk/queue/tables.ts";
import { findJob } from "../../cli/calls/find-job.ts";
import { jobsOfRun } from "../../cli/calls/list.ts";
import { jobLine } from "../../cli/jobs/job-line.ts";
import { followWatched, watchJobs } from "../../cli/jobs/watch.ts";
import { sharedUrl, withShared } from "../../cli/worker/shared-journal.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { UsageError } from "../../kernel/errors.ts";

/** Follows a job, or the jobs of a run, until it ends; the exit code is that of the job. */
export async function run(
  context: Context,
  [name]: string[],
  { run: runId }: { run?: string },
): Promise<CommandResult> {
  if (name !== undefined && runId !== undefined)
    throw new UsageError("Give a job or --run, not both.", { field: "--run" });
  const store = await context.jobs();
  const { ids, title } =
    runId === undefined ? await watchedJob(context, name ?? "last") : await watchedRun(context, runId);
  const follow = async (queued: () => Promise<ReadonlyMap<string, QueuedJob>>) =>
    await followWatched(context, title, watchJobs({ store, ids, queued }, context.signal));
  if ((await sharedUrl(context)) === undefined) return await follow(async () => new Map());
  return await withShared(context, "till jobs watch", (postgres) =>
    follow(async () => await queuedJobs(postgres, workerTimeout)),
  );
}

async function watchedJob(context: Context, name: string): Promise<{ ids: string[]; title: string }> {
  const { id, journal } = await findJob(context, name);
  await journal?.close();
  if (journal) return { ids: [id], title: `Job ${id}` };
  throw new UsageError(`Job ${id} is a single change, which ended at once.`, {
    hint: `Show it: ${jobLine(context, "show", id)}`,
  });
}

async function watchedRun(context: Context, run: string): Promise<{ ids: string[]; title: string }> {
  const { id, jobs } = await jobsOfRun(context, run);
  const ids = jobs.flatMap((job) => (job.calls ? [] : [job.id]));
  if (ids.length > 0) return { ids, title: `Run ${id}` };
  throw new UsageError(`Run ${id} has single changes only, which ended at once.`, {
    hint: `Show them: till jobs list --run ${id}`,
  });
}
