import { confirm } from "../../cli/confirm.ts";
import { sharedUrl } from "../../cli/jobs/shared-journal.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import {
  type InstallOptions,
  installSchedule,
  pauseInstalled,
  printHistory,
  printInstalled,
  runInstalled,
  uninstallSchedule,
} from "../../workers/installed-schedules.ts";
import { ownZone, printLocal } from "../../workers/local-schedule.ts";
import { checkName, readSchedule, type ScheduleOptions } from "../../workers/schedule.ts";

/** Adds a schedule for workers; without a shared journal, prints the lines for cron and systemd. */
export async function add(context: Context, args: string[], options: ScheduleOptions): Promise<undefined> {
  const { schedule, parsed } = await readSchedule(context, args, options);
  if ((await sharedUrl(context)) === undefined) return void (await printLocal(context, schedule, parsed));
  const { storeSchedule } = await import("../../workers/stored-schedule.ts");
  const isEach = schedule.line[0] === "each";
  const placeOf = isEach ? (await import("./each-schedule.ts")).placeOfEach : undefined;
  await storeSchedule(context, schedule, parsed, placeOf);
}

/** Installs a schedule as a timer of this computer. Its times are in the zone of the computer unless one is set. */
export async function install(
  context: Context,
  args: string[],
  options: ScheduleOptions & InstallOptions,
): Promise<undefined> {
  const { origin } = context.choices.setting("timeZone");
  const tz = options.tz ?? (origin === "default" ? ownZone() : undefined);
  const { schedule, parsed } = await readSchedule(context, args, { ...options, tz });
  await installSchedule(context, schedule, parsed, options);
}

/** Lists the schedules of workers; without a shared journal, those of this computer. */
export async function list(context: Context): Promise<undefined> {
  if ((await sharedUrl(context)) === undefined) return void (await printInstalled(context));
  await (await import("../../workers/stored-schedule.ts")).printStored(context);
}

/** Removes a schedule of workers; without a shared journal, one of this computer. */
export async function remove(
  context: Context,
  args: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const name = checkName(args[0]);
  const isShared = (await sharedUrl(context)) !== undefined;
  await confirm(context, `Remove the schedule ${name}?`, yes);
  if (!isShared) return void (await uninstallSchedule(context, name, {}));
  await (await import("../../workers/stored-schedule.ts")).removeStored(context, name);
}

/** Uninstalls a schedule of this computer. */
export async function uninstall(
  context: Context,
  args: string[],
  { yes, dryRun = false }: { yes?: boolean; dryRun?: boolean },
): Promise<undefined> {
  const name = checkName(args[0]);
  if (!dryRun) await confirm(context, `Uninstall the schedule ${name}?`, yes);
  await uninstallSchedule(context, name, { dryRun });
}

/** Queues a run of a schedule for a worker; without a shared journal, runs one of this computer. */
export async function runNow(context: Context, args: string[]): Promise<CommandResult | undefined> {
  const name = checkName(args[0]);
  if ((await sharedUrl(context)) === undefined) return await runInstalled(context, name, {});
  await (await import("../../workers/stored-schedule.ts")).runStored(context, name);
  return undefined;
}

/** Runs the command of a schedule of this computer. */
export async function run(
  context: Context,
  args: string[],
  options: { due?: boolean },
): Promise<CommandResult> {
  return await runInstalled(context, checkName(args[0]), options);
}

/** Pauses a schedule of the workers, or without a shared journal of this computer, or lets it go on. */
export async function pause(
  context: Context,
  args: string[],
  { off = false }: { off?: boolean },
): Promise<undefined> {
  const name = checkName(args[0]);
  if ((await sharedUrl(context)) === undefined) await pauseInstalled(context, name, !off);
  else await (await import("../../workers/stored-schedule.ts")).pauseStored(context, name, !off);
}

/** Lists the runs of a schedule, or of all: of the shared journal if there is one, else of this computer. */
export async function history(
  context: Context,
  [given]: string[],
  { limit }: { limit: string | number },
): Promise<undefined> {
  const name = given === undefined ? undefined : checkName(given);
  if ((await sharedUrl(context)) === undefined) return await printHistory(context, name, Number(limit));
  const { printStoredHistory } = await import("../../workers/stored-schedule.ts");
  return await printStoredHistory(context, name, Number(limit));
}
