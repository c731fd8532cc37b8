import { existsSync } from "node:fs";
import { hasEnded } from "../api/auth/tokens.ts";
import { type CredentialKind, openCredentials } from "../config/credentials.ts";
import { lockState } from "../config/profile-lock.ts";
import type { LockEntry, Profile } from "../config/profiles.ts";
import type { StoredSettings } from "../config/settings.ts";
import { type Column, column } from "../output/table.ts";

/** An identity that a profile holds, without its secrets. */
export interface HeldIdentity {
  kind: CredentialKind;
  /** ISO text; null where it does not end. */
  expiresAt: string | null;
  /** Whether it can be renewed when it ends. */
  renewable: boolean;
  /** A member whom the platform signed out: the profile stays theirs until login or logout. */
  ended?: true;
}

/** A profile as people see it. */
export interface ProfileRecord {
  name: string;
  inUse: boolean;
  /** `sandbox`, `hosted` or an address. */
  platform: string;
  siteId: string | null;
  clientId: string | null;
  currency: string | null;
  role: string | null;
  settings: StoredSettings;
  identities: readonly HeldIdentity[];
  /** `none`, `locked`, or `open` until a time and for a reason. */
  lock: "none" | "locked" | "open";
  openUntil: string | null;
  openFor: string | null;
  /** The newest last. */
  lockLog: readonly LockEntry[];
}

/** A stored profile as a record; `inUse` is the name of the one in use. */
export function profileRecord(
  profile: Profile,
  { inUse, identities, now }: { inUse: string; identities: readonly HeldIdentity[]; now: Date },
): ProfileRecord {
  const { name, platform, siteId = null, clientId = null, currency = null, role = null } = profile;
  const { locked, until, reason = null } = lockState(profile, now);
  return {
    name,
    inUse: name === inUse,
    platform: platformWords(platform),
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

/** `sandbox`, `hosted`, or the address. */
export function platformWords(platform: Profile["platform"]): string {
  return typeof platform === "string" ? platform : platform.baseUrl;
}

/** What the credentials file holds for a profile's key; nothing is created where there is no file. */
export async function heldIdentities(
  file: string,
  key: string,
  notice: (text: string) => void,
): Promise<HeldIdentity[]> {
  if (!existsSync(file)) return [];
  const store = openCredentials({ file, notice });
  try {
    const held: HeldIdentity[] = [];
    for (const kind of await store.kinds(key)) {
      const credential = await store.get(key, kind);
      const { expiresAt, refreshToken } = credential ?? {};
      const ended = kind === "member" && credential !== undefined && hasEnded(credential);
      const ends = kind !== "apiKey" && expiresAt !== undefined;
      held.push({
        kind,
        expiresAt: ends ? new Date(expiresAt * 1000).toISOString() : null,
        renewable: refreshToken !== undefined,
        ...(ended && { ended: true as const }),
      });
    }
    return held;
  } finally {
    store.close();
  }
}

const kindWords: Record<CredentialKind, string> = {
  apiKey: "API key",
  member: "member",
  visitor: "visitor",
  pending: "login not finished",
};

/** The identities in words: `API key, member`. */
export function identityWords(identities: readonly HeldIdentity[]): string {
  return identities
    .map(({ kind, ended }) => kindWords[kind] + (ended ? " (signed out by the platform)" : ""))
    .join(", ");
}

/** The columns of `profiles list`. */
export const profileColumns: readonly Column<ProfileRecord>[] = [
  column("PROFILE", ({ name }) => name, { path: "name" }),
  column("USED", ({ inUse }) => (inUse ? "in use" : ""), { path: "inUse", tone: () => "good" }),
  column("PLATFORM", ({ platform }) => platform, { path: "platform", grow: true }),
  column("SITE", ({ siteId }) => siteId, { path: "siteId", grow: true }),
  column("SIGNED IN", ({ identities }) => identityWords(identities)),
  column("LOCK", ({ lock }) => lock, { path: "lock", tone: lockTone }),
];

/** The lines of `profiles show`. */
export const profileDetails: readonly Column<ProfileRecord>[] = [
  column("Profile", ({ name, inUse }) => (inUse ? `${name} (in use)` : name)),
  column("Platform", ({ platform }) => platform),
  column("Site", ({ siteId }) => siteId),
  column("Client id", ({ clientId }) => clientId),
  column("Currency", ({ currency }) => currency),
  column("Acts as", ({ role }) => role ?? "the least that suffices"),
  column("Signed in", ({ identities }) => identityWords(identities) || "nobody"),
  column("Settings", ({ settings }) =>
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}`)
      .join("\n"),
  ),
  column("Lock", ({ lock }) => lock, { tone: lockTone }),
  column("Open until", ({ openUntil }) => openUntil, { as: "time" }),
  column("Open for", ({ openFor }) => openFor),
  column("Lock log", ({ lockLog }) => lockLog.map(entryWords).join("\n")),
];

function lockTone({ lock }: ProfileRecord): "warn" | "dim" | undefined {
  return lock === "open" ? "warn" : lock === "none" ? "dim" : undefined;
}

function entryWords({ at, act, until, reason }: LockEntry): string {
  const acts = { lock: "locked", unlock: `unlocked until ${until}`, "take off": "lock taken off" };
  return `${at}  ${acts[act]}${reason === undefined ? "" : `: ${reason}`}`;
}
