import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { exitCodes, TillError } from "../../src/kernel/errors.ts";
import { checkDatabase, openDatabase, openReadOnly, transaction } from "../../src/kernel/sqlite.ts";
import { temporaryFolder } from "../support/folders.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "inner", "shop.db");
});

const migrations = ["CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE)"];
const open = (busyTimeout = 200) => openDatabase(file, { synchronous: "NORMAL", migrations, busyTimeout });

function failure(work: () => unknown): TillError {
  try {
    work();
  } catch (error) {
    if (error instanceof TillError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("opening", () => {
  test("the file, its new folders and its journal are private", () => {
    const db = open();
    db.exec("INSERT INTO item (name) VALUES ('a')");
    expect(statSync(join(folder, "inner")).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600);
    db.close();
  });

  test("a file that others can read is made private", () => {
    open().close();
    chmodSync(file, 0o644);
    open().close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("WAL, foreign keys and the requested durability are set", () => {
    const db = openDatabase(file, { synchronous: "FULL", migrations });
    expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(db.prepare("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
    expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    // On macOS, FULL alone does not survive a power failure.
    expect(db.prepare("PRAGMA fullfsync").get()).toEqual({ fullfsync: 1 });
    expect(open().prepare("PRAGMA fullfsync").get()).toEqual({ fullfsync: 0 });
    db.close();
  });

  test("migrations run once, in order, and only the missing ones", () => {
    const first = "CREATE TABLE a (x); INSERT INTO a VALUES (1)";
    openDatabase(file, { synchronous: "NORMAL", migrations: [first] }).close();
    const second = "ALTER TABLE a ADD COLUMN y; UPDATE a SET y = x + 1";
    const db = openDatabase(file, { synchronous: "NORMAL", migrations: [first, second] });
    expect(db.prepare("SELECT * FROM a").all()).toEqual([{ x: 1, y: 2 }]);
    expect(db.prepare("PRAGMA user_version").get()).toEqual({ user_version: 2 });
    db.close();
  });

  test("a failed migration leaves the file at its version", () => {
    open().close();
    const broken = [...migrations, "CREATE TABLE more (x); SELECT nonsense FROM nowhere"];
    expect(() => openDatabase(file, { synchronous: "NORMAL", migrations: broken })).toThrow(/nowhere/);
    const db = open();
    expect(db.prepare("PRAGMA user_version").get()).toEqual({ user_version: 1 });
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'more'").all()).toEqual([]);
    db.close();
  });

  test("many threads can open a new file at the same time", async () => {
    const url = new URL("../../src/kernel/sqlite.ts", import.meta.url).href;
    const code = `import(${JSON.stringify(url)}).then(({ openDatabase }) => {
      const db = openDatabase(${JSON.stringify(file)}, { synchronous: "NORMAL", migrations: ${JSON.stringify(migrations)} });
      db.prepare("INSERT INTO item (name) VALUES (?)").run(require("node:worker_threads").workerData);
      db.close();
    })`;
    const names = Array.from({ length: 8 }, (_, index) => `thread ${index}`);
    await Promise.all(
      names.map((workerData) => {
        const worker = new Worker(code, { eval: true, workerData });
        return new Promise<void>((resolve, reject) => {
          worker.once("error", reject);
          worker.once("exit", () => resolve());
        });
      }),
    );
    const db = open();
    expect(
      db
        .prepare("SELECT name FROM item ORDER BY name")
        .all()
        .map(({ name }) => name),
    ).toEqual(names);
    db.close();
  });
});

describe("a file that cannot be opened says why", () => {
  test("a newer version", () => {
    openDatabase(file, { synchronous: "NORMAL", migrations: [...migrations, "CREATE TABLE b (x)"] }).close();
    const error = failure(open);
    expect(error).toMatchObject({ code: "DATABASE_TOO_NEW", exitCode: exitCodes.failure });
    expect(error.hint).toMatch(/Update till/);
  });

  test("not a database", () => {
    open().close();
    writeFileSync(file, "name,price\nMug,5\n".repeat(100));
    expect(failure(open)).toMatchObject({ code: "DATABASE_DAMAGED" });
    expect(failure(open).message).toContain(file);
  });

  test("a truncated database", () => {
    const db = open();
    for (let i = 0; i < 2000; i++)
      db.prepare("INSERT INTO item (name) VALUES (?)").run(`a rather long name ${i}`);
    db.close();
    truncateSync(file, 9000);
    const error = failure(() => open().prepare("SELECT count(name) FROM item").get());
    expect(error.code).toBe("DATABASE_DAMAGED");
  });

  test("a folder instead of a file", () => {
    expect(failure(() => openDatabase(folder, { synchronous: "NORMAL", migrations }))).toMatchObject({
      code: "DATABASE_UNREADABLE",
    });
  });

  test("a lock of another process: exit 6, until it is released", () => {
    const holder = open();
    const other = open(50);
    holder.exec("BEGIN IMMEDIATE");
    const insert = () =>
      transaction(other, "immediate", () => other.exec("INSERT INTO item (name) VALUES ('b')"));
    expect(failure(insert)).toMatchObject({ code: "DATABASE_LOCKED", exitCode: exitCodes.conflict });
    holder.exec("ROLLBACK");
    insert();
    expect(holder.prepare("SELECT count(*) AS n FROM item").get()).toEqual({ n: 1 });
    holder.close();
    other.close();
  });

  test("a full disk", () => {
    const db = open();
    db.exec("PRAGMA max_page_count = 4");
    const fill = () => {
      for (let i = 0; ; i++) db.prepare("INSERT INTO item (name) VALUES (?)").run(`${i}${"x".repeat(500)}`);
    };
    expect(failure(() => transaction(db, "immediate", fill))).toMatchObject({ code: "DISK_FULL" });
    expect(db.inTransaction).toBe(false);
    expect(db.prepare("SELECT count(*) AS n FROM item").get()).toEqual({ n: 0 });
    db.close();
  });
});

describe("transactions and statements", () => {
  test("a transaction is rolled back if it throws, and committed otherwise", () => {
    const db = open();
    const insert = db.prepare("INSERT INTO item (name) VALUES (?)");
    expect(() =>
      transaction(db, "immediate", () => {
        insert.run("lost");
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(transaction(db, "immediate", () => insert.run("kept").changes)).toBe(1);
    expect(db.prepare("SELECT name FROM item").all()).toEqual([{ name: "kept" }]);
    db.close();
  });

  test("nested and asynchronous transactions are rejected", () => {
    const db = open();
    expect(() => transaction(db, "immediate", () => transaction(db, "deferred", () => 1))).toThrow(
      /already open/,
    );
    expect(() => transaction(db, "immediate", async () => 1)).toThrow(/synchronous/);
    expect(db.inTransaction).toBe(false);
    db.close();
  });

  test("statements are prepared once, and an in-memory database creates no file", () => {
    const db = openDatabase(":memory:", { synchronous: "NORMAL", migrations });
    expect(db.prepare("SELECT 1")).toBe(db.prepare("SELECT 1"));
    expect(existsSync(":memory:")).toBe(false);
    db.close();
  });

  test("the same SQL can be run while iterating over its rows", () => {
    const db = open();
    for (const name of ["a", "b", "c"]) db.prepare("INSERT INTO item (name) VALUES (?)").run(name);
    const sql = "SELECT name FROM item ORDER BY name";
    const pairs = [...db.iterate<{ name: string }>(sql)].map(({ name }) => [
      name,
      db.prepare(sql).all().length,
    ]);
    expect(pairs).toEqual([
      ["a", 3],
      ["b", 3],
      ["c", 3],
    ]);
    db.close();
  });
});

describe("restoring an image", () => {
  const names = (db: ReturnType<typeof open>) =>
    db
      .prepare("SELECT name FROM item ORDER BY id")
      .all<{ name: string }>()
      .map(({ name }) => name);

  test("replaces a database in memory and drops statements of the old one", async () => {
    const db = openDatabase(":memory:", { synchronous: "NORMAL", migrations });
    db.exec("INSERT INTO item (name) VALUES ('a')");
    const image = db.image();
    db.exec("INSERT INTO item (name) VALUES ('b')");
    expect(names(db)).toEqual(["a", "b"]);
    await db.restore(image);
    expect(names(db)).toEqual(["a"]);
    expect(db.prepare("SELECT fold('É') AS lower").get()).toEqual({ lower: "é" });
    db.close();
  });

  test("leaves no temporary files on a Node that cannot open images in memory", async () => {
    const { deserialize, serialize } = DatabaseSync.prototype;
    onTestFinished(() => {
      vi.unstubAllEnvs();
      Object.assign(DatabaseSync.prototype, { deserialize, serialize });
    });
    for (const name of ["deserialize", "serialize"]) Reflect.deleteProperty(DatabaseSync.prototype, name);
    const temporary = temporaryFolder();
    for (const name of ["TMPDIR", "TEMP", "TMP"]) vi.stubEnv(name, temporary);
    for (const db of [openDatabase(":memory:", { synchronous: "NORMAL", migrations }), open()]) {
      db.exec("INSERT INTO item (name) VALUES ('a')");
      const image = db.image();
      db.exec("INSERT INTO item (name) VALUES ('b')");
      await db.restore(image);
      expect(names(db)).toEqual(["a"]);
      db.close();
      expect(readdirSync(temporary)).toEqual([]);
    }
  });

  test("replaces a file for every connection, which stays in WAL mode", async () => {
    const [db, other] = [open(), open()];
    db.exec("INSERT INTO item (name) VALUES ('a')");
    const image = db.image();
    other.exec("INSERT INTO item (name) VALUES ('b')");
    expect(names(other)).toEqual(["a", "b"]);
    await db.restore(image);
    expect([names(db), names(other)]).toEqual([["a"], ["a"]]);
    expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    other.exec("INSERT INTO item (name) VALUES ('c')");
    expect(names(db)).toEqual(["a", "c"]);
    other.close();
    db.close();
  });

  test("migrates the image first, and changes nothing if it is too new", async () => {
    const db = open();
    const old = db.image();
    db.close();
    const more = [...migrations, "ALTER TABLE item ADD COLUMN size INTEGER"];
    const newer = openDatabase(file, { synchronous: "NORMAL", migrations: more });
    newer.exec("INSERT INTO item (name, size) VALUES ('a', 1)");
    const image = newer.image();
    await newer.restore(old);
    expect(newer.prepare("SELECT count(size) AS sizes FROM item").get()).toEqual({ sizes: 0 });
    newer.close();
    const before = openDatabase(":memory:", { synchronous: "NORMAL", migrations });
    await expect(before.restore(image)).rejects.toMatchObject({ code: "DATABASE_TOO_NEW" });
    expect(names(before)).toEqual([]);
    before.close();
  });
});

test.each([
  ["checked", () => checkDatabase(file), "ok"],
  ["read", () => countIn(openReadOnly(file)), 2_000],
  [
    "read through views",
    () =>
      countIn(
        openReadOnly(file, { views: (schema) => `CREATE TEMP VIEW item AS SELECT * FROM ${schema}.item` }),
      ),
    2_000,
  ],
])("a file that another process has locked for a moment is %s afterwards", async (_, read, expected) => {
  open().close();
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const writer = new Worker(
    `const { parentPort, workerData: { file, begun } } = require("node:worker_threads");
     const db = new (require("node:sqlite").DatabaseSync)(file);
     db.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
     parentPort.postMessage("locked");
     Atomics.wait(begun, 0, 0);
     for (let row = 0; row < 2_000; row++) db.exec("INSERT INTO item (name) VALUES (" + row + ")");
     db.exec("COMMIT");`,
    { eval: true, workerData: { file, begun } },
  );
  await once(writer, "message");
  Atomics.store(begun, 0, 1);
  Atomics.notify(begun, 0);
  expect(read()).toBe(expected);
  await once(writer, "exit");
});

function countIn(db: ReturnType<typeof openReadOnly>): unknown {
  const [row] = db.all("SELECT count(*) AS count FROM item");
  db.close();
  return row?.count;
}
