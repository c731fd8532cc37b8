import { currentProfile } from "../../config/profiles.ts";
import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { printProfile, settingsOf } from "./records.ts";

/** Prints a profile as it is stored, with who is signed in and its lock. */
export async function run(context: Context, [name]: string[]): Promise<ExitCode | undefined> {
  const contents = settingsOf(context).read();
  const { TILL_PROFILE } = context.environment.variables;
  const meant = name ?? context.globals.profile ?? TILL_PROFILE ?? currentProfile(contents);
  await printProfile(context, contents, meant);
  return undefined;
}
