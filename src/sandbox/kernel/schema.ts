import type { Migration } from "../../kernel/sqlite.ts";

/** The store's own tables. Each kind of document gets its own table on first use (tables.ts). */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL, type TEXT NOT NULL, entity_id TEXT NOT NULL, payload TEXT NOT NULL, identity TEXT
  );
  CREATE TABLE due (
    kind TEXT NOT NULL, ref TEXT NOT NULL, at TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, ref)
  ) WITHOUT ROWID;
  CREATE INDEX due_at ON due (at, kind, ref);
  CREATE TABLE due_failure (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL, kind TEXT NOT NULL, ref TEXT NOT NULL, attempt INTEGER NOT NULL,
    error TEXT NOT NULL, next TEXT
  );
  CREATE TABLE token (
    value TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
    role TEXT NOT NULL, subject TEXT NOT NULL,
    expires_at INTEGER,
    session TEXT NOT NULL DEFAULT '', visitor TEXT, used INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE INDEX token_session ON token (session);
  CREATE INDEX token_subject ON token (subject);
  CREATE TABLE secret (
    value TEXT PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL, expires_at TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE fault (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fault TEXT NOT NULL, route TEXT NOT NULL, skip INTEGER NOT NULL, times INTEGER NOT NULL,
    probability REAL NOT NULL DEFAULT 1, random INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE request (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, call TEXT,
    status INTEGER NOT NULL, ms REAL NOT NULL, request_id TEXT NOT NULL, error TEXT,
    query TEXT, role TEXT, caller TEXT, input TEXT, response TEXT, headers TEXT
  );
  CREATE TABLE rate (minute INTEGER PRIMARY KEY, requests INTEGER NOT NULL);
  INSERT INTO setting VALUES ('identity', lower(hex(randomblob(16))));
  `,
];

/**
 * Gives a sandbox a new identity. It tells sandboxes with the same site ID apart: a job of one is not undone in another. A
 * sandbox keeps it while its data is seeded, changed and taken back to a snapshot of its own; it gets a new one when it is
 * emptied, replaced, or begun as a copy, because the rows of earlier jobs are not in it.
 */
export const newIdentity = `INSERT INTO setting VALUES ('identity', lower(hex(randomblob(16))))
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

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
