import { UsageError } from "../kernel/errors.ts";
import { lowerGuid } from "../kernel/ids.ts";
import type { Paths } from "./paths.ts";
import {
  currentProfile,
  environmentProfile,
  findProfile,
  isLocalPlatform,
  listProfiles,
  type Platform,
  type Profile,
  type ProfileContents,
  parsePlatform,
} from "./profiles.ts";
import { type RunningSandbox, recordedSandbox } from "./running-sandboxes.ts";
import type { Origin, Resolved, StoredSettings } from "./settings.ts";

/** The environment variables of the profile. */
export interface ProfileVariables {
  readonly TILL_PROFILE?: string | undefined;
  readonly TILL_API_KEY?: string | undefined;
  readonly TILL_ACCESS_TOKEN?: string | undefined;
  readonly TILL_CLIENT_ID?: string | undefined;
  readonly TILL_SITE_ID?: string | undefined;
  readonly TILL_BASE_URL?: string | undefined;
  readonly TILL_CREDENTIAL_COMMAND?: string | undefined;
}

/** The flags of the profile. */
export interface ProfileFlags {
  profile?: string | undefined;
  site?: string | undefined;
  as?: "visitor" | "member" | "staff" | "admin" | undefined;
}

type Fact = "name" | "platform" | "siteId" | "clientId" | "currency" | "role";

/** The profile of this run: from flags, the environment, the stored profile or the sandbox, in this order. Never stored. */
export interface EffectiveProfile {
  readonly name: string;
  readonly platform: Platform;
  readonly siteId?: string | undefined;
  /** The site of the stored profile: its stored API key is for this site only. */
  readonly storedSiteId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly currency?: string | undefined;
  readonly role?: "visitor" | "member" | "staff" | "admin" | undefined;
  readonly settings?: StoredSettings | undefined;
  /** The key of the profile's secrets and its sandbox. A rename does not change it. */
  readonly key: string;
  /** The key in the credentials store. Absent: stored credentials are not used, and none are stored. */
  readonly credentials?: string | undefined;
  /** Secrets from the environment; never printed. */
  readonly secrets: { readonly apiKey?: string | undefined; readonly accessToken?: string | undefined };
  /** The running sandbox that the profile is named after. */
  readonly server?: RunningSandbox | undefined;
  /** The origin of each known fact. */
  readonly origins: { readonly [Name in Fact]?: Pick<Resolved<string>, "origin" | "source"> };
}

/**
 * Returns the profile of this run. Without a selected profile, credentials in the environment define a hosted profile instead
 * of the sandbox; a selected sandbox profile stays local. Stored secrets are not used with secrets from the environment, or
 * with another base URL or client ID than the profile's.
 */
export function resolveProfile(
  contents: ProfileContents,
  env: ProfileVariables,
  flags: ProfileFlags = {},
): EffectiveProfile {
  const name = chosenName(contents, env, flags);
  const stored: Omit<Profile, "credentials"> & { credentials?: string } =
    name.value === environmentProfile && name.source === "environment"
      ? { name: environmentProfile, platform: "hosted" }
      : findProfile(contents, name.value);
  const inProfile = `profile ${stored.name}`;
  const { folder } = contents;
  // The site of a folder belongs to its profile, not to one that a flag or a variable names.
  const isOfFolder =
    name.origin === "folder" || (folder?.profile === undefined && name.source !== "--profile");
  const address = env.TILL_BASE_URL ? parsePlatform(env.TILL_BASE_URL, "TILL_BASE_URL") : undefined;
  if (address !== undefined && stored.name !== environmentProfile) requireSameKind(stored, address);
  const platform = first<Platform>(
    ["environment", "TILL_BASE_URL", stored.platform === "sandbox" ? undefined : address],
    ["profile", inProfile, stored.platform],
  );
  const siteId = first(
    ["flag", "--site", flags.site],
    ["environment", "TILL_SITE_ID", env.TILL_SITE_ID],
    ["folder", folder?.file ?? "", isOfFolder ? folder?.site : undefined],
    ["profile", inProfile, stored.siteId],
  );
  const clientId = first(
    ["environment", "TILL_CLIENT_ID", env.TILL_CLIENT_ID],
    ["profile", inProfile, stored.clientId],
  );
  const currency = first(["profile", inProfile, stored.currency]);
  const role = first<"visitor" | "member" | "staff" | "admin">(
    ["flag", "--as", flags.as],
    ["profile", inProfile, stored.role],
  );
  const secrets = { apiKey: env.TILL_API_KEY || undefined, accessToken: env.TILL_ACCESS_TOKEN || undefined };
  const elsewhere =
    addressOf(platform?.value) !== addressOf(stored.platform) || clientId?.value !== stored.clientId;
  const facts = { platform, siteId, clientId, currency, role };
  return {
    name: stored.name,
    platform: platform?.value ?? stored.platform,
    siteId: siteId && lowerGuid(siteId.value),
    storedSiteId: stored.siteId,
    clientId: clientId?.value,
    currency: currency?.value,
    role: role?.value,
    settings: stored.settings,
    key: stored.credentials ?? stored.name,
    credentials: elsewhere || secrets.apiKey || secrets.accessToken ? undefined : stored.credentials,
    secrets,
    origins: Object.fromEntries(
      Object.entries({ name, ...facts }).flatMap(([fact, known]) =>
        known ? [[fact, { origin: known.origin, source: known.source }]] : [],
      ),
    ),
  };
}

/** Returns resolveProfile's result. A name without a stored profile can also be that of a running sandbox. */
export function effectiveProfile(
  contents: ProfileContents,
  env: ProfileVariables,
  flags: ProfileFlags,
  paths: Pick<Paths, "state">,
): EffectiveProfile {
  const { value: name } = chosenName(contents, env, flags);
  const isStored = name === environmentProfile || listProfiles(contents).some((one) => one.name === name);
  const server = isStored ? undefined : recordedSandbox(paths, name);
  if (server === undefined) return resolveProfile(contents, env, flags);
  const { baseUrl, clientId, siteId } = server;
  // No profile has this key: names have no spaces.
  const profile = { name, platform: { baseUrl }, clientId, siteId, credentials: `${name} (running)` };
  const profiles = [...(contents.profiles ?? []), profile];
  return { ...resolveProfile({ ...contents, profiles }, env, flags), server };
}

/** Throws UsageError if a production profile is used with the URL of a sandbox, or the reverse. */
function requireSameKind({ name, platform }: Pick<Profile, "name" | "platform">, address: Platform): void {
  if (isLocalPlatform(platform) === isLocalPlatform(address)) return;
  const kind = (platform: Platform) => (isLocalPlatform(platform) ? "a sandbox" : "production");
  throw new UsageError(
    `Profile "${name}" is ${kind(platform)} (${addressOf(platform)}), but TILL_BASE_URL is ${kind(address)} (${addressOf(address)}).`,
    {
      code: "PLATFORM_MISMATCH",
      field: "TILL_BASE_URL",
      hint: "Nothing was sent. Unset TILL_BASE_URL, or use a profile for that URL: --profile <name>",
    },
  );
}

/** Returns the words that choose the site of a run, if a flag or the file of the folder has chosen it: a run elsewhere would not know it. */
export function siteWords({ siteId, origins }: Pick<EffectiveProfile, "siteId" | "origins">): string[] {
  const origin = origins.siteId?.origin;
  return siteId !== undefined && (origin === "flag" || origin === "folder") ? ["--site", siteId] : [];
}

/** Returns the name of the profile of this run, even if it does not exist. */
export function chosenName(
  contents: ProfileContents,
  env: ProfileVariables,
  flags: ProfileFlags,
): Resolved<string> {
  const named = first(
    ["flag", "--profile", flags.profile],
    ["environment", "TILL_PROFILE", env.TILL_PROFILE],
  );
  if (named !== undefined) return named;
  const speaks =
    env.TILL_API_KEY ||
    env.TILL_ACCESS_TOKEN ||
    env.TILL_CLIENT_ID ||
    env.TILL_BASE_URL ||
    env.TILL_CREDENTIAL_COMMAND;
  const { folder } = contents;
  const current = folder?.profile ?? currentProfile(contents);
  const used = listProfiles(contents).find((one) => one.name === current);
  // In CI, the profile of a folder is not stored.
  if (speaks && (used?.platform === "sandbox" || (folder?.profile !== undefined && used === undefined))) {
    return { value: environmentProfile, origin: "environment", source: "environment" };
  }
  if (folder?.profile !== undefined) return { value: current, origin: "folder", source: folder.file };
  return contents.profile === undefined
    ? { value: current, origin: "default", source: "default" }
    : { value: current, origin: "settings", source: "till profiles use" };
}

function first<T>(...candidates: [Origin, string, T | "" | undefined][]): Resolved<T> | undefined {
  const chosen = candidates.find(([, , value]) => value !== undefined && value !== "");
  return chosen && { origin: chosen[0], source: chosen[1], value: chosen[2] as T };
}

function addressOf(platform: Platform | undefined): string {
  return typeof platform === "object" ? platform.baseUrl : String(platform);
}
