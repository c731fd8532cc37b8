import { isSingle } from "../../bulk/engine/job.ts";
import { jobExit, runExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { type JobState, type JobStore, restingState } from "../../bulk/journal/journals.ts";
import type { BulkEvent, Counts, Step } from "../../bulk/journal/step.ts";
import { type QueuedJob, queuedJobs } from "../../bulk/queue/queue.ts";
import { workerTimeout } from "../../bulk/queue/tables.ts";
import { budgetsInUse } from "../../cli/jobs/budgets.ts";
import { findJob } from "../../cli/jobs/find-job.ts";
import { whyFinal } from "../../cli/jobs/kinds.ts";
import { jobsOfRun } from "../../cli/jobs/list.ts";
import { problemText } from "../../cli/jobs/row-report.ts";
import { sharedUrl, withShared } from "../../cli/jobs/shared-journal.ts";
import { jobLine } from "../../cli/same-site.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { type ExitCode, exitCodes, UsageError } from "../../kernel/errors.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";

/** Follows a job, or the jobs of a run, until it ends; the exit code is that of the job. */
export async function run(
  context: Context,
  [name]: string[],
  { run: runId }: { run?: string },
): Promise<CommandResult> {
  if (name !== undefined && runId !== undefined)
    throw new UsageError("Give a job or --run, not both.", { field: "--run" });
  const store = await context.jobs();
  const subject =
    runId === undefined ? await watchedJob(context, name ?? "last") : await watchedRun(context, runId);
  const follow = async (queued: () => Promise<ReadonlyMap<string, QueuedJob>>) =>
    await followWatched(context, subject, watchJobs({ store, ids: subject.ids, queued }, context.signal));
  if ((await sharedUrl(context)) === undefined) return await follow(async () => new Map());
  return await withShared(context, "till jobs watch", (postgres) =>
    follow(async () => await queuedJobs(postgres, workerTimeout)),
  );
}

/** What is watched; `job` if it is one. */
interface Subject {
  ids: string[];
  title: string;
  job?: Pick<Journal["job"], "site" | "command">;
  run?: string;
}

async function watchedJob(context: Context, name: string): Promise<Subject> {
  const journal = await findJob(context, name);
  const { id, job } = journal;
  await journal.close();
  if (!isSingle(job)) return { ids: [id], title: `Job ${id}`, job };
  throw new UsageError(`Job ${id} is a single change, which ended at once.`, {
    hint: `Show it: ${jobLine(context, "show", id)}`,
  });
}

async function watchedRun(context: Context, run: string): Promise<Subject> {
  const { id, jobs } = await jobsOfRun(context, run);
  const ids = jobs.flatMap((job) => (isSingle(job) ? [] : [job.id]));
  if (ids.length > 0) return { ids, title: `Run ${id}`, run: id };
  throw new UsageError(`Run ${id} has single changes only, which ended at once.`, {
    hint: `Show them: till jobs list --run ${id}`,
  });
}

/** A job as it was a moment ago. */
export interface Watched {
  id: string;
  state: JobState | "queued" | "paused";
  /** Why it is paused. */
  reason?: string;
  counts: Counts;
  /** Steps that failed since the last look. */
  failed: readonly Step[];
  /** The exit code of the job as it is. */
  exitCode: ExitCode;
}

/** What the watch looks at. */
export interface WatchSource {
  store: JobStore;
  /** The jobs to watch. */
  ids: readonly string[];
  /** Returns the queued jobs by id. */
  queued(): Promise<ReadonlyMap<string, QueuedJob>>;
}

/** The interval between looks, in milliseconds. */
const interval = 1_000;

/** Yields the jobs whenever they have changed, until none of them is queued or running, or the signal aborts. */
async function* watchJobs(
  { store, ids, queued }: WatchSource,
  signal: AbortSignal,
  every = interval,
): AsyncGenerator<Watched[]> {
  const known = new Map<string, Set<number>>();
  let last = "";
  for (;;) {
    const waiting = await queued();
    const jobs: Watched[] = [];
    for (const id of ids) {
      const seen = known.get(id) ?? new Set();
      known.set(id, seen);
      jobs.push(await look(store, id, { seen, queued: waiting.get(id) }));
    }
    const text = JSON.stringify(jobs.map(({ state, counts }) => [state, counts]));
    if (text !== last) yield jobs;
    last = text;
    if (signal.aborted || !jobs.some(({ state }) => isOngoing(state))) return;
    await pause(every, signal);
  }
}

const isOngoing = (state: Watched["state"]) => state === "queued" || state === "running";

async function look(
  store: JobStore,
  id: string,
  { seen, queued }: { seen: Set<number>; queued: QueuedJob | undefined },
): Promise<Watched> {
  const running = await store.isRunning(id);
  const journal = await store.open(id);
  try {
    const counts = journal.counts();
    const failed = [];
    if (counts.failed > seen.size)
      for (const step of journal.allSteps({ state: "failed" })) {
        if (seen.has(step.seq)) continue;
        seen.add(step.seq);
        failed.push(step);
      }
    if (!running && queued?.paused !== undefined)
      return { id, state: "paused", reason: queued.paused, counts, failed, exitCode: exitCodes.auth };
    const resting = queued ? "queued" : restingState(journal.job, counts, journal.undoLeft);
    const exitCode = jobExit(journal, counts);
    return { id, state: running ? "running" : resting, counts, failed, exitCode };
  } finally {
    await journal.close();
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}

/** Shows watched jobs until they end: a screen on a terminal, lines in a pipe, NDJSON with --json. Returns their exit code. */
async function followWatched(
  context: Context,
  { ids: [id = ""], title, job, run }: Subject,
  looks: AsyncIterable<Watched[]>,
): Promise<CommandResult> {
  const { streams, globals, format, signal } = context;
  const { terminal } = streams;
  let last: Watched[] = [];
  const kept = (async function* () {
    for await (const jobs of looks) {
      last = jobs;
      yield jobs;
    }
  })();
  if (format === "csv" || format === "yaml") await writeLast(context, kept);
  else if (format !== "table") await writeRecords(context, kept);
  else if (terminal === undefined || globals.quiet) await writeLines(context, kept);
  else {
    const { showProgress } = await import("../../ui/screens/job-screens.tsx");
    await showProgress(
      { ...terminal, color: streams.stderr.color },
      {
        ...{ title, elsewhere: true, events: eventsOf(kept), now: context.now, stop: context.stop, signal },
        command: job?.command,
        budget: job && (async () => (await budgetsInUse(context)).get(job.site)),
      },
    );
  }
  if (signal.aborted)
    return {
      exitCode: exitCodes.interrupted,
      summary: `${title} goes on.`,
      ...(job && { job: { id, undoable: false } }),
    };
  for (const { id, state } of last)
    if (state === "planned" || state === "stopped") await suggest(context, id, state);
  for (const { id, reason } of last)
    if (reason !== undefined) await context.notice(`Job ${id} is paused: ${reason}`);
  if (await hasUndo(context, last))
    await context.notice(
      `Undo with: ${run === undefined ? jobLine(context, "undo", id) : `till jobs undo --run ${run}`}`,
    );
  return { exitCode: runExit(last.map(({ exitCode }) => exitCode)), summary: sentence(last) };
}

/** Returns whether one of the jobs has ended, and changed something that can be undone. */
async function hasUndo(context: Context, jobs: readonly Watched[]): Promise<boolean> {
  const store = await context.jobs();
  for (const { id, state, counts } of jobs) {
    if ((state !== "done" && state !== "failed") || counts.done === 0) continue;
    const journal = await store.open(id);
    try {
      if ((await whyFinal(context, journal)) === undefined) return true;
    } finally {
      await journal.close();
    }
  }
  return false;
}

async function suggest(context: Context, id: string, state: string): Promise<void> {
  const why = state === "planned" ? "was not started" : "has stopped";
  await context.notice(
    `Job ${id} ${why}: ${jobLine(context, "submit", id)}, or ${jobLine(context, "resume", id)}`,
  );
}

async function writeRecords({ streams }: Context, looks: AsyncIterable<Watched[]>): Promise<void> {
  for await (const jobs of looks)
    for (const job of jobs) await streams.stdout.write(`${jsonText({ _kind: "job", ...recordOf(job) })}\n`);
}

const recordOf = ({ id, state, counts, failed }: Watched) => ({
  id,
  state,
  steps: counts,
  problems: failed.length > 0 ? failed.map(({ seq, label, error }) => ({ seq, label, error })) : undefined,
});

/** Prints what has become of the jobs, once they have ended: a document cannot show progress. */
async function writeLast(context: Context, looks: AsyncIterable<Watched[]>): Promise<void> {
  let last: Watched[] = [];
  for await (const jobs of looks) last = jobs;
  await context.print(last.map(recordOf), {
    kind: "job",
    fields: {
      id: {},
      state: {},
      total: { path: "steps.total" },
      done: { path: "steps.done" },
      failed: { path: "steps.failed" },
      unknown: { path: "steps.sent" },
    },
  });
}

async function writeLines(context: Context, looks: AsyncIterable<Watched[]>): Promise<void> {
  for await (const jobs of looks) {
    for (const { failed } of jobs)
      for (const step of failed)
        if (step.error) await context.status(`failed  ${problemText(step, step.error)}`);
    await context.streams.stdout.write(`${sentence(jobs)}\n`);
  }
}

function sentence(jobs: readonly Watched[]): string {
  const [only, ...more] = jobs;
  const sum = (name: keyof Counts) => jobs.reduce((total, { counts }) => total + counts[name], 0);
  const states = Map.groupBy(jobs, ({ state }) => state);
  const subject =
    only && more.length === 0
      ? `Job ${only.id}: ${only.state}`
      : `${countOf(jobs.length, "job")}: ${[...states].map(([state, some]) => `${some.length} ${state}`).join(", ")}`;
  const sent = states.has("running") ? "in flight" : "unknown";
  const parts = [
    `${formatCount(sum("done"))} of ${countOf(sum("total"), "step")} done`,
    ...(["failed", "sent", "undone"] as const).flatMap((name) =>
      sum(name) > 0 ? [`${formatCount(sum(name))} ${name === "sent" ? sent : name}`] : [],
    ),
  ];
  return `${subject}, ${parts.join(", ")}.`;
}

/** Returns looks as the events of one job, for the progress screen. */
async function* eventsOf(looks: AsyncIterable<Watched[]>): AsyncGenerator<BulkEvent> {
  let before: { done: number; failed: number } | undefined;
  let last: Watched[] = [];
  for await (const jobs of looks) {
    last = jobs;
    const [first] = jobs;
    const now = {
      done: jobs.reduce((total, { counts }) => total + counts.done, 0),
      failed: jobs.reduce((total, { counts }) => total + counts.failed, 0),
    };
    const total = jobs.reduce((sum, { counts }) => sum + counts.total, 0);
    if (before === undefined) yield { type: "started", job: first?.id ?? "", total };
    // What was done before the watch began does not count for its pace.
    for (let done = before?.done ?? 0; done < now.done; done++)
      yield { type: "step.done", step: anyStep, already: before === undefined };
    for (const { failed } of jobs)
      for (const step of failed) if (step.error) yield { type: "step.failed", step, error: step.error };
    before = now;
  }
  const counts = last[0]?.counts ?? { total: 0, planned: 0, sent: 0, done: 0, failed: 0, undone: 0 };
  yield { type: "finished", job: last[0]?.id ?? "", counts };
}

/** The screen counts steps that are done, and does not show them. */
const anyStep = { seq: 0, kind: "", label: "", before: {}, after: {}, state: "done" } as unknown as Step;
