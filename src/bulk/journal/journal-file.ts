import { statSync } from "node:fs";
import { TillError } from "../../kernel/errors.ts";
import { type Database, type DatabaseOptions, openDatabase, type SqlValue } from "../../kernel/sqlite.ts";
import { damagedJournal, type NewJob } from "../engine/job.ts";
import { journalMigrations } from "./journal-schema.ts";

/** The characters of job ids: no look-alikes, and no letters of `last`. */
const alphabet = "23456789abcdefghjkmnpqrstvwxyz";

/** Returns a short id, which may be in use. */
export function newJobId(): string {
  return Array.from({ length: 4 }, () => alphabet[Math.floor(Math.random() * alphabet.length)]).join("");
}

/** The columns of a new job. */
export const newColumns =
  `id command kind profile site address sandbox actor host inputHash toolVersion createdAt final note run`.split(
    " ",
  );

/** Writes a new journal file with one job. */
export function writeJob(file: string, id: string, job: NewJob): void {
  const { createdAt, final = false } = job;
  const row: Record<string, unknown> = {
    ...job,
    id,
    createdAt: createdAt.toISOString(),
    final: Number(final),
  };
  const db = openDatabase(file, { synchronous: "FULL", migrations: journalMigrations });
  try {
    db.prepare(`INSERT INTO job (${newColumns}) VALUES (${newColumns.map(() => "?")})`).run(
      ...newColumns.map((name) => (row[name] ?? null) as SqlValue),
    );
  } finally {
    db.close();
  }
}

/** Opens the file of a job; `check` reads all of it. Throws JOURNAL_DAMAGED (exit 1). */
export function openJobFile(
  file: string,
  id: string,
  { check = false, synchronous = "FULL" }: { check?: boolean } & Partial<DatabaseOptions> = {},
): Database {
  if (statSync(file).size === 0) throw damagedJournal(id);
  let db: Database | undefined;
  try {
    db = openDatabase(file, { synchronous, migrations: journalMigrations });
    const isIntact = !check || db.prepare("PRAGMA quick_check(1)").get()?.quick_check === "ok";
    const found = isIntact && db.prepare("SELECT id FROM job").get()?.id;
    if (found !== id) throw damagedJournal(id);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof TillError && error.code === "DATABASE_DAMAGED") throw damagedJournal(id, error);
    throw error;
  }
}
