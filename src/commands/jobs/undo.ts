import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { undoJob } from "../job/undo.ts";

/** Takes a job back. */
export async function run(
  context: Context,
  [name = "last"]: string[],
  options: { yes?: boolean; dryRun?: boolean },
): Promise<ExitCode | undefined> {
  return await undoJob(context, name, options);
}
