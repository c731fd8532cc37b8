import { type SettingName, settings } from "../../config/settings.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { chosenColumns, chosenFacts, chosenSetting } from "./values.ts";

/** Prints who we are and every setting, as they are in this run. */
export async function run(
  context: Context,
  _args: string[],
  { showOrigin }: { showOrigin?: boolean },
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  const names = Object.keys(settings) as SettingName[];
  const rows = [...(await chosenFacts(context)), ...names.map((name) => chosenSetting(context, name))];
  await renderList({
    streams,
    format,
    kind: "setting",
    columns: chosenColumns(showOrigin),
    fields: globals.fields,
    rows,
  });
  return undefined;
}
