import { valueAt } from "../../api/endpoint.ts";
import { instant } from "../../kernel/sql-functions.ts";
import type { Database, Migration } from "../../kernel/sqlite.ts";
import { defaultSetting } from "./defaults.ts";
import type { Column, ColumnOf } from "./filters.ts";
import { contactIdOf } from "./ids.ts";
import type { Table, Tx } from "./tx.ts";

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
  "ALTER TABLE request ADD COLUMN first_event INTEGER; ALTER TABLE request ADD COLUMN last_event INTEGER",
  keepContactIds,
  `CREATE TABLE delivery (
    event INTEGER NOT NULL, url TEXT NOT NULL, at TEXT NOT NULL, status INTEGER, reason TEXT,
    attempts INTEGER NOT NULL, settled INTEGER NOT NULL,
    PRIMARY KEY (event, url)
  ) WITHOUT ROWID`,
  `CREATE TABLE earlier (
    seq INTEGER PRIMARY KEY, name TEXT NOT NULL, id TEXT NOT NULL, row TEXT, at INTEGER NOT NULL
  );
  CREATE INDEX earlier_at ON earlier (at)`,
];

/** Stores the contact IDs of members, which lists filter by: they were derived on reading only. */
function keepContactIds(db: Database): void {
  if (!documentTables(db).some(({ name }) => name === "members")) return;
  const setting = (name: string) =>
    db.prepare("SELECT value FROM setting WHERE name = ?").get<{ value: string }>(name)?.value ??
    defaultSetting(name);
  const isColumn = existingColumns(db, { name: "members" }).has("contactId");
  const keep = db.prepare(
    `UPDATE doc_members SET doc = json_set(doc, '$.contactId', ?1)${isColumn ? ", contactId = ?1" : ""} WHERE id = ?2`,
  );
  const members = db.prepare(
    "SELECT id, doc ->> 'email' AS email FROM doc_members WHERE doc ->> 'contactId' IS NULL",
  );
  for (const { id, email } of members.all<{ id: string; email: string }>())
    keep.run(contactIdOf({ setting: setting as Tx["setting"] }, email), id);
}

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
  "delivery",
  "due",
  "due_failure",
  "token",
  "secret",
  "fault",
  "request",
  "rate",
  "earlier",
] as const;

/** A table that exists with all its columns, and its SQL. */
export interface ReadyTable {
  /** The quoted SQL name. */
  readonly sql: string;
  readonly columnOf: ColumnOf;
  readonly put: string;
  /** Returns the values of a row in the order of `put`. All times in columns have the same form, so that they can be compared as text. */
  row(id: string, doc: never): (string | number | null)[];
}

const prefix = "doc_";

/** Returns the names of all document tables in the database, plain and quoted. */
export function documentTables(db: Database): { name: string; sql: string }[] {
  const names = db.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'doc\\_%' ESCAPE '\\' ORDER BY name`,
  );
  return names
    .all<{ name: string }>()
    .map(({ name }) => ({ name: name.slice(prefix.length), sql: quoted(name) }));
}

/** Returns whether the table and all its columns exist. */
export function isReady(db: Database, table: Table<never>): boolean {
  const existing = existingColumns(db, table);
  return existing.size > 0 && Object.keys(table.columns ?? {}).every((path) => existing.has(path));
}

/** Creates the table, or adds and fills missing columns. Needs a write transaction. */
export function ensureTable(db: Database, table: Table<never>): void {
  const name = sqlName(table);
  const existing = existingColumns(db, table);
  const added = Object.keys(table.columns ?? {}).filter((path) => !existing.has(path));
  if (existing.size === 0) {
    // Columns have no declared type because SQLite would convert the text "5" to a number, or back.
    const columns = added.map((path) => `, ${quoted(path)}`).join("");
    db.exec(`CREATE TABLE ${name} (id TEXT PRIMARY KEY NOT NULL, doc TEXT NOT NULL${columns})`);
  } else {
    for (const path of added) db.exec(`ALTER TABLE ${name} ADD COLUMN ${quoted(path)}`);
    if (added.length > 0) fillColumns(db, table);
  }
  for (const path of added) {
    const { unique = false, index: isIndexed = true } = columnOf(table.columns?.[path] ?? "text");
    if (!isIndexed) continue;
    const index = quoted(`${prefix}${table.name}.${path}`);
    db.exec(
      `CREATE ${unique ? "UNIQUE " : ""}INDEX ${index} ON ${name} (${quoted(path)}${unique ? "" : ", id"})`,
    );
  }
}

/** Returns the SQL of an existing table. */
export function describeTable(table: Table<never>): ReadyTable {
  const entries = Object.entries(table.columns ?? {}).map(
    ([path, column]) => [path, columnOf(column)] as const,
  );
  const columns = new Map<string, Column>([["id", { name: quoted("id"), type: "text" }]]);
  for (const [path, { type }] of entries) columns.set(path, { name: quoted(path), type });
  const readers = entries.map(([path, column]) => readerOf(path, column));
  const names = ["id", "doc", ...entries.map(([path]) => path)].map(quoted);
  const set = names.slice(1).map((name) => `${name} = excluded.${name}`);
  const sql = sqlName(table);
  const values = names.map(() => "?").join(", ");
  return {
    sql,
    columnOf: (path) => columns.get(path),
    put: `INSERT INTO ${sql} (${names.join(", ")}) VALUES (${values}) ON CONFLICT (id) DO UPDATE SET ${set.join(", ")}`,
    row(id, doc) {
      const values = readers.map((read) => read(doc));
      return [id, JSON.stringify(doc), ...values.map((value) => instant(value) ?? value)];
    },
  };
}

const columnOf = <T>(column: NonNullable<Table<T>["columns"]>[string]) =>
  typeof column === "string" ? { type: column } : column;

/** Returns the function that reads a column of a document. */
function readerOf(
  path: string,
  { type, value }: ReturnType<typeof columnOf<never>>,
): (doc: never) => string | number | null {
  if (value) return value;
  const read = path.includes(".") ? (doc: never) => valueAt(doc, path) : (doc: never) => doc[path];
  return (doc) => {
    const found = read(doc) ?? null;
    return found !== null && type === "number" ? Number(found) : (found as string | null);
  };
}

function fillColumns(db: Database, table: Table<never>): void {
  const { put, sql, row } = describeTable(table);
  const statement = db.prepare(put);
  const next = db.prepare(`SELECT id, doc FROM ${sql} WHERE id > ? ORDER BY id LIMIT 500`);
  for (let last = ""; ; ) {
    const rows = next.all<{ id: string; doc: string }>(last);
    for (const { id, doc } of rows) statement.run(...row(id, JSON.parse(doc) as never));
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

function existingColumns(db: Database, table: Pick<Table<never>, "name">): Set<string> {
  const rows = db.prepare("SELECT name FROM pragma_table_info(?)").all<{ name: string }>(prefix + table.name);
  return new Set(rows.map(({ name }) => name));
}

const sqlName = (table: Table<never>) => quoted(prefix + table.name);

function quoted(name: string): string {
  if (!/^[A-Za-z][\w.-]*$/.test(name)) throw new Error(`${name} cannot name a table or column`);
  return `"${name}"`;
}
