import { TillError } from "../kernel/errors.ts";
import { eraseRemoved, openCredentialsDatabase, takeLock } from "./credentials-database.ts";
import type { Keychain } from "./keychain.ts";
import { openVault, type Vault } from "./vault.ts";

/** How and when an identity signed in, without secrets. */
export interface SignedIn {
  /** `browser`, `password`, `registration` … */
  how: string;
  /** Whole epoch seconds. */
  at: number;
  memberId?: string;
  email?: string;
  /** For a staff member of events; without `events`, they work for all events. */
  staff?: { id: string; name: string; scopes: string[]; events?: string[] };
}

/** The credential of one identity. Times are whole epoch seconds. An API key is an access token that does not expire. */
export interface Credential {
  accessToken: string;
  refreshToken?: string;
  issuedAt: number;
  expiresAt: number;
  signedIn?: SignedIn;
}

/**
 * The four identities of a profile; `pending`: the state token of a login that waits for a code; `journal`: the password of a
 * database, with its address in the place of the profile.
 */
export type CredentialKind = "apiKey" | "member" | "staff" | "visitor" | "pending" | "journal";

/** Returns the new credential from the current one; undefined removes it. */
export type CredentialChange = (current: Credential | undefined) => Promise<Credential | undefined>;

/** The credentials of all profiles. All processes share one lock for changes. */
export interface Credentials {
  get(profile: string, kind: CredentialKind): Promise<Credential | undefined>;
  /**
   * Calls `change` while holding the lock, stores its result and resolves with it. If `change` throws, nothing is changed.
   * Waits for other holders of the lock; an abort ends the wait.
   */
  update(
    profile: string,
    kind: CredentialKind,
    change: CredentialChange,
    signal?: AbortSignal,
  ): Promise<Credential | undefined>;
  /** Removes the credential if it still has this access token; resolves with false if it was replaced. */
  clear(profile: string, kind: CredentialKind, rejected: string): Promise<boolean>;
  /** Resolves with the identities of a profile. */
  kinds(profile: string): Promise<CredentialKind[]>;
  close(): void;
}

/** The path of the credentials file, and the function for notices. */
export interface CredentialsOptions {
  file: string;
  /** Whether the system keychain holds the key of the secrets; or a keychain, for tests. Default: false. */
  keychain?: boolean | Keychain;
  notice(message: string): void;
  /** The longest wait for renewals of other processes in milliseconds. Default: 120,000, like a request. */
  lockTimeout?: number;
}

/**
 * Opens the credentials file: SQLite with mode 0600 in a folder with mode 0700. Wider modes are repaired; symbolic links are
 * rejected. A damaged database is renamed, with a notice. Where the system keychain answers, secrets are encrypted with a
 * key in it.
 */
export function openCredentials({
  file,
  keychain = false,
  notice,
  lockTimeout = 120_000,
}: CredentialsOptions): Credentials {
  const db = openCredentialsDatabase(file, notice);
  const vault = openVault(file, keychain);
  const exclusively = inTurn();

  const read = (profile: string, kind: CredentialKind): Credential | undefined => {
    const row = db.prepare("select * from credential where profile = ? and kind = ?").get<Row>(profile, kind);
    return row && fromRow(row, vault);
  };
  const write = (profile: string, kind: CredentialKind, value: Credential | undefined): void => {
    if (!value) db.prepare("delete from credential where profile = ? and kind = ?").run(profile, kind);
    else {
      db.prepare("insert or replace into credential values (?, ?, ?, ?, ?, ?, ?)").run(
        profile,
        kind,
        vault.seal(value.accessToken),
        value.refreshToken === undefined ? null : vault.seal(value.refreshToken),
        value.issuedAt,
        value.expiresAt,
        value.signedIn === undefined ? null : JSON.stringify(value.signedIn),
      );
    }
  };

  const update: Credentials["update"] = (profile, kind, change, signal) =>
    exclusively(async () => {
      await takeLock(db, lockTimeout, signal);
      try {
        // A value read before the lock was acquired may be outdated.
        const { value: current, lost } = readable(() => read(profile, kind));
        const next = await change(current);
        if (next !== current || lost) write(profile, kind, next);
        db.exec("COMMIT");
        if (next !== current || lost) eraseRemoved(db, next === undefined);
        return next;
      } finally {
        if (db.inTransaction) db.exec("ROLLBACK");
      }
    });

  return {
    get: async (profile, kind) => read(profile, kind),
    update,
    clear: (profile, kind, rejected) => clearRejected(update, profile, kind, rejected),
    kinds: async (profile) =>
      db
        .prepare("select kind from credential where profile = ? order by kind")
        .all<Pick<Row, "kind">>(profile)
        .map(({ kind }) => kind),
    close: () => db.close(),
  };
}

/** Returns credentials in memory: credentials from the environment are never written to disk. */
export function memoryCredentials(): Credentials {
  const entries = new Map<string, Credential>();
  const key = (profile: string, kind: CredentialKind) => `${kind} ${profile}`;
  const exclusively = inTurn();
  const update: Credentials["update"] = (profile, kind, change, signal) =>
    exclusively(async () => {
      signal?.throwIfAborted();
      const next = await change(entries.get(key(profile, kind)));
      if (next) entries.set(key(profile, kind), next);
      else entries.delete(key(profile, kind));
      return next;
    });
  return {
    get: async (profile, kind) => entries.get(key(profile, kind)),
    update,
    clear: (profile, kind, rejected) => clearRejected(update, profile, kind, rejected),
    kinds: async (profile) => allKinds.filter((kind) => entries.has(key(profile, kind))),
    close: () => entries.clear(),
  };
}

/** A credential whose key the keychain has lost counts as absent where it is replaced, so that signing in again helps. */
function readable(read: () => Credential | undefined): { value: Credential | undefined; lost: boolean } {
  try {
    return { value: read(), lost: false };
  } catch (error) {
    if (!(error instanceof TillError) || error.code !== "KEYCHAIN_UNAVAILABLE") throw error;
    return { value: undefined, lost: true };
  }
}

const allKinds: readonly CredentialKind[] = ["apiKey", "journal", "member", "pending", "staff", "visitor"];

/** Implements `clear` with `update`, so that the comparison happens under the lock. */
async function clearRejected(
  update: Credentials["update"],
  profile: string,
  kind: CredentialKind,
  rejected: string,
): Promise<boolean> {
  let cleared = false;
  await update(profile, kind, async (current) => {
    cleared = current?.accessToken === rejected;
    return cleared ? undefined : current;
  });
  return cleared;
}

interface Row {
  profile: string;
  kind: CredentialKind;
  access_token: string;
  refresh_token: string | null;
  issued_at: number;
  expires_at: number;
  signed_in: string | null;
}

function fromRow(row: Row, vault: Vault): Credential {
  return {
    accessToken: vault.open(row.access_token),
    ...(row.refresh_token !== null && { refreshToken: vault.open(row.refresh_token) }),
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    ...(row.signed_in !== null && { signedIn: JSON.parse(row.signed_in) as SignedIn }),
  };
}

/** Returns a function that runs tasks of this process one after the other, even after failures. */
function inTurn(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task, task);
    last = mine;
    return mine;
  };
}
