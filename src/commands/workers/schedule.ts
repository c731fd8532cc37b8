import { confirm } from "../../cli/confirm.ts";
import { sharedUrl } from "../../cli/jobs/shared-journal.ts";
import type { Context } from "../../context/context.ts";
import { printLocal, printLocalCommands } from "../../workers/local-schedule.ts";
import { checkName, readSchedule, type ScheduleOptions } from "../../workers/schedule.ts";

/** Adds a schedule; without a shared journal, prints the lines for cron and systemd. */
export async function add(context: Context, args: string[], options: ScheduleOptions): Promise<undefined> {
  const { schedule, parsed } = await readSchedule(context, args, options);
  if ((await sharedUrl(context)) === undefined) return void (await printLocal(context, schedule, parsed));
  const { storeSchedule } = await import("../../workers/stored-schedule.ts");
  await storeSchedule(context, schedule, parsed);
}

/** Lists schedules; without a shared journal, prints how to list those of cron and systemd. */
export async function list(context: Context): Promise<undefined> {
  if ((await sharedUrl(context)) === undefined) return void (await printLocalCommands(context, "list"));
  await (await import("../../workers/stored-schedule.ts")).printStored(context);
}

/** Removes a schedule; without a shared journal, prints how to remove one of cron or systemd. */
export async function remove(
  context: Context,
  args: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const name = checkName(args[0]);
  if ((await sharedUrl(context)) === undefined)
    return void (await printLocalCommands(context, "remove", name));
  await confirm(context, `Remove the schedule ${name}?`, yes);
  await (await import("../../workers/stored-schedule.ts")).removeStored(context, name);
}

/** Runs a schedule besides its times; without a shared journal, prints how to run one of cron or systemd. */
export async function runNow(context: Context, args: string[]): Promise<undefined> {
  const name = checkName(args[0]);
  if ((await sharedUrl(context)) === undefined)
    return void (await printLocalCommands(context, "run-now", name));
  await (await import("../../workers/stored-schedule.ts")).runStored(context, name);
}

/** Lists the runs of a schedule, or of all. Throws UsageError without a shared journal, which alone records them. */
export async function history(
  context: Context,
  [name]: string[],
  { limit }: { limit: string | number },
): Promise<undefined> {
  const { printHistory } = await import("../../workers/stored-schedule.ts");
  await printHistory(context, name === undefined ? undefined : checkName(name), Number(limit));
}
