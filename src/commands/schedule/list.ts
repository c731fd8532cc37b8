import { printLocalCommands } from "../../cli/schedule/local.ts";
import type { Context } from "../../context/context.ts";

/** Lists schedules; without a shared journal, prints how to list those of cron and systemd. */
export async function run(context: Context): Promise<undefined> {
  await printLocalCommands(context, "list");
}
