import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readEvents } from "../../../src/sandbox/kernel/outbox.ts";
import { openStore, type Store, type StoreOptions } from "../../../src/sandbox/kernel/store.ts";
import { PlatformError, type Table } from "../../../src/sandbox/kernel/tx.ts";
import { temporaryFolder } from "../../support/folders.ts";

interface StoredThing {
  id: string;
  slug: string;
  size?: number;
}
const things: Table<StoredThing> = {
  name: "things",
  columns: { slug: { type: "text", unique: true, value: ({ slug }) => slug } },
};
const visit = { caller: { role: "admin" } } as const;

let folder: string;
let file: string;
const opened: Store[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "sandbox.db");
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});
function open(options?: StoreOptions, name = file): Store {
  const store = openStore(name, options);
  opened.push(store);
  return store;
}
const put = (store: Store, id: string, slug = id) =>
  store.write(visit, (tx) => tx.put(things, id, { id, slug }));
const get = (store: Store, id: string) => store.read(visit, (tx) => tx.get(things, id));

describe("documents", () => {
  test("are put, replaced, found and removed", () => {
    const store = open();
    put(store, "a");
    store.write(visit, (tx) => tx.put(things, "a", { id: "a", slug: "b", size: 2 }));
    expect(get(store, "a")).toEqual({ id: "a", slug: "b", size: 2 });
    expect(store.read(visit, (tx) => tx.findBy(things, "slug", "b")?.id)).toBe("a");
    expect(store.read(visit, (tx) => tx.findBy(things, "slug", "a"))).toBeUndefined();
    expect(store.write(visit, (tx) => [tx.remove(things, "a"), tx.remove(things, "a")])).toEqual([
      true,
      false,
    ]);
    expect(get(store, "a")).toBeUndefined();
  });

  test("a duplicate unique value is rejected and the call rolled back", () => {
    const store = open();
    put(store, "a");
    const both = () =>
      store.write(visit, (tx) => {
        tx.put(things, "c", { id: "c", slug: "c" });
        tx.put(things, "b", { id: "b", slug: "a" });
      });
    expect(both).toThrow(PlatformError);
    expect(both).toThrow(expect.objectContaining({ status: 409, data: { field: "slug" } }));
    expect(get(store, "c")).toBeUndefined();
    put(store, "a", "a");
  });

  test("reading a table that does not exist yet returns nothing", () => {
    expect(get(open(), "a")).toBeUndefined();
  });

  test("a table from a failed transaction is created again", () => {
    const store = open();
    expect(() =>
      store.write(visit, (tx) => [tx.get(things, "a"), tx.get({ name: "no-such;name" }, "a")]),
    ).toThrow();
    put(store, "a");
    expect(get(store, "a")?.id).toBe("a");
  });

  test("a new column is filled for existing documents", () => {
    const store = open();
    for (let i = 0; i < 600; i++)
      store.write(visit, (tx) => tx.put(things, `${i}`, { id: `${i}`, slug: `${i}`, size: i % 3 }));
    const newer: Table<StoredThing> = {
      ...things,
      columns: { ...things.columns, size: { type: "number", value: ({ size }) => size ?? null } },
    };
    const other = open();
    expect(other.read(visit, (tx) => tx.query(newer, { filter: { size: 1 } }).total)).toBe(200);
    expect(other.read(visit, (tx) => tx.findBy(newer, "size", 2)?.size)).toBe(2);
  });

  test("iterating allows writes meanwhile", () => {
    const store = open();
    store.write(visit, (tx) => {
      for (let i = 0; i < 500; i++) tx.put(things, `${i}`, { id: `${i}`, slug: `${i}` });
    });
    const seen = store.write(visit, (tx) => {
      let count = 0;
      for (const thing of tx.each(things)) {
        tx.put(things, thing.id, { ...thing, size: 1 });
        count += 1;
      }
      return count;
    });
    expect(seen).toBe(500);
    expect(store.read(visit, (tx) => tx.query(things, { filter: { size: 1 } }).total)).toBe(500);
  });

  test("a read cannot write", () => {
    const store = open();
    put(store, "a");
    expect(() => store.read(visit, (tx) => tx.put(things, "b", { id: "b", slug: "b" }))).toThrow(
      /declared as a read/,
    );
    expect(() => store.read(visit, (tx) => tx.newId())).toThrow(/declared as a read/);
    expect(() => store.read(visit, (tx) => tx.emit("x", "a", {}))).toThrow(/declared as a read/);
  });
});

describe("several handles on one database", () => {
  test("a write is visible to the others at once", () => {
    const [one, other] = [open(), open()];
    put(one, "a");
    expect(get(other, "a")?.id).toBe("a");
    put(other, "b");
    expect(one.read(visit, (tx) => tx.query(things, { limit: 1 }).total)).toBe(2);
  });
});

describe("ids", () => {
  const first = (store: Store, count = 3) =>
    store.write(visit, (tx) => Array.from({ length: count }, () => tx.newId()));

  test("are GUIDs that depend on seed and history", () => {
    const ids = first(open());
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const other = open({}, join(folder, "other.db"));
    expect(first(other)).toEqual(ids);
    other.reset("another seed");
    expect(first(other)).not.toEqual(ids);
  });

  test("a failed write uses up none", () => {
    const store = open();
    const [expected] = first(open({}, ":memory:"), 1);
    expect(() =>
      store.write(visit, (tx) => {
        tx.newId();
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(first(store, 1)).toEqual([expected]);
  });

  test("counters are independent and persistent", () => {
    const store = open();
    expect(store.write(visit, (tx) => [tx.next("orders"), tx.next("orders"), tx.next("tickets")])).toEqual([
      1, 2, 1,
    ]);
    expect(open().write(visit, (tx) => tx.next("orders"))).toBe(3);
  });
});

describe("outbox", () => {
  test("an event is committed with its change or not at all", () => {
    const store = open({ wallTime: () => new Date("2030-01-01T00:00:00Z") });
    store.write(visit, (tx) => tx.emit("thing_created", "a", { size: 1 }));
    expect(() =>
      store.write(visit, (tx) => {
        tx.emit("thing_updated", "a", {});
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(readEvents(store.db, 0, 10)).toEqual([
      { seq: 1, at: "2030-01-01T00:00:00.000Z", type: "thing_created", entityId: "a", payload: { size: 1 } },
    ]);
  });

  test("a listener continues from its position, even after a reset", () => {
    const store = open();
    const emit = (id: string) => store.write(visit, (tx) => tx.emit("x", id, null));
    for (const id of ["a", "b", "c"]) emit(id);
    expect(readEvents(store.db, 1, 1).map(({ entityId }) => entityId)).toEqual(["b"]);
    const position = readEvents(store.db, 0, 10).at(-1)?.seq ?? 0;
    store.reset();
    emit("d");
    expect(readEvents(open().db, position, 10).map(({ entityId }) => entityId)).toEqual(["d"]);
  });
});

describe("reset and settings", () => {
  test("reset deletes all data and keeps the file", () => {
    const store = open();
    put(store, "a");
    store.write(visit, (tx) => {
      tx.setSetting("currency", "JPY");
      tx.schedule(new Date(0), "x.y", "z");
      tx.next("orders");
    });
    const { ino } = statSync(file);
    store.reset();
    expect(statSync(file).ino).toBe(ino);
    expect(get(store, "a")).toBeUndefined();
    expect(store.write(visit, (tx) => [tx.setting("currency"), tx.next("orders")])).toEqual(["USD", 1]);
    expect(store.db.prepare("SELECT count(*) AS n FROM due").get()).toEqual({ n: 0 });
  });

  test("settings have defaults and are shared", () => {
    const store = open();
    expect(store.read(visit, (tx) => [tx.setting("currency"), tx.setting("nonsense")])).toEqual([
      "USD",
      undefined,
    ]);
    store.write(visit, (tx) => tx.setSetting("currency", "KWD"));
    expect(open().read(visit, (tx) => tx.setting("currency"))).toBe("KWD");
  });
});
