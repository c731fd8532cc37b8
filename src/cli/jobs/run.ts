import { resolve } from "node:path";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Guards } from "../../bulk/plan/guards.ts";
import { countInvalid, listRejects, type PlanSummary, planRows, unknownRule } from "../../bulk/plan/plan.ts";
import { countStaged, countStagedHandles } from "../../bulk/plan/stage.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { hour, minute } from "../../kernel/durations.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { checkExport } from "../../kernel/export-file.ts";
import { limitYoungGeneration } from "../../kernel/heap.ts";
import { countOf, formatCount, redact } from "../../kernel/text.ts";
import { toolVersion } from "../../kernel/version.ts";
import { counted } from "../../output/activity.ts";
import type { JobOptions } from "../bulk-flags.ts";
import { reportLines, runPlan } from "./apply-job.ts";
import { annotateRows } from "./ci-report.ts";
import { jobKind, rowNoun, stepLabels } from "./kinds.ts";
import type { JobRequest, JobView } from "./request.ts";

/** Creates the journal of a job on the profile's site. */
export async function beginJournal(
  context: Context,
  kind: string,
  command = commandLine(...context.argv),
): Promise<Journal> {
  limitYoungGeneration();
  const jobs = await context.jobs();
  const lag = context.run ? 0 : (await context.site()).listLag();
  // Planned now, a relative change would start from what was before the last job.
  if (lag > 0 && (await jobs.touchedSince(new Date(context.now().getTime() - lag))).size > 0)
    await context.sleep(lag, context.signal);
  return await jobs.create({
    command: redact(command),
    kind,
    ...(await context.place()),
    ...context.who(),
    toolVersion,
    createdAt: context.now(),
    run: context.runId,
  });
}

/**
 * Plans a job, previews it, asks, and applies it; a job that sends nothing leaves no record. `journal`: created before,
 * and perhaps filled with staged rows.
 */
export async function runJob<Row>(
  context: Context,
  request: JobRequest<Row>,
  begun?: Journal,
): Promise<CommandResult> {
  const journal = begun ?? (await beginJournal(context, request.kind, request.command));
  try {
    if (request.options.detach) await (await import("./submit.ts")).checkSubmittable(context, "--detach");
    const { report, planOut, diff } = request.options;
    for (const file of [report, planOut, diff])
      if (file !== undefined) await checkExport(resolve(context.cwd, file));
    if (request.final) journal.amend({ final: true });
    const kind = await jobKind(context, request.kind);
    const work = request.work ?? (await kind.work(context));
    const { activity } = context.streams;
    const staged = begun && activity ? countStagedHandles(begun) : 0;
    const total = staged > 0 ? () => staged : request.total;
    const rows = counted(activity, "Planning", request.rows, total && { total });
    const plan = await planRows(rows, request.toSteps, journal, { work });
    context.signal.throwIfAborted();
    const labels = await stepLabels(context, request.kind);
    try {
      if (request.check) await request.check(journal, plan);
      else {
        await checkRows(context, journal, request.options);
        checkExpected(journal, plan, request.options);
        request.guard?.();
        await checkTotalChange(request.guards?.total);
      }
    } catch (error) {
      await reportLines(context, journal, { ...labels, options: request.options }, "rejected");
      throw error;
    }
    const { reporter, dangerous = false, deletes, ...rest } = request;
    const view: JobView = {
      ...rest,
      work,
      units: request.units ?? (async () => await kind.units?.(context)),
      ...labels,
      dangerous: typeof dangerous === "function" ? dangerous(plan) : dangerous,
      deletes: deletes?.(plan),
      reporter: reporter ? reporter(journal) : undefined,
    };
    await noteEarlierRun(context, journal, plan);
    return await runPlan(context, journal, view, plan);
  } catch (error) {
    await discardUnsent(journal);
    throw error;
  } finally {
    await journal.close();
  }
}

/** Says that the same command did something within the last hour: a relative change is applied once more. */
async function noteEarlierRun(context: Context, journal: Journal, { steps }: PlanSummary): Promise<void> {
  // A run of many sites would search the records once for each of them.
  if (steps === 0 || context.run) return;
  const now = context.now().getTime();
  const earlier = await (await context.jobs()).earlierRun(journal, new Date(now - hour));
  if (!earlier) return;
  const minutes = Math.max(1, Math.round((now - earlier.endedAt.getTime()) / minute));
  const changes = countOf(earlier.done, "change");
  await context.notice(
    `The same ${journal.job.inputHash === undefined ? "command" : "command or file"} made ${changes} ${minutes} min ago (job ${earlier.id}). This is a new run, from the present values.`,
  );
}

/** Deletes the record of a job that has sent nothing. */
export async function discardUnsent(journal: Journal): Promise<void> {
  if (journal.removed) return;
  const { planned, total } = journal.counts();
  if (planned === total) await journal.remove();
}

/** The number of problems that are listed. */
const shown = 20;

/**
 * Throws INVALID_ROWS (exit 2) with a list of the invalid rows; with --skip-invalid it only prints them, like the rows whose
 * object does not exist.
 */
async function checkRows(context: Context, journal: Journal, { skipInvalid }: JobOptions): Promise<void> {
  const invalid = skipInvalid ? 0 : countInvalid(journal);
  const lines = problemLines(journal, { withUnknown: invalid === 0 });
  if (invalid > 0) {
    await annotateRows(context, journal);
    const rows = `${countOf(invalid, "invalid row")}. Nothing was sent.`;
    throw new UsageError([rows, ...lines].join("\n"), {
      code: "INVALID_ROWS",
      hint: "Fix them, or skip them with --skip-invalid",
    });
  }
  for (const line of lines) await context.notice(`Skipped:${line.slice(1)}`);
}

/** Throws EXPECTATION_FAILED (exit 6) if --expect names another number of rows, or of lines of the imported file. */
export function checkExpected(journal: Journal, { rows }: PlanSummary, { expect }: JobOptions): void {
  if (expect === undefined) return;
  const { count, of } = typeof expect === "number" ? { count: expect, of: "rows" as const } : expect;
  const found = of === "lines" ? countStaged(journal) : rows;
  if (count === found) return;
  throw guardFailed(
    "--expect",
    `--expect is ${formatCount(count)}, but the job has ${countOf(found, of === "lines" ? "line" : rowNoun(journal.job.kind))}.`,
  );
}

const guardFailed = (field: string, message: string): TillError =>
  new TillError(exitCodes.conflict, `${message} Nothing was sent.`, { code: "EXPECTATION_FAILED", field });

/** Throws EXPECTATION_FAILED (exit 6) if what buyers pay changes together by more than --max-total-change. */
async function checkTotalChange(total: Guards["total"]): Promise<void> {
  if (total === undefined) return;
  const { cap, text, before, after } = total;
  if (after.minus(before).abs().lte(before.times(cap))) return;
  const { amountText } = await import("../../kernel/money.ts");
  throw guardFailed(
    "--max-total-change",
    `All changed prices together would change from ${amountText(before)} to ${amountText(after)}, by more than ${text}.`,
  );
}

function problemLines(journal: Journal, { withUnknown }: { withUnknown: boolean }): string[] {
  const lines: string[] = [];
  let problems = 0;
  for (const { source, line, column, rule, message } of listRejects(journal)) {
    if (rule === unknownRule && !withUnknown) continue;
    problems++;
    if (problems > shown) continue;
    const row = line === undefined ? source : source?.replace(/:\d+$/, `:${line}`);
    const place = [row, column !== undefined && message.includes(column) ? "" : column];
    lines.push(`  ${[place.filter(Boolean).join(", "), message].filter(Boolean).join(": ")}`);
  }
  if (problems > shown) lines.push(`  … and ${formatCount(problems - shown)} more`);
  return lines;
}
