import { sharedUrl } from "../cli/jobs/shared-journal.ts";
import type { Context } from "../context/context.ts";
import type { ScheduleRow, Scheduler } from "./schedule.ts";

/** Returns the timers of this computer. */
export const ofComputer = async (): Promise<Scheduler> =>
  (await import("./computer-schedules.ts")).computerSchedules;

/** Returns the workers of the shared journal. */
export const ofWorkers = async (): Promise<Scheduler> =>
  (await import("./worker-schedules.ts")).workerSchedules;

/** Returns the workers, if there is a shared journal, and this computer. */
export const allSchedulers = async (context: Context): Promise<Scheduler[]> => [
  ...((await sharedUrl(context)) === undefined ? [] : [await ofWorkers()]),
  await ofComputer(),
];

/** Returns the schedules of the workers and of this computer. */
export async function allRows(context: Context): Promise<ScheduleRow[]> {
  const schedulers = await allSchedulers(context);
  return (await Promise.all(schedulers.map((scheduler) => scheduler.rows(context)))).flat();
}

/** Returns what runs new schedules: the workers if there is a shared journal, else this computer. */
export const usualScheduler = async (context: Context): Promise<Scheduler> =>
  (await sharedUrl(context)) === undefined ? await ofComputer() : await ofWorkers();

/** Returns what runs the schedule with a name. If both do, that is the workers, with a notice; if nothing does, the usual one. */
export async function schedulerOf(context: Context, name: string): Promise<Scheduler> {
  const computer = await ofComputer();
  if ((await sharedUrl(context)) === undefined) return computer;
  const workers = await ofWorkers();
  if (!(await computer.has(context, name))) return workers;
  if (!(await workers.has(context, name))) return computer;
  await context.notice(
    `This computer runs a schedule named ${name}, too. This is about that of the workers. For the other, set TILL_JOURNAL=sqlite.`,
  );
  return workers;
}
