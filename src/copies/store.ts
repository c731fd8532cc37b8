import { sortedJson } from "../kernel/json.ts";
import { type Database, openDatabase, transaction } from "../kernel/sqlite.ts";
import type { SnapshotDomain } from "./domains.ts";
import { objectKey, type SnapshotObject } from "./format.ts";
import type { ShopObjects } from "./shop-object.ts";

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
  /** Where the object is in the order of two paired stores: its counterpart has the same text. */
  pair: string | null;
}

/** How far a list has been read. `next`: where to continue. */
export interface Reading {
  next?: unknown;
  done: boolean;
  seen: number;
  total?: number;
}

/** An object, and what identifies it in the store. */
export interface Found {
  object: SnapshotObject;
  id: string;
  pair?: string | null;
}

/** Objects of a shop in an SQLite file, so that memory does not grow with their number. */
export interface SnapshotStore {
  /** The kinds of its objects. */
  readonly kinds: ShopObjects;
  /** Adds objects, replaces those with the same id, and stores how far a list has been read, in one transaction. */
  add(objects: readonly StagedObject[], reading?: { name: string; state: Reading }): void;
  reading(name: string): Reading | undefined;
  /** Forgets how far a list has been read, and the objects of these kinds, which it had. */
  forget(reading: string, kinds: readonly string[]): void;
  fact(name: string): string | undefined;
  setFact(name: string, value: string): void;
  count(domain: SnapshotDomain): number;
  /** Iterates over the objects of a domain, by kind, key and content. */
  objects(domain: SnapshotDomain): IterableIterator<StoredObject>;
  /** Returns an object by its key. */
  find(kind: string, key: string): Found | undefined;
  /** Stores the ids of the object that is the nth with a key. Does nothing if there is none. */
  setIds(ids: { kind: string; key: string; nth: number; ids: object }): void;
  /** Iterates over the objects of a kind in the order of reading. Objects may be changed meanwhile. */
  unordered(kind: string): IterableIterator<Found & { key: string; ids: string | null }>;
  /** Returns the first object with a key, or the one with an id, that has no counterpart in another store. */
  unpaired(kind: string, by: { key: string } | { id: string }): Found | undefined;
  /** Returns the object with this place among the pairs. */
  paired(kind: string, pair: string): Found | undefined;
  /** Returns the object with an id. */
  withId(kind: string, id: string): Found | undefined;
  /** Sets what orders objects of a store without a file instead of their keys, in one transaction. From then on, every object needs it. */
  setPairs(pairs: readonly { kind: string; id: string; pair: string }[]): void;
  /** Gives an object the key of the one in another store that it is compared with. */
  setKey(kind: string, id: string, key: string): void;
  /** Replaces the content of objects, in one transaction. */
  replace(objects: readonly Found[]): void;
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

const pairs = "ALTER TABLE object ADD COLUMN pair TEXT;";

/** Opens a store of objects of some kinds in a file that survives a killed process; without a file, one that is deleted when it is closed. */
export function openSnapshotStore(kinds: ShopObjects, file?: string): SnapshotStore {
  if (file !== undefined)
    return storeOf(kinds, openDatabase(file, { synchronous: "NORMAL", migrations: [tables, pairs] }));
  // Temporary tables are on disk when they outgrow the page cache.
  const db = openDatabase(":memory:", { synchronous: "NORMAL", migrations: [] });
  db.exec(
    tables
      .replaceAll("CREATE TABLE", "CREATE TEMP TABLE")
      .replace("INDEX object_key", "INDEX temp.object_key") + pairs,
  );
  return storeOf(kinds, db);
}

function storeOf(kinds: ShopObjects, db: Database): SnapshotStore {
  const put = db.prepare(
    "INSERT OR REPLACE INTO object (domain, kind, id, key, line, ids) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const setReading = db.prepare("INSERT OR REPLACE INTO reading (name, state) VALUES (?, ?)");
  let isOpen = true;
  let isPaired = false;
  const kindOf = (name: string) => {
    const kind = kinds.get(name);
    if (kind === undefined) throw new RangeError(`no kind ${name}`);
    return kind;
  };
  const domainOf = (kind: string) => kinds.get(kind)?.domain ?? "";
  const toFound = (row: FoundRow | undefined) =>
    row && { object: JSON.parse(row.line) as SnapshotObject, id: row.id, pair: row.pair };
  return {
    kinds,
    add(objects, reading) {
      transaction(db, "immediate", () => {
        for (const { object, id, ids } of objects) {
          const kind = kindOf(object._kind);
          put.run(
            kind.domain,
            kind.kind,
            id,
            objectKey(kind, object),
            sortedJson(object),
            ids ? sortedJson(ids) : null,
          );
        }
        if (reading) setReading.run(reading.name, JSON.stringify(reading.state));
      });
    },
    reading(name) {
      const row = db.prepare("SELECT state FROM reading WHERE name = ?").get<{ state: string }>(name);
      return row && (JSON.parse(row.state) as Reading);
    },
    forget(reading, kinds) {
      transaction(db, "immediate", () => {
        db.prepare("DELETE FROM reading WHERE name = ?").run(reading);
        for (const kind of kinds) db.prepare("DELETE FROM object WHERE kind = ?").run(kind);
      });
    },
    fact: (name) => db.prepare("SELECT value FROM fact WHERE name = ?").get<{ value: string }>(name)?.value,
    setFact: (name, value) =>
      void db.prepare("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)").run(name, value),
    count: (domain) =>
      db.prepare("SELECT count(*) AS n FROM object WHERE domain = ?").get<{ n: number }>(domain)?.n ?? 0,
    objects: (domain) => numbered(db, domain, isPaired),
    find(kind, key) {
      const sql = "SELECT line, id, pair FROM object WHERE domain = ? AND kind = ? AND key = ?";
      return toFound(db.prepare(sql).get<FoundRow>(domainOf(kind), kind, key));
    },
    setIds({ kind, key, nth, ids }) {
      db.prepare(
        `UPDATE object SET ids = ? WHERE rowid = (
           SELECT rowid FROM object WHERE domain = ? AND kind = ? AND key = ? ORDER BY line, id LIMIT 1 OFFSET ?)`,
      ).run(sortedJson(ids), domainOf(kind), kind, key, nth - 1);
    },
    *unordered(kind) {
      const page = db.prepare(
        `SELECT rowid AS row, line, id, pair, key, ids FROM object
         WHERE domain = ? AND kind = ? AND rowid > ? ORDER BY rowid LIMIT 500`,
      );
      for (let after = 0; ; ) {
        const rows = page.all<FoundRow & { row: number; key: string; ids: string | null }>(
          domainOf(kind),
          kind,
          after,
        );
        for (const { row, line, ...rest } of rows) {
          after = row;
          yield { ...rest, object: JSON.parse(line) as SnapshotObject };
        }
        if (rows.length === 0) return;
      }
    },
    unpaired(kind, by) {
      const [name, value] = "id" in by ? ["id", by.id] : ["key", by.key];
      const sql = `SELECT line, id, pair FROM object WHERE domain = ? AND kind = ? AND ${name} = ? AND pair IS NULL LIMIT 1`;
      return toFound(db.prepare(sql).get<FoundRow>(domainOf(kind), kind, value));
    },
    paired(kind, pair) {
      const sql = "SELECT line, id, pair FROM object WHERE domain = ? AND kind = ? AND pair = ?";
      return toFound(db.prepare(sql).get<FoundRow>(domainOf(kind), kind, pair));
    },
    withId(kind, id) {
      const sql = "SELECT line, id, pair FROM object WHERE domain = ? AND kind = ? AND id = ?";
      return toFound(db.prepare(sql).get<FoundRow>(domainOf(kind), kind, id));
    },
    setPairs(pairs) {
      if (!isPaired) db.exec("CREATE INDEX temp.object_pair ON object (domain, kind, pair)");
      isPaired = true;
      const set = db.prepare("UPDATE object SET pair = ? WHERE domain = ? AND kind = ? AND id = ?");
      transaction(db, "immediate", () => {
        for (const { kind, id, pair } of pairs) set.run(pair, domainOf(kind), kind, id);
      });
    },
    setKey: (kind, id, key) =>
      void db
        .prepare("UPDATE object SET key = ? WHERE domain = ? AND kind = ? AND id = ?")
        .run(key, domainOf(kind), kind, id),
    replace(objects) {
      const set = db.prepare("UPDATE object SET line = ? WHERE domain = ? AND kind = ? AND id = ?");
      transaction(db, "immediate", () => {
        for (const { object, id } of objects)
          set.run(sortedJson(object), domainOf(object._kind), object._kind, id);
      });
    },
    duplicate() {
      const unique = [...kinds.values()].flatMap((kind) => (kind.unique ? [kind.kind] : []));
      const row = db
        .prepare(
          `SELECT kind, key, min(id) AS one, max(id) AS other FROM object
           WHERE kind IN (${unique.map(() => "?").join(", ")}) GROUP BY kind, key HAVING count(*) > 1 LIMIT 1`,
        )
        .get<{ kind: string; key: string; one: string; other: string }>(...unique);
      return row && { kind: row.kind, key: row.key, ids: [row.one, row.other] };
    },
    close() {
      if (isOpen) db.close();
      isOpen = false;
    },
  };
}

/** Returns the id in what a snapshot stores apart from an object. */
export function idIn(ids: string | null): string | undefined {
  const { id } = (ids === null ? {} : JSON.parse(ids)) as { id?: unknown };
  return typeof id === "string" && id !== "" ? id : undefined;
}

interface FoundRow {
  line: string;
  id: string;
  pair: string | null;
  [column: string]: string | number | null;
}

function* numbered(db: Database, domain: SnapshotDomain, isPaired: boolean): IterableIterator<StoredObject> {
  const order = isPaired ? "pair" : "key, line, id";
  const sql = `SELECT kind, key, line, id, ids, pair FROM object WHERE domain = ? ORDER BY kind, ${order}`;
  let [before, nth] = ["", 0];
  for (const row of db.iterate<Omit<StoredObject, "nth">>(sql, domain)) {
    const name = `${row.kind} ${row.key}`;
    nth = name === before ? nth + 1 : 1;
    before = name;
    yield { ...row, nth };
  }
}
