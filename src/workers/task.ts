import type { TakenTask } from "../bulk/queue/queue.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult, RunPart } from "../context/host.ts";
import { withWords } from "../kernel/command-line.ts";
import { type ErrorReport, type ExitCode, exitCodes } from "../kernel/errors.ts";
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
const held = new Set(["JOB_RUNNING", "LEASE_LOST"]);

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

/** Runs a job as `till jobs resume` does. */
export async function runJobTask(
  context: Context,
  { task, profile }: { task: { job: string }; profile: string },
  on: Pick<RunPart, "event" | "watch"> & { line(text: string): void },
): Promise<CommandResult> {
  const argv = ["jobs", "resume", task.job, "--yes", ...profileWords(context, profile)];
  return await context.part(argv, lineStreams(on.line), {
    id: task.job,
    event: on.event,
    watch: on.watch,
  });
}

/** Runs the command line of a schedule; it plans a job and queues it. */
export async function runScheduledLine(
  context: Context,
  { task, profile }: { task: { schedule: string; due: number }; profile: string },
  { line, folder, plan }: { line: readonly string[]; folder: string; plan: string | null },
  on: Pick<RunPart, "watch"> & { line(text: string): void },
): Promise<CommandResult> {
  const words = plan === null ? line : await fromStdin(context, line);
  const argv = withWords(words, "--detach", ...profileWords(context, profile));
  return await context.part(argv, lineStreams(on.line, plan ?? ""), {
    watch: on.watch,
    id: `${task.schedule}@${new Date(task.due).toISOString()}`,
    cwd: folder,
    schedule: { schedule: task.schedule, due: task.due },
  });
}

/** Returns the command line with the plan file, whose content is stored, on stdin. */
async function fromStdin(context: Context, line: readonly string[]): Promise<string[]> {
  const [file] = (await context.parse(line)).args;
  const at = line.indexOf(file ?? "", 1);
  return line.map((word, index) => (index === at ? "-" : word));
}

/** A profile that the environment defines has no name that could be given. */
function profileWords({ environment }: Context, profile: string): string[] {
  const { TILL_API_KEY: key, TILL_ACCESS_TOKEN: token } = environment.variables;
  return key || token ? [] : ["--profile", profile];
}

/** Returns what a task is about, for the log. */
export const factsOf = ({ task }: Pick<TakenTask, "task">) =>
  "job" in task ? { job: task.job } : { schedule: task.schedule };
