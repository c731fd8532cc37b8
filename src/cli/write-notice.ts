import type { Journal } from "../bulk/journal/journal.ts";
import type { Context } from "../context/context.ts";
import { profileLocked } from "../context/guards.ts";

/**
 * Prints which site a job is about to change. Throws TillError 6 if the profile is locked, records in the journal why a lock is
 * open, and lets running requests finish after Ctrl-C.
 */
export async function announceJob(context: Context, journal: Journal): Promise<void> {
  const { locked, reason } = await context.lock();
  if (locked) throw profileLocked((await context.site()).profile);
  await context.announce();
  if (reason !== undefined) journal.allow(reason);
  await context.beginJob();
}
