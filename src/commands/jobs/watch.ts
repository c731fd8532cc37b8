import { queuedJobs } from "../../bulk/queue/queued.ts";
import { workerTimeout } from "../../bulk/queue/tables.ts";
import { findJob } from "../../cli/calls/list.ts";
import { followWatched, watchJobs } from "../../cli/jobs/watch.ts";
import { sharedUrl, withShared } from "../../cli/worker/shared-journal.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";

/** Follows a job, or the jobs of a run, until it ends; the exit code is that of the job. */
export async function run(
  context: Context,
  [name]: string[],
  { run: runId }: { run?: string },
): Promise<CommandResult> {
  if (name !== undefined && runId !== undefined)
    throw new UsageError("Name a job or --run, not both.", { field: "--run" });
  const store = await context.jobs();
  const ids = runId === undefined ? [await idOf(context, name ?? "last")] : await idsOfRun(context, runId);
  const title = runId === undefined ? `Job ${ids[0]}` : `Run ${runId}`;
  const follow = async (queued: () => Promise<ReadonlySet<string>>) =>
    await followWatched(context, title, watchJobs({ store, ids, queued }, context.signal));
  if ((await sharedUrl(context)) === undefined) return await follow(async () => new Set());
  return await withShared(context, "till jobs watch", (postgres) =>
    follow(async () => new Set((await queuedJobs(postgres, workerTimeout)).keys())),
  );
}

async function idOf(context: Context, name: string): Promise<string> {
  const { id, calls } = await findJob(context, name);
  if (!calls) return id;
  throw new UsageError(`Job ${id} is a single change, which ended at once.`, {
    hint: `Show it: till jobs show ${id}`,
  });
}

async function idsOfRun(context: Context, run: string): Promise<string[]> {
  const entries = await (await context.jobs()).list();
  const ids = entries.flatMap((entry) => ("job" in entry && entry.job.run === run ? [entry.id] : []));
  if (ids.length > 0) return ids;
  throw new TillError(exitCodes.notFound, `No job belongs to run ${run}.`, {
    code: "RUN_NOT_FOUND",
    field: "--run",
  });
}
