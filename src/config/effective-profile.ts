import { UsageError } from "../kernel/errors.ts";
import {
  currentProfile,
  environmentProfile,
  findProfile,
  isLocal,
  listProfiles,
  type Platform,
  type Profile,
  type ProfileContents,
  parsePlatform,
} from "./profiles.ts";
import type { Origin, Resolved, StoredSettings } from "./settings.ts";

/** What the environment says about who we are. */
export interface ProfileVariables {
  readonly TILL_PROFILE?: string | undefined;
  readonly TILL_API_KEY?: string | undefined;
  readonly TILL_ACCESS_TOKEN?: string | undefined;
  readonly TILL_CLIENT_ID?: string | undefined;
  readonly TILL_SITE_ID?: string | undefined;
  readonly TILL_BASE_URL?: string | undefined;
}

/** What the flags say about who we are. */
export interface ProfileFlags {
  profile?: string | undefined;
  site?: string | undefined;
  as?: "visitor" | "member" | "admin" | undefined;
}

type Fact = "name" | "platform" | "siteId" | "clientId" | "currency" | "role";

/** The profile of this run: flags over environment over the stored profile over the sandbox. Never written anywhere. */
export interface EffectiveProfile {
  readonly name: string;
  readonly platform: Platform;
  readonly siteId?: string | undefined;
  /** The site that the stored profile names: its stored API key is for this site alone. */
  readonly storedSiteId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly currency?: string | undefined;
  readonly role?: "visitor" | "member" | "admin" | undefined;
  readonly settings?: StoredSettings | undefined;
  /** Names what is this profile's alone: its secrets, and its sandbox. A rename leaves it as it is. */
  readonly key: string;
  /** The key into the credential store. Absent: nothing stored may be used, and nothing may be stored. */
  readonly credentials?: string | undefined;
  /** Secrets of the environment; never to be printed. */
  readonly secrets: { readonly apiKey?: string | undefined; readonly accessToken?: string | undefined };
  /** Where each fact that is known came from. */
  readonly origins: { readonly [Name in Fact]?: Pick<Resolved<string>, "origin" | "source"> };
}

/**
 * Who we are in this run. Credentials in the environment speak for themselves: where no profile is named and the
 * sandbox would be used, they make a hosted profile of their own. A sandbox profile that is named stays local.
 * Secrets of the environment, or another address or client than the profile's, cut the run off from stored secrets.
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
  const address = env.TILL_BASE_URL ? parsePlatform(env.TILL_BASE_URL, "TILL_BASE_URL") : undefined;
  if (address !== undefined && stored.name !== environmentProfile) requireSameKind(stored, address);
  const platform = first<Platform>(
    ["environment", "TILL_BASE_URL", stored.platform === "sandbox" ? undefined : address],
    ["profile", inProfile, stored.platform],
  );
  const siteId = first(
    ["flag", "--site", flags.site],
    ["environment", "TILL_SITE_ID", env.TILL_SITE_ID],
    ["profile", inProfile, stored.siteId],
  );
  const clientId = first(
    ["environment", "TILL_CLIENT_ID", env.TILL_CLIENT_ID],
    ["profile", inProfile, stored.clientId],
  );
  const currency = first(["profile", inProfile, stored.currency]);
  const role = first<"visitor" | "member" | "admin">(
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
    siteId: siteId?.value,
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

/** Throws UsageError where a production profile meets the address of a sandbox, or the reverse. */
function requireSameKind({ name, platform }: Pick<Profile, "name" | "platform">, address: Platform): void {
  if (isLocal(platform) === isLocal(address)) return;
  const kind = (one: Platform) => (isLocal(one) ? "a sandbox" : "production");
  throw new UsageError(
    `Profile "${name}" is ${kind(platform)} (${addressOf(platform)}), and TILL_BASE_URL is ${kind(address)} (${addressOf(address)}).`,
    {
      code: "PLATFORM_MISMATCH",
      field: "TILL_BASE_URL",
      hint: "Nothing was sent. Unset TILL_BASE_URL, or choose a profile for that address: --profile <name>",
    },
  );
}

/** The name of the profile of this run, whether it exists or not. */
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
  const speaks = env.TILL_API_KEY || env.TILL_ACCESS_TOKEN || env.TILL_CLIENT_ID || env.TILL_BASE_URL;
  const current = currentProfile(contents);
  const used = listProfiles(contents).find((one) => one.name === current);
  if (speaks && used?.platform === "sandbox") {
    return { value: environmentProfile, origin: "environment", source: "environment" };
  }
  return contents.profile === undefined
    ? { value: current, origin: "default", source: "default" }
    : { value: current, origin: "settings", source: "till profiles use" };
}

function first<T>(...places: [Origin, string, T | "" | undefined][]): Resolved<T> | undefined {
  const place = places.find(([, , value]) => value !== undefined && value !== "");
  return place && { origin: place[0], source: place[1], value: place[2] as T };
}

function addressOf(platform: Platform | undefined): string {
  return typeof platform === "object" ? platform.baseUrl : String(platform);
}
