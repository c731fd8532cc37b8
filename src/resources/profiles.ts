import { existsSync } from "node:fs";
import { hasEnded } from "../api/auth/tokens.ts";
import { type CredentialKind, openCredentials } from "../config/credentials.ts";
import type { Paths } from "../config/paths.ts";
import { type LockEntry, lockState, type Profile } from "../config/profiles.ts";
import type { StoredSettings } from "../config/settings.ts";
import { columnsOf, detailColumns, type Fields } from "../output/field.ts";

/** A stored identity of a profile, without its secrets. */
export interface StoredIdentity {
  kind: CredentialKind;
  /** ISO text; null if it does not expire. */
  expiresAt: string | null;
  /** Whether it can be refreshed. */
  renewable: boolean;
  /** The platform signed out this member; the profile keeps the identity until login or logout. */
  ended?: true;
}

/** A profile for output. */
export interface ProfileRecord {
  name: string;
  inUse: boolean;
  /** `sandbox`, `hosted` or a base URL. */
  platform: string;
  siteId: string | null;
  clientId: string | null;
  currency: string | null;
  role: string | null;
  settings: StoredSettings;
  identities: readonly StoredIdentity[];
  /** `open` is unlocked until `openUntil`, for the reason `openFor`. */
  lock: "none" | "locked" | "open";
  openUntil: string | null;
  openFor: string | null;
  /** Oldest first. */
  lockLog: readonly LockEntry[];
}

/** Converts a stored profile to a record; `inUse` is the name of the current profile. */
export function profileRecord(
  profile: Profile,
  { inUse, identities, now }: { inUse: string; identities: readonly StoredIdentity[]; now: Date },
): ProfileRecord {
  const { name, platform, siteId = null, clientId = null, currency = null, role = null } = profile;
  const { locked, until, reason = null } = lockState(profile, now);
  return {
    name,
    inUse: name === inUse,
    platform: platformLabel(platform),
    siteId,
    clientId,
    currency,
    role,
    settings: profile.settings ?? {},
    identities,
    lock: locked ? "locked" : until ? "open" : "none",
    openUntil: until?.toISOString() ?? null,
    openFor: reason,
    lockLog: profile.locks ?? [],
  };
}

/** Returns `sandbox`, `hosted` or the base URL. */
export function platformLabel(platform: Profile["platform"]): string {
  return typeof platform === "string" ? platform : platform.baseUrl;
}

/** Returns the identities stored under a profile's key. Does not create the credentials file. */
export async function storedIdentities(
  { credentialsFile: file, keychain }: Pick<Paths, "credentialsFile" | "keychain">,
  key: string,
  notice: (text: string) => void,
): Promise<StoredIdentity[]> {
  if (!existsSync(file)) return [];
  const store = openCredentials({ file, keychain, notice });
  try {
    const identities: StoredIdentity[] = [];
    for (const kind of await store.kinds(key)) {
      const credential = await store.get(key, kind);
      const { expiresAt, refreshToken } = credential ?? {};
      const ended = kind === "member" && credential !== undefined && hasEnded(credential);
      const expires = kind !== "apiKey" && kind !== "staff" && expiresAt !== undefined;
      identities.push({
        kind,
        expiresAt: expires ? new Date(expiresAt * 1000).toISOString() : null,
        renewable: refreshToken !== undefined,
        ended: ended ? (true as const) : undefined,
      });
    }
    return identities;
  } finally {
    store.close();
  }
}

const kindLabels: Record<CredentialKind, string> = {
  apiKey: "API key",
  app: "app",
  member: "member",
  staff: "staff member",
  visitor: "visitor",
  pending: "unfinished login",
  journal: "password of the journal",
};

/** Formats identities for display: `API key, member`. */
export function identityLabels(identities: readonly StoredIdentity[]): string {
  return identities
    .map(({ kind, ended }) => kindLabels[kind] + (ended ? " (signed out by the platform)" : ""))
    .join(", ");
}

const fields: Fields<ProfileRecord> = {
  name: { label: "Profile" },
  inUse: { path: "inUse", label: "Current", value: ({ inUse }) => (inUse ? "yes" : ""), tone: () => "good" },
  platform: { grow: true },
  siteId: { label: "Site", grow: true },
  identities: { label: "Signed in", value: ({ identities }) => identityLabels(identities) },
  lock: { tone: lockTone },
  profile: { value: ({ name, inUse }) => (inUse ? `${name} (current)` : name) },
  clientId: {},
  currency: {},
  role: { absent: "lowest role that works" },
  signedIn: { value: ({ identities }) => identityLabels(identities) || "no" },
  settings: { value: settingLines },
  openUntil: { label: "Unlocked until", as: "time" },
  openFor: { label: "Unlock reason" },
  lockLog: { label: "Lock history", value: ({ lockLog }) => lockLog.map(lockEntryText).join("\n") },
};

/** The columns of `profiles list`. */
export const profileColumns = columnsOf(fields, "name inUse platform siteId identities lock");

/** The lines of `profiles get`. */
export const profileDetails = detailColumns(
  fields,
  "profile platform siteId clientId currency role signedIn settings lock openUntil openFor lockLog",
);

function settingLines({ settings }: ProfileRecord): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join("\n");
}

function lockTone({ lock }: ProfileRecord): "warn" | "dim" | undefined {
  return lock === "open" ? "warn" : lock === "none" ? "dim" : undefined;
}

function lockEntryText({ at, act, until, reason }: LockEntry): string {
  const labels = { lock: "locked", unlock: `unlocked until ${until}`, "take off": "lock removed" };
  return `${at}  ${labels[act]}${reason === undefined ? "" : `: ${reason}`}`;
}
