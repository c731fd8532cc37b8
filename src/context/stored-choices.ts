import { type EffectiveProfile, effectiveProfile } from "../config/effective-profile.ts";
import type { Environment } from "../config/environment.ts";
import type { FolderChoices } from "../config/folder-choices.ts";
import type { Paths } from "../config/paths.ts";
import type { SettingSources } from "../config/settings.ts";
import { type SettingsContents, settingsFile } from "../config/settings-file.ts";
import { TillError } from "../kernel/errors.ts";
import type { Globals } from "./host.ts";

/** The contents of the settings file: settings, and those of the active profile. */
export interface StoredChoices {
  sources: Pick<SettingSources, "folder" | "profile" | "stored">;
  profile(): EffectiveProfile;
}

/** Reads the settings file. With `repairs`, an invalid file counts as empty and a missing profile as none. */
export function readStored(
  { environment, paths, globals, notice, repairs }: ChoiceOptions,
  folder?: FolderChoices,
): StoredChoices {
  const passOver = repairs === "quietly" ? () => {} : repairs ? notice : undefined;
  const stored = orElse<SettingsContents>(passOver, () => settingsFile(paths.settingsFile).read(), {});
  const contents = { ...stored, folder };
  const profile = () => effectiveProfile(contents, environment.variables, globals, paths);
  // A profile named on the command line must exist.
  const inUse = orElse(globals.profile === undefined ? passOver : undefined, profile, undefined);
  return {
    sources: {
      ...(inUse && { profile: { name: inUse.name, settings: inUse.settings } }),
      ...(folder && { folder }),
      ...(stored.settings && { stored: stored.settings }),
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

/** The sources of choices. */
export interface ChoiceOptions {
  environment: Environment;
  paths: Paths;
  globals: Globals;
  /** The folder of the process, whose `.till.yaml` counts. */
  cwd: string;
  /** Called with one line about a damaged settings file or an ignored value. */
  notice(text: string): void;
  /** Ignore what cannot be read, for commands that repair it: with a notice, or `quietly`. */
  repairs?: true | "quietly" | undefined;
}
