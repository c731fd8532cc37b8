import { isSettingName, settingName } from "../../config/settings.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { chosenColumns, chosenFacts, chosenSetting, typedValue } from "./values.ts";

/** Prints one setting, or one fact of who we are: off a terminal and without more being asked, the value alone. */
export async function run(
  context: Context,
  [name = ""]: string[],
  { showOrigin }: { showOrigin?: boolean },
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  const fact = isSettingName(name)
    ? undefined
    : (await chosenFacts(context)).find((one) => one.name === name);
  const chosen = fact ?? chosenSetting(context, settingName(name));
  if (format === "table" && !showOrigin) {
    await streams.stdout.write(`${typedValue(chosen)}\n`);
    return undefined;
  }
  await renderRecord({
    streams,
    format,
    kind: "setting",
    columns: chosenColumns(true).map((one) => ({ ...one, header: one.header.toLowerCase() })),
    fields: globals.fields,
    record: chosen,
  });
  return undefined;
}
