import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ApplyOptions, apply } from "../../bulk/engine/apply.ts";
import type { EngineClock } from "../../bulk/engine/engine.ts";
import { isJournalError, isSharedJournalError } from "../../bulk/engine/failure.ts";
import { outcomeExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { BulkEvent, Counts } from "../../bulk/journal/step.ts";
import { estimateSeconds, type PlanSummary, summarizePlan } from "../../bulk/plan/plan.ts";
import { writePlanFile } from "../../bulk/plan/plan-file.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult, Site } from "../../context/host.ts";
import { day } from "../../kernel/durations.ts";
import { type ErrorReport, type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { limitYoungGeneration } from "../../kernel/heap.ts";
import { countOf } from "../../kernel/text.ts";
import { confirmJob, targetOf } from "../confirm.ts";
import { jobLine, sameSiteLine } from "../same-site.ts";
import { handOver } from "../site-part.ts";
import { announceJob } from "../write-notice.ts";
import { requireApproved } from "./approvals.ts";
import type { PlannedChanges } from "./change-records.ts";
import { changedBy } from "./changed-by.ts";
import { whyFinal } from "./kinds.ts";
import { plannedChanges } from "./preview.ts";
import type { Ending, JobReporter, JobView } from "./request.ts";
import type { ReportStage } from "./result-file.ts";
import { RowReporter } from "./row-report.ts";
import type { Background } from "./submit.ts";

/** Runs a plan: preview, plan file or dry run, question, run, result. */
export async function runPlan(
  context: Context,
  journal: Journal,
  view: JobView,
  plan: PlanSummary,
): Promise<CommandResult> {
  const reporter = createReporter(context, journal, view);
  const { dryRun, planOut, diff, yes, detach } = view.options;
  const only = dryRun === true || planOut !== undefined || reporter.isEmpty(plan);
  await reporter.preview(plan, only);
  const planned = plannedChanges(journal, view, plan);
  if (diff !== undefined) await writeDiff(context, diff, planned);
  if (only) {
    const { exitCode, notice } = reporter.unsent(plan);
    if (planOut !== undefined) {
      await writePlanFile(journal, resolve(context.cwd, planOut), { signal: context.signal });
      view.saved?.(journal);
    }
    const summary =
      planOut !== undefined
        ? `Nothing was sent. The plan is in ${planOut}; apply it with: ${sameSiteLine(context, "apply", planOut)}`
        : dryRun
          ? "Dry run: nothing was sent."
          : notice;
    if (summary !== undefined) await context.notice(summary);
    await reportLines(context, journal, view, "planned");
    await journal.remove();
    return { exitCode, refused: plan.rejected, summary };
  }
  await requireApproved(context, journal);
  const question = reporter.question(plan);
  if (context.run?.plan) {
    // If this computer is gone before the site's turn comes, another one resumes the run.
    if (!context.run.dryRun) await journal.publish();
    return await handOver(context, journal, question, plan);
  }
  if (plan.steps > 0) await confirmJob(context, question, { yes, planned });
  if (detach) {
    const { submitJob } = await import("./submit.ts");
    await view.begin?.(journal);
    await journal.publish();
    return await submitJob(context, journal, "--detach");
  }
  return await applyJob(context, journal, view);
}

/** Writes every change to the file of --diff. */
export async function writeDiff(context: Context, file: string, planned: PlannedChanges): Promise<void> {
  const { writeDiffFile } = await import("./diff-file.ts");
  await writeDiffFile(context, file, planned);
}

/** Writes what became of each line of an import to the file of --report. */
export async function reportLines(
  context: Context,
  journal: Journal,
  view: Pick<JobView, "changes" | "options">,
  stage: ReportStage,
): Promise<void> {
  if (view.options.report === undefined) return;
  const { writeReport } = await import("./result-file.ts");
  await writeReport(context, journal, view, stage);
}

/** Returns how a job is shown. */
export function createReporter(context: Context, journal: Journal, view: JobView): JobReporter {
  return view.reporter ?? new RowReporter(context, journal, view);
}

/** Applies the remaining steps of a journal, shows the progress, and prints the result and commands that may follow. */
export async function applyJob(
  context: Context,
  journal: Journal,
  view: JobView,
  options: ApplyOptions = {},
): Promise<CommandResult> {
  await requireApproved(context, journal);
  const reporter = createReporter(context, journal, view);
  await announceJob(context, journal);
  await view.begin?.(journal);
  journal.start(context.now());
  limitYoungGeneration();
  const { concurrency, guards } = context;
  const background = isOnScreen(context)
    ? await (await import("./submit.ts")).backgroundOf(context, journal)
    : undefined;
  const signal = background ? AbortSignal.any([context.signal, background.signal]) : context.signal;
  const { job } = journal;
  const explain = changedBy(context, { place: job, except: job.id, since: view.plannedAt ?? job.createdAt });
  const events = apply(journal, view.work, {
    signal,
    concurrency,
    guards,
    explain,
    clock: engineClock(context),
    requestLimit: await requestLimit(context, view.options.wait),
    ...options,
  });
  const screen = { background, atLimitMs: await atLimitMs(context, journal, view) };
  const resume = jobLine(context, "resume", journal.id);
  const ending = await follow(context, journal, reporter, events, screen).catch((error: unknown) => {
    throw asRowsEnd(journalError(error, resume), journal, outcomeExit, resume);
  });
  const isLeft = ending.counts.planned + ending.counts.sent > 0;
  if (background?.signal.aborted && !context.signal.aborted && isLeft) {
    await view.finished?.(journal);
    const { submitJob } = await import("./submit.ts");
    await journal.publish();
    return await submitJob(context, journal, "Ctrl-B");
  }
  const { exitCode, summary, hints } = await reporter.end(ending).catch((error: unknown) => {
    throw asRowsEnd(error, journal, outcomeExit, resume);
  });
  await view.finished?.(journal);
  const unreported = await reportLines(context, journal, view, "applied").catch((error: unknown) => error);
  const { counts, stopped } = ending;
  if (stopped) await context.notice(stopNotice(stopped));
  const left = counts.planned + counts.sent > 0;
  const next = left ? [`Resume with: ${jobLine(context, "resume", journal.id)}`, ...hints] : hints;
  for (const hint of next) await context.notice(hint);
  await deleteOldRecords(context);
  const final = counts.done > 0 && (await whyFinal(context, journal)) !== undefined;
  // What became of the job matters more.
  if (unreported !== undefined && exitCode === exitCodes.ok) throw unreported;
  if (unreported instanceof Error) await context.notice(unreported.message);
  return {
    exitCode,
    stopped,
    job: { id: journal.id, undoable: counts.done > 0 && !final, final },
    summary,
    hint: exitCode === exitCodes.ok ? undefined : next[0],
  };
}

/**
 * Deletes the records of finished jobs that are older than the setting `keepJobs`, at most once a day. What
 * can be resumed is kept. A record that cannot be deleted now is deleted another time.
 */
async function deleteOldRecords(context: Context): Promise<void> {
  const { paths, now, choices } = context;
  const marker = join(paths.state, "records-pruned");
  const last = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (now().getTime() - last < day) return;
  const before = new Date(now().getTime() - choices.setting("keepJobs").value);
  try {
    writeFileSync(marker, "");
    utimesSync(marker, now(), now());
    await (await context.jobs()).prune(before, () => {});
  } catch (error) {
    if (error instanceof Error && !("code" in error)) throw error;
  }
}

/** For how many milliseconds a platform may carry out a request whose sender has died. */
const platformLimit = 30_000;

/** Returns that time for the platform of a job: 0 for the embedded sandbox, and if the user does not want to wait. */
export async function requestLimit(context: Context, wait = true): Promise<number> {
  return wait && (await context.site()).hosted ? platformLimit : 0;
}

/** Returns the clock of a run. */
export function engineClock({ now, sleep }: Context): EngineClock {
  return {
    now: () => now().getTime(),
    // A stop ends the wait; the run reports it.
    sleep: async (ms, signal) => await sleep(ms, signal).catch(() => {}),
  };
}

/** Returns an error of a job's journal with the way to continue; other errors are returned unchanged. */
export function journalError(error: unknown, resume: string): unknown {
  if (!(error instanceof TillError) || !isJournalError(error)) return error;
  if (error.code === "LEASE_LOST") return error;
  const hint = `The job stopped: without its record nothing more is sent. ${todo(error)} resume it: ${resume}`;
  return new TillError(error.exitCode, error.message, { code: error.code, hint, cause: error });
}

/**
 * Returns an error that ended a job early, such as a full disk, with the exit code of its rows if some are done or unknown: what
 * happened to them matters more. `exitOf`: the exit code for their counts.
 */
export function asRowsEnd(
  error: unknown,
  journal: Pick<Journal, "counts">,
  exitOf: (counts: Counts) => ExitCode,
  resume: string,
): unknown {
  if (!(error instanceof TillError) || error.code === "LEASE_LOST") return error;
  const exitCode = exitOf(journal.counts());
  if (exitCode !== exitCodes.unknown && exitCode !== exitCodes.partial) return error;
  const { message, code, field, location, hint = `See what was done, and do the rest: ${resume}` } = error;
  return new TillError(exitCode, message, { code, field, location, hint, cause: error });
}

function todo(error: TillError): string {
  if (isSharedJournalError(error)) return "Once the database is back,";
  return error.code === "DISK_FULL" ? "Free some space, then" : "Check the disk, then";
}

/** Returns why a run stopped early, in a sentence. */
export function stopNotice({ code, message }: ErrorReport): string {
  return code === "INTERRUPTED" ? message : `Stopped early: ${message}`;
}

/** Returns whether a screen shows the progress of jobs. */
function isOnScreen({ streams, globals, format }: Context): boolean {
  return streams.terminal !== undefined && !globals.json && !globals.quiet && format === "table";
}

/** Returns how many milliseconds the limit of the platform takes for what is left; undefined without a limit, or a screen that shows it. */
async function atLimitMs(
  context: Context,
  journal: Journal,
  { work, options: { retryFailed } }: JobView,
): Promise<number | undefined> {
  const perMinute = isOnScreen(context) ? (await context.site()).requestsPerMinute() : undefined;
  if (perMinute === undefined) return undefined;
  return 1000 * estimateSeconds(summarizePlan(journal, { work, retryFailed }), perMinute);
}

const waitingText = ({ steps, seconds }: BulkEvent & { type: "waiting" }) =>
  `Waiting ${countOf(seconds, "second")}: the platform may still carry out ${countOf(steps, "request")} without a response. To go on at once: till jobs resume --no-wait`;

/** Runs a job to its end and hands each event to the reporter; on a terminal a screen shows the progress. */
export async function follow(
  context: Context,
  journal: Journal,
  reporter: Pick<JobReporter, "title" | "event">,
  events: AsyncIterable<BulkEvent>,
  screen: { background?: Background | undefined; atLimitMs?: number | undefined } = {},
): Promise<Ending> {
  const { streams } = context;
  const { terminal } = streams;
  const onScreen = isOnScreen(context);
  const ending: Ending = { counts: journal.counts(), stopped: undefined };
  const reported = (async function* () {
    for await (const event of events) {
      if (event.type === "finished") Object.assign(ending, { counts: event.counts, stopped: event.stopped });
      context.run?.event?.(event);
      await reporter.event(event, onScreen);
      if (event.type === "waiting" && !onScreen) await context.notice(waitingText(event));
      yield event;
    }
  })();
  if (!onScreen || terminal === undefined) {
    for await (const _ of reported);
    return ending;
  }
  const [site, { showProgress }] = await Promise.all([
    context.site(),
    import("../../ui/screens/job-screens.tsx"),
  ]);
  const { at, startedAt } = await showProgress(
    { ...terminal, color: streams.stderr.color },
    {
      title: reporter.title(),
      target: targetOf(site),
      events: reported,
      now: context.now,
      stop: context.stop,
      signal: context.signal,
      budget: () => budgetOf(context, site),
      ...screen,
    },
  );
  ending.ms = at - startedAt;
  return ending;
}

/** Returns how much of the request limit of the site all runs have used in the last minute. */
async function budgetOf(context: Context, { id, requestsPerMinute }: Site) {
  const limit = requestsPerMinute();
  if (limit === undefined) return "no limit";
  const { budgetsInUse } = await import("./budgets.ts");
  return { requests: (await budgetsInUse(context)).get(id)?.requests ?? 0, limit };
}
