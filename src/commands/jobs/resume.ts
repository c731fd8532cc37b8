import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { type RecordedCall, withCallLog } from "../../bulk/call-log.ts";
import { checkResume } from "../../bulk/engine/apply.ts";
import { jobExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { checkKinds } from "../../bulk/journal/step-kinds.ts";
import { summarizePlan } from "../../bulk/plan/plan.ts";
import { allStaged } from "../../bulk/plan/stage.ts";
import { confirmJob } from "../../cli/confirm.ts";
import { applyJob, createReporter, requestLimit, writeDiff } from "../../cli/jobs/apply-job.ts";
import { withJob } from "../../cli/jobs/find-job.ts";
import { openJob } from "../../cli/jobs/kinds.ts";
import { plannedChanges, printPreview } from "../../cli/jobs/preview.ts";
import { endpointOf, readPresent, stateOf } from "../../cli/jobs/recorded-call.ts";
import { jobLine } from "../../cli/same-site.ts";
import { handOver } from "../../cli/site-part.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { readNdjson } from "../../files/ndjson.ts";
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
  return await withJob(context, name, async (there, { calls, journal }) =>
    calls ? await settleCalls(there, calls, options) : await resume(there, journal, options),
  );
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

/** Finds out by reading what came of the calls without an outcome. It sends no write, and with `dryRun` it records nothing. Exit 10 if some stay unknown. */
async function settleCalls(
  context: Context,
  calls: readonly RecordedCall[],
  { dryRun, wait }: { dryRun?: boolean | undefined; wait?: boolean | undefined } = {},
): Promise<CommandResult> {
  const [first] = calls;
  if (first === undefined) return { exitCode: exitCodes.ok };
  const { job: id, command } = first;
  const open = calls.filter(({ state }) => state === "sent" || state === "unknown");
  if (open.length === 0) {
    const summary = `Job ${id} is finished.`;
    await context.notice(summary);
    return { exitCode: exitCodes.ok, summary };
  }
  let unknown = 0;
  const limit = await requestLimit(context, wait);
  for (const call of open) {
    let state = await settledState(context, call);
    const ms = state === "failed" ? remainingMs(context, call, limit) : 0;
    if (ms > 0) {
      await context.notice(
        `Waiting ${countOf(Math.ceil(ms / 1000), "second")}: the platform may still execute ${call.name}. To go on at once: --no-wait`,
      );
      await context.sleep(ms, context.signal);
      state = await settledState(context, call);
    }
    const object = call.label ?? call.id ?? "";
    if (state === undefined) unknown += 1;
    else if (!dryRun) withCallLog(context.paths.calls, (log) => log?.settle(call.seq, state));
    const outcome =
      state === undefined ? "unknown" : state === "done" ? "it was executed" : "it was not executed";
    await context.notice(`${[call.name, object].filter(Boolean).join(" ")}: ${outcome}.`);
  }
  if (unknown === 0) return { exitCode: exitCodes.ok };
  const summary = `Reading cannot tell. Look at the shop; if nothing was changed, run it again: ${command}`;
  await context.notice(summary);
  return { exitCode: exitCodes.unknown, summary };
}

/** For how many milliseconds the process of a call may have sent it after it was recorded. */
const sendingMs = 120_000;

/** Returns for how long the platform may still execute a call, in milliseconds. */
function remainingMs({ now }: Context, { at, endedAt }: RecordedCall, limit: number): number {
  const sentAt = endedAt?.getTime() ?? at.getTime() + sendingMs;
  return Math.min(limit, Math.max(0, sentAt + limit - now().getTime()));
}

async function settledState(context: Context, made: RecordedCall): Promise<"done" | "failed" | undefined> {
  const endpoint = await endpointOf(made);
  if (made.name === "orderBilling.refund") {
    const { refundState } = await import("../../resources/orders/refund.ts");
    return await refundState(await context.call("admin"), made);
  }
  if (endpoint === undefined || (endpoint.effect !== "set" && endpoint.effect !== "delete")) return undefined;
  const call = await context.call("admin");
  const present = await readPresent(call, endpoint, made.input, context.signal);
  if (!present.known) return undefined;
  const deletes = endpoint.method === "DELETE" && made.before !== undefined;
  const state = stateOf(deletes ? { ...made, after: null } : made, endpoint, present);
  if (state === "after") return "done";
  return state === "before" ? "failed" : undefined;
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
  if (dialect === "ndjson") {
    for await (const { line, value } of readNdjson(createReadStream(path), { name }))
      if (!known.has(JSON.stringify(value)) && !known.has(JSON.stringify(withoutKind(value))))
        lines.push(line);
    return lines;
  }
  const { rows } = await readTable(createReadStream(path), { name, sheet, ...reading });
  for await (const row of rows) if (!known.has(JSON.stringify(stagedCells(row)))) lines.push(row.line);
  return lines;
}
