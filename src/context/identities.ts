import { existsSync } from "node:fs";
import { accessToken, apiKey, member, type Strategy, signInEnded, visitor } from "../api/auth/strategies.ts";
import { type GrantOptions, hasEnded } from "../api/auth/tokens.ts";
import { type Actor, type Endpoint, type Role, staffMay } from "../api/endpoint.ts";
import { refusalHints } from "../api/response.ts";
import type { Credentials, SignedIn } from "../config/credentials.ts";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import { ApiError, exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import type { PrintedKeys } from "./credential-command.ts";

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
  /** The command that prints the API key, and the keys that such commands have printed. */
  keyCommand: string | undefined;
  keys: PrintedKeys;
  /** Serves the embedded sandbox to browsers until `close`; undefined for other platforms. */
  serve(onError: (error: unknown) => void): Promise<{ close(): Promise<void> } | undefined>;
  /** Returns the credentials of all profiles, opened on first use. */
  store(): Credentials;
}

/** The roles from lowest to highest. */
const ranks: readonly Role[] = ["visitor", "member", "admin"];

/** The strategy of each role that the profile has an identity for, without a request. */
type Strategies = Record<Role, () => Promise<Strategy | undefined>> & {
  /** Returns whether the platform ended the sign-in of the profile's member. */
  signInHasEnded(): Promise<boolean>;
  /** Returns the signed-in staff member of the profile. */
  staff(): Promise<SignedInStaff | undefined>;
};

/** A staff member of events who is signed in to a profile. */
interface SignedInStaff {
  staff: NonNullable<SignedIn["staff"]>;
  strategy: Strategy;
}

/** Returns the strategies of a profile. `knownKey` is the public API key of the sandbox. */
export function strategiesOf(
  { profile, clientId, siteId, key, kept, keyCommand, keys, store, ...grants }: Identity,
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
    staff: async () => {
      const stored = kept ? await store().get(key, "staff") : undefined;
      const staff = stored?.signedIn?.staff;
      if (!stored || !staff) return undefined;
      const headers = async () => ({ authorization: stored.accessToken });
      const rejected = async () => {
        throw staffSignInEnded(profile.name, staff.name);
      };
      return { staff, strategy: { headers, rejected } };
    },
    signInHasEnded: async () => {
      const stored = givenToken ? undefined : await storedMember();
      return stored !== undefined && hasEnded(stored);
    },
    admin: async () => {
      if (secrets.apiKey) return apiKey(secrets.apiKey, profile.siteId);
      if (knownKey) return apiKey(knownKey, siteId);
      // A command of the settings is for the profile's own platform and site.
      const isOwn = kept || profile.origins.name?.origin === "environment";
      if (keyCommand !== undefined && isOwn) {
        requireStoredSite(profile);
        const { printedKey } = await import("./credential-command.ts");
        return printedKey(keyCommand, profile.siteId, { keys, now: grants.now });
      }
      if (!kept) return undefined;
      const stored = await store().get(key, "apiKey");
      const installed = stored ? undefined : await store().get(key, "app");
      if (stored || installed) requireStoredSite(profile);
      if (stored) return apiKey(stored.accessToken, profile.siteId);
      return installed && (await import("../api/auth/app.ts")).app(tokens());
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
      hint: `Nothing was sent. Unset TILL_SITE_ID, add --site ${siteId} if the key is for that site too, or add a profile for it: till profiles create`,
    },
  );
}

/** Returns the error (exit 4) of calls after the platform rejected a staff member's token: never silently someone else. */
function staffSignInEnded(profile: string, name: string): TillError {
  return new TillError(
    exitCodes.auth,
    `The platform no longer accepts the sign-in of staff member "${name}" in profile "${profile}".`,
    {
      code: "SIGN_IN_ENDED",
      hint: "Sign in with: till login --staff <link>\nOr continue as someone else: till logout, or --as <role>",
    },
  );
}

/** Returns the error (exit 4) of a call that the scopes of the signed-in staff member do not permit. */
function scopeMissing(
  { name, scopes: needed }: Endpoint,
  { name: who, scopes }: SignedInStaff["staff"],
): TillError {
  const why = needed
    ? `${name} requires the scope ${needed.join(" or ")}, and staff member "${who}" has ${scopes.join(", ") || "none"}.`
    : `${name} is not available to staff members; you are signed in as "${who}".`;
  const ask = needed ? "Ask the owner for the scope, then sign in again: till login --staff <link>\n" : "";
  return new TillError(exitCodes.auth, why, {
    code: "NOT_ALLOWED",
    hint: `${ask}Use another identity of the profile: --as <role>, or till logout`,
  });
}

/** The platform's messages for a missing identity, by role. */
const unavailable: Record<Actor, string> = {
  visitor: "Platform context not available",
  member: "Authenticated fetch not available",
  staff: "Staff access not available",
  admin: "Elevated client required",
};

/** The same for people: what the profile lacks. */
const lacks: Record<Actor, string> = {
  visitor: "has no client ID, which a visitor needs",
  member: "has no member who is signed in",
  staff: "has no staff member who is signed in",
  admin: "has no API key, which this needs",
};

/** The hints if only the environment defines the profile. */
const environmentHints: Record<Actor, string> = {
  visitor: "Set TILL_CLIENT_ID to your app's client ID, or TILL_API_KEY and TILL_SITE_ID.",
  member: "Sign in with: till login",
  staff: "Sign in with: till login --staff <link>",
  admin: "Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox",
};

/** The hints for a stored profile, which is named if the command line named it. */
function storedHints({ name, origins }: EffectiveProfile): Record<Actor, string> {
  const flag = origins.name?.origin === "flag" ? ` --profile ${name}` : "";
  return {
    visitor: `Set your app's client ID: till profiles update ${name} --client-id <id>, or sign in with: till login --api-key${flag}`,
    member: `Sign in with: till login${flag}`,
    staff: `Sign in with: till login --staff <link>${flag}`,
    admin: `Sign in with: till login --api-key${flag}, or work on the sandbox with: --profile sandbox`,
  };
}

/** Returns the error (exit 4) for a call that needs a higher role than the profile or `as` provides. */
function notAllowed(needed: Role, as: Actor | undefined, profile: EffectiveProfile): TillError {
  const code = "NOT_ALLOWED";
  if (as !== undefined && as !== "staff" && ranks.indexOf(as) < ranks.indexOf(needed)) {
    const { origin = "flag", source = "--as" } = profile.role === as ? (profile.origins.role ?? {}) : {};
    const why = `This requires the role ${needed}, but ${source} is ${as}.`;
    const hint = origin === "flag" ? `Omit --as, or use: --as ${needed}` : `Add: --as ${needed}`;
    return new TillError(exitCodes.auth, why, { code, field: "--as", hint });
  }
  const role = as ?? needed;
  const why = `${unavailable[role]}: profile "${profile.name}" cannot act as ${role}.`;
  const hints = profile.credentials === undefined ? environmentHints : storedHints(profile);
  return new TillError(exitCodes.auth, why, {
    code,
    plain: `Profile "${profile.name}" ${lacks[role]}.`,
    hint: hints[role],
  });
}

/** Which identity of a profile makes a call. Nothing is sent. */
export interface IdentityChoice {
  /** Returns the lowest identity that may make the call, or the role that the code requested. Throws TillError (exit 4). */
  strategyFor(endpoint: Endpoint, requested: Role | undefined): Promise<Strategy>;
  /** Throws TillError (exit 4) if the profile cannot act in this role. */
  need(role: Role): Promise<void>;
  can(role: Role): Promise<boolean>;
}

/** Returns the choice of identities for a profile; `credentialsFile` is not created. */
export function chooseIdentity(
  profile: EffectiveProfile,
  strategies: Strategies,
  credentialsFile: string,
): IdentityChoice {
  /** Returns the first identity of the roles that the profile has. */
  async function firstAvailable(roles: readonly Role[], as?: Actor) {
    for (const role of roles) {
      // A member who was signed out becomes a visitor only with --as visitor.
      if (role === "visitor" && as === undefined && (await strategies.signInHasEnded()))
        throw signInEnded(profile.name);
      const strategy = await strategies[role]();
      if (strategy) return { ...strategy, actor: role };
    }
    return undefined;
  }

  async function strategyOf(needed: Role, as: Actor | undefined) {
    const higher = ranks.slice(ranks.indexOf(needed));
    const candidates = as === undefined ? higher : higher.filter((role) => role === as);
    const strategy = await firstAvailable(candidates, as);
    if (strategy) return strategy;
    throw notAllowed(needed, as, profile);
  }

  /** Returns the signed-in staff member, who replaces the admin unless --as or the profile chooses a role. */
  async function activeStaff(requested: Role | undefined): Promise<SignedInStaff | undefined> {
    const asked = profile.role ?? (requested === "admin" ? undefined : requested);
    if (asked !== undefined && asked !== "staff") return undefined;
    // Most profiles have no staff member; a missing file is not created to find that out.
    const staff = existsSync(credentialsFile) ? await strategies.staff() : undefined;
    if (!staff && asked === "staff") throw notAllowed("visitor", asked, profile);
    return staff;
  }

  async function strategyFor(endpoint: Endpoint, requested: Role | undefined) {
    const { role: chosen } = profile;
    const active = await activeStaff(requested);
    if (active) {
      const isStaff = chosen === "staff" || endpoint.scopes !== undefined;
      if (isStaff && staffMay(endpoint, active.staff.scopes))
        return { ...active.strategy, actor: "staff" as const };
      const others =
        isStaff || endpoint.role === "admin" ? [] : ranks.slice(ranks.indexOf(endpoint.role), -1);
      const other = await firstAvailable(others);
      if (other) return other;
      throw scopeMissing(endpoint, active.staff);
    }
    return await strategyOf(endpoint.role, chosen ?? requested);
  }

  return {
    strategyFor,
    async need(role) {
      // The scopes of a staff member are checked call by call.
      if (!(await activeStaff(role))) await strategyOf(role, profile.role);
    },
    can: async (role) =>
      (profile.role === undefined || profile.role === role) &&
      !(role === "admin" && (await activeStaff(role))) &&
      (await strategies[role]()) !== undefined &&
      !(role === "member" && (await strategies.signInHasEnded())),
  };
}

/**
 * Returns a 401 or 403 as a whole sentence, with a hint that fits the identity that made the call. Other errors, and those with
 * a more specific hint, are returned unchanged.
 */
export function explainRefusal(
  error: unknown,
  actor: Actor | undefined,
  profile: EffectiveProfile,
  keyCommand?: string,
): unknown {
  if (!(error instanceof ApiError) || actor === undefined || !refusalHints.has(error.hint ?? ""))
    return error;
  const variable = variableOf(actor, profile);
  const { says, hint } =
    error.status === 401 ? rejected(actor, profile, { variable, keyCommand }) : forbidden(actor, variable);
  // The platform often responds with the name of the status only.
  const isSentence = /\S\s+\S+\s+\S/.test(error.message);
  return error.withHint(hint, isSentence ? error.message : says);
}

/** Returns the variable that holds the credentials: signing in would not help. */
function variableOf(actor: Actor, { secrets }: EffectiveProfile): string | undefined {
  if (secrets.accessToken) return "TILL_ACCESS_TOKEN";
  return secrets.apiKey && actor === "admin" ? "TILL_API_KEY" : undefined;
}

function rejected(
  actor: Actor,
  { name, siteId }: EffectiveProfile,
  { variable, keyCommand }: { variable: string | undefined; keyCommand: string | undefined },
) {
  if (variable !== undefined) {
    const site =
      siteId === undefined ? ", and set TILL_SITE_ID" : " and that it is for the site in TILL_SITE_ID";
    return {
      says: `The platform does not accept ${variable}.`,
      hint: `The platform rejected ${variable}. Check its value${variable === "TILL_API_KEY" ? site : ""}.`,
    };
  }
  return {
    admin: {
      says: `The platform does not accept the API key of profile "${name}".`,
      hint: `It may be revoked, or be for another site. ${
        keyCommand === undefined
          ? `Store another one: till login --api-key --profile ${name}`
          : "Check what the command of the setting credentialCommand prints."
      }`,
    },
    staff: {
      says: `The platform does not accept the sign-in of the staff member in profile "${name}".`,
      hint: "Sign in again with: till login --staff <link>",
    },
    member: {
      says: `The platform does not accept the sign-in of the member in profile "${name}".`,
      hint: "Sign in again with: till login",
    },
    visitor: {
      says: `The platform does not accept the visitor of profile "${name}".`,
      hint: "Start a new visitor with: till login --visitor",
    },
  }[actor];
}

function forbidden(actor: Actor, variable: string | undefined) {
  if (variable !== undefined)
    return {
      says: `${variable} is not allowed to do this.`,
      hint:
        variable === "TILL_API_KEY"
          ? "Add the permission to the API key in the dashboard of the platform, or set TILL_API_KEY to another key."
          : "Use an API key (TILL_API_KEY) with --as admin, or set TILL_ACCESS_TOKEN to another token.",
    };
  return {
    admin: {
      says: "The API key is not allowed to do this.",
      hint: "Add the permission to the API key in the dashboard of the platform, or use another key: till login --api-key",
    },
    staff: {
      says: "The staff member is not allowed to do this.",
      hint: "Ask the owner for the scope, then sign in again: till login --staff <link>",
    },
    member: {
      says: "Members are not allowed to do this.",
      hint: "Use an API key with --as admin. To store one: till login --api-key",
    },
    visitor: {
      says: "Visitors are not allowed to do this.",
      hint: "Use another identity with --as admin, or sign in with: till login",
    },
  }[actor];
}
