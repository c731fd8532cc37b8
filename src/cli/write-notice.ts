import type { Journal } from "../bulk/journal/journal.ts";
import type { Context } from "../context/context.ts";
import { profileLocked } from "../context/guards.ts";
import { sanitize } from "../kernel/text.ts";

/** Prints on stderr which hosted site is about to be changed, also with --quiet. Call it before the first write of a command. */
export async function announceWriting(context: Context): Promise<void> {
  const { hosted, id, profile } = await context.site();
  // The call itself reports a locked profile.
  const { locked } = await context.lock();
  if (hosted && !locked && !context.globals.dryRun)
    await context.streams.stderr.write(`${sanitize(`Writing to site ${id} (profile ${profile}).`)}\n`);
}

/**
 * Does the same for a job. Throws TillError 6 if the profile is locked, records in the journal why a lock is open, and
 * lets running requests finish after Ctrl-C.
 */
export async function announceJob(context: Context, journal: Journal): Promise<void> {
  const { locked, reason } = await context.lock();
  if (locked) throw profileLocked((await context.site()).profile);
  await announceWriting(context);
  if (reason !== undefined) journal.allow(reason);
  await context.beginJob();
}
