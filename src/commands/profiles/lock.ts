import { lockProfile, unlockProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import { hour, minute } from "../../kernel/durations.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { redact } from "../../kernel/text.ts";
import { printProfile, settingsOf } from "./records.ts";

/** Milliseconds. */
const defaultDuration = 15 * minute;
const maximumDuration = 24 * hour;

/** Locks a profile, which blocks all writes through it. */
export async function lock(context: Context, [name = ""]: string[]): Promise<ExitCode | undefined> {
  const contents = await settingsOf(context).update((before) => lockProfile(before, name, context.now()));
  await printProfile(context, contents, name);
  return undefined;
}

/** Unlocks a profile for a limited time, or removes its lock, and records the reason. */
export async function unlock(
  context: Context,
  [name = ""]: string[],
  options: { reason?: string; for?: number; forGood?: boolean },
): Promise<ExitCode | undefined> {
  const reason = redact(options.reason ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (reason === "") {
    throw new UsageError("Unlocking requires a reason, which is recorded in the jobs that run meanwhile.", {
      field: "--reason",
      hint: "Add: --reason 'Spring prices'",
    });
  }
  if (options.forGood && options.for !== undefined)
    throw new UsageError("--for and --for-good cannot be used together.", { field: "--for" });
  const length = options.for ?? defaultDuration;
  if (length === 0 || length > maximumDuration) {
    throw new UsageError("--for must be a duration of at most 1 day, such as 15m.", {
      field: "--for",
      hint: "To remove the lock, use --for-good.",
    });
  }
  const now = context.now();
  const contents = await settingsOf(context).update((before) =>
    unlockProfile(before, name, {
      now,
      reason,
      until: options.forGood ? undefined : new Date(now.getTime() + length),
    }),
  );
  await printProfile(context, contents, name);
  return undefined;
}
