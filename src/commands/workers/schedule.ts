import type { ScheduleRun } from "../../bulk/queue/schedules.ts";
import { confirm } from "../../cli/confirm.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { TillError } from "../../kernel/errors.ts";
import {
  type CreateOptions,
  checkName,
  printRuns,
  printSchedules,
  type Runner,
  readSchedule,
  type ScheduleOptions,
} from "../../workers/schedule.ts";
import {
  allRows,
  allSchedulers,
  ofComputer,
  ofWorkers,
  schedulerOf,
  usualScheduler,
} from "../../workers/scheduler.ts";
import { ownZone } from "../../workers/timers.ts";

/** Creates a schedule. Its times are in the setting's time zone; on a computer in that of the computer if none is set. */
export async function create(
  context: Context,
  args: string[],
  {
    runner,
    confine,
    dryRun,
    ...options
  }: ScheduleOptions & Omit<CreateOptions, "runner"> & { runner?: Runner },
): Promise<undefined> {
  const scheduler =
    runner === undefined
      ? await usualScheduler(context)
      : await (runner === "worker" ? ofWorkers() : ofComputer());
  const isHere = scheduler === (await ofComputer());
  const { origin } = context.choices.setting("timeZone");
  const timeZone = options.timeZone ?? (isHere && origin === "default" ? ownZone() : undefined);
  const { schedule, parsed } = await readSchedule(context, args, { ...options, timeZone });
  const isEach = schedule.line[0] === "each";
  await scheduler.create(context, schedule, parsed, {
    runner: runner === "worker" ? undefined : runner,
    confine,
    dryRun,
    placeOf: isEach ? (await import("./each-schedule.ts")).placeOfEach : undefined,
  });
}

/** Lists the schedules of the workers and of this computer. */
export async function list(context: Context): Promise<undefined> {
  await printSchedules(context, await allRows(context));
}

/** Deletes a schedule. */
export async function remove(
  context: Context,
  args: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const name = checkName(args[0]);
  const scheduler = await schedulerOf(context, name);
  await confirm(context, `Delete the schedule ${name}?`, yes);
  await scheduler.delete(context, name);
}

/** Runs a schedule: queues it for a worker, or runs its command here. With `due`, as the timers of this computer start it. */
export async function run(
  context: Context,
  args: string[],
  { due = false }: { due?: boolean },
): Promise<CommandResult | undefined> {
  const name = checkName(args[0]);
  if (due) return await (await import("../../workers/computer-schedules.ts")).runNamed(context, name, true);
  return await (await schedulerOf(context, name)).run(context, name);
}

/** Pauses a schedule, or lets it go on. */
export async function pause(
  context: Context,
  args: string[],
  { off = false }: { off?: boolean },
): Promise<undefined> {
  const name = checkName(args[0]);
  await (await schedulerOf(context, name)).pause(context, name, !off);
}

/** Lists the runs of a schedule, or of all, newest first: of the workers and of this computer. */
export async function history(
  context: Context,
  [given]: string[],
  { limit }: { limit: string | number },
): Promise<undefined> {
  const name = given === undefined ? undefined : checkName(given);
  const max = Number(limit);
  const runs: ScheduleRun[] = [];
  let missing: unknown;
  let isKnown = false;
  for (const scheduler of await allSchedulers(context)) {
    try {
      runs.push(...(await scheduler.runs(context, name, max)));
      isKnown = true;
    } catch (error) {
      if (!(error instanceof TillError && error.code === "SCHEDULE_NOT_FOUND")) throw error;
      missing ??= error;
    }
  }
  if (!isKnown) throw missing;
  const timeOf = ({ startedAt, endedAt }: ScheduleRun) => startedAt ?? endedAt;
  runs.sort((run, other) => timeOf(other).localeCompare(timeOf(run)));
  await printRuns(context, runs.slice(0, max));
}
