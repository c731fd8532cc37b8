import { afterAll, beforeAll, expect, test } from "vitest";
import type { QueryBuilder } from "../../src/api/query/query-builder.ts";
import { createClient } from "../../src/library/api.ts";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import type { Store } from "../../src/sandbox/kernel/store.ts";
import { type ServedStore, serveStore } from "../../src/sandbox/server/server.ts";
import { openTestShop } from "../support/test-shop.ts";

let store: Store;
let served: ServedStore;
let shop: ReturnType<typeof createClient>;
beforeAll(async () => {
  store = openTestShop().store;
  served = await serveStore({ store, port: 0, onError: () => {} });
  shop = createClient({ baseUrl: served.baseUrl, apiKey: defaults.apiKey, siteId: defaults.siteId });
});
afterAll(async () => {
  await shop.close();
  await served.close();
  store.db.close();
});

/** The generated declarations type the items; here they are records. */
const build = (method: unknown) => (method as () => QueryBuilder<Record<string, unknown>>)();

test("without input a list call builds a query, with pages that have a next and a previous one", async () => {
  const first = await build(shop.products.query).ge("price", 10).ascending("name").limit(10).find();
  expect(first).toMatchObject({ length: 10, pageSize: 10, currentPage: 0, totalPages: 3 });
  expect([first.hasNext(), first.hasPrev()]).toEqual([true, false]);
  await expect(first.prev()).rejects.toThrow("No previous page to fetch");
  const second = await first.next();
  const third = await second.next();
  await expect(third.next()).rejects.toThrow("No next page to fetch");
  expect((await third.prev()).items).toEqual(second.items);
  const names = [first, second, third].flatMap(({ items }) => items.map(({ name }) => String(name)));
  expect(names).toHaveLength(first.totalCount ?? 0);
  expect(names).toEqual(names.toSorted());
  expect(first.items[0]?.lastUpdated).toBeInstanceOf(Date);
});

test("a call that pages by cursor continues at a cursor and has no offset", async () => {
  const first = await build(shop.events.query)
    .limit(2)
    .find()
    .catch((error: unknown) => error);
  expect(first).toMatchObject({ pageSize: 2 });
  const orders = build(shop.brandsV3.query);
  await expect(orders.skip(5).find()).rejects.toThrow(
    "brandsV3.query pages by cursor: use skipTo, not skip.",
  );
  await expect(build(shop.products.query).skipTo("x").find()).rejects.toThrow("use skip, not skipTo");
});

test("with an input the call is sent immediately", async () => {
  const { products } = await shop.products.query({ query: { paging: { limit: 3 } } });
  expect(products).toHaveLength(3);
});
