import type { GrantOptions } from "../api/auth/grants.ts";
import { accessToken, apiKey, member, type Strategy, visitor } from "../api/auth/strategies.ts";
import { hasEnded } from "../api/auth/tokens.ts";
import type { Role } from "../api/endpoint.ts";
import type { Credentials } from "../config/credentials.ts";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";

/** The transport and the credentials store for signing in and out. */
export interface Identity extends GrantOptions {
  profile: EffectiveProfile;
  /** The app that visitors and members use, if known. */
  clientId: string | undefined;
  siteId: string;
  hosted: boolean;
  /** The profile's key in the store. */
  key: string;
  /** False if credentials are kept in memory only: secrets or the base URL come from the environment. */
  kept: boolean;
  /** Serves the embedded sandbox to browsers until `close`; undefined for other platforms. */
  serve(onError: (error: unknown) => void): Promise<{ close(): Promise<void> } | undefined>;
  /** Returns the credentials of all profiles, opened on first use. */
  store(): Credentials;
}

/** The roles from lowest to highest. */
export const ranks: readonly Role[] = ["visitor", "member", "admin"];

/** The strategy of each role that the profile has an identity for, without a request. */
export type Strategies = Record<Role, () => Promise<Strategy | undefined>> & {
  /** Returns whether the platform ended the sign-in of the profile's member. */
  signInHasEnded(): Promise<boolean>;
};

/** Returns the strategies of a profile. `knownKey` is the public API key of the sandbox. */
export function strategiesOf(
  { profile, clientId, siteId, key, kept, store, ...grants }: Identity,
  knownKey: string | undefined,
): Strategies {
  const { secrets } = profile;
  const tokens = () => ({ ...grants, profile: key, clientId: clientId ?? "", store: store() });
  const storedMember = async () => (kept ? await store().get(key, "member") : undefined);
  const givenToken = secrets.accessToken === undefined ? undefined : accessToken(secrets.accessToken);
  return {
    visitor: async () => givenToken ?? (clientId === undefined ? undefined : visitor(tokens())),
    member: async () => {
      if (givenToken) return givenToken;
      if (clientId === undefined || !kept) return undefined;
      return (await storedMember()) && member(tokens());
    },
    signInHasEnded: async () => {
      const stored = givenToken ? undefined : await storedMember();
      return stored !== undefined && hasEnded(stored);
    },
    admin: async () => {
      if (secrets.apiKey) return apiKey(secrets.apiKey, profile.siteId);
      if (knownKey) return apiKey(knownKey, siteId);
      if (!kept) return undefined;
      const stored = await store().get(key, "apiKey");
      if (stored) requireStoredSite(profile);
      return stored && apiKey(stored.accessToken, profile.siteId);
    },
  };
}

/** Throws UsageError if the stored key of one site would be used for another site that only the environment sets. */
function requireStoredSite({ name, siteId, storedSiteId, origins }: EffectiveProfile): void {
  if (origins.siteId?.origin !== "environment" || storedSiteId === undefined || siteId === storedSiteId)
    return;
  throw new UsageError(
    `The API key of profile "${name}" is stored for site ${storedSiteId}, and TILL_SITE_ID is ${siteId}.`,
    {
      code: "SITE_MISMATCH",
      field: "TILL_SITE_ID",
      hint: `Nothing was sent. Unset TILL_SITE_ID, add --site ${siteId} if the key is for that site too, or add a profile for it: till profiles add`,
    },
  );
}

/** The platform's messages for a missing identity, by role. */
const unavailable: Record<Role, string> = {
  visitor: "Platform context not available",
  member: "Authenticated fetch not available",
  admin: "Elevated client required",
};

/** The hints if only the environment defines the profile. */
const environmentHints: Record<Role, string> = {
  visitor: "Set TILL_CLIENT_ID to your app's client ID, or TILL_API_KEY and TILL_SITE_ID.",
  member: "Sign in with: till login",
  admin: "Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox",
};

/** The hints for a stored profile. */
const storedHints = (profile: string): Record<Role, string> => ({
  visitor: `Set your app's client ID: till profiles update ${profile} --client-id <id>, or sign in with: till login --api-key`,
  member: "Sign in with: till login",
  admin: "Sign in with: till login --api-key, or work on the sandbox with: --profile sandbox",
});

/** Returns the error (exit 4) for a call that needs a higher role than the profile or `as` provides. */
export function notAllowed(needed: Role, as: Role | undefined, profile: EffectiveProfile): TillError {
  const code = "NOT_ALLOWED";
  if (as !== undefined && ranks.indexOf(as) < ranks.indexOf(needed)) {
    const { origin = "flag", source = "--as" } = profile.role === as ? (profile.origins.role ?? {}) : {};
    const why = `This requires the role ${needed}, but ${source} is ${as}.`;
    const hint = origin === "flag" ? `Omit --as, or use: --as ${needed}` : `Add: --as ${needed}`;
    return new TillError(exitCodes.auth, why, { code, field: "--as", hint });
  }
  const role = as ?? needed;
  const why = `${unavailable[role]}: profile "${profile.name}" cannot act as ${role}.`;
  const hints = profile.credentials === undefined ? environmentHints : storedHints(profile.name);
  return new TillError(exitCodes.auth, why, { code, hint: hints[role] });
}
