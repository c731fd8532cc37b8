import type { Journal } from "../bulk/journal/journal.ts";
import type { Context } from "../context/context.ts";
import { profileLocked } from "../context/write-gate.ts";

/** Says on stderr which hosted site is about to be changed; called before the first write of a command. */
export async function announceWriting(context: Context): Promise<void> {
  const { hosted, id, profile } = await context.site();
  // Of a locked profile the call itself says that it is not made.
  const { locked } = await context.lock();
  if (hosted && !locked) await context.notice(`Writing to site ${id} (profile ${profile}).`);
}

/**
 * The same for a job, which is not begun where the profile is locked (exit 6). Its journal keeps why a lock is open,
 * and Ctrl-C lets the calls that are under way end.
 */
export async function announceJob(context: Context, journal: Journal): Promise<void> {
  const { locked, reason } = await context.lock();
  if (locked) throw profileLocked((await context.site()).profile);
  await announceWriting(context);
  if (reason !== undefined) journal.allow(reason);
  context.letCallsEnd();
}
