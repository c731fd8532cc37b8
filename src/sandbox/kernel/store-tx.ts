import type { Database, SqlValue } from "../../kernel/sqlite.ts";
import { defaultSetting } from "./defaults.ts";
import { sortToSql, whereOf } from "./filters.ts";
import { guidOf, seededId } from "./ids.ts";
import { keepEarlier, listLagOf } from "./list-lag.ts";
import { type EventIdentity, type EventRange, writeEvent } from "./outbox.ts";
import { describeTable, ensureTable, isReady, type ReadyTable } from "./schema.ts";
import { type Caller, invalid, PlatformError, type StoreQuery, type StoreTx, type Table } from "./tx.ts";

/** Options of createTx. */
export interface TxSetup {
  db: Database;
  /** Asked once, if the time is needed: most reads need none. */
  now(): Date;
  wallTime: Date;
  caller: Caller;
  origin: string;
  payment(): string | undefined;
  authorization: string | undefined;
  writable: boolean;
  /** Lists show what it writes later, if the setting says so. */
  lags: boolean;
  /** Tables known to exist, shared by the transactions of one store. */
  tables: Map<string, ReadyTable>;
  totals: CountCache;
}

/** Thrown by a read if a table does not exist yet and must first be created in a write transaction. */
export class TableNotReady extends Error {
  readonly table: Table<never>;

  constructor(table: Table<never>) {
    super(`table ${table.name} does not exist yet`);
    this.name = "TableNotReady";
    this.table = table;
  }
}

/** Creates a transaction object. Call `finish` before the commit: it returns the events that were written, if any. */
export function createTx(setup: TxSetup): { tx: StoreTx; finish(): EventRange | undefined } {
  const { db, now, wallTime, caller, origin, payment, authorization, writable, lags, tables, totals } = setup;
  const counters = new Map<string, number>();
  let events: EventRange | undefined;
  let time: Date | undefined;

  const ready = (table: Table<never>): ReadyTable => {
    const existing = tables.get(table.name);
    if (existing) return existing;
    if (!isReady(db, table)) {
      if (!writable) throw new TableNotReady(table);
      ensureTable(db, table);
    }
    const described = describeTable(table);
    tables.set(table.name, described);
    return described;
  };

  const mustWrite = (action: string) => {
    if (!writable) throw new Error(`a call declared as a read tried to ${action}`);
  };

  const setting = ((name: string): string | undefined => {
    const row = db.prepare("SELECT value FROM setting WHERE name = ?").get<{ value: string }>(name);
    return row?.value ?? defaultSetting(name);
  }) as StoreTx["setting"];

  const next = (counter: string): number => {
    mustWrite("count");
    const last =
      counters.get(counter) ??
      db.prepare("SELECT value FROM counter WHERE name = ?").get<{ value: number }>(counter)?.value ??
      0;
    counters.set(counter, last + 1);
    return last + 1;
  };

  let lag: number | undefined;
  const keep = (table: Table<never>, id: string) => {
    lag ??= lags ? listLagOf(tx) : 0;
    if (lag > 0) keepEarlier(db, ready(table).sql, id, tx.now, lag);
  };

  const where = (table: Table<never>, filter: unknown) => whereOf(filter, ready(table).columnOf);

  const tx: StoreTx = {
    db,
    get now() {
      time ??= now();
      return time;
    },
    wallTime,
    caller,
    origin,
    payment,
    authorization,
    next,
    setting,
    newId: () => guidOf(setting("seed"), "id", next("id")),
    get<T>(table: Table<T>, id: string) {
      // The ids in a request can be any JSON.
      if (typeof id !== "string") return undefined;
      return parseRow<T>(db.prepare(`SELECT doc FROM ${ready(table).sql} WHERE id = ?`).get(id));
    },
    findBy<T>(table: Table<T>, path: string, value: string | number) {
      const { sql, columnOf } = ready(table);
      const column = columnOf(path);
      if (column === undefined) throw new Error(`${table.name} has no column ${path}`);
      return parseRow<T>(
        db.prepare(`SELECT doc FROM ${sql} WHERE ${column.name} = ? ORDER BY id LIMIT 1`).get(value),
      );
    },
    put<T>(table: Table<T>, id: string, doc: T) {
      mustWrite("put");
      totals.forget();
      keep(table, id);
      const { put, row } = ready(table);
      try {
        db.prepare(put).run(...row(id, doc as never));
      } catch (error) {
        throw uniqueViolation(error, table.name) ?? error;
      }
    },
    remove(table, id) {
      mustWrite("remove");
      totals.forget();
      keep(table, id);
      return db.prepare(`DELETE FROM ${ready(table).sql} WHERE id = ?`).run(id).changes > 0;
    },
    derived: (name, compute) => totals.derived(db, name, compute),
    query<T>(table: Table<T>, query: StoreQuery) {
      const { sql, columnOf } = ready(table);
      const filter = where(table, query.filter);
      const condition = filter.text === "1" ? "" : `WHERE ${filter.text}`;
      const sort = sortToSql(query.sort, columnOf);
      const limit = wholeNumber("limit", query.limit ?? 50);
      const offset = wholeNumber("offset", query.offset ?? 0);
      // The inner query needs an index only; documents are fetched for the page alone.
      const page = `SELECT rowid AS place FROM ${sql} ${condition} ORDER BY ${sort.text} LIMIT ? OFFSET ?`;
      const rows = db
        .prepare(`SELECT doc FROM (${page}) AS page CROSS JOIN ${sql} AS whole ON whole.rowid = page.place`)
        .all<{ doc: string }>(...filter.values, ...sort.values, limit, offset);
      const items = rows.map(({ doc }) => JSON.parse(doc) as T);
      const isLastPage = items.length < limit && (items.length > 0 || offset === 0);
      if (isLastPage || query.withoutTotal) return { items, total: offset + items.length };
      return {
        items,
        total: totals.count(db, `SELECT count(*) AS total FROM ${sql} ${condition}`, filter.values),
      };
    },
    *each<T>(table: Table<T>, filter?: unknown) {
      const { sql } = ready(table);
      const { text, values } = where(table, filter);
      const page = db.prepare(`SELECT id, doc FROM ${sql} WHERE id > ? AND ${text} ORDER BY id LIMIT 200`);
      // Read in pages so that the caller can write to the table meanwhile.
      for (let last = ""; ; ) {
        const rows = page.all<{ id: string; doc: string }>(last, ...values);
        for (const { doc } of rows) yield JSON.parse(doc) as T;
        const end = rows.at(-1);
        if (!end) return;
        last = end.id;
      }
    },
    setSetting(name, value) {
      mustWrite("change a setting");
      db.prepare(
        "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      ).run(name, value);
    },
    emit(type, entityId, payload) {
      mustWrite("emit an event");
      const last = writeEvent(db, { at: tx.now.toISOString(), type, entityId, payload }, identityOf(tx));
      events = { first: events?.first ?? last, last };
    },
    attempt(work) {
      mustWrite("write");
      const known = new Map(tables);
      db.exec("SAVEPOINT attempt");
      try {
        const result = work();
        db.exec("RELEASE attempt");
        return result;
      } catch (error) {
        totals.forget();
        forgetNewTables(tables, known);
        // Some failures, such as a full disk, roll back the whole transaction.
        if (db.inTransaction) db.exec("ROLLBACK TO attempt; RELEASE attempt");
        throw error;
      }
    },
    schedule(at, kind, ref) {
      mustWrite("schedule");
      const sql =
        "INSERT INTO due (kind, ref, at) VALUES (?, ?, ?) ON CONFLICT (kind, ref) DO UPDATE SET at = excluded.at, attempts = 0";
      db.prepare(sql).run(kind, ref, at.toISOString());
    },
    unschedule(kind, ref) {
      mustWrite("unschedule");
      db.prepare("DELETE FROM due WHERE kind = ? AND ref = ?").run(kind, ref);
    },
  };

  const finish = () => {
    const save = db.prepare(
      "INSERT INTO counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    );
    for (const [name, value] of counters) save.run(name, value);
    counters.clear();
    return events;
  };
  return { tx, finish };
}

/** Returns the caller as the identity of its events: an API key is a site user, or an app if it acts with a token. */
function identityOf(tx: Pick<StoreTx, "caller" | "setting">): EventIdentity {
  const { role, visitorId, memberId, system } = tx.caller;
  if (system) return { identityType: "UNKNOWN" };
  if (role === "admin")
    return visitorId || memberId
      ? { identityType: "APP", appId: tx.setting("clientId") }
      : { identityType: "WIX_USER", wixUserId: seededId(tx, "owner") };
  if (role === "member" && memberId) return { identityType: "MEMBER", memberId };
  return visitorId
    ? { identityType: "ANONYMOUS_VISITOR", anonymousVisitorId: visitorId }
    : { identityType: "UNKNOWN" };
}

/** Removes tables that were created in a transaction that was rolled back. */
export function forgetNewTables(tables: Map<string, ReadyTable>, known: ReadonlyMap<string, unknown>): void {
  for (const name of tables.keys()) if (!known.has(name)) tables.delete(name);
}

function parseRow<T>(row: unknown): T | undefined {
  return row === undefined ? undefined : (JSON.parse((row as { doc: string }).doc) as T);
}

const uniqueFailed = 2067;

/** Returns a PlatformError 409 for a violated unique constraint, or undefined for any other error. */
function uniqueViolation(error: unknown, table: string): PlatformError | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || error.errcode !== uniqueFailed) return undefined;
  const field = error.message.split(".").slice(1).join(".");
  return new PlatformError(409, "ALREADY_EXISTS", `another document in ${table} already has this ${field}`, {
    field,
  });
}

/** Returns a number of a request's paging. Throws InvalidInput for one with decimals. */
function wholeNumber(field: string, value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw invalid(field, "FORMAT", "must be a whole number", { type: "INTEGER" });
}

const maxEntries = 64;

/** Caches query totals and values computed from documents until the next write. Pages are read in sequence. */
export class CountCache {
  readonly #known = new Map<string, number>();
  readonly #derived = new Map<string, unknown>();
  #version: unknown;

  /** Clears the cache. Call it before each write. */
  forget(): void {
    this.#known.clear();
    this.#derived.clear();
  }

  /** Returns the `total` of a counting statement. */
  count(db: Database, sql: string, values: readonly SqlValue[]): number {
    this.#forgetOthers(db);
    if (this.#known.size >= maxEntries) this.#known.clear();
    const key = JSON.stringify([sql, values]);
    const total = this.#known.get(key) ?? db.prepare(sql).get<{ total: number }>(...values)?.total ?? 0;
    this.#known.set(key, total);
    return total;
  }

  /** Returns a value that is computed from documents. */
  derived<T>(db: Database, name: string, compute: () => T): T {
    this.#forgetOthers(db);
    if (!this.#derived.has(name)) this.#derived.set(name, compute());
    return this.#derived.get(name) as T;
  }

  /** Forgets everything if another connection, in this or another process, has committed. */
  #forgetOthers(db: Database): void {
    const version = db.prepare("PRAGMA data_version").get()?.data_version;
    if (version !== this.#version) this.forget();
    this.#version = version;
  }
}
