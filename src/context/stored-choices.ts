import { type EffectiveProfile, resolveProfile } from "../config/effective-profile.ts";
import type { SettingSources } from "../config/settings.ts";
import { type SettingsContents, settingsFile } from "../config/settings-file.ts";
import { TillError } from "../kernel/errors.ts";
import type { ChoiceOptions } from "./choices.ts";

/** What the settings file says: settings of its own and of the profile in use. */
export interface StoredChoices {
  sources: Pick<SettingSources, "profile" | "stored">;
  profile(): EffectiveProfile;
}

/** Reads the settings file. Lenient: a file that cannot be understood counts as empty, a profile that is gone as none. */
export function readStored({ environment, paths, globals, notice, lenient }: ChoiceOptions): StoredChoices {
  const passOver = lenient ? notice : undefined;
  const contents = orElse<SettingsContents>(
    passOver,
    () => settingsFile(paths.settingsFile, notice).read(),
    {},
  );
  const profile = () => resolveProfile(contents, environment.variables, globals);
  // What is named on the command line is meant.
  const inUse = orElse(globals.profile === undefined ? passOver : undefined, profile, undefined);
  return {
    sources: {
      ...(inUse && { profile: { name: inUse.name, settings: inUse.settings } }),
      ...(contents.settings && { stored: contents.settings }),
    },
    profile,
  };
}

function orElse<T>(passOver: ((text: string) => void) | undefined, read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (passOver === undefined || !(error instanceof TillError)) throw error;
    passOver(error.message);
    return otherwise;
  }
}
