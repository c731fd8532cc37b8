import { StatementSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller } from "../../src/api/caller.ts";
import { walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";
import type { Database, SqlValue } from "../../src/kernel/sqlite.ts";
import { documentTables } from "../../src/sandbox/kernel/schema.ts";
import { sampleSets } from "../architecture/samples/index.ts";
import { base, createSampleSandboxes, type SampleSandbox } from "../architecture/samples/sample-set.ts";

/** How often a shop is copied into itself. */
const copies = 9;

/** Tables of settings: a larger shop does not have more of them. Carts read all discounts, taxes and deliveries. */
const settings = /discount|tax|shipping|delivery|pickup|coupon|setting/i;

/** Calls that read more in a larger shop, and why. */
const exceptions: Readonly<Record<string, string>> = {
  "orders.aggregate": "adds up all orders",
  "events.countByStatus": "counts the values of all events",
  "eventCategories.assignEventsByFilter": "changes all events that match",
  "eventOrders.bulkUpdate": "changes all orders that match",
  "products.queryStoreVariants": "variants of catalog v1 are parts of products: all are read to sort them",
  "recommendations.get": "compares all products",
  "eventOrders.list": "returns the tickets of each order",
  "storesOrders.query": "returns the fulfillments of each order",
  "tags.list": "counts the tags of all orders",
  "memberRoles.query": "reads all roles, which list their members",
  "wishlists.getById": "finds the member of a wishlist that nothing was put on",
};

const counted = { statements: 0, rows: 0 };
const original = { get: StatementSync.prototype.get, all: StatementSync.prototype.all };
beforeAll(() => {
  StatementSync.prototype.get = function (this: StatementSync, ...values: never[]) {
    const row = original.get.apply(this, values as never);
    counted.statements += 1;
    if (row !== undefined) counted.rows += 1;
    return row;
  } as typeof original.get;
  StatementSync.prototype.all = function (this: StatementSync, ...values: never[]) {
    const rows = original.all.apply(this, values as never);
    counted.statements += 1;
    counted.rows += rows.length;
    return rows;
  } as typeof original.all;
});
afterAll(() => {
  Object.assign(StatementSync.prototype, original);
});

/** Returns the columns of a table that have a unique index. */
function uniqueColumns(db: Database, table: string): Set<string> {
  const sql = `SELECT c.name FROM pragma_index_list(?) AS i, pragma_index_info(i.name) AS c WHERE i."unique" AND i.origin = 'c'`;
  return new Set(
    db
      .prepare(sql)
      .all<{ name: string }>(`doc_${table}`)
      .map(({ name }) => name),
  );
}

/**
 * Adds copies of all documents, which refer to each other and not to the originals: every ID of a document is changed
 * wherever it stands, and unique values get a suffix.
 */
function grow(db: Database): void {
  const tables = documentTables(db).filter(({ name }) => !settings.test(name));
  const rowsOf = (sql: string) => db.prepare(`SELECT * FROM ${sql}`).all<Record<string, SqlValue>>();
  const ids = new Set(tables.flatMap(({ sql }) => rowsOf(sql).map(({ id }) => id)));
  for (const { sql, name } of tables) {
    const unique = uniqueColumns(db, name);
    for (const row of rowsOf(sql))
      for (let copy = 1; copy <= copies; copy += 1) {
        const renamed = (text: string) =>
          text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) =>
            ids.has(id)
              ? `${((Number.parseInt(id.slice(0, 1), 16) + copy) % 16).toString(16)}${id.slice(1)}`
              : id,
          );
        const unlike = (value: SqlValue) =>
          typeof value === "number" ? value + copy * 1e6 : `${value}-${copy}`;
        const values = Object.entries(row).map(([column, value]) => {
          if (column === "doc") {
            const doc = JSON.parse(renamed(String(value))) as Record<string, SqlValue>;
            for (const key of unique) if (doc[key] !== undefined) doc[key] = unlike(doc[key]);
            return JSON.stringify(doc);
          }
          const own = typeof value === "string" ? renamed(value) : value;
          return value !== null && own === value && (unique.has(column) || column === "id")
            ? unlike(value)
            : own;
        });
        const columns = Object.keys(row).map((column) => `"${column}"`);
        db.prepare(`INSERT OR IGNORE INTO ${sql} (${columns}) VALUES (${columns.map(() => "?")})`).run(
          ...values,
        );
      }
  }
}

/** Returns how many objects the lists of a response have. */
function listed(value: unknown): number {
  if (Array.isArray(value)) return value.length + value.reduce((sum: number, one) => sum + listed(one), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + listed(one), 0);
}

const endpoints = new Map(walk(services));

async function cost(world: SampleSandbox, name: string) {
  const endpoint = endpoints.get(name);
  if (endpoint === undefined) throw new Error(`Unknown call ${name}`);
  const headersFor = async () => world.headers[endpoint.role];
  const call = createCaller({ send: world.send, baseUrl: base, headersFor });
  Object.assign(counted, { statements: 0, rows: 0 });
  const result = await call(endpoint, world.inputOf(name));
  return { ...counted, listed: listed(result) };
}

type Cost = Awaited<ReturnType<typeof cost>>;

const grew = (before: Cost, after: Cost) =>
  after.rows > 2 * before.rows + 20 + 4 * (after.listed - before.listed) ||
  after.statements > 2 * before.statements + 20;

test("no call reads more in a shop of ten times the size, unless it returns more", async () => {
  const worlds = createSampleSandboxes();
  const growing: string[] = [];
  for (const set of sampleSets) {
    const [small, large] = [await worlds.open(set), await worlds.open(set)];
    grow(large.store.db);
    const images = { small: small.store.db.image(), large: large.store.db.image() };
    for (const name of set.calls) {
      const [before, after] = [await cost(small, name), await cost(large, name)];
      if (endpoints.get(name)?.effect !== "read") {
        await small.store.restore(images.small);
        await large.store.restore(images.large);
      }
      if (grew(before, after)) growing.push(name);
    }
    small.close();
    large.close();
  }
  expect(growing.sort()).toEqual(Object.keys(exceptions).sort());
});
