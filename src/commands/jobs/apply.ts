import type { Journal } from "../../bulk/journal/journal.ts";
import { createJournal } from "../../bulk/journal/journals.ts";
import { summarisePlan } from "../../bulk/plan/plan.ts";
import { readPlanFile } from "../../bulk/plan/plan-file.ts";
import type { JobOptions } from "../../cli/job-flags.ts";
import { carryOut } from "../../cli/jobs/carry-out.ts";
import { countOf } from "../../cli/jobs/preview.ts";
import { discardUnsent } from "../../cli/jobs/run.ts";
import { jobView } from "../../cli/jobs/view.ts";
import { readSource, sourceName } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { toolVersion } from "../../kernel/version.ts";

/** Applies a plan file: exactly its steps; rows that moved since are refused. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  options: JobOptions,
): Promise<ExitCode | undefined> {
  const { id } = await context.site();
  let journal: Journal | undefined;
  try {
    const probe = await jobView(context, { id: "", job: { command: "" } } as Journal, options);
    journal = await readPlanFile({
      name: sourceName(file),
      bytes: readSource(context, file, "till apply - < july.plan.ndjson"),
      work: probe.work,
      create: (header) => {
        if (header.site !== id) {
          throw new TillError(
            exitCodes.conflict,
            `${file} was planned for site ${header.site}, and this is ${id}. Nothing was sent.`,
            {
              code: "OTHER_SITE",
              hint: `Choose its profile: --profile ${header.profile}`,
            },
          );
        }
        return createJournal(context.paths.jobs, { ...header, toolVersion, createdAt: context.now() });
      },
    });
    const own = await jobView(context, journal, options);
    const view = { ...own, title: `Apply ${file}: ${journal.job.command}` };
    const plan = summarisePlan(journal, { work: view.work, sample: 12 });
    if (options.expect !== undefined && options.expect !== plan.rows) {
      throw new TillError(
        exitCodes.conflict,
        `--expect says ${options.expect}, and the plan is about ${countOf(plan.rows, "row")}. Nothing was sent.`,
        { field: "--expect" },
      );
    }
    return await carryOut(context, journal, view, plan);
  } catch (error) {
    if (journal) discardUnsent(journal);
    throw error;
  } finally {
    journal?.close();
  }
}
