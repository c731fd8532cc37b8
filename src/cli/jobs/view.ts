import type { Journal } from "../../bulk/journal/journal.ts";
import type { Context } from "../../context/context.ts";
import type { JobOptions } from "../job-flags.ts";
import { jobKind, paymentKinds, stepLabels } from "./kinds.ts";
import type { JobReporter, JobView } from "./request.ts";

/** Opens a job from its journal. Throws UNKNOWN_JOB_KIND (exit 6). */
export async function openJob(
  context: Context,
  journal: Journal,
  options: JobOptions & { retryFailed?: boolean } = {},
): Promise<JobView> {
  const { id, job } = journal;
  const kind = await jobKind(context, job.kind);
  const reporter = await paymentReporter(context, journal, options);
  return {
    title: `Job ${id}: ${job.command}`,
    work: await kind.work(context),
    ...(await stepLabels(context, job.kind)),
    options,
    begin: (begun) => kind.begin?.(context, begun),
    ...(kind.results && { results: kind.results }),
    ...(reporter && { reporter }),
  };
}

/** Returns what reports a job that captures or voids payments from its journal; undefined for other jobs. */
async function paymentReporter(
  context: Context,
  journal: Journal,
  options: { retryFailed?: boolean },
): Promise<JobReporter | undefined> {
  const payments = Object.hasOwn(paymentKinds, journal.job.kind) ? paymentKinds[journal.job.kind] : undefined;
  if (payments === undefined) return undefined;
  const { action, gateway } = payments;
  const { PaymentReporter, recordsOfJob } = await import("./payment-report.ts");
  const { itemName } = (await gateway())(await context.call("admin"));
  return new PaymentReporter(context, journal, {
    action,
    itemName,
    ...recordsOfJob(journal, action, options),
  });
}
