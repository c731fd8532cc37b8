import { printLocalCommands } from "../../cli/schedule/local.ts";
import { checkName } from "../../cli/schedule/schedule.ts";
import type { Context } from "../../context/context.ts";

/** Removes a schedule; without a shared journal, prints how to remove one of cron or systemd. */
export async function run(context: Context, [name]: string[]): Promise<undefined> {
  await printLocalCommands(context, "remove", checkName(name));
}
