import { sandboxClock } from "../api/services/sandbox/sandbox.ts";
import type { Context } from "../context/context.ts";

/** Returns the platform's current time in milliseconds; a sandbox has its own clock. */
export async function platformTime(context: Context): Promise<number> {
  const { hosted } = await context.site();
  if (hosted) return context.now().getTime();
  const { now } = await (await context.call())(sandboxClock.get, {});
  return new Date(now ?? context.now()).getTime();
}
