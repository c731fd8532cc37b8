import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Transport } from "../../src/api/transport/transport.ts";
import { openDatabase } from "../../src/kernel/sqlite.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const file = () => world.path("till/cache/mirrors/sandbox.db");

/** Changes what the copy says of itself. */
function setFact(name: string, value: string): void {
  const db = openDatabase(file(), { synchronous: "NORMAL", migrations: [] });
  db.prepare("UPDATE _fact SET value = ? WHERE name = ?").run(JSON.stringify(value), name);
  db.close();
}

/** Returns the rows of a query. */
async function rows(query: string): Promise<Record<string, unknown>[]> {
  const { stdout, code, stderr } = await world.till(["data", "sql", query, "--output", "ndjson"]);
  expect(code, stderr).toBe(0);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const { _kind, ...row } = JSON.parse(line);
      return row;
    });
}

describe.each(["v1", "v3"])("catalog %s", (catalog) => {
  test("a sync copies the shop, and the tables have what the lists have", async () => {
    await world.till(`sandbox seed demo --catalog ${catalog}`);
    expect(await world.till("data sync")).toMatchObject({ code: 0 });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    for (const list of ["products", "orders", "collections"]) {
      const listed = JSON.parse((await world.till(`${list} list --all --json`)).stdout).items;
      const copied = await rows(`select json from ${list} order by id`);
      const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
      expect(copied.map(({ json }) => JSON.parse(String(json)))).toEqual(
        listed.map(({ _kind, ...one }: { _kind: string; id: string }) => one).sort(byId),
      );
    }
    const empty = await Promise.all(
      ["variants", "order_items", "refunds", "coupons", "discount_rules", "events", "tickets", "guests"].map(
        async (table) => ((await rows(`select 1 from ${table} limit 1`)).length === 0 ? [table] : []),
      ),
    );
    expect(empty.flat()).toEqual([]);
  });
});

test("amounts are decimal text with minor units, and times are in UTC and local", async () => {
  await world.till("sandbox seed demo");
  await world.till("data sync", { env: { TILL_TIME_ZONE: "America/New_York" } });
  const [product] = await rows(
    "select price, price_minor, currency from products where handle = 'stoneware-mug'",
  );
  expect(product).toEqual({ price: "24.00", price_minor: 2400, currency: "USD" });
  const [order] = await rows("select createdDate, createdDate_local from orders limit 1");
  const shown = new Date(String(order?.createdDate)).toLocaleString("sv-SE", {
    timeZone: "America/New_York",
  });
  expect(order?.createdDate_local).toBe(shown);
});

test("--status tells how old each table is, and sends nothing", async () => {
  await world.till("sandbox seed demo");
  expect(await world.till("data sync --status")).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("till data sync"),
  });
  await world.till("data sync", { now: new Date("2026-03-01T08:00:00Z") });
  let requests = 0;
  const { stdout } = await world.till("data sync --status --json", { onRequest: () => void requests++ });
  expect(requests).toBe(0);
  expect(JSON.parse(stdout).items).toContainEqual({
    _kind: "tableStatus",
    table: "products",
    rows: 24,
    syncedAt: "2026-03-01T08:00:00.000Z",
    exact: true,
  });
});

test("--masked replaces personal data in every column, the same way each time", async () => {
  await world.till("sandbox seed demo");
  await world.till("data sync --masked");
  const before = await rows("select email, lastName, city, json from orders order by id");
  const { stdout } = await world.till("orders list --all --json");
  const personal = JSON.parse(stdout).items.flatMap(
    (order: { buyerInfo?: { email?: string }; billingInfo?: { contactDetails?: { lastName?: string } } }) => [
      order.buyerInfo?.email,
      order.billingInfo?.contactDetails?.lastName,
    ],
  );
  const bytes = readFileSync(file()).toString("latin1") + readFileSync(`${file()}-wal`).toString("latin1");
  for (const text of new Set(personal.filter(Boolean)))
    expect(bytes.includes(String(text)), String(text)).toBe(false);
  expect(before.every(({ email }) => /^[0-9a-f]{12}@example\.com$/.test(String(email)))).toBe(true);
  // The option stays, so that a later sync without it does not bring personal data.
  await world.till("data sync --full");
  expect(await rows("select email, lastName, city, json from orders order by id")).toEqual(before);
});

test("--without customers leaves personal data out, and --forget deletes the copy", async () => {
  await world.till("sandbox seed demo");
  await world.till("data sync --without customers");
  expect(await rows("select distinct email, lastName, phone from orders")).toEqual([
    { email: "", lastName: "", phone: null },
  ]);
  expect(await rows("select count(*) as n from customers")).toEqual([{ n: 0 }]);
  const [total] = await rows("select count(*) as n, sum(total_minor) > 0 as paid from orders");
  expect(total).toMatchObject({ paid: 1 });
  expect(await world.till("data sync --forget")).toMatchObject({
    code: 0,
    stderr: "The local copy was deleted.\n",
  });
  expect(existsSync(file())).toBe(false);
  expect(await world.till("data sync --forget")).toMatchObject({
    code: 0,
    stderr: "There is no local copy.\n",
  });
});

test("a damaged copy and one of another version are made again", async () => {
  await world.till("sandbox seed demo");
  await world.till("data sync");
  writeFileSync(file(), "no database");
  expect(await world.till("data sql 'select 1 from products'")).toMatchObject({ code: 1 });
  expect(await world.till("data sync")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("made again: it was damaged"),
  });
  setFact("schema", "old");
  expect(await world.till("data sql 'select 1 from products'")).toMatchObject({ code: 5 });
  expect(await world.till("data sync")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("another version of till"),
  });
  expect(await rows("select count(*) as n from products")).toEqual([{ n: 24 }]);
});

test("a copy of another shop is refused", async () => {
  await world.till("sandbox seed demo");
  await world.till("data sync");
  setFact("site", "another");
  expect(await world.till("data sync")).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("another shop"),
  });
});

test("two syncs of one shop at the same time do not mix", async () => {
  await world.till("sandbox seed demo");
  let second: Promise<{ code: number; stderr: string }> | undefined;
  const first = await world.till("data sync", {
    onRequest: async () => {
      second ??= world.till("data sync");
      await second;
    },
  });
  expect(first.code).toBe(0);
  expect(await second).toMatchObject({ code: 6, stderr: expect.stringContaining("Another process") });
});

test("a copy that is made again is not written or deleted by another process meanwhile", async () => {
  await world.till("sandbox seed demo");
  await world.till("data sync");
  setFact("schema", "old");
  const others: Promise<{ code: number; stderr: string }>[] = [];
  const { code, stderr } = await world.till("data sync", {
    onRequest: async () => {
      if (others.length === 0) others.push(world.till("data sync"), world.till("data sync --forget"));
      await Promise.all(others);
    },
  });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("made again") });
  for (const other of others)
    expect(await other).toMatchObject({ code: 6, stderr: expect.stringContaining("Another process") });
  expect(await rows("select count(*) as n from products")).toEqual([{ n: 24 }]);
});

test("a masked copy that was damaged is masked when it is made again, with the same substitutes", async () => {
  await world.till("sandbox seed demo");
  await world.till("data sync --masked");
  const before = await rows("select email from orders order by id");
  writeFileSync(file(), "no database");
  await world.till("data sync");
  expect(await rows("select email from orders order by id")).toEqual(before);
  await world.till("data sync --forget");
  await world.till("data sync");
  expect(await rows("select email from orders order by id")).not.toEqual(before);
});

test("a list that the key may not read is named, and the others are read", async () => {
  await world.till("sandbox seed demo");
  const forbidden: Transport = async () => ({
    status: 403,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: "Forbidden", details: {} }),
  });
  const synced = await world.till("data sync", {
    through: (send) => async (request) =>
      /^(?:events|coupons)\./.test(request.name ?? "") ? await forbidden(request) : await send(request),
  });
  expect(synced).toMatchObject({ code: 9, stderr: expect.stringContaining("may not read coupons, events") });
  const statuses = JSON.parse((await world.till("data sync --status --json")).stdout).items;
  const of = (name: string) => statuses.find(({ table }: { table: string }) => table === name);
  expect(of("events")).toMatchObject({ rows: 0, syncedAt: null, exact: false });
  expect(of("tickets").rows).toBeGreaterThan(0);
  expect(of("products")).toMatchObject({ rows: 24, exact: true });
  const asked = await world.till("data sql 'select count(*) from events'");
  expect(asked.stderr).toContain("is not complete");
  expect(await world.till("data sync")).toMatchObject({ code: 0 });
  expect((await rows("select count(*) > 0 as found from events"))[0]).toEqual({ found: 1 });
});

test("prices that jobs changed are copied from their records, and what was undone is marked", async () => {
  const shop = createWorld();
  await shop.till("sandbox seed demo");
  const changes = async () => {
    expect(await shop.till("data sync")).toMatchObject({ code: 0 });
    const { stdout } = await shop.till([
      "data",
      "sql",
      "select product, choices, before, after, undoneDate is not null as undone from price_changes order by changedDate, choices",
      "--json",
    ]);
    return JSON.parse(stdout).items.map(({ _kind, ...row }: Record<string, unknown>) => Object.values(row));
  };
  expect(await changes()).toEqual([]);
  await shop.till("products update stoneware-mug --set price=26 --yes");
  const mug = [
    ["Stoneware Mug", "", "24.00", "26.00", 0],
    ["Stoneware Mug", "Colour: Moss", "26.50", "26.00", 0],
  ];
  expect(await changes()).toEqual(mug);
  await shop.till("products update stoneware-mug --set name=Mug --yes");
  expect(await changes()).toEqual(mug);
  await shop.till("products update serving-bowl --set price=+10% --yes");
  await shop.till("jobs undo last --yes");
  expect(await changes()).toEqual([...mug, ["Serving Bowl", "", "68.00", "74.80", 1]]);
  shop.close();
});

test("gift cards and settings are read if they are asked for, and from then on, without reading all again", async () => {
  const shop = createWorld();
  await shop.till("sandbox seed demo");
  const requests: string[] = [];
  const sync = async (flags = "") => {
    requests.length = 0;
    const { stdout } = await shop.till(`data sync ${flags} --json`, {
      onRequest: ({ name = "" }) => requests.push(name),
    });
    return JSON.parse(stdout).items.map(({ table }: { table: string }) => table);
  };
  expect(await sync()).not.toContain("gift_cards");
  expect(await sync("--with gift-cards --with settings")).toEqual(
    expect.arrayContaining(["gift_cards", "settings"]),
  );
  expect(requests.filter((name) => name === "products.query").length).toBeLessThanOrEqual(2);
  expect(requests).toEqual(expect.arrayContaining(["giftCards.query", "ordersSettings.get"]));
  expect(await sync()).toContain("gift_cards");
  const [row] = JSON.parse(
    (
      await shop.till([
        "data",
        "sql",
        "select value from settings where area = 'orders' and name = 'inventoryUpdateTrigger'",
        "--json",
      ])
    ).stdout,
  ).items;
  expect(row).toMatchObject({ value: expect.stringMatching(/^ON_ORDER_/) });
  shop.close();
});
