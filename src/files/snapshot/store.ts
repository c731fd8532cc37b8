import { type Database, openDatabase, transaction } from "../../kernel/sqlite.ts";
import { keyOf, type SnapshotDomain, type SnapshotObject, snapshotKinds, sortedJson } from "./format.ts";

/** An object and what is stored apart from it. */
export interface StagedObject {
  object: SnapshotObject;
  /** What identifies it in its shop, or its place in a file. */
  id: string;
  /** Ids, revisions and dates. */
  ids?: Readonly<Record<string, unknown>>;
}

/** An object in the order of a snapshot. */
export interface StoredObject {
  kind: string;
  key: string;
  /** 1, or the number of the object among those with the same key. */
  nth: number;
  line: string;
  id: string;
  ids: string | null;
}

/** How far a list has been read. `next`: where to continue. */
export interface Reading {
  next?: unknown;
  done: boolean;
  seen: number;
  total?: number;
}

/** Objects of a shop in an SQLite file, so that memory does not grow with their number. */
export interface SnapshotStore {
  /** Adds objects, replaces those with the same id, and stores how far a list has been read, in one transaction. */
  add(objects: readonly StagedObject[], reading?: { name: string; state: Reading }): void;
  reading(name: string): Reading | undefined;
  /** Forgets how far a list has been read. */
  forget(reading: string): void;
  fact(name: string): string | undefined;
  setFact(name: string, value: string): void;
  count(domain: SnapshotDomain): number;
  /** Iterates over the objects of a domain, by kind, key and content. */
  objects(domain: SnapshotDomain): IterableIterator<StoredObject>;
  /** Returns an object by its key. */
  find(kind: string, key: string): { object: SnapshotObject; id: string } | undefined;
  /** Returns two objects with the same key where the key is unique. */
  duplicate(): { kind: string; key: string; ids: readonly string[] } | undefined;
  /** Does nothing if it is closed already. */
  close(): void;
}

const tables = `
  CREATE TABLE object (
    domain TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, key TEXT NOT NULL, line TEXT NOT NULL, ids TEXT,
    PRIMARY KEY (domain, kind, id)
  ) STRICT;
  CREATE INDEX object_key ON object (domain, kind, key);
  CREATE TABLE reading (name TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT;
  CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`;

/** Opens a store in a file that survives a killed process; without a file, one that is deleted when it is closed. */
export function openStore(file?: string): SnapshotStore {
  if (file !== undefined) return storeOf(openDatabase(file, { synchronous: "NORMAL", migrations: [tables] }));
  // Temporary tables are on disk when they outgrow the page cache.
  const db = openDatabase(":memory:", { synchronous: "NORMAL", migrations: [] });
  db.exec(
    tables
      .replaceAll("CREATE TABLE", "CREATE TEMP TABLE")
      .replace("INDEX object_key", "INDEX temp.object_key"),
  );
  return storeOf(db);
}

function storeOf(db: Database): SnapshotStore {
  const put = db.prepare(
    "INSERT OR REPLACE INTO object (domain, kind, id, key, line, ids) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const setReading = db.prepare("INSERT OR REPLACE INTO reading (name, state) VALUES (?, ?)");
  let isOpen = true;
  return {
    add(objects, reading) {
      transaction(db, "immediate", () => {
        for (const { object, id, ids } of objects) {
          const { _kind: kind } = object;
          const domain = snapshotKinds[kind]?.domain ?? "";
          put.run(domain, kind, id, keyOf(object), sortedJson(object), ids ? sortedJson(ids) : null);
        }
        if (reading) setReading.run(reading.name, JSON.stringify(reading.state));
      });
    },
    reading(name) {
      const row = db.prepare("SELECT state FROM reading WHERE name = ?").get<{ state: string }>(name);
      return row && (JSON.parse(row.state) as Reading);
    },
    forget: (reading) => void db.prepare("DELETE FROM reading WHERE name = ?").run(reading),
    fact: (name) => db.prepare("SELECT value FROM fact WHERE name = ?").get<{ value: string }>(name)?.value,
    setFact: (name, value) =>
      void db.prepare("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)").run(name, value),
    count: (domain) =>
      db.prepare("SELECT count(*) AS n FROM object WHERE domain = ?").get<{ n: number }>(domain)?.n ?? 0,
    objects: (domain) => numbered(db, domain),
    find(kind, key) {
      const row = db
        .prepare("SELECT line, id FROM object WHERE domain = ? AND kind = ? AND key = ?")
        .get<{ line: string; id: string }>(snapshotKinds[kind]?.domain ?? "", kind, key);
      return row && { object: JSON.parse(row.line) as SnapshotObject, id: row.id };
    },
    duplicate() {
      const kinds = Object.entries(snapshotKinds).flatMap(([kind, { unique }]) => (unique ? [kind] : []));
      const row = db
        .prepare(
          `SELECT kind, key, min(id) AS one, max(id) AS other FROM object
           WHERE kind IN (${kinds.map(() => "?").join(", ")}) GROUP BY kind, key HAVING count(*) > 1 LIMIT 1`,
        )
        .get<{ kind: string; key: string; one: string; other: string }>(...kinds);
      return row && { kind: row.kind, key: row.key, ids: [row.one, row.other] };
    },
    close() {
      if (isOpen) db.close();
      isOpen = false;
    },
  };
}

function* numbered(db: Database, domain: SnapshotDomain): IterableIterator<StoredObject> {
  const sql = "SELECT kind, key, line, id, ids FROM object WHERE domain = ? ORDER BY kind, key, line, id";
  let [before, nth] = ["", 0];
  for (const row of db.iterate<Omit<StoredObject, "nth">>(sql, domain)) {
    const name = `${row.kind} ${row.key}`;
    nth = name === before ? nth + 1 : 1;
    before = name;
    yield { ...row, nth };
  }
}
