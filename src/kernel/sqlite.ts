import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { nodeCrypto } from "./crypto.ts";
import { exitCodes, TillError } from "./errors.ts";
import { makeFolder } from "./folder.ts";
import type { SqlValue } from "./sql.ts";
import { sqlFunctions } from "./sql-functions.ts";

export type { SqlValue } from "./sql.ts";

/** One open database file (or `:memory:`). */
export interface Database {
  readonly file: string;
  /** Runs statements that return nothing, such as `BEGIN EXCLUSIVE`. */
  exec(sql: string): void;
  /** Returns the cached statement for this SQL. Do not run it again while iterating over its rows. */
  prepare(sql: string): Statement;
  /** Iterates over rows in constant memory. */
  iterate<Row = SqlRow>(sql: string, ...values: SqlValue[]): IterableIterator<Row>;
  readonly inTransaction: boolean;
  /** Returns a copy of the whole database as the bytes of a database file. */
  image(): Uint8Array;
  /** Replaces the whole database with an image, which is migrated first. Other connections to the file see it as one commit. */
  restore(image: Uint8Array): Promise<void>;
  /** Replaces the whole database with a copy of another one of the same version, like `restore` but in constant memory. */
  replaceWith(file: string): Promise<void>;
  close(): void;
}

/** SQL, or a function for changes that depend on the tables of the file. Runs in the transaction of the migration. */
export type Migration = string | ((db: Database) => void);

export interface DatabaseOptions {
  /** `FULL` survives a power failure, `NORMAL` a killed process. */
  synchronous: "NORMAL" | "FULL";
  /** Number n migrates a file from `user_version` n to n + 1. Never change a released one. */
  migrations: readonly Migration[];
  /** Milliseconds to wait for another process's lock before failing with exit 6. Default: 10,000. */
  busyTimeout?: number;
  /** For `:memory:`: the image of another database, whose contents are copied. */
  image?: Uint8Array;
}

const keptStatements = 256;
/** The most memory that one database's page cache takes. SQLite's own 2 MiB slow a big import down; more than this does not speed it up. */
const cacheKib = 16_384;
/** The pages (4 KiB) of the write-ahead log before a checkpoint. */
const checkpointPages = 8_000;

/**
 * Opens a database. Creates it if it is missing (mode 0600, folders 0700) and migrates its schema. SQL can use
 * `sqlFunctions`. Throws TillError if the file is locked (exit 6), damaged, not a
 * database, unreadable or of a newer version.
 */
export function openDatabase(file: string, options: DatabaseOptions): Database {
  if (file !== ":memory:") createPrivately(file);
  const copyOf = (image: Uint8Array) => connect(":memory:", { ...options, image });
  return wrapDatabase(connect(file, options), file, explain(file), copyOf);
}

/** Opens a connection and migrates the schema. */
function connect(file: string, options: DatabaseOptions): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  const explained = explain(file);
  const raw = explained(() =>
    options.image ? openImage(DatabaseSync, options.image) : new DatabaseSync(file),
  );
  try {
    const database = wrapDatabase(raw, file, explained);
    database.exec(`PRAGMA busy_timeout = ${Math.trunc(options.busyTimeout ?? 10_000)}`);
    if (!options.image) switchToWal(database, raw, options.busyTimeout ?? 10_000);
    database.exec(`PRAGMA synchronous = ${options.synchronous}`);
    // On macOS, fsync alone leaves data in the cache of the disk, which a power failure empties. Elsewhere this does nothing.
    if (options.synchronous === "FULL") database.exec("PRAGMA fullfsync = ON");
    database.exec(`PRAGMA cache_size = -${cacheKib}; PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    for (const [name, use] of Object.entries(sqlFunctions)) raw.function(name, { deterministic: true }, use);
    migrate(database, options.migrations);
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** A process that closes a file, or repairs it after a crash, has it locked for a moment. */
const waitsToRead = "PRAGMA busy_timeout = 10000";

/** A database that cannot be changed. */
export interface ReadOnlyDatabase {
  readonly file: string;
  /** Returns the columns of a query; none for a statement that returns no rows. Throws SQLite's error for a mistake in it. */
  columns(sql: string): { name: string; type: string | null }[];
  /** Iterates over the rows of a query in constant memory, with values in the order of its columns. */
  rows(
    sql: string,
    values?: Readonly<Record<string, SqlValue>> | readonly SqlValue[],
  ): IterableIterator<unknown[]>;
  all<Row = SqlRow>(sql: string, ...values: SqlValue[]): Row[];
  /** Adds a function to SQL. It is called for each row, unless its result depends on its arguments only (`pure`). */
  define(name: string, work: (...values: never[]) => SqlValue, pure?: boolean): void;
  close(): void;
}

/**
 * Opens an existing database to read it, whatever is typed. `views` returns statements for temporary views that take the place
 * of tables: those are in a schema with a random name, so that queries see the views only. Throws TillError if the file is
 * missing, locked, or not a database.
 */
export function openReadOnly(
  file: string,
  { views }: { views?: (schema: string) => string } = {},
): ReadOnlyDatabase {
  const explained = explain(file);
  const { DatabaseSync } = loadSqlite();
  const raw = explained(() => new DatabaseSync(views ? ":memory:" : file, { readOnly: views === undefined }));
  explained(() => {
    raw.exec(waitsToRead);
    if (views) {
      // What a query stores meanwhile is memory of its process, and does not fill the disk.
      raw.exec("PRAGMA temp_store = MEMORY");
      const schema = `s${nodeCrypto().randomBytes(12).toString("hex")}`;
      raw.prepare(`ATTACH DATABASE ? AS ${schema}`).run(`${pathToFileURL(file).href}?mode=ro`);
      raw.exec(views(schema));
    }
    raw.exec("PRAGMA query_only = ON");
  });
  return {
    file,
    columns: (sql) => explained(() => raw.prepare(sql).columns()).map(({ name, type }) => ({ name, type })),
    *rows(sql, values = {}) {
      const statement = explained(() => raw.prepare(sql));
      statement.setReturnArrays(true);
      const bound = Array.isArray(values) ? values : [values];
      const rows = explained(() => statement.iterate(...bound)) as unknown as IterableIterator<unknown[]>;
      for (let row = explained(() => rows.next()); !row.done; row = explained(() => rows.next()))
        yield row.value;
    },
    all: <Row>(sql: string, ...values: SqlValue[]) =>
      explained(() => raw.prepare(sql).all(...values)) as Row[],
    define: (name, work, pure = true) =>
      raw.function(name, { deterministic: pure, varargs: true }, work as never),
    close: () => raw.close(),
  };
}

/** Checks a file read-only and returns SQLite's result: `ok` or the problem. Throws TillError if it cannot be opened. */
export function checkDatabase(file: string): string {
  const { DatabaseSync } = loadSqlite();
  return explain(file)(() => {
    const raw = new DatabaseSync(file, { readOnly: true });
    try {
      raw.exec(waitsToRead);
      return String(raw.prepare("PRAGMA quick_check(1)").get()?.quick_check);
    } finally {
      raw.close();
    }
  });
}

/**
 * Runs synchronous `work` in one transaction, which is committed when it returns and rolled back when it throws. Throws Error
 * for a nested transaction.
 */
export function transaction<T>(db: Database, mode: "deferred" | "immediate" | "exclusive", work: () => T): T {
  if (db.inTransaction) throw new Error("a transaction is already open on this database");
  db.exec(`BEGIN ${mode}`);
  try {
    const result = work();
    if (result instanceof Promise) throw new Error("a transaction's work must be synchronous");
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite rolls back automatically after some failures, such as a full disk.
    if (db.inTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** The rows of one statement that inserts many. */
const rowsPerInsert = 100;

/**
 * Inserts rows, a hundred per statement, which takes half the time of a statement for each. `into` is a table with its columns:
 * `stage (handle, line, json)`.
 */
export function insertRows(
  db: Database,
  into: string,
  rows: readonly (readonly SqlValue[])[],
  verb: "INSERT" | "INSERT OR REPLACE" = "INSERT",
): void {
  const insert = (count: number) => {
    const row = `(${rows[0]?.map(() => "?").join(", ")})`;
    return db.prepare(`${verb} INTO ${into} VALUES ${Array(count).fill(row).join(", ")}`);
  };
  const whole = rows.length - (rows.length % rowsPerInsert);
  for (let start = 0; start < whole; start += rowsPerInsert)
    insert(rowsPerInsert).run(...rows.slice(start, start + rowsPerInsert).flat());
  for (const row of rows.slice(whole)) insert(1).run(...row);
}

function createPrivately(file: string): void {
  try {
    makeFolder(dirname(file));
    closeSync(openSync(file, "a", 0o600));
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (cause) {
    if (cause instanceof TillError) throw cause;
    const { code, path, message = String(cause) } = cause as NodeJS.ErrnoException;
    const isFile = code === "EEXIST" || code === "ENOTDIR";
    throw new TillError(exitCodes.failure, `Cannot open ${file}: ${isFile ? `${path} is a file` : message}`, {
      code: "DATABASE_UNREADABLE",
      hint: isFile
        ? "till needs a folder there. If TILL_HOME is set, it has to be a folder."
        : "Check that the folder exists and is writable.",
      cause,
    });
  }
}

/** Suppresses Node 22's warning that SQLite is experimental, and no other warning. */
function loadSqlite(): { DatabaseSync: typeof DatabaseSync } {
  const emit = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    const text = typeof warning === "string" ? warning : warning.message;
    if (!text.startsWith("SQLite is an experimental feature")) emit.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emit;
  }
}

function wrapDatabase(
  opened: DatabaseSync,
  file: string,
  explained: Explained,
  copyOf?: (image: Uint8Array) => DatabaseSync,
): Database {
  let raw = opened;
  const statements = new Map<string, Statement>();
  const overwrite = (copy: DatabaseSync) =>
    writeImage(copy, file).catch((error) =>
      explained(() => {
        throw error;
      }),
    );
  return {
    file,
    exec: (sql) => explained(() => raw.exec(sql)),
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement) return statement;
      statement = wrapStatement(
        explained(() => raw.prepare(sql)),
        binding(sql),
        explained,
      );
      const [oldest] = statements.keys();
      if (statements.size >= keptStatements && oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
      return statement;
    },
    *iterate<Row>(sql: string, ...values: SqlValue[]) {
      const rows = explained(() => raw.prepare(sql).iterate(...binding(sql)(values)));
      for (let row = explained(() => rows.next()); !row.done; row = explained(() => rows.next()))
        yield row.value as Row;
    },
    get inTransaction() {
      return raw.isTransaction;
    },
    image: () => explained(() => imageOf(raw)),
    async restore(image) {
      const copy = explained(() => copyOf?.(image));
      if (copy === undefined) return;
      if (file !== ":memory:") return await overwrite(copy);
      statements.clear();
      raw.close();
      raw = copy;
    },
    async replaceWith(other) {
      const source = explain(other)(() => new (loadSqlite().DatabaseSync)(other));
      if (file === ":memory:") return await this.restore(imageOf(source));
      await overwrite(source);
      // Otherwise the log still has pages of what was replaced.
      raw.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    },
    close: () => raw.close(),
  };
}

/** Switches to WAL. If two processes open a new file, this fails without waiting, so it is repeated until the deadline. */
function switchToWal(database: Database, raw: DatabaseSync, busyTimeout: number): void {
  const deadline = Date.now() + busyTimeout;
  for (;;) {
    try {
      raw.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (sqliteCode(error) !== 5 || Date.now() >= deadline) database.exec("PRAGMA journal_mode = WAL");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function migrate(database: Database, migrations: readonly Migration[]): void {
  const version = () =>
    Number(database.prepare("PRAGMA user_version").get<{ user_version: number }>()?.user_version);
  const found = version();
  if (found > migrations.length) {
    throw new TillError(exitCodes.failure, `${database.file} was written by a newer version of till.`, {
      code: "DATABASE_TOO_NEW",
      hint: "Update till, or use another file.",
    });
  }
  if (found === migrations.length) return;
  transaction(database, "exclusive", () => {
    // Read again: another process may have migrated the file meanwhile.
    for (const migration of migrations.slice(version())) {
      if (typeof migration === "string") database.exec(migration);
      else migration(database);
    }
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

const primaryCodes: Record<number, (file: string) => TillError> = {
  5: locked,
  6: locked,
  8: (file) => failed("DATABASE_UNREADABLE", `${file} is read-only.`, "Check its permissions."),
  10: (file) =>
    failed("DATABASE_UNREADABLE", `${file} cannot be read or written.`, "Check the disk it is on."),
  11: damaged,
  13: (file) =>
    failed("DISK_FULL", `The disk is full: ${file} was not changed.`, "Free some space and run it again."),
  14: (file) =>
    failed("DATABASE_UNREADABLE", `${file} cannot be opened.`, "Check that it is a writable file."),
  26: damaged,
};

function locked(file: string): TillError {
  return new TillError(exitCodes.conflict, `${file} is locked by another process.`, {
    code: "DATABASE_LOCKED",
    hint: "Wait until the other till command has finished, then run it again.",
  });
}

function damaged(file: string): TillError {
  const hint = "Move the file away (till creates a new one), or restore it from a backup.";
  return failed("DATABASE_DAMAGED", `${file} is not a database, or it is damaged.`, hint);
}

function failed(code: string, message: string, hint: string): TillError {
  return new TillError(exitCodes.failure, message, { code, hint });
}

function explain(file: string): Explained {
  return (work) => {
    try {
      return work();
    } catch (cause) {
      const known = primaryCodes[sqliteCode(cause) ?? 0]?.(file);
      if (!known) throw cause;
      known.cause = cause;
      throw known;
    }
  };
}

/** Returns the primary result code of an SQLite error, or undefined. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return error.errcode & 0xff;
}

export type SqlRow = Record<string, unknown>;

/** A prepared statement. Failures with a known cause (locked, full, not a database) are TillErrors. */
export interface Statement {
  run(...values: SqlValue[]): { changes: number; lastInsertRowid: number };
  get<Row = SqlRow>(...values: SqlValue[]): Row | undefined;
  all<Row = SqlRow>(...values: SqlValue[]): Row[];
}

/** Runs work and turns known failures into TillErrors. */
type Explained = <T>(work: () => T) => T;

/** Returns the values in the form in which a statement takes them. */
type Binding = (values: SqlValue[]) => SqlValue[];

/** Returns how to bind the values of a statement: Node 22 binds numbered parameters (`?1`) only by name, newer ones do both. */
function binding(sql: string): Binding {
  if (!/\?\d/.test(sql)) return (values) => values;
  return (values) => [
    Object.fromEntries(values.map((value, index) => [`?${index + 1}`, value])) as unknown as SqlValue,
  ];
}

/** Wraps a statement so that its failures are explained. */
function wrapStatement(raw: StatementSync, bound: Binding, explained: Explained): Statement {
  return {
    run: (...values) => {
      const { changes, lastInsertRowid } = explained(() => raw.run(...bound(values)));
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    },
    get: <Row>(...values: SqlValue[]) => explained(() => raw.get(...bound(values))) as Row | undefined,
    all: <Row>(...values: SqlValue[]) => explained(() => raw.all(...bound(values))) as Row[],
  };
}

/**
 * Opens a copy of an image. Node before 24.16 cannot open one in memory: there the copy is a temporary file, which is removed
 * at once, or on Windows when the database is closed. `serialize`, which it does not have either, reads the file.
 */
function openImage(Sqlite: typeof DatabaseSync, image: Uint8Array): DatabaseSync {
  // Only files have a write-ahead log. The two version bytes of the header are 1 for a database without.
  if (image[18] !== 1) image.set([1, 1], 18);
  if ("deserialize" in Sqlite.prototype) {
    const database = new Sqlite(":memory:");
    database.deserialize(image);
    return database;
  }
  const folder = mkdtempSync(join(tmpdir(), "till-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, "image.db");
  writeFileSync(file, image);
  const database: DatabaseSync = new Sqlite(file);
  database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
  const descriptor = openSync(file, "r");
  const close = database.close.bind(database);
  const removeAtOnce = process.platform !== "win32";
  if (removeAtOnce) remove();
  return Object.assign(database, {
    serialize() {
      const bytes = new Uint8Array(fstatSync(descriptor).size);
      readSync(descriptor, bytes, 0, bytes.length, 0);
      return bytes;
    },
    close() {
      close();
      closeSync(descriptor);
      if (!removeAtOnce) remove();
    },
  });
}

/** Writes a database over a file, in one transaction, and closes the database. */
async function writeImage(database: DatabaseSync, file: string): Promise<void> {
  const { backup } = process.getBuiltinModule("node:sqlite");
  try {
    // All pages at once: between batches, another transaction could come first.
    await backup(database, file, { rate: 0x7fff_ffff });
  } finally {
    database.close();
  }
}

/** Returns a copy of a database as the bytes of a database file. */
function imageOf(raw: DatabaseSync): Uint8Array {
  if (typeof (raw as Partial<DatabaseSync>).serialize === "function") return raw.serialize();
  const folder = mkdtempSync(join(tmpdir(), "till-"));
  try {
    const file = join(folder, "image.db");
    raw.prepare("VACUUM INTO ?").run(file);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
