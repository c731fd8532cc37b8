import type { Journal } from "../../bulk/journal/journal.ts";
import { summarisePlan } from "../../bulk/plan/plan.ts";
import { readPlanFile } from "../../bulk/plan/plan-file.ts";
import type { JobOptions } from "../../cli/job-flags.ts";
import { runPlan } from "../../cli/jobs/apply-job.ts";
import { openJobKind } from "../../cli/jobs/kinds.ts";
import { checkExpected } from "../../cli/jobs/problems.ts";
import { discardUnsent } from "../../cli/jobs/run.ts";
import { openJob } from "../../cli/jobs/view.ts";
import { readSource, sourceName } from "../../cli/source.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { toolVersion } from "../../kernel/version.ts";

/** Applies exactly the steps of a plan file; rows that were changed since are left alone and fail. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  options: JobOptions,
): Promise<CommandResult> {
  if (options.detach) await (await import("../../cli/jobs/submit.ts")).checkSubmittable(context, "--detach");
  const { id } = await context.site();
  let journal: Journal | undefined;
  try {
    journal = await readPlanFile({
      name: sourceName(file),
      bytes: readSource(context, file, "till apply - < july.plan.ndjson"),
      kinds: (kind) => openJobKind(context, kind),
      async create(header) {
        if (header.site === id)
          return await (await context.jobs()).create({
            ...header,
            ...context.who(),
            toolVersion,
            createdAt: context.now(),
            ...(context.run && { run: context.run.id }),
          });
        throw new TillError(
          exitCodes.conflict,
          `${file} was planned for site ${header.site}, not for ${id}. Nothing was sent.`,
          { code: "OTHER_SITE", hint: "Use a profile of that site (till profiles list): --profile <name>" },
        );
      },
    });
    const view = {
      ...(await openJob(context, journal, options)),
      title: `Apply ${file}: ${journal.job.command}`,
    };
    const plan = summarisePlan(journal, { work: view.work });
    checkExpected(plan, options);
    return await runPlan(context, journal, view, plan);
  } catch (error) {
    if (journal) await discardUnsent(journal);
    throw error;
  } finally {
    await journal?.close();
  }
}
