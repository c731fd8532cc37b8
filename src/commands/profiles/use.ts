import { chooseProfile, findProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { platformWords } from "../../resources/profiles.ts";
import { settingsOf } from "./records.ts";

/** Makes a profile the one that is used where none is named. */
export async function run(context: Context, [name = ""]: string[]): Promise<ExitCode | undefined> {
  const contents = await settingsOf(context).update((before) => chooseProfile(before, name));
  const { platform, siteId } = findProfile(contents, name);
  const site = siteId === undefined ? "" : `, site ${siteId}`;
  await context.notice(`Working with ${name} from now on (${platformWords(platform)}${site}).`);
  const { TILL_PROFILE } = context.environment.variables;
  if (TILL_PROFILE !== undefined && TILL_PROFILE !== name)
    await context.notice(`Not in this shell: TILL_PROFILE says ${TILL_PROFILE}, and wins.`);
  return undefined;
}
