import { copyFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../../../src/sandbox/server/router.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { createRequester } from "../../support/test-shop.ts";

let folder: string;
const opened: OpenSandbox[] = [];
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function open(name: string) {
  const file = name === ":memory:" ? name : join(folder, name);
  const sandbox = openSandbox({ file, snapshots: join(folder, "snapshots") });
  opened.push(sandbox);
  return createRequester(sandbox.send);
}

const products = async (ask: ReturnType<typeof open>) =>
  (await ask("GET", "/stores-reader/v1/products/query-platformized")).body.metadata.total;

test.each([":memory:", "sandbox.db"])(
  "a snapshot of %s restores data, clock, mail, faults and settings",
  async (file) => {
    const ask = open(file);
    await ask("POST", "/__till/seed", { count: 2 });
    await ask("POST", "/__till/clock", { set: "2030-01-01T00:00:00Z" });
    await ask("POST", "/__till/settings", { name: "currency", value: "EUR" });
    expect((await ask("POST", "/__till/snapshots", { name: "two" })).body.snapshot.name).toBe("two");
    await ask("POST", "/__till/reset", {});
    await ask("POST", "/__till/faults", { fault: "503", route: "tickets.checkIn" });
    // The reset sandbox has no table that the snapshot has.
    expect(await products(ask)).toBe(0);

    const restored = await ask("POST", "/__till/restore", { snapshot: "two" });
    expect(restored).toMatchObject({ status: 200, body: { counts: { products: 2 } } });
    expect(await products(ask)).toBe(2);
    const { clock, faults, currency } = (await ask("GET", "/__till/status")).body;
    expect({ clock, faults, currency }).toEqual({
      clock: { mode: "frozen", now: "2030-01-01T00:00:00.000Z" },
      faults: 0,
      currency: "EUR",
    });
  },
);

test("other processes with the same file see a restored sandbox, with and without tables that they know", async () => {
  const [one, other] = [open("sandbox.db"), open("sandbox.db")];
  await one("POST", "/__till/snapshots", { name: "empty" });
  await one("POST", "/__till/seed", { count: 2 });
  await one("POST", "/__till/snapshots", { name: "two" });
  expect(await products(other)).toBe(2);
  await one("POST", "/__till/restore", { snapshot: "empty" });
  expect([await products(one), await products(other)]).toEqual([0, 0]);
  expect((await other("POST", "/__till/seed", { count: 1 })).status).toBe(200);
  await other("POST", "/__till/restore", { snapshot: "two" });
  expect([await products(one), await products(other)]).toEqual([2, 2]);
});

test("positions of readers of events stay valid: event numbers never decrease", async () => {
  const ask = open(":memory:");
  await ask("POST", "/__till/snapshots", { name: "before" });
  const emit = async () =>
    (await ask("POST", "/__till/events", { type: "a", entityId: "1", payload: {} })).body.lastEvent;
  const last = await emit();
  await ask("POST", "/__till/restore", { snapshot: "before" });
  expect(await emit()).toBe(last + 1);
  expect((await ask("GET", `/__till/events?after=${last}`)).body.events).toHaveLength(1);
});

test("readers that follow the request log go on after a restore: the numbers of requests never decrease", async () => {
  const ask = open(":memory:");
  const after = async (last: number) =>
    (await ask("POST", "/__till/log/query", { after: last })).body.requests;
  await ask("POST", "/__till/snapshots", { name: "before" });
  await products(ask);
  const last = (await after(0)).at(-1).id;
  await ask("POST", "/__till/restore", { snapshot: "before" });
  await products(ask);
  expect((await after(last)).at(-1)).toMatchObject({ call: "products.query" });
});

test("a call that is held goes on when a snapshot without its fault is restored", async () => {
  const ask = open(":memory:");
  await ask("POST", "/__till/snapshots", { name: "before" });
  await ask("POST", "/__till/faults", { fault: "hold" });
  const held = products(ask);
  await expect
    .poll(async () => (await ask("GET", "/__till/faults")).body.faults)
    .toMatchObject([{ times: -1 }]);
  await ask("POST", "/__till/restore", { snapshot: "before" });
  expect(await held).toBe(0);
});

test("snapshots are private files that are listed, replaced on request and deleted", async () => {
  const ask = open("sandbox.db");
  await ask("POST", "/__till/snapshots", { name: "b" });
  await ask("POST", "/__till/snapshots", { name: "a" });
  const { snapshots } = (await ask("GET", "/__till/snapshots")).body;
  expect(snapshots.map(({ name }: { name: string }) => name)).toEqual(["a", "b"]);
  expect(statSync(join(folder, "snapshots", "a.db")).mode & 0o777).toBe(0o600);
  const again = await ask("POST", "/__till/snapshots", { name: "a" });
  expect(again.body.details.applicationError.code).toBe("SNAPSHOT_EXISTS");
  expect((await ask("POST", "/__till/snapshots", { name: "a", replace: true })).status).toBe(200);
  await ask("DELETE", "/__till/snapshots/a");
  expect(readdirSync(join(folder, "snapshots"))).toEqual(["b.db"]);
  const missing = await ask("POST", "/__till/restore", { snapshot: "B" });
  expect(missing).toMatchObject({
    status: 404,
    body: { message: "There is no snapshot B. Did you mean b?" },
  });
  for (const name of ["../a", "a/b", ".a", "", "a".repeat(65)]) {
    expect((await ask("POST", "/__till/snapshots", { name })).status, name).toBe(400);
    expect((await ask("POST", "/__till/restore", { snapshot: name })).status, name).toBe(400);
  }
});

test("a folder that cannot exist has no snapshots", async () => {
  writeFileSync(join(folder, "snapshots"), "a file");
  const ask = open(":memory:");
  expect((await ask("GET", "/__till/snapshots")).status).toBe(200);
  expect((await ask("POST", "/__till/restore", { snapshot: "a" })).status).toBe(404);
});

test.each(["damaged", "newer"])("a %s snapshot is rejected and changes nothing", async (kind) => {
  const ask = open("sandbox.db");
  await ask("POST", "/__till/seed", { count: 2 });
  await ask("POST", "/__till/snapshots", { name: "two" });
  const file = join(folder, "snapshots", `${kind}.db`);
  if (kind === "damaged") writeFileSync(file, "not a database".repeat(1000));
  else {
    copyFileSync(join(folder, "snapshots", "two.db"), file);
    const raw = new DatabaseSync(file);
    raw.exec("PRAGMA user_version = 999");
    raw.close();
  }
  const code = kind === "damaged" ? "DATABASE_DAMAGED" : "DATABASE_TOO_NEW";
  await expect(ask("POST", "/__till/restore", { snapshot: kind })).rejects.toMatchObject({ code });
  expect(await products(ask)).toBe(2);
});

test("names that differ in case only are one snapshot on some disks, so the second one is rejected", async () => {
  const ask = open("sandbox.db");
  await ask("POST", "/__till/snapshots", { name: "spring" });
  for (const replace of [false, true])
    expect(await ask("POST", "/__till/snapshots", { name: "Spring", replace })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("There is already a snapshot spring") },
    });
  // As a disk that ignores case would find it.
  copyFileSync(join(folder, "snapshots/spring.db"), join(folder, "snapshots/Other.db"));
  expect(await ask("POST", "/__till/restore", { snapshot: "other" })).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining("Did you mean Other?") },
  });
  expect((await ask("POST", "/__till/snapshots", { name: "spring", replace: true })).status).toBe(200);
});
