import type { Database, Migration } from "../../kernel/sqlite.ts";
import { documentTables } from "./tables.ts";

/** The store's own tables. Each kind of document gets its own table on first use (tables.ts). */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL, type TEXT NOT NULL, entity_id TEXT NOT NULL, payload TEXT NOT NULL
  );
  CREATE TABLE due (kind TEXT NOT NULL, ref TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (kind, ref)) WITHOUT ROWID;
  CREATE INDEX due_at ON due (at, kind, ref);
  CREATE TABLE token (
    value TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
    role TEXT NOT NULL, subject TEXT NOT NULL,
    expires_at INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE fault (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fault TEXT NOT NULL, route TEXT NOT NULL, skip INTEGER NOT NULL, times INTEGER NOT NULL
  );
  CREATE TABLE request (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, call TEXT,
    status INTEGER NOT NULL, ms REAL NOT NULL, request_id TEXT NOT NULL, error TEXT
  );
  `,
  `
  ALTER TABLE token ADD COLUMN session TEXT NOT NULL DEFAULT '';
  ALTER TABLE token ADD COLUMN visitor TEXT;
  ALTER TABLE token ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX token_session ON token (session);
  CREATE INDEX token_subject ON token (subject);
  CREATE TABLE secret (
    value TEXT PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL, expires_at TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  ALTER TABLE due ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE due_failure (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL, kind TEXT NOT NULL, ref TEXT NOT NULL, attempt INTEGER NOT NULL,
    error TEXT NOT NULL, next TEXT
  );
  `,
  renameFields,
  `
  CREATE TABLE rate (minute INTEGER PRIMARY KEY, requests INTEGER NOT NULL);
  `,
  "ALTER TABLE event ADD COLUMN identity TEXT;",
  `
  ALTER TABLE fault ADD COLUMN probability REAL NOT NULL DEFAULT 1;
  ALTER TABLE fault ADD COLUMN random INTEGER NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE request ADD COLUMN query TEXT;
  ALTER TABLE request ADD COLUMN role TEXT;
  ALTER TABLE request ADD COLUMN caller TEXT;
  ALTER TABLE request ADD COLUMN input TEXT;
  ALTER TABLE request ADD COLUMN response TEXT;
  `,
  "ALTER TABLE request ADD COLUMN headers TEXT;",
  "INSERT OR IGNORE INTO setting VALUES ('identity', lower(hex(randomblob(16))));",
];

/**
 * Gives a sandbox a new identity. It tells sandboxes with the same site ID apart: a job of one is not undone in another. A
 * sandbox keeps it while its data is seeded, changed and taken back to a snapshot of its own; it gets a new one when it is
 * emptied, replaced, or begun as a copy, because the rows of earlier jobs are not in it.
 */
export const newIdentity = `INSERT INTO setting VALUES ('identity', lower(hex(randomblob(16))))
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Renames document fields of early builds. Their columns are created and filled when a table is next used. */
function renameFields(db: Database): void {
  for (const { name, sql } of documentTables(db)) {
    renameField(db, sql, "backstage", "internal");
    if (name === "v3-category-items") renameField(db, sql, "place", "position");
  }
}

function renameField(db: Database, table: string, before: string, after: string): void {
  const renamed = `json_remove(json_set(doc, '$.${after}', json_extract(doc, '$.${before}')), '$.${before}')`;
  db.exec(`UPDATE ${table} SET doc = ${renamed} WHERE json_type(doc, '$.${before}') IS NOT NULL`);
}

/** The store's own tables that `reset` empties, besides the document tables. */
export const ownTables = [
  "setting",
  "counter",
  "event",
  "due",
  "due_failure",
  "token",
  "secret",
  "fault",
  "request",
  "rate",
] as const;
