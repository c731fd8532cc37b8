import type { Journal } from "../bulk/journal.ts";
import type { Context } from "../context.ts";

/**
 * Says on stderr which hosted site is about to be changed, before the first write of a command. Throws (exit 6) where
 * the profile is locked; returns why it is open, where it has a lock.
 */
export async function announceWriting(context: Context): Promise<string | undefined> {
  const { unlockedFor } = await context.writing();
  const { hosted, id, profile } = await context.site();
  if (hosted) await context.notice(`Writing to site ${id} (profile ${profile}).`);
  return unlockedFor;
}

/** The same for a job: its journal keeps why it was allowed, and Ctrl-C lets the calls that are under way end. */
export async function announceJob(context: Context, journal: Journal): Promise<void> {
  const reason = await announceWriting(context);
  if (reason !== undefined) journal.allow(reason);
  context.letCallsEnd();
}
