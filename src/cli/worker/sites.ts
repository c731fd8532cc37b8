import type { Environment } from "../../config/environment.ts";
import { listProfiles, type Profile, type ProfileContents } from "../../config/profiles.ts";
import type { Context } from "../../context/context.ts";

/** The sites that a worker has credentials for, with the profiles of each. */
export type ServedSites = ReadonlyMap<string, readonly string[]>;

/** Returns the sites of the stored profiles, or of the environment if it defines the profile. The embedded sandbox is not one. */
export async function servedSites(context: Context): Promise<ServedSites> {
  if (isFromEnvironment(context.environment)) {
    const { profile, id } = await context.site();
    return new Map([[id, [profile]]]);
  }
  const { settingsFile } = await import("../../config/settings-file.ts");
  const contents: ProfileContents = settingsFile(context.paths.settingsFile, () => {}).read();
  const sites = new Map<string, string[]>();
  for (const profile of listProfiles(contents)) {
    const site = siteOf(profile);
    if (site !== undefined) sites.set(site, [...(sites.get(site) ?? []), profile.name]);
  }
  return sites;
}

const isFromEnvironment = ({ variables }: Environment) =>
  [variables.TILL_API_KEY, variables.TILL_ACCESS_TOKEN].some((secret) => secret !== undefined);

function siteOf({ platform, siteId }: Profile): string | undefined {
  if (platform === "sandbox") return undefined;
  if (typeof platform === "object") return siteId ?? new URL(platform.baseUrl).host;
  return siteId;
}

/** Returns the profile for a task: the one with its name, else the first of the site. */
export function profileFor(
  sites: ServedSites,
  { site, profile }: { site: string; profile: string },
): string | undefined {
  const names = sites.get(site) ?? [];
  return names.includes(profile) ? profile : names[0];
}
