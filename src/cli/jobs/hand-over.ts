import type { Journal } from "../../bulk/journal/journal.ts";
import { estimateSeconds, type PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { profileLocked } from "../../context/guards.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes } from "../../kernel/errors.ts";
import type { JobQuestion } from "./request.ts";

/**
 * Hands the plan of a job to the run of `till each`, which asks once for all sites; the job is kept. Throws PROFILE_LOCKED
 * (exit 6) if it could not be applied.
 */
export async function handOver(
  context: Context,
  journal: Journal,
  question: JobQuestion | undefined,
  plan?: Pick<PlanSummary, "calls" | "reads"> & {
    /** Changes that were sent before and are settled or sent again. */
    again?: number;
  },
): Promise<CommandResult> {
  await refuseLocked(context);
  const perMinute = (await context.site()).requestsPerMinute();
  const note = context.lastNotice();
  context.run?.plan?.({
    job: journal.id,
    title: question?.title ?? `Job ${journal.id}`,
    changes: (question?.changes ?? 0) + (plan?.again ?? 0),
    ...(plan && { requests: plan.calls + plan.reads }),
    ...(plan && perMinute !== undefined && { seconds: estimateSeconds(plan, perMinute) }),
    ...(question?.totals && { totals: question.totals }),
    typed: question?.typed !== undefined,
    final: journal.job.final,
    ...(note !== undefined && { note }),
  });
  return { exitCode: exitCodes.ok, job: { id: journal.id, undoable: false } };
}

/** Throws PROFILE_LOCKED (exit 6) if a planned change could not be sent. */
export async function refuseLocked(context: Context): Promise<void> {
  if (context.run?.dryRun || !(await context.lock()).locked) return;
  throw profileLocked((await context.site()).profile);
}
