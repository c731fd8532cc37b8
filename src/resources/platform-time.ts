import { sandboxClock } from "../api/services/sandbox/sandbox.ts";
import type { Session } from "./resource.ts";

/** Returns the platform's current time in milliseconds; a sandbox has its own clock. */
export async function platformTime(session: Pick<Session, "site" | "call" | "now">): Promise<number> {
  const { hosted } = await session.site();
  if (hosted) return session.now().getTime();
  const { now } = await (await session.call())(sandboxClock.get, {});
  return new Date(now ?? session.now()).getTime();
}
