import { renameProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { settingsOf } from "./records.ts";

/** Renames a profile; its secrets stay where they are. */
export async function run(context: Context, [from = "", to = ""]: string[]): Promise<ExitCode | undefined> {
  await settingsOf(context).update((before) => renameProfile(before, from, to));
  await context.notice(`The profile ${from} is called ${to} now.`);
  return undefined;
}
