import { isSingle } from "../../bulk/engine/job.ts";
import type { JobStore } from "../../bulk/journal/journals.ts";
import { parseSetting } from "../../config/settings.ts";
import type { Context } from "../../context/context.ts";
import { openJobStore } from "../../context/job-store.ts";
import { type ExitCode, exitCodes, reportError, TillError, UsageError } from "../../kernel/errors.ts";
import { countOf, redact } from "../../kernel/text.ts";

/** Moves the records of jobs to another journal. A job that is running, or whose id is taken there, stays. */
export async function run(
  context: Context,
  names: string[],
  { all = false, to }: { all?: boolean; to?: string },
): Promise<ExitCode | undefined> {
  if (to === undefined)
    throw new UsageError("Where to?", { field: "--to", hint: "For example: --to sqlite" });
  if (all === names.length > 0)
    throw new UsageError("Name the jobs to move, or add --all.", { field: "--all" });
  const journal = parseSetting("journal", to, "--to");
  const who = { ...context.who(), pid: process.pid };
  const target = await openJobStore({
    paths: context.paths,
    journal,
    who,
    guards: new Set(),
    variables: context.environment.variables,
  });
  try {
    const source = await context.jobs();
    // Two addresses can name one database, in which a move would copy nothing and remove the job.
    if (source.id === target.id) {
      await context.notice(`Nothing to move: ${redact(journal)} is the journal in use.`);
      return undefined;
    }
    const moved: string[] = [];
    const left: TillError[] = [];
    for (const name of all ? await movable(source) : names) {
      try {
        moved.push(await move(source, target, name));
      } catch (error) {
        if (!(error instanceof TillError) || error.exitCode === exitCodes.unavailable) throw error;
        left.push(error);
      }
    }
    return await report(context, moved, left, redact(journal));
  } finally {
    await target.close();
  }
}

/** Returns the ids of all jobs but those of single changes, which stay on this computer. */
const movable = async (source: JobStore): Promise<string[]> =>
  (await source.list()).flatMap((entry) => ("job" in entry && isSingle(entry.job) ? [] : [entry.id]));

async function move(source: JobStore, target: JobStore, name: string): Promise<string> {
  const journal = await source.open(name);
  try {
    if (isSingle(journal.job))
      throw new UsageError(`Job ${journal.id} is a single change, which stays on this computer.`);
    await journal.lock();
    await target.adopt(journal);
    await journal.remove();
    return journal.id;
  } finally {
    await journal.close();
  }
}

async function report(
  { format, printRecord, notice }: Context,
  moved: string[],
  left: readonly TillError[],
  journal: string,
): Promise<ExitCode | undefined> {
  if (format !== "table")
    await printRecord(
      { moved, left: left.map((error) => reportError(error)) },
      { kind: "movedJobs", fields: {} },
    );
  for (const { message } of left) await notice(message);
  await notice(`Moved ${countOf(moved.length, "job")} to ${journal}.`);
  if (left.length === 0) return undefined;
  return moved.length > 0 ? exitCodes.partial : left[0]?.exitCode;
}
