import { undoJob } from "../../cli/jobs/undo.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";

/** Takes a job back. */
export async function run(
  context: Context,
  [name = "last"]: string[],
  options: { yes?: boolean; dryRun?: boolean },
): Promise<ExitCode | undefined> {
  return await undoJob(context, name, options);
}
