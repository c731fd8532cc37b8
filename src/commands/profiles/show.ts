import { chosenName } from "../../config/effective-profile.ts";
import { environmentProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { printProfile, settingsOf } from "./records.ts";

/** Prints a profile as it is stored, with who is signed in and its lock. */
export async function run(context: Context, [name]: string[]): Promise<ExitCode | undefined> {
  const { environment, globals } = context;
  const contents = settingsOf(context).read();
  const inUse = chosenName(contents, environment.variables, globals).value;
  if (name === undefined && inUse === environmentProfile) {
    throw new UsageError("The profile in use is described by the environment, and not stored.", {
      hint: "What it says and where that comes from: till config list --show-origin",
    });
  }
  await printProfile(context, contents, name ?? inUse);
  return undefined;
}
