import { printLocalCommands } from "../../cli/schedule/local.ts";
import { sharedUrl } from "../../cli/worker/shared-journal.ts";
import type { Context } from "../../context/context.ts";

/** Lists schedules; without a shared journal, prints how to list those of cron and systemd. */
export async function run(context: Context): Promise<undefined> {
  if ((await sharedUrl(context)) === undefined) return void (await printLocalCommands(context, "list"));
  await (await import("../../cli/schedule/stored.ts")).printStored(context);
}
