import { existsSync, rmSync } from "node:fs";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { type Database, openDatabase, type SqlValue, transaction } from "../kernel/sqlite.ts";
import { localTimeOf } from "../kernel/zoned-time.ts";
import { factsIn, type ListState, type MirrorFacts, wholeSchema } from "./file.ts";
import { type Clock, type ListName, searchedText, type Table, tables } from "./tables.ts";

/** An object of a list, as it is stored. */
export interface Row {
  id: string;
  /** The platform's time of its last change, if the list has one. */
  updated?: string | undefined;
  object: object;
}

/** The ids of a list from `after` to `to`, both included only at the upper end; undefined: no bound. */
export interface IdRange {
  after?: string | undefined;
  to?: string | undefined;
}

/** The local copy of a shop: tables to ask questions about, and how far each list of the platform is read. */
export interface Mirror {
  readonly db: Database;
  facts(): MirrorFacts | undefined;
  state(list: string): ListState;
  setState(list: string, state: ListState): void;
  /** Runs work in one transaction, together with the state that a list has then. */
  commit(list: string, state: ListState, work: () => void): void;
  /** Counts objects of a list as rows, and stores them. */
  put(list: ListName, rows: readonly Row[], run: number): void;
  /** Counts rows without storing objects: they are parts of objects of another list. */
  count(
    list: string,
    rows: readonly { id: string; owner?: string; updated?: string | undefined }[],
    run: number,
  ): void;
  /** Stores the objects of rows that are counted already. */
  write(list: ListName, objects: readonly { id: string; object: object }[]): void;
  /** Removes rows and their objects. */
  remove(list: string, ids: readonly string[]): void;
  /** The ids of rows that a reading of the whole list has not found. */
  left(list: string, run: number): string[];
  rows(list: string, range?: IdRange): number;
  ids(list: string, range?: IdRange): string[];
  /** The id in the middle of a range. */
  middle(list: string, range: IdRange, rows: number): string | undefined;
  /** The number of rows that changed at or after a time. */
  changedSince(list: string, time: string): number;
  has(list: string, id: string): boolean;
  owner(list: string, id: string): string | undefined;
  /** Removes the rows of an owner. */
  removeOwned(list: string, owner: string): void;
  /** Keeps an object until those that belong to it are read. */
  putPart(list: string, id: string, owner: string, object: object): void;
  /** Some of the parts of a list that are left. */
  parts(list: string, limit: number): { id: string; object: object }[];
  partsOf(list: string, owner: string): object[];
  /** Removes the parts of an owner from all lists. */
  removeParts(owner: string): void;
  /** The number for the next reading of a whole list. */
  nextRun(): number;
  close(): void;
}

/** Opens a mirror to write. One that is damaged or has another schema is deleted and begun again; `rebuilt` says why. */
export async function openMirror(
  file: string,
  wanted: Omit<MirrorFacts, "catalog">,
  catalog: () => Promise<MirrorFacts["catalog"]>,
): Promise<{ mirror: Mirror; rebuilt?: string | undefined }> {
  let rebuilt: string | undefined;
  let options: readonly string[] = wanted.options;
  for (;;) {
    try {
      const mirror = connect(file);
      const facts = mirror.facts();
      // Options stay until the mirror is deleted: one without customers does not get them by a forgotten flag.
      options = [...new Set([...(facts?.options ?? []), ...options])].sort();
      const differs = facts && difference(facts, { ...wanted, options }, file);
      if (differs === undefined) {
        if (facts !== undefined) {
          if (options.length > facts.options.length) keepOptions(mirror.db, options);
          return { mirror, rebuilt };
        }
        begin(mirror.db, { ...wanted, options, catalog: await catalog() });
        mirror.close();
        return { mirror: connect(file), rebuilt };
      }
      mirror.close();
      rebuilt = differs;
    } catch (error) {
      if (!(error instanceof TillError) || error.code !== "DATABASE_DAMAGED" || rebuilt !== undefined)
        throw error;
      rebuilt = "it was damaged";
    }
    removeDatabase(file);
  }
}

/** Returns why a mirror cannot be used for what is wanted. Throws TillError if it is of another shop. */
function difference(
  facts: MirrorFacts & { schema?: string },
  wanted: Omit<MirrorFacts, "catalog">,
  file: string,
): string | undefined {
  if (facts.site !== wanted.site)
    throw new TillError(
      exitCodes.conflict,
      `The local copy is of another shop: ${facts.site}, not ${wanted.site}.`,
      {
        code: "OTHER_SHOP",
        hint: `To delete it and start again: till data sync --forget (${file})`,
      },
    );
  if (facts.schema !== wholeSchema()) return "another version of till made it";
  if (facts.timeZone !== wanted.timeZone) return `the time zone is ${wanted.timeZone} now`;
  const added = wanted.options.filter((option) => !facts.options.includes(option) && !isSeparate(option));
  return added.length === 0 ? undefined : `it is ${added.join(" and ")} now`;
}

/** Whether an option adds a list of its own, so that all others stay as they are. */
const isSeparate = (option: string) => tables.some((table) => option === `with ${table.with}`);

function keepOptions(db: Database, options: readonly string[]): void {
  db.prepare("UPDATE _fact SET value = ? WHERE name = 'options'").run(JSON.stringify(options));
}

function begin(db: Database, facts: MirrorFacts): void {
  transaction(db, "immediate", () => {
    for (const [name, value] of Object.entries({ ...facts, schema: wholeSchema() }))
      db.prepare("INSERT INTO _fact (name, value) VALUES (?, ?)").run(name, JSON.stringify(value));
  });
}

/** Deletes a mirror. Returns whether there was one. */
export function forget(file: string): boolean {
  const existed = existsSync(file);
  removeDatabase(file);
  for (const end of [".key", ".lock", ".lock-wal", ".lock-shm"]) rmSync(file + end, { force: true });
  return existed;
}

/** Leaves the lock, which the process holds, and the key of substitutes. */
function removeDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
}

/** Returns the facts that a mirror has about itself; undefined if it was not begun. */
export function readFacts(db: Pick<Database, "prepare">): (MirrorFacts & { schema?: string }) | undefined {
  return factsIn(db.prepare("SELECT name, value FROM _fact").all<{ name: string; value: string }>());
}

function connect(file: string): Mirror {
  const db = openDatabase(file, { synchronous: "NORMAL", migrations: [] });
  try {
    const isNew = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_fact'").get() === undefined;
    if (isNew) transaction(db, "immediate", () => db.exec(wholeSchema()));
    return mirrorOf(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function mirrorOf(db: Database): Mirror {
  const writers = new Map<ListName, ((id: string, object: object) => void)[]>();
  const clock: Clock = (time) => localTimeOf(time, zone);
  const zone = readFacts(db)?.timeZone ?? "UTC";
  const writersOf = (list: ListName) => {
    const known = writers.get(list);
    if (known) return known;
    const made = tables.filter((table) => table.list === list).map((table) => writer(db, table, clock));
    writers.set(list, made);
    return made;
  };
  const counted = db.prepare(
    `INSERT INTO _row (list, id, owner, updated, run) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (list, id) DO UPDATE SET owner = excluded.owner, updated = excluded.updated, run = excluded.run`,
  );
  const inRange = ({ after, to }: IdRange = {}): [sql: string, values: SqlValue[]] => [
    `${after === undefined ? "" : " AND id > ?"}${to === undefined ? "" : " AND id <= ?"}`,
    [...(after === undefined ? [] : [after]), ...(to === undefined ? [] : [to])],
  ];
  /** Puts an object into the index of `till data search`, under the number of its row. */
  const index = (table: Table, id: string, object: object) => {
    const found = searchedText(table, object);
    if (found === undefined) return;
    db.prepare("DELETE FROM _search WHERE rowid = (SELECT rowid FROM _row WHERE list = ? AND id = ?)").run(
      table.list,
      id,
    );
    db.prepare(
      `INSERT INTO _search (rowid, kind, reference, title, body)
       SELECT rowid, ?, ?, ?, ? FROM _row WHERE list = ? AND id = ?`,
    ).run(table.name, found.reference, found.title, found.text, table.list, id);
  };
  const setState = db.prepare("INSERT OR REPLACE INTO _list (name, state) VALUES (?, ?)");
  const mirror: Mirror = {
    db,
    facts: () => readFacts(db),
    state(list) {
      const row = db.prepare("SELECT state FROM _list WHERE name = ?").get<{ state: string }>(list);
      return row ? (JSON.parse(row.state) as ListState) : {};
    },
    setState: (list, state) => void setState.run(list, JSON.stringify(state)),
    commit(list, state, work) {
      transaction(db, "immediate", () => {
        work();
        setState.run(list, JSON.stringify(state));
      });
    },
    put(list, rows, run) {
      for (const { id, updated } of rows) counted.run(list, id, null, updated ?? null, run);
      mirror.write(list, rows);
    },
    count(list, rows, run) {
      for (const { id, owner, updated } of rows) counted.run(list, id, owner ?? null, updated ?? null, run);
    },
    write(list, objects) {
      for (const write of writersOf(list)) for (const { id, object } of objects) write(id, object);
      const table = tables.find((table) => table.list === list && table.search !== undefined);
      if (table) for (const { id, object } of objects) index(table, id, object);
    },
    remove(list, ids) {
      const own = tables.filter((table) => table.list === list);
      for (const id of ids) {
        db.prepare(
          "DELETE FROM _search WHERE rowid = (SELECT rowid FROM _row WHERE list = ? AND id = ?)",
        ).run(list, id);
        db.prepare("DELETE FROM _row WHERE list = ? AND id = ?").run(list, id);
        for (const { name, owner } of own) db.prepare(`DELETE FROM "${name}" WHERE "${owner}" = ?`).run(id);
      }
    },
    left: (list, run) =>
      db
        .prepare("SELECT id FROM _row WHERE list = ? AND run <> ?")
        .all<{ id: string }>(list, run)
        .map(({ id }) => id),
    rows(list, range) {
      const [sql, values] = inRange(range);
      const row = db
        .prepare(`SELECT count(*) AS n FROM _row WHERE list = ?${sql}`)
        .get<{ n: number }>(list, ...values);
      return row?.n ?? 0;
    },
    ids(list, range) {
      const [sql, values] = inRange(range);
      const rows = db
        .prepare(`SELECT id FROM _row WHERE list = ?${sql} ORDER BY id`)
        .all<{ id: string }>(list, ...values);
      return rows.map(({ id }) => id);
    },
    middle(list, range, rows) {
      const [sql, values] = inRange(range);
      return db
        .prepare(`SELECT id FROM _row WHERE list = ?${sql} ORDER BY id LIMIT 1 OFFSET ?`)
        .get<{ id: string }>(list, ...values, Math.floor((rows - 1) / 2))?.id;
    },
    changedSince: (list, time) =>
      db
        .prepare("SELECT count(*) AS n FROM _row WHERE list = ? AND updated >= ?")
        .get<{ n: number }>(list, time)?.n ?? 0,
    nextRun: () =>
      (db.prepare("SELECT max(run) AS run FROM _row").get<{ run: number | null }>()?.run ?? 0) + 1,
    has: (list, id) => db.prepare("SELECT 1 FROM _row WHERE list = ? AND id = ?").get(list, id) !== undefined,
    removeOwned: (list, owner) =>
      void db.prepare("DELETE FROM _row WHERE list = ? AND owner = ?").run(list, owner),
    putPart: (list, id, owner, object) =>
      void db
        .prepare("INSERT OR REPLACE INTO _part (list, id, owner, json) VALUES (?, ?, ?, ?)")
        .run(list, id, owner, JSON.stringify(object)),
    parts: (list, limit) =>
      db
        .prepare("SELECT id, json FROM _part WHERE list = ? LIMIT ?")
        .all<{ id: string; json: string }>(list, limit)
        .map(({ id, json }) => ({ id, object: JSON.parse(json) as object })),
    partsOf: (list, owner) =>
      db
        .prepare("SELECT json FROM _part WHERE list = ? AND owner = ?")
        .all<{ json: string }>(list, owner)
        .map(({ json }) => JSON.parse(json) as object),
    removeParts: (owner) => void db.prepare("DELETE FROM _part WHERE owner = ?").run(owner),
    owner: (list, id) =>
      db.prepare("SELECT owner FROM _row WHERE list = ? AND id = ?").get<{ owner: string }>(list, id)?.owner,
    close: () => db.close(),
  };
  return mirror;
}

/** Returns a function that stores the rows of an object in a table, instead of those that it had. */
function writer(
  db: Database,
  { name, owner, columns, rows }: Table,
  clock: Clock,
): (id: string, object: object) => void {
  const names = columns.map((column) => `"${column.name}"`).join(", ");
  const insert = `INSERT OR REPLACE INTO "${name}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`;
  const clear = `DELETE FROM "${name}" WHERE "${owner}" = ?`;
  return (id, object) => {
    const source = object as Record<string, unknown>;
    if (rows) db.prepare(clear).run(id);
    for (const row of rows?.(source) ?? [source])
      db.prepare(insert).run(...columns.map((column) => column.value(row, clock) ?? null));
  };
}
