import { existsSync } from "node:fs";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { type Database, openDatabase } from "../../kernel/sqlite.ts";

/** Milliseconds to wait for a process that only checks the lock. */
const timeout = 300;

/** Locks `file` until the process ends or the returned function is called. Returns undefined if it is locked already. */
export function takeLock(file: string): (() => void) | undefined {
  const db = beginOn(file, timeout);
  return db && (() => db.close());
}

/** Returns whether a process, this one included, holds the lock. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  const db = beginOn(file, 0);
  db?.close();
  return db === undefined;
}

/** Opens an exclusive transaction, which is the lock: the system ends it when the process dies. */
function beginOn(file: string, busyTimeout: number): Database | undefined {
  let db: Database | undefined;
  try {
    db = openDatabase(file, { synchronous: "NORMAL", migrations: [], busyTimeout });
    db.exec("BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof TillError && error.exitCode === exitCodes.conflict) return undefined;
    throw error;
  }
}
