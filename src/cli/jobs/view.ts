import type { Journal } from "../../bulk/journal/journal.ts";
import type { Context } from "../../context/context.ts";
import type { JobOptions } from "../job-flags.ts";
import { jobKind, stepLabels } from "./kinds.ts";
import type { JobView } from "./request.ts";

/** Opens a job from its journal. Throws UNKNOWN_JOB_KIND (exit 6). */
export async function openJob(
  context: Context,
  journal: Journal,
  options: JobOptions & { retryFailed?: boolean } = {},
): Promise<JobView> {
  const { id, job } = journal;
  const kind = await jobKind(job.kind);
  const reporter = await kind.reporter?.(context, journal, options);
  return {
    title: `Job ${id}: ${job.command}`,
    work: await kind.work(context),
    ...(await stepLabels(job.kind)),
    options,
    begin: (begun) => kind.begin?.(context, begun),
    ...(kind.results && { results: kind.results }),
    ...(reporter && { reporter }),
  };
}
