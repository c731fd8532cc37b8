import { unlockProfile } from "../../config/profile-lock.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { redact } from "../../kernel/text.ts";
import { printProfile, settingsOf } from "./records.ts";

const usual = 15 * 60_000;
const longest = 24 * 3_600_000;

/** Opens a profile's lock for a while, or takes it off. The reason is kept. */
export async function run(
  context: Context,
  [name = ""]: string[],
  options: { reason?: string; for?: number; forGood?: boolean },
): Promise<ExitCode | undefined> {
  const reason = redact(options.reason ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (reason === "") {
    throw new UsageError("Unlocking needs a reason, which the jobs that run meanwhile keep.", {
      field: "--reason",
      hint: "Add: --reason 'Spring prices'",
    });
  }
  if (options.forGood && options.for !== undefined)
    throw new UsageError("--for and --for-good exclude each other.", { field: "--for" });
  const length = options.for ?? usual;
  if (length === 0 || length > longest) {
    throw new UsageError("--for is a duration of at most a day, such as 15m.", {
      field: "--for",
      hint: "To take the lock off, say: --for-good",
    });
  }
  const now = context.now();
  const contents = await settingsOf(context).update((before) =>
    unlockProfile(before, name, {
      now,
      reason,
      ...(!options.forGood && { until: new Date(now.getTime() + length) }),
    }),
  );
  await printProfile(context, contents, name);
  return undefined;
}
