import { addProfile, chooseProfile, parsePlatform } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { type FactOptions, statedFacts } from "./facts.ts";
import { printProfile, settingsOf } from "./records.ts";

/** Adds a profile and prints it. */
export async function run(
  context: Context,
  [name = ""]: string[],
  { platform = "hosted", use, ...options }: FactOptions & { platform?: string; use?: boolean },
): Promise<ExitCode | undefined> {
  const facts = statedFacts(context, options);
  const where = parsePlatform(platform, "--platform");
  const contents = await settingsOf(context).update((before) => {
    const added = addProfile(before, { name, platform: where, ...facts });
    return use ? chooseProfile(added, name) : added;
  });
  await printProfile(context, contents, name);
  const isClosed = where !== "sandbox";
  if (isClosed) await context.notice(`Sign in with: till login --profile ${name}`);
  if (!use) await context.notice(`Work with it: till profiles use ${name}`);
  return undefined;
}
