import type { Journal } from "../../bulk/journal/journal.ts";
import { type PlanHeader, summarizePlan } from "../../bulk/plan/plan.ts";
import { readPlanFile } from "../../bulk/plan/plan-file.ts";
import type { JobOptions } from "../../cli/bulk-flags.ts";
import { runPlan } from "../../cli/jobs/apply-job.ts";
import { openShop } from "../../cli/jobs/find-job.ts";
import { openJob, openJobKind } from "../../cli/jobs/kinds.ts";
import { checkExpected, discardUnsent } from "../../cli/jobs/run.ts";
import { readSource, sourceName } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { toolVersion } from "../../kernel/version.ts";

/** Applies exactly the steps of a plan file; rows that were changed since are left alone and fail. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  options: JobOptions,
): Promise<CommandResult> {
  if (options.detach) await (await import("../../cli/jobs/submit.ts")).checkSubmittable(context, "--detach");
  // The shop that the plan was made for.
  let there: Context = context;
  let journal: Journal | undefined;
  try {
    journal = await readPlanFile({
      name: sourceName(file),
      bytes: readSource(context, file, "till apply - < july.plan.ndjson"),
      async begin(header) {
        there = await openShop(context, file, header);
        const { work } = await openJobKind(there, header.kind);
        return { work, journal: await createJournal(there, header) };
      },
    });
    const view = {
      ...(await openJob(there, journal, options)),
      title: `Apply ${file}: ${journal.job.command}`,
    };
    const plan = summarizePlan(journal, { work: view.work });
    checkExpected(journal, plan, options);
    return await runPlan(there, journal, view, plan);
  } catch (error) {
    if (journal) await discardUnsent(journal);
    throw error;
  } finally {
    await journal?.close();
    if (there !== context) await there.close();
  }
}

async function createJournal(context: Context, header: PlanHeader): Promise<Journal> {
  const jobs = await context.jobs();
  return await jobs.create({
    ...header,
    ...(await context.place()),
    ...context.who(),
    toolVersion,
    createdAt: context.now(),
    run: context.runId,
  });
}
