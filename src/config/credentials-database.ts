import { lstatSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { type Database, openDatabase } from "../kernel/sqlite.ts";
import { preparePrivateFile, setAside } from "./private-file.ts";

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
export async function takeLock(
  db: Database,
  lockTimeout: number,
  signal: AbortSignal | undefined,
): Promise<void> {
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
export function eraseRemoved(db: Database, whole: boolean): void {
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
export function openCredentialsDatabase(file: string, notice: (message: string) => void): Database {
  preparePrivateFile(file);
  const { ino } = lstatSync(file);
  try {
    return openSound(file);
  } catch (error) {
    if (!(error instanceof TillError) || error.code !== "DATABASE_DAMAGED") throw error;
    const moved = setAside(file, ino);
    if (moved !== undefined) {
      notice(`The credentials file was damaged and was renamed to ${moved}. Sign in again: till login`);
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
