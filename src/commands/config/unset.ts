import { isSettingName, settingName } from "../../config/settings.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { changeSettings, scopeWords } from "./store.ts";

/** Forgets a stored setting; one that till does not know (any more) too. */
export async function run(context: Context, [name = ""]: string[]): Promise<ExitCode | undefined> {
  let had = false;
  await changeSettings(context, (before) => {
    had = Object.hasOwn(before, name);
    if (!had && !isSettingName(name)) settingName(name);
    return Object.fromEntries(Object.entries(before).filter(([other]) => other !== name));
  });
  await context.notice(
    had ? `${name} is not stored any more.` : `${name} is not set ${scopeWords(context)}.`,
  );
  return undefined;
}
