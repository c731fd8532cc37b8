import type { Database } from "../../kernel/sqlite.ts";
import { defaultSetting } from "./defaults.ts";
import { filterToSql, sortToSql } from "./filters.ts";
import { guidOf } from "./ids.ts";
import { writeEvent } from "./outbox.ts";
import { describeTable, isReady, makeReady, type ReadyTable, rowOf } from "./tables.ts";
import type { Totals } from "./totals.ts";
import { type Caller, PlatformError, type StoreQuery, type Table, type Tx } from "./tx.ts";

/** What the sandbox's own services may do beyond a handler: tokens, the clock. */
export interface StoreTx extends Tx {
  readonly db: Database;
  /** The machine's time: tokens live by it, whatever the sandbox clock says. */
  readonly wallTime: Date;
  /** Where browsers reach this sandbox, without a slash at the end. */
  readonly origin: string;
  /** The `x-sandbox-payment` header: how the next payment shall turn out. */
  readonly payment: string | undefined;
  /** The Authorization header as it came, for the calls that read it themselves (the token endpoint, logout). */
  readonly authorization: string | undefined;
}

/** What a transaction is opened with. */
export interface TxSetup {
  db: Database;
  now: Date;
  wallTime: Date;
  caller: Caller;
  origin: string;
  payment: string | undefined;
  authorization: string | undefined;
  writable: boolean;
  /** Tables known to be ready; shared by the transactions of one store. */
  tables: Map<string, ReadyTable>;
  totals: Totals;
}

/** A read met a table that does not exist yet: it must be made ready in a write transaction first. */
export class TableNotReady extends Error {
  readonly table: Table<never>;

  constructor(table: Table<never>) {
    super(`table ${table.name} does not exist yet`);
    this.name = "TableNotReady";
    this.table = table;
  }
}

/** A transaction over the database, and `finish`, to be called before it commits. */
export function createTx(setup: TxSetup): { tx: StoreTx; finish(): void } {
  const { db, now, wallTime, caller, origin, payment, authorization, writable, tables, totals } = setup;
  const counters = new Map<string, number>();

  const ready = (table: Table<never>): ReadyTable => {
    const known = tables.get(table.name);
    if (known) return known;
    if (!isReady(db, table)) {
      if (!writable) throw new TableNotReady(table);
      makeReady(db, table);
    }
    const described = describeTable(table);
    tables.set(table.name, described);
    return described;
  };

  const mustWrite = (act: string) => {
    if (!writable) throw new Error(`a call declared as a read tried to ${act}`);
  };

  const setting = (name: string): string | undefined => {
    const row = db.prepare("SELECT value FROM setting WHERE name = ?").get<{ value: string }>(name);
    return row?.value ?? defaultSetting(name);
  };

  const next = (counter: string): number => {
    mustWrite("count");
    const last =
      counters.get(counter) ??
      db.prepare("SELECT value FROM counter WHERE name = ?").get<{ value: number }>(counter)?.value ??
      0;
    counters.set(counter, last + 1);
    return last + 1;
  };

  const where = (table: Table<never>, filter: unknown) => filterToSql(filter, ready(table).columnOf);

  const tx: StoreTx = {
    db,
    now,
    wallTime,
    caller,
    origin,
    payment,
    authorization,
    next,
    setting,
    newId: () => guidOf(setting("seed") ?? "", "id", next("id")),
    get<T>(table: Table<T>, id: string) {
      return parseRow<T>(db.prepare(`SELECT doc FROM ${ready(table).sql} WHERE id = ?`).get(id));
    },
    findBy<T>(table: Table<T>, path: string, value: string | number) {
      const { sql, columnOf } = ready(table);
      const column = columnOf(path);
      if (column === undefined) throw new Error(`${table.name} has no column ${path}`);
      return parseRow<T>(
        db.prepare(`SELECT doc FROM ${sql} WHERE ${column} = ? ORDER BY id LIMIT 1`).get(value),
      );
    },
    put<T>(table: Table<T>, id: string, doc: T) {
      mustWrite("put");
      totals.forget();
      try {
        db.prepare(ready(table).put).run(...rowOf(table, id, doc));
      } catch (error) {
        throw takenValue(error, table.name) ?? error;
      }
    },
    remove(table, id) {
      mustWrite("remove");
      totals.forget();
      return db.prepare(`DELETE FROM ${ready(table).sql} WHERE id = ?`).run(id).changes > 0;
    },
    query<T>(table: Table<T>, query: StoreQuery) {
      const { sql, columnOf } = ready(table);
      const filter = where(table, query.filter);
      const condition = filter.text === "1" ? "" : `WHERE ${filter.text}`;
      const sort = sortToSql(query.sort, columnOf);
      const limit = query.limit ?? 50;
      const offset = query.offset ?? 0;
      // The inner query can be answered from an index alone; documents are fetched for the page only.
      const page = `SELECT rowid AS place FROM ${sql} ${condition} ORDER BY ${sort.text} LIMIT ? OFFSET ?`;
      const rows = db
        .prepare(`SELECT doc FROM (${page}) AS page CROSS JOIN ${sql} AS whole ON whole.rowid = page.place`)
        .all<{ doc: string }>(...filter.values, ...sort.values, limit, offset);
      const items = rows.map(({ doc }) => JSON.parse(doc) as T);
      const isLastPage = items.length < limit && (items.length > 0 || offset === 0);
      if (isLastPage || query.uncounted) return { items, total: offset + items.length };
      return {
        items,
        total: totals.count(db, `SELECT count(*) AS total FROM ${sql} ${condition}`, filter.values),
      };
    },
    *each<T>(table: Table<T>, filter?: unknown) {
      const { sql } = ready(table);
      const { text, values } = where(table, filter);
      const page = db.prepare(`SELECT id, doc FROM ${sql} WHERE id > ? AND ${text} ORDER BY id LIMIT 200`);
      // Page by page, so that the caller may write to the table on the way.
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
      writeEvent(db, { at: now.toISOString(), type, entityId, payload });
    },
    attempt(work) {
      mustWrite("attempt a part of a write");
      const known = new Map(tables);
      db.exec("SAVEPOINT attempt");
      try {
        const result = work();
        db.exec("RELEASE attempt");
        return result;
      } catch (error) {
        totals.forget();
        forgetNewTables(tables, known);
        // Some failures, such as a full disk, end the whole transaction by themselves.
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
  };
  return { tx, finish };
}

/** A table made in work that failed went away with it. */
export function forgetNewTables(tables: Map<string, ReadyTable>, known: ReadonlyMap<string, unknown>): void {
  for (const name of tables.keys()) if (!known.has(name)) tables.delete(name);
}

function parseRow<T>(row: unknown): T | undefined {
  return row === undefined ? undefined : (JSON.parse((row as { doc: string }).doc) as T);
}

const uniqueFailed = 2067;

/** The platform's answer to a value that another document has, or undefined for any other error. */
function takenValue(error: unknown, table: string): PlatformError | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || error.errcode !== uniqueFailed) return undefined;
  const field = error.message.split(".").slice(1).join(".");
  return new PlatformError(409, "ALREADY_EXISTS", `another one in ${table} has this ${field} already`, {
    field,
  });
}
