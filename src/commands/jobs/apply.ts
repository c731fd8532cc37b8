import { createHash, type Hash } from "node:crypto";
import type { Journal } from "../../bulk/journal/journal.ts";
import { type PlanHeader, summarizePlan } from "../../bulk/plan/plan.ts";
import { readPlanFile } from "../../bulk/plan/plan-file.ts";
import { approvalsOf, approversOf } from "../../cli/approvals.ts";
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
  { approvals, ...options }: JobOptions & { approvals?: string },
): Promise<CommandResult> {
  if (options.detach) await (await import("../../cli/jobs/submit.ts")).checkSubmittable(context, "--detach");
  // The shop that the plan was made for.
  let there: Context = context;
  let journal: Journal | undefined;
  const digest = createHash("sha256");
  try {
    journal = await readPlanFile({
      name: sourceName(file),
      bytes: digested(readSource(context, file, "till apply - < july.plan.ndjson"), digest),
      async begin(header) {
        there = await openShop(context, file, header);
        const { work } = await openJobKind(there, header.kind);
        return { work, journal: await createJournal(there, header) };
      },
    });
    const { kind, site } = journal.job;
    const plan = { digest: digest.digest("hex"), site };
    const only = options.dryRun || options.planOut !== undefined;
    const approvedBy = only
      ? undefined
      : await approversOf(there, { file: approvals ?? approvalsOf(file), plan, kind });
    if (approvedBy !== undefined) journal.amend({ approvedBy });
    const view = {
      ...(await openJob(there, journal, options)),
      title: `Apply ${file}: ${journal.job.command}`,
    };
    const summary = summarizePlan(journal, { work: view.work });
    checkExpected(journal, summary, options);
    return await runPlan(there, journal, view, summary);
  } catch (error) {
    if (journal) await discardUnsent(journal);
    throw error;
  } finally {
    await journal?.close();
    if (there !== context) await there.close();
  }
}

/** Yields bytes, and adds them to a digest. */
async function* digested(bytes: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    digest.update(chunk);
    yield chunk;
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
