import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parsePlanHeader } from "../bulk/plan/plan.ts";
import { hasWorker, openQueue } from "../bulk/queue/queue.ts";
import {
  addSchedule,
  findSchedule,
  listRuns,
  listSchedules,
  pauseSchedule,
  queueRun,
  removeSchedule,
  type ScheduleRun,
  type ScheduleState,
} from "../bulk/queue/schedules.ts";
import { withShared } from "../cli/jobs/shared-journal.ts";
import { checkSubmittable } from "../cli/jobs/submit.ts";
import type { Context } from "../context/context.ts";
import type { ParsedLine } from "../context/host.ts";
import { commandLine } from "../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import type { Postgres } from "../kernel/postgres.ts";
import { nearest, redact } from "../kernel/text.ts";
import { withProfile } from "./program.ts";
import {
  type CreateOptions,
  nextTimesOf,
  printNext,
  type Schedule,
  type SchedulePlace,
  type ScheduleRow,
  type Scheduler,
  timesAfter,
} from "./schedule.ts";

/** The largest plan file that is stored with a schedule, in bytes. */
const maxPlan = 64 * 1024 * 1024;

/** The schedules in the shared journal's database, which workers run. */
export const workerSchedules: Scheduler = {
  create,
  rows: async (context) => (await withShared(context, "till schedule", listSchedules)).map(rowOf),
  has: async (context, name) =>
    await withShared(
      context,
      "till schedule",
      async (postgres) => (await findSchedule(postgres, name)) !== undefined,
    ),
  runs,
  run,
  pause,
  delete: remove,
};

/** Stores a schedule. Throws UsageError for a command that workers do not run. */
async function create(
  context: Context,
  schedule: Schedule,
  parsed: ParsedLine,
  { dryRun = false, placeOf = placeOfLine }: CreateOptions,
): Promise<void> {
  const { site, profile, profiles } = await placeOf(context, schedule, parsed);
  const plan = schedule.line[0] === "apply" ? readPlan(context, parsed.args[0] ?? "", site) : null;
  const { name, when, timeZone, line } = schedule;
  const next = timesAfter(schedule, context.now(), 3);
  const stored = {
    name,
    cron: "cron" in when ? when.cron : null,
    at: "at" in when ? when.at.getTime() : null,
    timeZone,
    // The worker has another profile in use.
    line: profiles === null ? [...line] : [...(await withProfile(context, line, parsed))],
    folder: context.cwd,
    plan,
    site,
    profile,
    profiles,
    ...context.who(),
  };
  const record = { _kind: "schedule", name, ...when, timeZone, line, runner: "worker", site, profile, next };
  const text = `Schedule ${name}: ${redact(commandLine(...line))}`;
  if (dryRun) {
    await context.printResult(record, text);
    await printNext(context, schedule, next);
    return await context.notice("Dry run: nothing was scheduled.");
  }
  const served = await withShared(context, "till schedule", async (postgres) => {
    if (!(await addSchedule(postgres, stored, next[0] ?? context.now()))) throw exists(name);
    return await hasWorker(postgres, { site, profile });
  });
  await context.printResult(record, text);
  await context.notice("A worker of the shared journal runs it. See it: till schedule list");
  await printNext(context, schedule, next);
  if (plan !== null)
    await context.notice("The plan is stored with the schedule; the file is not needed any more.");
  else await context.notice(`Files in the command are read on the worker that runs it, from ${context.cwd}.`);
  if (!served)
    await context.notice(
      `${noWorker({ site, profiles })}: till worker, where ${profiles === null ? "that profile is" : "they are"}.`,
    );
}

/** Returns where a bulk change or `till apply` runs. Throws UsageError for what workers do not run. */
async function placeOfLine(
  context: Context,
  _schedule: Schedule,
  parsed: ParsedLine,
): Promise<SchedulePlace> {
  checkRunnable(parsed);
  await checkSubmittable(context, "till schedule");
  const { id: site, profile } = await context.site();
  return { site, profile, profiles: null };
}

/** Returns the sentence that says that nobody runs the jobs of a schedule. */
function noWorker({ site, profiles }: Pick<SchedulePlace, "site" | "profiles">): string {
  const whose = profiles === null ? `a profile of site ${site}` : `the profiles ${profiles.join(", ")}`;
  return `No worker with ${whose} is running`;
}

function checkRunnable(parsed: ParsedLine): void {
  const { profile, site, as } = parsed.globals;
  if (profile !== undefined || site !== undefined || as !== undefined) {
    throw new UsageError("The profile of a schedule is that of till schedule create.", {
      field: profile !== undefined ? "--profile" : site !== undefined ? "--site" : "--as",
      hint: "Write it in front of the two dashes: till schedule create … --profile shop -- products update …",
    });
  }
  if (!parsed.undoes) checkBulk(parsed);
  refuseDryRun(parsed.options);
}

/** Throws UsageError for a command that is not a bulk change. */
export function checkBulk({ flags }: ParsedLine): void {
  if (flags.includes("--detach")) return;
  throw new UsageError("Workers run bulk changes, till apply and till sale end only.", {
    field: "command",
    hint: "Let this computer run it: --runner systemd, launchd or task.",
  });
}

/** Throws UsageError for flags with which a command changes nothing. */
export function refuseDryRun(options: ParsedLine["options"]): void {
  const only = (["dryRun", "planOut"] as const).find((name) => options[name] !== undefined);
  if (only === undefined) return;
  throw new UsageError("This command would change nothing.", {
    field: only === "dryRun" ? "--dry-run" : "--plan-out",
    hint: "Leave the flag out.",
  });
}

function readPlan(context: Context, file: string, site: string): string {
  const path = resolve(context.cwd, file);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    throw new TillError(exitCodes.notFound, `Cannot read ${file}: there is no such file.`, {
      field: "command",
    });
  }
  if (size > maxPlan) {
    throw new UsageError(`${file} is larger than 64 MiB, too large to store with the schedule.`, {
      field: "command",
    });
  }
  const text = readFileSync(path, "utf8");
  const [first = ""] = text.split("\n", 1);
  const { site: planned, change } = parsePlanHeader(first, `${file}:1`);
  if (change !== undefined)
    throw new UsageError(`Workers run bulk changes: ${file} is the plan of a single change.`, {
      field: "command",
      hint: "Let this computer run it: --runner systemd, launchd or task.",
    });
  if (planned === site) return text;
  throw new TillError(exitCodes.conflict, `${file} was planned for site ${planned}, not for ${site}.`, {
    code: "OTHER_SITE",
    hint: "Use a profile of that site (till profiles list): --profile <name>",
  });
}

function exists(name: string): TillError {
  return new TillError(exitCodes.conflict, `There is a schedule named ${name} already.`, {
    code: "SCHEDULE_EXISTS",
    field: "--name",
    hint: `Choose another name, or delete it first: till schedule delete ${name}`,
  });
}

const isoOf = (time: number | null) => (time === null ? null : new Date(time).toISOString());

function rowOf({ at, due, lastRun, lastMissed, ...schedule }: ScheduleState): ScheduleRow {
  const later = due === null ? [] : nextTimesOf({ ...schedule, at }, new Date(due), 2);
  const next = due === null ? [] : [new Date(due), ...later];
  return {
    ...schedule,
    runner: "worker",
    at: isoOf(at),
    next: next.map((time) => time.toISOString()),
    lastRun: isoOf(lastRun),
    lastMissed: isoOf(lastMissed),
    command: redact(commandLine(...schedule.line)),
  };
}

async function runs(context: Context, name: string | undefined, max: number): Promise<ScheduleRun[]> {
  return await withShared(context, "till schedule history", async (postgres) => {
    if (name !== undefined && (await findSchedule(postgres, name)) === undefined)
      throw await notFound(postgres, name);
    return await listRuns(postgres, { schedule: name, max });
  });
}

/** Throws SCHEDULE_OVER (exit 6) if it has no next time. */
async function pause(context: Context, name: string, isPaused: boolean): Promise<void> {
  await withShared(context, "till schedule pause", async (postgres) => {
    const schedule = await findSchedule(postgres, name);
    if (schedule === undefined) throw await notFound(postgres, name);
    const [next] = nextTimesOf(schedule, context.now(), 1);
    if (!isPaused && next === undefined)
      throw new TillError(exitCodes.conflict, `The time of ${name} has passed.`, {
        code: "SCHEDULE_OVER",
        hint: `Run it now: till schedule run ${name}`,
      });
    await pauseSchedule(postgres, name, isPaused ? undefined : next);
  });
  await context.notice(
    isPaused
      ? `Paused the schedule ${name}: workers do not run it. To go on: till schedule pause ${name} --off`
      : `The schedule ${name} runs again.`,
  );
}

async function remove(context: Context, name: string): Promise<void> {
  await withShared(context, "till schedule", async (postgres) => {
    if (!(await removeSchedule(postgres, name))) throw await notFound(postgres, name);
  });
  await context.notice(`Deleted the schedule ${name}.`);
}

/** Queues a run for a worker. Throws SCHEDULE_BUSY (exit 6) if it runs already. */
async function run(context: Context, name: string): Promise<undefined> {
  await withShared(context, "till schedule", async (postgres) => {
    const schedule = await findSchedule(postgres, name);
    if (schedule === undefined) throw await notFound(postgres, name);
    const queue = await openQueue(postgres);
    try {
      const due = context.now();
      if (!(await postgres.transaction((queries) => queueRun(queries, queue, schedule, due)))) {
        throw new TillError(exitCodes.conflict, `A run of ${name} is queued or running already.`, {
          code: "SCHEDULE_BUSY",
          hint: "See it: till jobs list",
        });
      }
    } finally {
      await queue.close();
    }
    await context.printResult({ _kind: "schedule", name, state: "queued" }, `Schedule ${name}: queued.`);
    if (!(await hasWorker(postgres, schedule))) await context.notice(`${noWorker(schedule)}.`);
  });
}

async function notFound(postgres: Postgres, name: string): Promise<TillError> {
  const names = (await listSchedules(postgres)).map((one) => one.name);
  const guess = nearest(name, names);
  return new TillError(
    exitCodes.notFound,
    `There is no schedule named ${name}.${guess === undefined ? "" : ` Did you mean ${guess}?`}`,
    { code: "SCHEDULE_NOT_FOUND", hint: "List them: till schedule list" },
  );
}
