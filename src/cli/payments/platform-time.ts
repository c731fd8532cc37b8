import { sandboxClock } from "../../api/services/sandbox/sandbox-clock.ts";
import type { Context } from "../../context/context.ts";

/** What time it is on the platform: the sandbox has a clock of its own, hosted sites have the world's. */
export async function platformTime(context: Context): Promise<Date> {
  const { hosted } = await context.site();
  if (hosted) return context.now();
  const { now } = await (await context.client({ sandboxClock })).sandboxClock.get({});
  return new Date(now ?? context.now());
}
