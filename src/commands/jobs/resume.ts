import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { checkResume } from "../../bulk/engine/apply.ts";
import { jobExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { checkKinds } from "../../bulk/journal/step-kinds.ts";
import { summarizePlan } from "../../bulk/plan/plan.ts";
import { allStaged } from "../../bulk/plan/stage.ts";
import { confirmJob } from "../../cli/confirm.ts";
import { applyJob, createReporter, writeDiff } from "../../cli/jobs/apply-job.ts";
import { withJob } from "../../cli/jobs/find-job.ts";
import { openJob } from "../../cli/jobs/kinds.ts";
import { plannedChanges, printPreview } from "../../cli/jobs/preview.ts";
import { jobLine } from "../../cli/same-site.ts";
import { handOver } from "../../cli/site-part.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { isNdjsonName, readNdjson } from "../../files/ndjson.ts";
import { readTable } from "../../files/table.ts";
import { noJobGiven, type RunJobsOptions, runJobs } from "../../fleet/jobs.ts";
import { exitCodes, UsageError } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { type StagedFile, stagedCells, stagedFile } from "../../resources/products/rejects.ts";

/** Resumes a job: reads back what was sent without a response, then does what is left. */
export async function run(context: Context, args: string[], options: RunJobsOptions): Promise<CommandResult> {
  if (options.run !== undefined) return await runJobs(context, "resume", args, options);
  if (options.junit !== undefined)
    throw new UsageError("--junit is for all jobs of a run.", {
      field: "--junit",
      hint: "Give --run instead of the job.",
    });
  const [name] = args;
  if (name === undefined) throw noJobGiven("resume");
  return await withJob(context, name, async (there, journal) => await resume(there, journal, options));
}

async function resume(context: Context, journal: Journal, options: RunJobsOptions): Promise<CommandResult> {
  const { id } = journal;
  await checkResume(journal);
  const view = await openJob(context, journal, options);
  checkKinds(journal, view.work);
  const { retryFailed = false } = options;
  const plan = summarizePlan(journal, { work: view.work, retryFailed });
  const counts = journal.counts();
  if (plan.steps + counts.sent === 0) {
    const summary = `Job ${id} is finished.`;
    await context.notice(summary);
    if (counts.failed > 0)
      await context.notice(`Retry its failed steps: ${jobLine(context, "resume", id, "--retry-failed")}`);
    return { exitCode: jobExit(journal, counts), summary };
  }
  const changed = await changedInput(journal);
  if (changed !== undefined) await context.notice(changed);
  const reporter = createReporter(context, journal, view);
  await reporter.remaining(plan);
  if (counts.sent > 0)
    await context.notice(
      `${countOf(counts.sent, "change")} got no response; checking ${counts.sent === 1 ? "it" : "them"} first.`,
    );
  const planned = plannedChanges(journal, view, plan);
  if (options.diff !== undefined) await writeDiff(context, options.diff, planned);
  if (options.dryRun) {
    if (view.reporter) await reporter.preview(plan, true);
    else await printPreview(context, planned, { steps: plan.steps, summary: "" }, "stdout");
    await context.notice("Dry run: nothing was sent.");
    return { exitCode: exitCodes.ok };
  }
  const question = plan.steps > 0 || view.reporter ? reporter.question(plan) : undefined;
  // A question about payments counts them already.
  const again = view.reporter ? 0 : counts.sent;
  if (context.run?.plan) return await handOver(context, journal, question, { ...plan, again });
  await confirmJob(context, question, { yes: options.yes, planned });
  return await applyJob(context, journal, view, { retryFailed });
}

/** How many lines a notice names. */
const shown = 10;

/** Returns a notice if the file that a job imports was changed after it was read: the job continues with its own copy. */
async function changedInput(journal: Journal): Promise<string | undefined> {
  const file = stagedFile(journal);
  const { inputHash } = journal.job;
  if (file?.path === undefined || inputHash === undefined) return undefined;
  // A pipe cannot be read again.
  if (!statSync(file.path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(file.path)) hash.update(bytes as Uint8Array);
  if (hash.digest("hex") === inputHash) return undefined;
  const lines = await newLines(journal, file.path, file).catch(() => undefined);
  const first = lines?.slice(0, shown).join(", ");
  const more = lines && lines.length > shown ? ` and ${lines.length - shown} more` : "";
  const which =
    lines === undefined || lines.length === 0
      ? ""
      : ` Not in this job: ${countOf(lines.length, "changed line")} (${first}${more}); import the file again for them.`;
  return `${file.name} was changed after this job read it. The job continues with its own copy.${which}`;
}

const withoutKind = ({ _kind, ...record }: Record<string, unknown>) => record;

/** Returns the lines of a file that a journal's copy does not have. */
async function newLines(
  journal: Journal,
  path: string,
  { name, dialect, sheet, reading }: StagedFile,
): Promise<number[]> {
  const known = new Set<string>();
  for (const { json } of allStaged(journal)) known.add(JSON.stringify(json));
  const lines: number[] = [];
  if (dialect === "ndjson" || isNdjsonName(name)) {
    for await (const { line, value } of readNdjson(createReadStream(path), { name }))
      if (!known.has(JSON.stringify(value)) && !known.has(JSON.stringify(withoutKind(value))))
        lines.push(line);
    return lines;
  }
  const { rows } = await readTable(createReadStream(path), { name, sheet, ...reading });
  for await (const row of rows) if (!known.has(JSON.stringify(stagedCells(row)))) lines.push(row.line);
  return lines;
}
