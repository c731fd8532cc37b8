import { type Database, openDatabase, transaction } from "../../kernel/sqlite.ts";
import { clockSetting, clockTime, parseClock } from "./clock.ts";
import { goBack, hasEarlier, listLagOf } from "./list-lag.ts";
import type { EventRange } from "./outbox.ts";
import { RequestLog } from "./request-log.ts";
import { documentTables, ensureTable, migrations, newIdentity, ownTables } from "./schema.ts";
import { CountCache, createTx, forgetNewTables, TableNotReady } from "./store-tx.ts";
import { type Caller, LastingPlatformError, type StoreTx } from "./tx.ts";

/** The caller of a request, its Authorization header, and the requested payment outcome. */
export interface RequestContext {
  caller: Caller;
  payment?: string | undefined;
  authorization?: string | undefined;
  /** A call of the platform: lists show what it writes later, if the setting says so. */
  lags?: boolean;
  /** Called with the events of the transaction once it is committed, if there are any. */
  onEvents?: ((events: EventRange) => void) | undefined;
}

/** A handle on a sandbox's database. Handles in other processes share it through the file. */
export interface Store {
  readonly db: Database;
  /** The requests that it got. */
  readonly log: RequestLog;
  /** Base URL of this sandbox for browsers. A server sets it once its port is known. */
  origin: string;
  /** Sandbox time. */
  now(): Date;
  /** Machine time. */
  wallTime(): Date;
  /** Runs `work` on a consistent snapshot. Writing throws. */
  read<T>(visit: RequestContext, work: (tx: StoreTx) => T): T;
  /** Runs `work` on the state that lists show, which may lag behind. */
  readLate<T>(visit: RequestContext, work: (tx: StoreTx) => T): T;
  /** Runs `work` in a write transaction that is rolled back if it throws. `at` overrides the sandbox time. */
  write<T>(visit: RequestContext, work: (tx: StoreTx) => T, at?: Date): T;
  /** Returns a copy of everything, for `restore` and `openStore`. */
  image(): Uint8Array;
  /** Replaces all data with the image of a sandbox. Throws TillError for an image that is damaged or too new. */
  restore(image: Uint8Array): Promise<void>;
  /** Replaces all data with that of another sandbox's file, in constant memory. */
  replaceWith(file: string): Promise<void>;
  /** Deletes all data. The seed is kept unless another one is given. */
  reset(seed?: string): void;
  close(): void;
}

export interface StoreOptions {
  origin?: string;
  wallTime?: () => Date;
  /** Milliseconds to wait for writes of other processes. Default 10,000. */
  busyTimeout?: number;
  /** For `:memory:`: the image of another sandbox, whose contents are copied. */
  image?: Uint8Array;
}

/** Opens or creates a sandbox database; `:memory:` opens one in memory. Throws TillError as openDatabase does. */
export function openStore(file: string, options: StoreOptions = {}): Store {
  const { origin = "http://127.0.0.1", wallTime = () => new Date(), busyTimeout = 10_000, image } = options;
  const db = openDatabase(file, {
    synchronous: "NORMAL",
    migrations,
    busyTimeout,
    image,
  });
  if (image) db.exec(newIdentity);
  const log = new RequestLog(db);
  const tables = new Map();
  const totals = new CountCache();
  let schemaVersion: unknown;

  const now = () => {
    const row = db.prepare("SELECT value FROM setting WHERE name = ?").get<{ value: string }>(clockSetting);
    return clockTime(parseClock(row?.value), wallTime());
  };

  const run = <T>(visit: RequestContext, writable: boolean, work: (tx: StoreTx) => T, at?: Date): T => {
    let next: string | undefined;
    const requestedPayment = () => {
      if (visit.payment === undefined) next ??= nextPayment(db);
      return visit.payment ?? next;
    };
    try {
      return runTransaction(visit, writable, work, requestedPayment, at);
    } finally {
      if (next !== undefined) setNextPayment(db, undefined);
    }
  };

  const runTransaction = <T>(
    { caller, authorization, lags = false, onEvents }: RequestContext,
    writable: boolean,
    work: (tx: StoreTx) => T,
    payment: StoreTx["payment"],
    at?: Date,
  ): T => {
    let events: EventRange | undefined;
    // No other connection changes a database in memory: what is read there is consistent anyway.
    const isAlone = !writable && db.file === ":memory:";
    const within = isAlone
      ? <R>(work: () => R) => work()
      : <R>(work: () => R) => transaction(db, writable ? "immediate" : "deferred", work);
    const outcome = within(() => {
      // Another handle may have restored a snapshot without some of the known tables.
      const version = isAlone ? schemaVersion : db.prepare("PRAGMA schema_version").get()?.schema_version;
      if (version !== schemaVersion) tables.clear();
      schemaVersion = version;
      const setup = {
        db,
        now: () => at ?? now(),
        wallTime: wallTime(),
        caller,
        payment,
        authorization,
        origin: store.origin,
        writable,
        lags,
        tables,
        totals,
      };
      const { tx, finish } = createTx(setup);
      const result = catchLasting(() => work(tx));
      events = finish();
      return result;
    });
    if (events) onEvents?.(events);
    if (outcome instanceof LastingPlatformError) throw outcome;
    return outcome;
  };

  /** Replaces all data. Numbers of events and requests are positions of readers: they never go back. */
  const replace = async (work: () => Promise<void>) => {
    log.flush();
    const before = readerTables.map((name) => [name, lastNumber(db, name)] as const);
    await work();
    tables.clear();
    totals.forget();
    transaction(db, "immediate", () => {
      for (const [name, last] of before) {
        if (last <= lastNumber(db, name)) continue;
        db.prepare("DELETE FROM sqlite_sequence WHERE name = ?").run(name);
        db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").run(name, last);
      }
    });
  };

  const store: Store = {
    db,
    log,
    origin,
    now,
    wallTime,
    read<T>(visit: RequestContext, work: (tx: StoreTx) => T): T {
      for (;;) {
        try {
          return run(visit, false, work);
        } catch (error) {
          if (!(error instanceof TableNotReady)) throw error;
          transaction(db, "immediate", () => ensureTable(db, error.table));
        }
      }
    },
    readLate<T>(visit: RequestContext, work: (tx: StoreTx) => T): T {
      const lag = store.read(visit, (tx) => {
        const ms = listLagOf(tx);
        return ms > 0 && hasEarlier(db, tx.now, ms) ? ms : 0;
      });
      if (lag === 0) return store.read(visit, work);
      const late = { result: undefined as T };
      try {
        return store.write(visit, (tx) => {
          goBack(db, tx.now, lag);
          late.result = work(tx);
          throw late;
        });
      } catch (error) {
        if (error === late) return late.result;
        throw error;
      }
    },
    write: (visit, work, at) => {
      const known = new Map(tables);
      try {
        return run(visit, true, work, at);
      } catch (error) {
        totals.forget();
        forgetNewTables(tables, known);
        throw error;
      }
    },
    image() {
      log.flush();
      return db.image();
    },
    async restore(image) {
      const before = storeIdentity(db);
      await replace(() => db.restore(image));
      if (storeIdentity(db) !== before) db.exec(newIdentity);
    },
    replaceWith: (file) => replace(() => db.replaceWith(file)),
    reset(seed) {
      totals.forget();
      log.flush();
      transaction(db, "immediate", () => {
        const nextSeed =
          seed ?? db.prepare("SELECT value FROM setting WHERE name = 'seed'").get<{ value: string }>()?.value;
        for (const { sql } of documentTables(db)) db.exec(`DELETE FROM ${sql}`);
        for (const name of ownTables) db.exec(`DELETE FROM ${name}`);
        if (nextSeed !== undefined) db.prepare("INSERT INTO setting VALUES ('seed', ?)").run(nextSeed);
        db.exec(newIdentity);
      });
    },
    close() {
      try {
        log.close();
      } finally {
        db.close();
      }
    },
  };
  return store;
}

/** Returns the identity of a sandbox: 32 hexadecimal digits, different in every sandbox. */
export function storeIdentity(db: Database): string {
  const row = db.prepare("SELECT value FROM setting WHERE name = 'identity'").get<{ value: string }>();
  return row?.value ?? "";
}

/** The tables whose rows are read after a number. */
const readerTables = ["event", "request"] as const;

function lastNumber(db: Database, table: (typeof readerTables)[number]): number {
  const row = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?").get<{ seq: number }>(table);
  return row?.seq ?? 0;
}

/** Returns the number of the newest event, 0 if there is none. */
export const lastEvent = (db: Database): number => lastNumber(db, "event");

/** Returns a LastingPlatformError as a value so that the transaction still commits. */
function catchLasting<T>(work: () => T): T | LastingPlatformError {
  try {
    return work();
  } catch (error) {
    if (error instanceof LastingPlatformError) return error;
    throw error;
  }
}

const nextPaymentName = "nextPayment";

/** Returns the outcome that was set for the next payment, if any. */
export function nextPayment(db: Database): string | undefined {
  return db.prepare("SELECT value FROM setting WHERE name = ?").get<{ value: string }>(nextPaymentName)
    ?.value;
}

/** Sets the outcome of the next payment, such as DECLINED; undefined removes it. */
export function setNextPayment(db: Database, outcome: string | undefined): void {
  if (outcome === undefined) db.prepare("DELETE FROM setting WHERE name = ?").run(nextPaymentName);
  else db.prepare("INSERT OR REPLACE INTO setting VALUES (?, ?)").run(nextPaymentName, outcome);
}
