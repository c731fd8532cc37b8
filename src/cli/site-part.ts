import type { Journal } from "../bulk/journal/journal.ts";
import { estimateSeconds, type PlanSummary } from "../bulk/plan/plan.ts";
import type { Context } from "../context/context.ts";
import { profileLocked } from "../context/guards.ts";
import type { CommandResult } from "../context/host.ts";
import { type ExitCode, exitCodes } from "../kernel/errors.ts";
import type { Verb } from "./command.ts";
import { dryRunFlag, previewsRequest, yesFlag } from "./flags.ts";
import type { JobQuestion } from "./jobs/request.ts";

/** Plans the command line of one site of a run: no write is sent, and what would be sent is handed to the run. */
export async function planPart(
  context: Context,
  verb: Verb,
  args: string[],
  options: object,
): Promise<ExitCode | CommandResult | undefined> {
  const { run: part } = context;
  const single = previewsRequest(verb);
  const asks = verb.flags?.includes(yesFlag) === true;
  part?.command?.({ writes: single || verb.flags?.includes(dryRunFlag) === true, single, asks });
  // These count for the whole run.
  const { yes, dryRun, ...own } = options as { yes?: boolean; dryRun?: boolean };
  let returned: ExitCode | CommandResult | undefined;
  try {
    returned = await (await verb.load()).run(context, args, own);
  } catch (error) {
    if ((await context.planned()) === undefined) throw error;
  }
  const planned = await context.planned();
  if (planned === undefined) return returned;
  await refuseLocked(context);
  const note = context.lastNotice();
  const isDelete = planned.method === "DELETE" || /\.(delete|remove|cancel)/i.test(planned.call);
  part?.plan?.({
    title: [planned.call, planned.label ?? planned.id].filter(Boolean).join(" "),
    changes: 1,
    typed: asks || isDelete,
    final: false,
    note,
  });
  return { exitCode: exitCodes.ok };
}

/** Runs the command line of one site as it was confirmed for all sites. The result names the job of its single changes. */
export async function applyPart(
  context: Context,
  verb: Verb,
  args: string[],
  options: object,
): Promise<ExitCode | CommandResult | undefined> {
  const asks = verb.flags?.includes(yesFlag) === true;
  const returned = await (await verb.load()).run(context, args, asks ? { ...options, yes: true } : options);
  const id = await context.recorded();
  if (id === undefined || (typeof returned === "object" && returned.job)) return returned;
  const result = typeof returned === "object" ? returned : { exitCode: returned ?? exitCodes.ok };
  return { ...result, job: { id, undoable: false } };
}

/**
 * Passes the plan of a job to `till each`, which asks once for all sites. Keeps the job. Throws PROFILE_LOCKED (exit 6) if
 * the profile is locked.
 */
export async function handOver(
  context: Context,
  journal: Journal,
  question: JobQuestion | undefined,
  plan?: Pick<PlanSummary, "calls" | "reads"> & {
    /** Changes that were sent before, and are settled or sent again, if the question does not count them. */
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
    requests: plan ? plan.calls + plan.reads : undefined,
    seconds: plan && perMinute !== undefined ? estimateSeconds(plan, perMinute) : undefined,
    totals: question?.totals,
    typed: question?.typed !== undefined,
    final: journal.job.final,
    note,
  });
  return { exitCode: exitCodes.ok, job: { id: journal.id, undoable: false } };
}

/** Throws PROFILE_LOCKED (exit 6) if a planned change could not be sent. */
async function refuseLocked(context: Context): Promise<void> {
  if (context.run?.dryRun || !(await context.lock()).locked) return;
  throw profileLocked((await context.site()).profile);
}
