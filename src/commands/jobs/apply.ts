import type { Journal } from "../../bulk/journal.ts";
import { createJournal } from "../../bulk/journals.ts";
import { summarisePlan } from "../../bulk/plan.ts";
import { readPlanFile } from "../../bulk/plan-file.ts";
import type { Context } from "../../context.ts";
import { type ExitCode, exitCodes, TillError } from "../../errors.ts";
import { toolVersion } from "../../version.ts";
import { carryOut } from "../job/carry-out.ts";
import { countOf } from "../job/preview.ts";
import { discardUnsent } from "../job/run.ts";
import { jobView } from "../job/view.ts";
import type { JobOptions } from "../job-flags.ts";
import { readSource, sourceName } from "../source.ts";

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
