import { printLocal } from "../../cli/schedule/local.ts";
import { readSchedule, type ScheduleOptions } from "../../cli/schedule/schedule.ts";
import { sharedUrl } from "../../cli/worker/shared-journal.ts";
import type { Context } from "../../context/context.ts";

/** Adds a schedule; without a shared journal, prints the lines for cron and systemd. */
export async function run(context: Context, args: string[], options: ScheduleOptions): Promise<undefined> {
  const { schedule, parsed } = await readSchedule(context, args, options);
  if ((await sharedUrl(context)) === undefined) return void (await printLocal(context, schedule, parsed));
  const { storeSchedule } = await import("../../cli/schedule/stored.ts");
  await storeSchedule(context, schedule, parsed);
}
