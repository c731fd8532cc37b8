import { chosenName } from "../../config/effective-profile.ts";
import { environmentProfile } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { profileColumns } from "../../resources/profiles.ts";
import { profileRecords, settingsOf } from "./records.ts";

/** Prints every profile, the sandbox first. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const { streams, format, globals, environment } = context;
  const contents = settingsOf(context).read();
  const rows = await profileRecords(context, contents);
  await renderList({
    streams,
    format,
    kind: "profile",
    columns: profileColumns,
    fields: globals.fields,
    rows,
  });
  const inUse = chosenName(contents, environment.variables, globals).value;
  if (inUse === environmentProfile && format === "table")
    await context.notice(
      "In use is the profile that the environment describes: till config list --show-origin",
    );
  return undefined;
}
