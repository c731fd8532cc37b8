import type { JobOptions } from "../../cli/job-flags.ts";
import { undoJob } from "../../cli/jobs/undo.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";

/** Undoes a job. */
export async function run(
  context: Context,
  [name = "last"]: string[],
  options: Pick<JobOptions, "yes" | "dryRun" | "diff">,
): Promise<CommandResult> {
  return await undoJob(context, name, options);
}
