import { expect, it } from "vitest";
import { openStore } from "../../../src/sandbox/kernel/store.ts";
import type { Table, Tx } from "../../../src/sandbox/kernel/tx.ts";

const things: Table<{ n: number }> = {
  name: "things",
  columns: { n: { type: "number", value: (doc) => doc.n } },
};
const others: Table<{ n: number }> = { name: "others" };
const admin = { caller: { role: "admin" as const } };

function failing(tx: Tx, work: () => void): void {
  const attempt = () =>
    tx.attempt(() => {
      work();
      throw new Error("no");
    });
  expect(attempt).toThrow("no");
}

it("rolls back a failed attempt including tables and events, and keeps the rest", () => {
  const store = openStore(":memory:");
  store.write(admin, (tx) => {
    tx.put(things, "a", { n: 1 });
    failing(tx, () => {
      tx.put(things, "b", { n: 2 });
      tx.put(others, "x", { n: 9 });
      tx.emit("test.happened", "b", {});
      expect(tx.query(things, { limit: 1 }).total).toBe(2);
    });
    expect(tx.query(things, { limit: 1 }).total).toBe(1);
    expect(tx.attempt(() => "done")).toBe("done");
    tx.put(others, "y", { n: 3 });
  });
  const read = store.read(admin, (tx) => [...tx.each(things), ...tx.each(others)]);
  expect(read).toEqual([{ n: 1 }, { n: 3 }]);
  expect(store.db.prepare("SELECT count(*) AS events FROM event").get()).toEqual({ events: 0 });
  store.close();
});

it("attempts can be nested", () => {
  const store = openStore(":memory:");
  store.write(admin, (tx) => {
    tx.attempt(() => {
      tx.put(things, "a", { n: 1 });
      failing(tx, () => tx.put(things, "b", { n: 2 }));
    });
  });
  expect(store.read(admin, (tx) => tx.query(things, {}).items)).toEqual([{ n: 1 }]);
  store.close();
});
