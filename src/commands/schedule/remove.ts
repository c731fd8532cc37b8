import { confirm } from "../../cli/confirm.ts";
import { printLocalCommands } from "../../cli/schedule/local.ts";
import { checkName } from "../../cli/schedule/schedule.ts";
import { sharedUrl } from "../../cli/worker/shared-journal.ts";
import type { Context } from "../../context/context.ts";

/** Removes a schedule; without a shared journal, prints how to remove one of cron or systemd. */
export async function run(context: Context, args: string[], { yes }: { yes?: boolean }): Promise<undefined> {
  const name = checkName(args[0]);
  if ((await sharedUrl(context)) === undefined)
    return void (await printLocalCommands(context, "remove", name));
  await confirm(context, `Remove the schedule ${name}?`, yes);
  await (await import("../../cli/schedule/stored.ts")).removeStored(context, name);
}
