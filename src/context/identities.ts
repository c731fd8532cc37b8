import type { GrantOptions } from "../api/auth/grants.ts";
import { accessToken, apiKey, member, type Strategy, visitor } from "../api/auth/strategies.ts";
import { hasEnded } from "../api/auth/tokens.ts";
import type { Role } from "../api/endpoint.ts";
import type { Credentials } from "../config/credentials.ts";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";

/** What signing in and out is made of: the way to the platform, and the store of the profile's identities. */
export interface Identity extends GrantOptions {
  profile: EffectiveProfile;
  /** The app that visitors and members come through, where one is known. */
  clientId: string | undefined;
  siteId: string;
  hosted: boolean;
  /** The profile's key into the store. */
  key: string;
  /** False where what is stored ends with the process: the environment brought secrets, or another address. */
  kept: boolean;
  /** Lets browsers reach the embedded sandbox until `close`; undefined where they can already. */
  serve(onError: (error: unknown) => void): Promise<{ close(): Promise<void> } | undefined>;
  /** The credentials of all profiles; opened when first asked for. */
  store(): Credentials;
}

/** The roles from the least to the most. */
export const ranks: readonly Role[] = ["visitor", "member", "admin"];

/** How each role proves itself, where the profile has an identity for it; no request is made. */
export type Strategies = Record<Role, () => Promise<Strategy | undefined>> & {
  /** Whether the platform ended the sign-in of the profile's member. */
  signInHasEnded(): Promise<boolean>;
};

/** The strategies of a profile. `knownKey` is the API key that everybody knows: only the sandbox has one. */
export function strategiesOf(
  { profile, clientId, siteId, key, kept, store, ...grants }: Identity,
  knownKey: string | undefined,
): Strategies {
  const { secrets } = profile;
  const tokens = () => ({ ...grants, profile: key, clientId: clientId ?? "", store: store() });
  const heldMember = async () => (kept ? await store().get(key, "member") : undefined);
  const handedIn = secrets.accessToken === undefined ? undefined : accessToken(secrets.accessToken);
  return {
    visitor: async () => handedIn ?? (clientId === undefined ? undefined : visitor(tokens())),
    member: async () => {
      if (handedIn) return handedIn;
      if (clientId === undefined || !kept) return undefined;
      return (await heldMember()) && member(tokens());
    },
    signInHasEnded: async () => {
      const held = handedIn ? undefined : await heldMember();
      return held !== undefined && hasEnded(held);
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

/** Throws UsageError where the stored key of one site would be used for another that only the environment names. */
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

/** What is missing where no identity of a role is there, in the platform's words. */
const unavailable: Record<Role, string> = {
  visitor: "Platform context not available",
  member: "Authenticated fetch not available",
  admin: "Elevated client required",
};

/** What helps where the environment alone says who we are. */
const environmentHints: Record<Role, string> = {
  visitor: "Set TILL_CLIENT_ID to your app's client id, or TILL_API_KEY and TILL_SITE_ID.",
  member: "Sign in with: till login",
  admin: "Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox",
};

/** What helps where a stored profile does. */
const storedHints = (profile: string): Record<Role, string> => ({
  visitor: `Name your app: till profiles update ${profile} --client-id <id>, or sign in with: till login --api-key`,
  member: "Sign in with: till login",
  admin: "Sign in with: till login --api-key, or work on the sandbox with: --profile sandbox",
});

/** The error (exit 4) where a call needs more than the profile, or the role that was asked for, can do. */
export function notAllowed(needed: Role, as: Role | undefined, profile: EffectiveProfile): TillError {
  const code = "NOT_ALLOWED";
  if (as !== undefined && ranks.indexOf(as) < ranks.indexOf(needed)) {
    const { origin = "flag", source = "--as" } = profile.role === as ? (profile.origins.role ?? {}) : {};
    const why = `This needs to act as ${needed}, and ${source} says ${as}.`;
    const hint = origin === "flag" ? `Leave --as out, or say: --as ${needed}` : `Add: --as ${needed}`;
    return new TillError(exitCodes.auth, why, { code, field: "--as", hint });
  }
  const role = as ?? needed;
  const why = `${unavailable[role]}: profile "${profile.name}" cannot act as ${role}.`;
  const hints = profile.credentials === undefined ? environmentHints : storedHints(profile.name);
  return new TillError(exitCodes.auth, why, { code, hint: hints[role] });
}
