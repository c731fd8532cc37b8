import { expect, onTestFinished, test } from "vitest";
import { type Call, createCaller } from "../../src/api/caller.ts";
import type { FilterField } from "../../src/api/query/filter.ts";
import { collections } from "../../src/api/services/collections.ts";
import { products } from "../../src/api/services/products.ts";
import { sandbox as control } from "../../src/api/services/sandbox/sandbox.ts";
import { categories } from "../../src/resources/collections/categories-v3.ts";
import { collectionFilterFields, listCollections } from "../../src/resources/collections/collections.ts";
import { eventFilterFields, eventSortPaths } from "../../src/resources/events/fields.ts";
import { listEvents } from "../../src/resources/events/read.ts";
import { type Listing, type ListQuery, listRows, sortFields } from "../../src/resources/listing.ts";
import { catalogV1 } from "../../src/resources/products/catalog-v1.ts";
import { productFilterFields, productSortPaths } from "../../src/resources/products/fields.ts";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import { openSandbox } from "../../src/sandbox/server/router.ts";

async function open(seed?: { shop?: string; count?: number; catalog?: string }): Promise<Call> {
  const sandbox = openSandbox({ file: ":memory:" });
  onTestFinished(() => sandbox.close());
  const call = createCaller({
    send: sandbox.send,
    baseUrl: "https://shop.example",
    headersFor: async () => ({ authorization: defaults.apiKey, "wix-site-id": defaults.siteId }),
  });
  if (seed) await call(control.seed, seed);
  return call;
}

/** Returns a call that lets someone else write after each page of a list. */
function withConcurrentWrites(
  call: Call,
  list: string,
  write: () => Promise<unknown>,
): { call: Call; pages(): number } {
  let pages = 0;
  return {
    pages: () => pages,
    call: async (endpoint, ...rest) => {
      const result = await call(endpoint, ...rest);
      if (endpoint.name === list) {
        pages += 1;
        await write();
      }
      return result;
    },
  };
}

const productsV1 = {
  endpoint: products.query,
  fields: productFilterFields,
  sortPaths: productSortPaths,
};
const listProductsV1 = (call: Call, query: ListQuery) =>
  listRows<{ id: string }>({ call, ...productsV1 }, query);

const collectionsV1 = (call: Call) => catalogV1(call, true, async () => "").collections;

/** Returns the names of the fields that a list can be sorted by. */
const names = (fields: readonly FilterField[], sortPaths?: readonly string[]) =>
  sortFields({ fields, ...(sortPaths && { sortPaths }) }).map(({ name }) => name);

const nameOf = (index: number) => `Collection ${String(index).padStart(3, "0")}`;

test("a whole list with an order of its own misses and repeats nothing while others write", async () => {
  const direct = await open();

  const created: string[] = [];
  for (let index = 0; index < 230; index += 1) {
    const { collection } = await direct(collections.create, { collection: { name: nameOf(index) } });
    created.push(collection?.id);
  }
  let writes = 0;
  const { call, pages } = withConcurrentWrites(direct, "collections.query", async () => {
    // Numbered pages would shift one way by the removals and the other way by the additions.
    for (const id of created.splice(0, 3)) await direct(collections.remove, { id });
    writes += 1;
    await direct(collections.create, { collection: { name: `Added ${writes}` } });
  });
  const existing = new Set(created.slice(15));
  const found: { id?: string | null; name?: string | null }[] = [];
  for await (const row of listCollections(collectionsV1(call), { all: true }).rows) found.push(row);
  expect(pages()).toBeGreaterThanOrEqual(3);
  const ids = found.map(({ id }) => id ?? "");
  expect(new Set(ids).size).toBe(ids.length);
  expect([...existing].filter((id) => !ids.includes(id))).toEqual([]);
  const names = found.map(({ name }) => name ?? "");
  expect(names).toEqual(names.toSorted());
});

test("products are read by id: deleting what was read loses no other product", async () => {
  const direct = await open({ count: 350 });

  const seen: string[] = [];
  const { call } = withConcurrentWrites(direct, "products.query", async () => {
    for (const id of seen.splice(0, 20)) await direct(products.remove, { id });
  });
  const source = { call, endpoint: products.query, fields: productFilterFields };
  const ids: string[] = [];
  for await (const { id } of listRows<{ id: string }>(source, { all: true }).rows) {
    seen.push(id);
    ids.push(id);
  }
  expect([ids.length, new Set(ids).size]).toEqual([350, 350]);
});

test("a whole list with --sort is read by id, too, and sorted here", async () => {
  const direct = await open({ count: 350 });

  const cheapest: string[] = [];
  const sorts: unknown[] = [];
  const { call } = withConcurrentWrites(
    async (endpoint, input, options) => {
      const result = await direct(endpoint, input, options);
      if (endpoint.name === "products.query") {
        const { query } = input as { query: { sort?: { fieldName: string }[] } };
        sorts.push(...(query.sort ?? []).map(({ fieldName }) => fieldName));
        for (const { id } of (result as { products: { id: string }[] }).products) cheapest.push(id);
      }
      return result;
    },
    "products.query",
    async () => {
      for (const id of cheapest.splice(0, 20)) await direct(products.remove, { id });
    },
  );
  const source = { call, endpoint: products.query, fields: productFilterFields };
  const rows: { id: string; priceData: { price: number } }[] = [];
  const { rows: found } = listRows<(typeof rows)[number]>(source, { all: true, sort: "price:desc,name" });
  for await (const row of found) rows.push(row);
  expect(new Set(sorts)).toEqual(new Set(["id"]));
  expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([350, 350]);
  const prices = rows.map(({ priceData }) => priceData.price);
  expect(prices).toEqual(prices.toSorted((one, other) => other - one));
});

test("a whole list has the order of the platform for every field that it can be sorted by", async () => {
  const call = await open({ shop: "demo" });
  const lists: [string, (query: ListQuery) => Listing<{ id?: string | null }>, string[]][] = [
    ["products", (query) => listProductsV1(call, query), names(productFilterFields, productSortPaths)],
    ["collections", (query) => listCollections(collectionsV1(call), query), names(collectionFilterFields)],
    ["events", (query) => listEvents(call, query), names(eventFilterFields, eventSortPaths)],
  ];
  for (const [list, read, fields] of lists) {
    expect(fields.length).toBeGreaterThan(1);
    for (const sort of fields.flatMap((field) => [field, `${field}:desc`])) {
      const ids = async (query: ListQuery) => {
        const found: unknown[] = [];
        for await (const { id } of read({ ...query, sort }).rows) found.push(id);
        return [list, sort, found];
      };
      expect(await ids({ all: true })).toEqual(await ids({ limit: 100 }));
    }
  }
});

test("categories are read in pages of at most 100, without an empty filter", async () => {
  const direct = await open({ shop: "demo", catalog: "v3" });
  const inputs: { query?: { cursorPaging?: { limit?: number }; filter?: object } }[] = [];
  const call: Call = async (endpoint, input, options) => {
    if (endpoint.name === "storeCategories.query") inputs.push(input as never);
    return await direct(endpoint, input, options);
  };
  const v3 = categories(call, true);
  for await (const _ of listCollections(v3, { all: true }).rows);
  for await (const _ of listCollections(v3, { filter: "visible = true" }).rows);
  for await (const _ of listCollections(v3, { filter: "{}" }).rows);
  expect(inputs.map(({ query }) => query?.cursorPaging?.limit)).toEqual([100, 100, 100]);
  expect(inputs.map(({ query }) => query?.filter)).toEqual([undefined, undefined, undefined]);
});
