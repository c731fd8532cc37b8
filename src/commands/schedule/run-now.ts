import { printLocalCommands } from "../../cli/schedule/local.ts";
import { checkName } from "../../cli/schedule/schedule.ts";
import type { Context } from "../../context/context.ts";

/** Runs a schedule besides its times; without a shared journal, prints how to run one of cron or systemd. */
export async function run(context: Context, [name]: string[]): Promise<undefined> {
  await printLocalCommands(context, "run-now", checkName(name));
}
