import { chmodSync, closeSync, existsSync, lstatSync, openSync, readdirSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { renameOver } from "../kernel/file-system.ts";
import { makeFolder } from "../kernel/folder.ts";
import { type Database, openDatabase } from "../kernel/sqlite.ts";
import type { Paths } from "./paths.ts";
import { splitPassword } from "./settings.ts";
import { type Keychain, openVault, type Vault } from "./vault.ts";

/** How and when an identity signed in, without secrets. */
export interface SignedIn {
  /** `browser`, `password`, `registration` … */
  how: string;
  /** Whole epoch seconds. */
  at: number;
  memberId?: string;
  email?: string;
  /** The ID of the app, and of its instance on the site. */
  app?: { id: string; instance: string };
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
 * The identities of a profile, of which `apiKey` and `app` (its secret is the refresh token) exclude each other; `pending`: the state token of a login that waits for a code; `journal`: the password of a
 * database, with its address in the place of the profile.
 */
export type CredentialKind = "apiKey" | "app" | "member" | "staff" | "visitor" | "pending" | "journal";

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

/** A credential whose key is no longer in the keychain counts as absent when it is replaced, so that signing in again works. */
function readable(read: () => Credential | undefined): { value: Credential | undefined; lost: boolean } {
  try {
    return { value: read(), lost: false };
  } catch (error) {
    if (!(error instanceof TillError) || error.code !== "KEYCHAIN_UNAVAILABLE") throw error;
    return { value: undefined, lost: true };
  }
}

const allKinds: readonly CredentialKind[] = [
  "apiKey",
  "app",
  "journal",
  "member",
  "pending",
  "staff",
  "visitor",
];

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
    refreshToken: row.refresh_token !== null ? vault.open(row.refresh_token) : undefined,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    signedIn: row.signed_in !== null ? (JSON.parse(row.signed_in) as SignedIn) : undefined,
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

type SecretFile = Pick<Paths, "credentialsFile" | "keychain">;

/** Stores the password of an address with the credentials; undefined removes it. */
export async function keepPassword(
  address: string,
  password: string | undefined,
  { credentialsFile: file, keychain }: SecretFile,
): Promise<void> {
  if (password === undefined && !existsSync(file)) return;
  const store = openCredentials({ file, keychain, notice: () => {} });
  try {
    const issuedAt = Math.floor(Date.now() / 1000);
    await store.update(address, "journal", async () =>
      password === undefined
        ? undefined
        : { accessToken: password, issuedAt, expiresAt: Number.MAX_SAFE_INTEGER },
    );
  } finally {
    store.close();
  }
}

/** Returns an address with its password, which may be stored with the credentials. */
export async function withPassword(
  address: string,
  { credentialsFile: file, keychain }: SecretFile,
): Promise<string> {
  if (splitPassword(address).password !== undefined || !existsSync(file)) return address;
  const store = openCredentials({ file, keychain, notice: () => {} });
  try {
    const kept = await store.get(address, "journal");
    return kept === undefined ? address : address.replace("@", () => `:${kept.accessToken}@`);
  } finally {
    store.close();
  }
}

const migrations = [
  `create table credential (
     profile text not null, kind text not null,
     access_token text not null, refresh_token text, issued_at integer not null, expires_at integer not null,
     -- How and when the identity signed in, as JSON.
     signed_in text,
     primary key (profile, kind)
   ) strict`,
];

/** The longest wait to open or read the file while SQLite recovers it, in milliseconds. */
const readTimeout = 10_000;

/** Takes the file's write lock, without blocking the process. The system releases the lock when its holder exits. */
async function takeLock(db: Database, lockTimeout: number, signal: AbortSignal | undefined): Promise<void> {
  const deadline = performance.now() + lockTimeout;
  for (;;) {
    signal?.throwIfAborted();
    try {
      db.exec("PRAGMA busy_timeout = 0");
      db.exec("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      if (!(error instanceof TillError) || error.code !== "DATABASE_LOCKED") throw error;
      if (performance.now() < deadline) await pause(20 + Math.random() * 30);
      else {
        throw new TillError(
          exitCodes.conflict,
          "Another till process holds the lock of the credentials file.",
          {
            code: "CREDENTIALS_LOCKED",
            hint: "Find and stop the till command that hangs, then run this again.",
            cause: error,
          },
        );
      }
    } finally {
      db.exec(`PRAGMA busy_timeout = ${readTimeout}`);
    }
  }
}

/**
 * Overwrites what a committed change has replaced or removed, in the file and in its log. With `whole`, the file is written
 * anew, which also drops what older versions left in free pages. If another process holds the lock, its change does this.
 */
function eraseRemoved(db: Database, whole: boolean): void {
  try {
    db.exec("PRAGMA busy_timeout = 1000");
    if (whole) db.exec("VACUUM");
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!(error instanceof TillError) || error.code !== "DATABASE_LOCKED") throw error;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${readTimeout}`);
  }
}

/**
 * Opens the credentials file with private permissions. A damaged database is renamed, with a notice, and replaced with a
 * new one.
 */
function openCredentialsDatabase(file: string, notice: (message: string) => void): Database {
  preparePrivateFile(file);
  const { ino } = lstatSync(file);
  try {
    return openSound(file);
  } catch (error) {
    if (!(error instanceof TillError) || error.code !== "DATABASE_DAMAGED") throw error;
    const moved = setAside(file, ino);
    if (moved !== undefined) {
      notice(
        `The credentials file was damaged and was renamed to ${moved}. It may still hold secrets: till doctor --fix deletes it. Sign in again: till login`,
      );
    }
    preparePrivateFile(file);
    return openSound(file);
  }
}

function openSound(file: string): Database {
  const db = openDatabase(file, { synchronous: "FULL", migrations, busyTimeout: readTimeout });
  try {
    // Deleted secrets are overwritten.
    db.exec("PRAGMA secure_delete = ON");
    const { quick_check: result } = db.prepare("PRAGMA quick_check(1)").get<{ quick_check: string }>() ?? {};
    if (result !== "ok") {
      throw new TillError(exitCodes.failure, `${file} is damaged: ${result}`, { code: "DATABASE_DAMAGED" });
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Creates a file for secrets with mode 0600 in a folder with mode 0700, or repairs wider modes. Throws TillError if the path is
 * a symbolic link, is not a file, or belongs to another user.
 */
function preparePrivateFile(file: string): void {
  const folder = dirname(file);
  try {
    makeFolder(folder);
    narrow(folder, 0o700, lstatSync(folder));
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found) {
      if (found.isSymbolicLink()) throw unsafe(file, "is a symbolic link");
      if (!found.isFile()) throw unsafe(file, "is not a file");
      narrow(file, 0o600, found);
    } else closeSync(openSync(file, "a", 0o600));
    for (const sideFile of [`${file}-wal`, `${file}-shm`]) {
      const stats = lstatSync(sideFile, { throwIfNoEntry: false });
      if (stats?.isSymbolicLink()) throw unsafe(sideFile, "is a symbolic link");
      if (stats) narrow(sideFile, 0o600, stats);
    }
  } catch (error) {
    if (error instanceof TillError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new TillError(exitCodes.failure, `Cannot store credentials in ${folder}: ${why}`, {
      code: "CREDENTIALS_UNREADABLE",
      hint: "Check the owner and the permissions of the folder.",
      cause: error,
    });
  }
}

/** Does nothing on Windows, which has no such modes and owners. */
function narrow(path: string, mode: number, stats: Stats): void {
  const me = process.getuid?.();
  if (me === undefined) return;
  if (stats.uid !== me && me !== 0) throw unsafe(path, "belongs to another user");
  if (!stats.isSymbolicLink() && (stats.mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
}

function unsafe(path: string, why: string): TillError {
  return new TillError(
    exitCodes.failure,
    `${path} ${why}. Credentials are neither read from it nor written to it.`,
    {
      code: "CREDENTIALS_UNSAFE",
      hint: "Remove it, or set TILL_HOME to another folder.",
    },
  );
}

/** Returns the files that damaged credentials files were renamed to. They may still hold secrets. */
export function damagedCredentials(file: string): string[] {
  const folder = dirname(file);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.startsWith(`${basename(file)}.damaged-`))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Renames a damaged file and its SQLite side files, and returns the new, unused name. Returns undefined if another process
 * was faster: the file then has another inode.
 */
function setAside(file: string, inode: number): string | undefined {
  if (lstatSync(file, { throwIfNoEntry: false })?.ino !== inode) return undefined;
  let number = 1;
  while (lstatSync(`${file}.damaged-${number}`, { throwIfNoEntry: false })) number++;
  const target = `${file}.damaged-${number}`;
  for (const ending of ["", "-wal", "-shm"]) {
    if (lstatSync(file + ending, { throwIfNoEntry: false })) renameOver(file + ending, target + ending);
  }
  return target;
}
