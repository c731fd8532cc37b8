import { existsSync } from "node:fs";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { type Database, openDatabase } from "../../kernel/sqlite.ts";

/** Longer than another process's look at the lock takes, and much shorter than a person's patience. */
const patience = 300;

/** Holds `file` for as long as this process lives, or until the function returned is called. Undefined: held by another. */
export function takeLock(file: string): (() => void) | undefined {
  const db = beginOn(file, patience);
  return db && (() => db.close());
}

/** Whether a process, this one included, holds the lock. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  const db = beginOn(file, 0);
  db?.close();
  return db === undefined;
}

/** An open exclusive transaction is the lock: the system ends it when its holder dies, in whatever way. */
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
