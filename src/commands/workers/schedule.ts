import type { ScheduleRun } from "../../bulk/queue/schedules.ts";
import { confirm } from "../../cli/confirm.ts";
import { sharedUrl } from "../../cli/jobs/shared-journal.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { commandLine, inShell } from "../../kernel/command-line.ts";
import { UsageError } from "../../kernel/errors.ts";
import {
  checkInstalled,
  type InstallOptions,
  installedRows,
  installedRuns,
  installSchedule,
  isInstalled,
  pauseInstalled,
  runInstalled,
  uninstallSchedule,
} from "../../workers/installed-schedules.ts";
import { ownZone, printLocal } from "../../workers/local-schedule.ts";
import {
  checkName,
  printRuns,
  printSchedules,
  readSchedule,
  type ScheduleOptions,
} from "../../workers/schedule.ts";

/** Adds a schedule for workers; without a shared journal, prints the lines for cron and systemd. */
export async function add(context: Context, args: string[], options: ScheduleOptions): Promise<undefined> {
  const { schedule, parsed } = await readSchedule(context, args, options);
  if ((await sharedUrl(context)) === undefined) {
    if ("at" in schedule.when) throw noWorkers(context);
    return void (await printLocal(context, schedule, parsed));
  }
  const { storeSchedule } = await import("../../workers/stored-schedule.ts");
  const isEach = schedule.line[0] === "each";
  const placeOf = isEach ? (await import("./each-schedule.ts")).placeOfEach : undefined;
  await storeSchedule(context, schedule, parsed, placeOf);
}

/** Returns the error of a schedule that runs once, and that nobody would run. */
function noWorkers({ argv, environment }: Context): UsageError {
  const install = argv.map((word, at) =>
    word === "create" && argv[at - 1] === "schedule" ? "install" : word,
  );
  return new UsageError(
    "Nothing would run this schedule: there is no shared journal, so there are no workers.",
    {
      code: "NO_SHARED_JOURNAL",
      hint: `Nothing was scheduled. Let this computer run it: ${inShell(commandLine(...install), environment.shell)}`,
    },
  );
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

/** Lists the schedules of workers, if there is a shared journal, and those of this computer. */
export async function list(context: Context): Promise<undefined> {
  const installed = installedRows(context);
  const isShared = (await sharedUrl(context)) !== undefined;
  const stored = isShared ? await (await storedSchedules()).storedRows(context) : undefined;
  await printSchedules(context, { installed, ...(stored && { stored }) });
}

const storedSchedules = () => import("../../workers/stored-schedule.ts");

/**
 * Returns whether a name is that of a schedule of this computer: it has one, and the workers do not; or there is no shared journal.
 * Says so if both have one.
 */
async function isHere(context: Context, name: string): Promise<boolean> {
  if ((await sharedUrl(context)) === undefined) return true;
  if (!isInstalled(context, name)) return false;
  if (!(await (await storedSchedules()).isStored(context, name))) return true;
  await context.notice(
    `This computer runs a schedule named ${name}, too. This is about that of the workers. To end the other: till schedule uninstall ${name}`,
  );
  return false;
}

/** Removes a schedule of the workers or of this computer. */
export async function remove(
  context: Context,
  args: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const name = checkName(args[0]);
  const isOwn = await isHere(context, name);
  await confirm(context, `Remove the schedule ${name}?`, yes);
  if (isOwn) return void (await uninstallSchedule(context, name, {}));
  await (await storedSchedules()).removeStored(context, name);
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

/** Queues a run of a schedule for a worker, or runs one of this computer. */
export async function runNow(context: Context, args: string[]): Promise<CommandResult | undefined> {
  const name = checkName(args[0]);
  if (await isHere(context, name)) return await runInstalled(context, name, {});
  await (await storedSchedules()).runStored(context, name);
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

/** Pauses a schedule of the workers or of this computer, or lets it go on. */
export async function pause(
  context: Context,
  args: string[],
  { off = false }: { off?: boolean },
): Promise<undefined> {
  const name = checkName(args[0]);
  if (await isHere(context, name)) await pauseInstalled(context, name, !off);
  else await (await storedSchedules()).pauseStored(context, name, !off);
}

/** Lists the runs of a schedule, or of all, newest first: of the workers, if there is a shared journal, and of this computer. */
export async function history(
  context: Context,
  [given]: string[],
  { limit }: { limit: string | number },
): Promise<undefined> {
  const name = given === undefined ? undefined : checkName(given);
  const most = Number(limit);
  const own = installedRuns(context, name);
  if ((await sharedUrl(context)) === undefined) {
    if (name !== undefined && own.length === 0) checkInstalled(context, name);
    return void (await printRuns(context, latest(own, most)));
  }
  const isElsewhere = own.length > 0 || (name !== undefined && isInstalled(context, name));
  const stored = await (await storedSchedules()).storedRuns(context, name, { most, isElsewhere });
  await printRuns(context, latest([...stored, ...own], most));
}

/** Returns the last runs, newest first. Those that were missed have no start. */
function latest(runs: readonly ScheduleRun[], most: number): ScheduleRun[] {
  const timeOf = ({ startedAt, endedAt }: ScheduleRun) => startedAt ?? endedAt;
  return runs.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one))).slice(0, most);
}
