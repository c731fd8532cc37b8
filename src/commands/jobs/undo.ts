import { undoJob } from "../../cli/jobs/undo.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { noJobGiven, type RunJobsOptions, runJobs } from "../../fleet/jobs.ts";

/** Undoes a job. */
export async function run(context: Context, args: string[], options: RunJobsOptions): Promise<CommandResult> {
  if (options.run !== undefined) return await runJobs(context, "undo", args, options);
  const [name] = args;
  if (name === undefined) throw noJobGiven("undo");
  return await undoJob(context, name, options);
}
