import { createHash, type Hash } from "node:crypto";
import type { Journal } from "../../bulk/journal/journal.ts";
import { hasApplied, planApplied } from "../../bulk/journal/single-changes.ts";
import { type PlanHeader, summarizePlan } from "../../bulk/plan/plan.ts";
import { openPlanFile, readPlanFile } from "../../bulk/plan/plan-file.ts";
import type { JobOptions } from "../../cli/bulk-flags.ts";
import { runPlan } from "../../cli/jobs/apply-job.ts";
import { approvalsOf, approversOf, movesMoney } from "../../cli/jobs/approvals.ts";
import { openJobShop } from "../../cli/jobs/find-job.ts";
import { openJob, openJobKind } from "../../cli/jobs/kinds.ts";
import { checkExpected, discardUnsent } from "../../cli/jobs/run.ts";
import { inheritedFlags } from "../../cli/same-site.ts";
import { argumentName, readSource } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import type { ApprovedChange, CommandResult } from "../../context/host.ts";
import { withWords } from "../../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { PostgresQueries } from "../../kernel/postgres.ts";
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
  const hash = createHash("sha256");
  try {
    const bytes = digested(readSource(context, file, "till apply - < july.plan.ndjson"), hash);
    const plan = await openPlanFile(bytes, argumentName(file));
    const { header } = plan;
    there = await openJobShop(context, file, header);
    const approversFor = async (digest: string, movesMoney: boolean) =>
      options.dryRun
        ? undefined
        : await approversOf(there, {
            file: approvals ?? approvalsOf(file),
            planFile: file === "-" ? undefined : file,
            plan: { digest, site: header.site, plannedBy: header.plannedBy },
            movesMoney,
          });
    if (header.change !== undefined) {
      const digest = hash.digest("hex");
      const approvedBy = await approversFor(digest, header.change.money);
      return await applyChange(there, options, {
        change: header.change,
        place: header,
        plan: digest,
        approvedBy,
      });
    }
    journal = await readPlanFile(plan, async ({ kind }) => {
      const { work } = await openJobKind(there, kind);
      return { work, journal: await createJournal(there, header) };
    });
    const approvedBy = await approversFor(hash.digest("hex"), movesMoney(header.kind));
    if (approvedBy !== undefined) journal.amend({ approvedBy });
    const view = {
      ...(await openJob(there, journal, options)),
      title: `Apply ${file}: ${journal.job.command}`,
      plannedAt: new Date(header.createdAt),
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

/** Runs the command line of a single change, whose first request has to be the planned one. */
async function applyChange(
  context: Context,
  { dryRun, detailedExitcode, diff, detach, yes, expect }: JobOptions,
  approved: ApprovedChange,
): Promise<CommandResult> {
  if (detach)
    throw new UsageError("Workers run bulk changes: this plan is a single change.", { field: "--detach" });
  if (diff !== undefined)
    throw new UsageError("--diff is for bulk changes: this plan is a single change.", {
      field: "--diff",
      hint: "Nothing was sent. Add --dry-run to see the change.",
    });
  const changes = typeof expect === "object" ? expect.count : expect;
  if (changes !== undefined && changes !== 1)
    throw new TillError(exitCodes.conflict, `Expected ${changes} changes, found 1. Nothing was sent.`, {
      code: "EXPECTATION_FAILED",
      field: "--expect",
    });
  const { argv } = approved.change;
  const { flags } = await context.parse(argv);
  const asks = flags.some((flag) => flag.includes("--yes"));
  const { json, output, fields } = context.globals;
  const line = withWords(
    argv,
    ...inheritedFlags(context.globals),
    ...(json ? ["--json"] : output === undefined ? [] : ["--output", output]),
    ...(fields === undefined ? [] : ["--fields", fields]),
    ...(dryRun ? ["--dry-run"] : yes && asks ? ["--yes"] : []),
    ...(dryRun && detailedExitcode ? ["--detailed-exitcode"] : []),
  );
  const apply = () => context.command(line, context.streams, { approved });
  return dryRun ? await apply() : await applyOnce(context, approved.plan, apply);
}

/**
 * Applies the plan of a single change unless another computer with the same journal has. It can be applied again if nothing was
 * carried out. The record of single changes sees to it that this computer applies it once.
 */
async function applyOnce(
  context: Context,
  plan: string,
  apply: () => Promise<CommandResult>,
): Promise<CommandResult> {
  const { sharedUrl, withShared } = await import("../../cli/jobs/shared-journal.ts");
  if ((await sharedUrl(context)) === undefined) return await apply();
  const { actor, host } = context.who();
  const earlier = await withShared(context, "till apply", (postgres) =>
    claimPlan(postgres, plan, `${actor}@${host}`),
  );
  if (earlier !== undefined) throw planApplied(earlier);
  try {
    return await apply();
  } finally {
    if (!hasApplied(context.paths.changes, plan))
      await withShared(context, "till apply", ({ query }) =>
        query("DELETE FROM till.plan WHERE digest = $1", [plan]),
      );
  }
}

/** Records that a plan is about to be applied. Returns who has recorded that before; undefined if nobody has. */
async function claimPlan(
  { query }: PostgresQueries,
  digest: string,
  by: string,
): Promise<string | undefined> {
  const sql =
    "INSERT INTO till.plan (digest, by) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING RETURNING by";
  if ((await query(sql, [digest, by])).length > 0) return undefined;
  const [earlier] = await query<{ by: string }>("SELECT by FROM till.plan WHERE digest = $1", [digest]);
  return earlier?.by ?? "another process";
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
