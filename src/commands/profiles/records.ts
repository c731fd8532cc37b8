import { chosenName } from "../../config/effective-profile.ts";
import { findProfile, listProfiles } from "../../config/profiles.ts";
import type { Resolved } from "../../config/settings.ts";
import { type SettingsContents, type SettingsFile, settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import {
  type ProfileRecord,
  profileDetails,
  profileRecord,
  storedIdentities,
} from "../../resources/profiles.ts";

/** Returns the settings file. */
export function settingsOf({ paths }: Context): SettingsFile {
  return settingsFile(paths.settingsFile);
}

/** Returns the name of the profile that commands use here, and where it comes from. */
export function nameInUse(
  { environment, globals, choices: { folder } }: Context,
  contents: SettingsContents,
): Resolved<string> {
  return chosenName({ ...contents, folder }, environment.variables, globals);
}

/** Returns all profiles as records, or only the one named `only`. */
export async function profileRecords(
  context: Context,
  contents: SettingsContents,
  only?: string,
): Promise<ProfileRecord[]> {
  const { paths, notice, now } = context;
  const selected = only === undefined ? listProfiles(contents) : [findProfile(contents, only)];
  const inUse = nameInUse(context, contents).value;
  return await Promise.all(
    selected.map(async (profile) => {
      const warn = (text: string) => void notice(text);
      const identities = await storedIdentities(paths, profile.credentials, warn);
      return profileRecord(profile, { inUse, identities, now: now() });
    }),
  );
}

/** Prints one profile. */
export async function printProfile(
  context: Context,
  contents: SettingsContents,
  name: string,
): Promise<void> {
  const [record] = await profileRecords(context, contents, name);
  if (record === undefined) return;
  await context.printRecord(record, {
    kind: "profile",
    byLabel: true,
    fields: profileDetails.filter(({ value }) => value(record)),
  });
}
