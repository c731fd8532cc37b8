import { changeProfile, findProfile } from "../../config/profiles.ts";
import type { StoredSettings } from "../../config/settings.ts";
import { type SettingsContents, settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";

/** Changes the settings for all profiles, or those of the profile that `--profile` names. */
export async function changeSettings(
  { paths, notice, globals }: Context,
  change: (before: StoredSettings) => StoredSettings,
): Promise<void> {
  const { profile } = globals;
  await settingsFile(paths.settingsFile, (text) => void notice(text)).update((before): SettingsContents => {
    if (profile === undefined) return { ...before, settings: change(before.settings ?? {}) };
    const { settings = {} } = findProfile(before, profile);
    return changeProfile(before, profile, { settings: change(settings) });
  });
}

/** `for profile shop`, or `for all profiles`. */
export function scopeWords({ globals }: Context): string {
  return globals.profile === undefined ? "for all profiles" : `for profile ${globals.profile}`;
}
