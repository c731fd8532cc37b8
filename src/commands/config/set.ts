import { settingWords } from "../../config/setting-value.ts";
import { parseSetting, settingName, settings } from "../../config/settings.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { changeSettings, scopeWords } from "./store.ts";
import { chosenSetting, typedValue } from "./values.ts";

/** How what looks like a setting is really changed. */
const elsewhere: Readonly<Record<string, string>> = {
  profile: "till profiles use <profile>",
  platform: "till profiles add <name> --platform <where>",
  siteId: "till profiles update <profile> --site <id>",
  clientId: "till profiles update <profile> --client-id <id>",
  currency: "till profiles update <profile> --currency <code>",
  role: "till profiles update <profile> --role <role>",
};

/** Stores a setting, and says so where something stronger hides it. */
export async function run(
  context: Context,
  [text = "", value = ""]: string[],
): Promise<ExitCode | undefined> {
  const other = Object.hasOwn(elsewhere, text) ? elsewhere[text] : undefined;
  if (other !== undefined) throw new UsageError(`"${text}" belongs to a profile.`, { hint: `Use: ${other}` });
  const name = settingName(text);
  const parsed = parseSetting(name, value);
  const typed = settingWords(settings[name], parsed);
  // A file that people read keeps durations as they are typed.
  const kept = settings[name].type === "duration" ? typed : parsed;
  await changeSettings(context, (before) => ({ ...before, [name]: kept }));
  await context.notice(`${name} is ${typed} ${scopeWords(context)}.`);
  const stronger = chosenSetting(context, name);
  const { origin, source } = stronger;
  const hides =
    source === settings[name].env || (origin === "profile" && context.globals.profile === undefined);
  if (hides) await context.notice(`Here ${source} says ${typedValue(stronger)}, and wins.`);
  return undefined;
}
