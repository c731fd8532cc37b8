import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { renderList } from "../../output/render.ts";
import { profileColumns } from "../../resources/profiles.ts";
import { profileRecords, settingsOf } from "./records.ts";

/** Prints every profile, the sandbox first. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  await renderList({
    streams,
    format,
    kind: "profile",
    columns: profileColumns,
    fields: globals.fields,
    rows: await profileRecords(context, settingsOf(context).read()),
  });
  return undefined;
}
