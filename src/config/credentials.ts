import { openCredentialsDatabase, takeLock } from "./credentials-database.ts";

/** How an identity came to be, for people; never a secret. */
export interface SignedIn {
  /** `browser`, `password`, `registration` … */
  how: string;
  /** Whole epoch seconds. */
  at: number;
  memberId?: string;
  email?: string;
}

/** What one identity of a profile holds; times are whole epoch seconds. An API key is an access token without end. */
export interface Credential {
  accessToken: string;
  refreshToken?: string;
  issuedAt: number;
  expiresAt: number;
  signedIn?: SignedIn;
}

/** The three identities that a profile may hold, and `pending`: the state token of a login that waits for a code. */
export type CredentialKind = "apiKey" | "member" | "visitor" | "pending";

/** Computes what shall be kept from what is kept now; undefined removes it. */
export type CredentialChange = (current: Credential | undefined) => Promise<Credential | undefined>;

/** The credentials of all profiles. Every change is made under one lock that all processes share. */
export interface Credentials {
  get(profile: string, kind: CredentialKind): Promise<Credential | undefined>;
  /**
   * Calls `change` while holding the lock, keeps what it resolves with, and resolves with the same. When `change`
   * throws, nothing is changed. Waits for other holders; an abort ends the wait.
   */
  update(
    profile: string,
    kind: CredentialKind,
    change: CredentialChange,
    signal?: AbortSignal,
  ): Promise<Credential | undefined>;
  /** Removes the credential if its access token is still this one; false where another has taken its place. */
  clear(profile: string, kind: CredentialKind, rejected: string): Promise<boolean>;
  /** Which identities a profile holds. */
  kinds(profile: string): Promise<CredentialKind[]>;
  close(): void;
}

/** Where the credentials file is, and who is told when a damaged one had to be set aside. */
export interface CredentialsOptions {
  file: string;
  notice(message: string): void;
  /** Longest wait for other processes' renewals in milliseconds. Default: the time-out of a request, 120 s. */
  patience?: number;
}

/**
 * Opens the credentials file: SQLite, mode 0600 in a folder of mode 0700, both repaired when found wider; a
 * symbolic link is refused. A file that is no sound database is set aside under another name, with a notice.
 */
export function openCredentials({ file, notice, patience = 120_000 }: CredentialsOptions): Credentials {
  const db = openCredentialsDatabase(file, notice);
  const exclusively = inTurn();

  const read = (profile: string, kind: CredentialKind): Credential | undefined => {
    const row = db.prepare("select * from credential where profile = ? and kind = ?").get<Row>(profile, kind);
    return row && fromRow(row);
  };
  const write = (profile: string, kind: CredentialKind, value: Credential | undefined): void => {
    if (!value) db.prepare("delete from credential where profile = ? and kind = ?").run(profile, kind);
    else {
      db.prepare("insert or replace into credential values (?, ?, ?, ?, ?, ?, ?)").run(
        profile,
        kind,
        value.accessToken,
        value.refreshToken ?? null,
        value.issuedAt,
        value.expiresAt,
        value.signedIn === undefined ? null : JSON.stringify(value.signedIn),
      );
    }
  };

  const update: Credentials["update"] = (profile, kind, change, signal) =>
    exclusively(async () => {
      await takeLock(db, patience, signal);
      try {
        // What was read before the lock was ours may be out of date.
        const current = read(profile, kind);
        const next = await change(current);
        if (next !== current) write(profile, kind, next);
        db.exec("COMMIT");
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

/** Credentials that live as long as the process: those that the environment gives are never written to disk. */
export function memoryCredentials(): Credentials {
  const kept = new Map<string, Credential>();
  const key = (profile: string, kind: CredentialKind) => `${kind} ${profile}`;
  const exclusively = inTurn();
  const update: Credentials["update"] = (profile, kind, change, signal) =>
    exclusively(async () => {
      signal?.throwIfAborted();
      const next = await change(kept.get(key(profile, kind)));
      if (next) kept.set(key(profile, kind), next);
      else kept.delete(key(profile, kind));
      return next;
    });
  return {
    get: async (profile, kind) => kept.get(key(profile, kind)),
    update,
    clear: (profile, kind, rejected) => clearRejected(update, profile, kind, rejected),
    kinds: async (profile) => allKinds.filter((kind) => kept.has(key(profile, kind))),
    close: () => kept.clear(),
  };
}

const allKinds: readonly CredentialKind[] = ["apiKey", "member", "pending", "visitor"];

/** `clear` in terms of `update`: the comparison happens under the lock. */
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

function fromRow(row: Row): Credential {
  return {
    accessToken: row.access_token,
    ...(row.refresh_token !== null && { refreshToken: row.refresh_token }),
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    ...(row.signed_in !== null && { signedIn: JSON.parse(row.signed_in) as SignedIn }),
  };
}

/** Runs one task of this process after the other, whatever became of the one before. */
function inTurn(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task, task);
    last = mine;
    return mine;
  };
}
