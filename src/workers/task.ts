import { rowsExit, runExit } from "../bulk/engine/outcome.ts";
import type { TakenTask } from "../bulk/queue/queue.ts";
import { type Claim, claimRun, findClaim } from "../bulk/queue/schedules.ts";
import type { Environment } from "../config/environment.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult, RunPart } from "../context/host.ts";
import { withWords } from "../kernel/command-line.ts";
import { type ErrorReport, type ExitCode, exitCodes, stopCodes, TillError } from "../kernel/errors.ts";
import type { PostgresQueries } from "../kernel/postgres.ts";
import { countOf, formatCount } from "../kernel/text.ts";
import { memoryStreams } from "../output/memory-streams.ts";
import type { Streams } from "../output/streams.ts";

/** Returns streams that hand each line of stderr to `onLine` and drop the result, which is in the journal. */
function lineStreams(onLine: (line: string) => void, stdin = ""): Streams {
  const streams = memoryStreams({ stdin });
  let rest = "";
  return {
    ...streams,
    stdout: { ...streams.stdout, write: async () => {} },
    stderr: {
      ...streams.stderr,
      async write(text) {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line.trim() !== "") onLine(line);
      },
    },
  };
}

/** What to do after a run: it is finished, it is given back, or it is tried again. */
type NextMove = { move: "finished" } | { move: "back" } | { move: "again"; seconds: number };

/** Seconds between attempts while a platform does not answer; after the last, the job is left as it is. */
const pauses = [5, 10, 20, 40, 60, ...Array.from({ length: 60 }, () => 60)];

/** Codes of jobs that another process works on; its lease ends by itself if it died. */
const held = new Set(["JOB_RUNNING", "LEASE_LOST", "RUN_CLAIMED"]);

const transient = new Set<ExitCode>([exitCodes.rateLimited, exitCodes.unavailable]);

/**
 * Returns what follows the end of an attempt. `attempts`: how many came before it; `unknowns`: how many of those directly
 * before it had an unknown outcome.
 */
export function nextMove(
  { exitCode, error }: Pick<CommandResult, "exitCode" | "error">,
  attempts: number,
  stopping: boolean,
  unknowns = attempts,
): NextMove {
  if (stopping || error?.code === "NO_PROFILE") return { move: "back" };
  if (error && held.has(error.code)) return { move: "again", seconds: 1 };
  const pause = pauses[attempts];
  if (transient.has(exitCode) && pause !== undefined) return { move: "again", seconds: pause };
  // The next attempt reads first what the outcome of the last one was.
  if (exitCode === exitCodes.unknown && unknowns < 3) return { move: "again", seconds: 10 };
  return { move: "finished" };
}

/** Returns the error of a run that the platform rejected because of who signed in, or for which nobody is signed in. */
export function rejectedSignIn({ error, stopped }: CommandResult): ErrorReport | undefined {
  const reason = error ?? stopped;
  // With status 403 the identity is known, and may not do this.
  return reason?.exitCode === exitCodes.auth && reason.status !== 403 ? reason : undefined;
}

/** The profile that a task runs with; `site`: another one than the profile's. */
export interface TaskProfile {
  profile: string;
  site?: string | undefined;
}

/** Runs a job as `till jobs resume` does. */
export async function runJobTask(
  context: Context,
  { task, ...profile }: { task: { job: string } } & TaskProfile,
  on: Pick<RunPart, "event" | "watch"> & { line(text: string): void },
): Promise<CommandResult> {
  const argv = ["jobs", "resume", task.job, "--yes", ...profileWords(context, profile)];
  return await context.part(argv, lineStreams(on.line), {
    id: task.job,
    event: on.event,
    watch: on.watch,
  });
}

/** Runs the command line of a schedule: it plans a job and queues it. What undoes an earlier job does so here. */
export async function runScheduledLine(
  context: Context,
  { task, ...profile }: { task: { schedule: string; due: number } } & TaskProfile,
  { line, folder, plan }: { line: readonly string[]; folder: string; plan: string | null },
  on: Pick<RunPart, "watch"> & { line(text: string): void },
): Promise<CommandResult> {
  const words = plan === null ? line : await fromStdin(context, line);
  // A mistake in the line is reported when it runs.
  const { undoes } = await context.parse(words).catch(() => ({ undoes: false }));
  const argv = withWords(words, ...(undoes ? [] : ["--detach"]), ...profileWords(context, profile));
  return await context.part(argv, lineStreams(on.line, plan ?? ""), {
    watch: on.watch,
    id: runOf(task),
    cwd: folder,
    schedule: { schedule: task.schedule, due: task.due },
  });
}

/**
 * Runs the `till each` of a schedule: plans all sites and applies them, all in this process. `claim`: what a worker that has
 * stopped was about to apply; only that is resumed.
 */
export async function runScheduledEach(
  context: Context,
  { task, attempt }: Pick<TakenTask, "attempt"> & { task: { schedule: string; due: number } },
  { line, folder, claim }: { line: readonly string[]; folder: string; claim: Claim | undefined },
  on: Pick<RunPart, "watch"> & { line(text: string): void },
): Promise<CommandResult> {
  const streams = lineStreams(on.line);
  const name = runOf(task);
  // What a killed worker has planned and not claimed must not be resumed with this run.
  const id = attempt.retryCount === 0 ? name : `${name}+${attempt.retryCount}`;
  const part = { id, cwd: folder, watch: on.watch };
  if (claim === undefined) {
    const result = await context.part(line, streams, { ...part, schedule: task });
    if (result.exitCode !== exitCodes.ok || result.summary !== undefined) return result;
    const jobs = await jobsOf(context, id);
    return { ...result, summary: `Run ${id}: ${countOf(jobs.length, "site")} done.` };
  }
  const { atOnce, junit } = (await context.parse(line)).options as { atOnce?: number; junit?: string };
  const flags = Object.entries({ "--at-once": atOnce, "--junit": junit }).flatMap(([flag, value]) =>
    value === undefined ? [] : [flag, String(value)],
  );
  const resume = ["jobs", "resume", "--run", claim.run, "--yes", ...flags];
  const resumed = await context.part(resume, streams, { ...part, sites: claim.sites });
  const isOver = resumed.error === undefined || resumed.error.code === "RUN_NOT_FOUND";
  if (!isOver || stopCodes.has(resumed.exitCode) || transient.has(resumed.exitCode)) return resumed;
  const jobs = await jobsOf(context, claim.run);
  const labelOf = ({ profile, site }: { profile: string; site: string }) =>
    claim.sites.find((one) => one.profile === profile && (one.site ?? site) === site)?.label ?? profile;
  const ends = [
    ...claim.sites.filter(({ state }) => state !== "planned"),
    ...jobs.map(({ job, state, counts }) => ({
      label: labelOf(job),
      exitCode: state === "unplanned" ? exitCodes.failure : rowsExit(job, counts),
    })),
  ];
  const failed = ends.filter(({ exitCode }) => exitCode !== exitCodes.ok);
  const labels = failed.map(({ label }) => label).join(", ");
  const of = `of ${countOf(ends.length, "site")}`;
  return {
    exitCode: runExit(ends.map(({ exitCode }) => exitCode)),
    summary: `Resumed after a worker stopped: ${formatCount(ends.length - failed.length)} ${of} done${labels === "" ? "." : `; failed: ${labels}.`}`,
  };
}

const runOf = ({ schedule, due }: { schedule: string; due: number }) =>
  `${schedule}@${new Date(due).toISOString()}`;

const jobsOf = async (context: Context, run: string) =>
  (await listJobs(context)).filter(({ job }) => job.run === run);

async function listJobs(context: Context) {
  const entries = await (await context.jobs()).list();
  return entries.flatMap((entry) => ("damaged" in entry ? [] : [entry]));
}

/** Ends the `till each` of a schedule: no attempt can claim it any more, and what others than the claimed one have planned is deleted. */
export async function endScheduledEach(
  context: Context,
  postgres: PostgresQueries,
  task: { schedule: string; due: number },
): Promise<void> {
  await claimRun(postgres, task, { run: "", sites: [] });
  const kept = (await findClaim(postgres, task))?.run;
  const name = runOf(task);
  const store = await context.jobs();
  for (const { id, job, counts } of await listJobs(context)) {
    const isOther = job.run !== kept && (job.run === name || job.run?.startsWith(`${name}+`) === true);
    if (!isOther || counts.total !== counts.planned) continue;
    try {
      await (await store.open(id)).remove();
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
    }
  }
}

/** Returns the command line with the plan file, whose content is stored, on stdin. */
async function fromStdin(context: Context, line: readonly string[]): Promise<string[]> {
  const [file] = (await context.parse(line)).args;
  const at = line.indexOf(file ?? "", 1);
  return line.map((word, index) => (index === at ? "-" : word));
}

/** Returns whether the environment defines the profile: it has a key or a token of its own. */
export const isFromEnvironment = ({ variables }: Environment): boolean =>
  [variables.TILL_API_KEY, variables.TILL_ACCESS_TOKEN].some((secret) => secret !== undefined);

/** A profile that the environment defines has no name that could be given. */
function profileWords({ environment }: Context, { profile, site }: TaskProfile): string[] {
  return isFromEnvironment(environment)
    ? []
    : ["--profile", profile, ...(site === undefined ? [] : ["--site", site])];
}

/** Returns what a task is about, for the log. */
export const taskFacts = ({ task }: Pick<TakenTask, "task">) =>
  "job" in task ? { job: task.job } : { schedule: task.schedule };
