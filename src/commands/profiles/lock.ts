import { lockProfile } from "../../config/profile-lock.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { printProfile, settingsOf } from "./records.ts";

/** Locks a profile: from now on nothing writes through it. */
export async function run(context: Context, [name = ""]: string[]): Promise<ExitCode | undefined> {
  const contents = await settingsOf(context).update((before) => lockProfile(before, name, context.now()));
  await printProfile(context, contents, name);
  return undefined;
}
