import { printLocalCommands } from "../../cli/schedule/local.ts";
import { checkName } from "../../cli/schedule/schedule.ts";
import { sharedUrl } from "../../cli/worker/shared-journal.ts";
import type { Context } from "../../context/context.ts";

/** Runs a schedule besides its times; without a shared journal, prints how to run one of cron or systemd. */
export async function run(context: Context, args: string[]): Promise<undefined> {
  const name = checkName(args[0]);
  if ((await sharedUrl(context)) === undefined)
    return void (await printLocalCommands(context, "run-now", name));
  await (await import("../../cli/schedule/stored.ts")).runStored(context, name);
}
