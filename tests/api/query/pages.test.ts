import fc from "fast-check";
import { expect, test } from "vitest";
import type { Call } from "../../../src/api/caller.ts";
import { endpoint, service } from "../../../src/api/endpoint.ts";
import { list, num, obj, text } from "../../../src/api/models/fields.ts";
import { openPage, pages, readAll } from "../../../src/api/query/pages.ts";
import { inventory } from "../../../src/api/services/inventory.ts";
import { CursorPaging, PagingMetadata, Query } from "../../../src/api/services/models.ts";
import { products } from "../../../src/api/services/products.ts";
import { UsageError } from "../../../src/kernel/errors.ts";

interface Row {
  id: string;
  n: number;
}

const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `id${String(index).padStart(4, "0")}`, n: index % 3 }));

interface ListInput {
  query?: {
    filter?: unknown;
    sort?: { fieldName: string; order: string }[];
    paging?: { limit: number; offset: number };
    cursorPaging?: { limit: number; cursor?: string };
  };
}

function afterId(filter: unknown): string {
  if (typeof filter !== "object" || filter === null) return "";
  if ("$and" in filter && Array.isArray(filter.$and)) return filter.$and.map(afterId).join("");
  return "id" in filter ? (filter.id as { $gt: string }).$gt : "";
}

/** A platform that lists `data` by offset and by `id > last`; `between` runs after every response. */
function offsetPlatform(data: Row[], between: (calls: number) => void = () => {}, total = true) {
  const inputs: ListInput[] = [];
  const call: Call = async (_endpoint, input) => {
    const { query = {} } = input as ListInput;
    inputs.push(input as ListInput);
    const { limit = 50, offset = 0 } = query.paging ?? {};
    const [first] = query.sort ?? [];
    const matching = data.filter(({ id }) => id > afterId(query.filter));
    if (first?.fieldName === "n") matching.sort((a, b) => a.n - b.n || (a.id < b.id ? -1 : 1));
    if (first?.fieldName === "id") matching.sort((a, b) => (a.id < b.id ? -1 : 1));
    const items = matching.slice(offset, offset + limit);
    const metadata = total ? { total: matching.length, count: items.length, offset } : {};
    between(inputs.length);
    return { products: items, metadata } as never;
  };
  return { call, inputs };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test("pages by id > last without a sort, with the caller's filter", async () => {
  const { call, inputs } = offsetPlatform(rows(250));
  const list = pages<Row>(call, products.query, { query: { filter: { n: 1 } } }, { key: "id" });
  expect(await collect(list)).toEqual(rows(250));
  expect(list.facts).toEqual({ seen: 250, total: 250, moved: false });
  const sort = [{ fieldName: "id", order: "ASC" }];
  expect(inputs).toEqual([
    { query: { filter: { n: 1 }, sort, paging: { limit: 100, offset: 0 } } },
    {
      query: {
        filter: { $and: [{ n: 1 }, { id: { $gt: "id0099" } }] },
        sort,
        paging: { limit: 100, offset: 0 },
      },
    },
    {
      query: {
        filter: { $and: [{ n: 1 }, { id: { $gt: "id0199" } }] },
        sort,
        paging: { limit: 100, offset: 0 },
      },
    },
  ]);
});

test("pages by offset with a sort, to which the id is added", async () => {
  const { call, inputs } = offsetPlatform(rows(120));
  const sort = [{ fieldName: "n", order: "ASC" }];
  const list = pages<Row>(call, products.query, { query: { sort } }, { key: "id" });
  expect((await collect(list)).map(({ n }) => n)).toEqual(
    rows(120)
      .map(({ n }) => n)
      .sort(),
  );
  expect(inputs.map(({ query }) => query?.paging)).toEqual([
    { limit: 100, offset: 0 },
    { limit: 100, offset: 100 },
  ]);
  expect(inputs[0]?.query?.sort).toEqual([...sort, { fieldName: "id", order: "ASC" }]);
});

test("returns complete lists with any paging and page size", async () => {
  const settings = fc.record({
    count: fc.nat(60),
    pageSize: fc.integer({ min: 1, max: 70 }),
    limit: fc.option(fc.nat(80), { nil: undefined }),
    key: fc.constantFrom("id", undefined),
    total: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(settings, async ({ count, pageSize, limit, key, total }) => {
      const { call } = offsetPlatform(rows(count), undefined, total);
      const options = { pageSize, ...(limit !== undefined && { limit }), ...(key && { key }) };
      const list = pages<Row>(call, products.query, {}, options);
      expect(await collect(list)).toEqual(rows(count).slice(0, limit));
      expect(list.facts.moved).toBe(false);
    }),
  );
});

test("yields rows that shift between pages once, and reports that the data moved", async () => {
  const data = rows(30);
  const { call } = offsetPlatform(data, (calls) => {
    if (calls === 1) data.unshift({ id: "new", n: 0 });
  });
  const list = pages<Row>(call, products.query, {}, { pageSize: 10 });
  const ids = (await collect(list)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(rows(30).map(({ id }) => id));
  expect(list.facts.moved).toBe(true);
});

test("detects removed rows, by offset and by id", async () => {
  for (const key of ["id", undefined]) {
    const data = rows(30);
    const { call } = offsetPlatform(data, (calls) => {
      if (calls === 1) data.splice(0, 5);
    });
    const list = pages<Row>(call, products.query, {}, { pageSize: 10, ...(key && { key }) });
    const got = await collect(list);
    expect(list.facts.moved).toBe(key === undefined);
    // Paging by id loses no existing rows.
    expect(got).toHaveLength(key === "id" ? 30 : 25);
  }
});

test("detects added rows by id", async () => {
  const data = rows(30);
  const { call } = offsetPlatform(data, (calls) => {
    if (calls === 1) data.push({ id: "id9999", n: 0 });
  });
  const list = pages<Row>(call, products.query, {}, { pageSize: 10, key: "id" });
  expect(await collect(list)).toHaveLength(31);
  expect(list.facts).toEqual({ seen: 31, total: 30, moved: true });
});

test("a limit requests no more than needed, and limit 0 nothing", async () => {
  const { call, inputs } = offsetPlatform(rows(500));
  expect(await collect(pages(call, products.query, {}, { limit: 7 }))).toHaveLength(7);
  expect(inputs.map(({ query }) => query?.paging)).toEqual([{ limit: 7, offset: 0 }]);
  expect(await collect(pages(call, products.query, {}, { limit: 0 }))).toEqual([]);
  expect(inputs).toHaveLength(1);
});

test("fetches one page ahead, and aborts it on early exit", async () => {
  const { call, inputs } = offsetPlatform(rows(500));
  let aborted = 0;
  const watching: Call = (one, input, options) => {
    options?.stop?.addEventListener("abort", () => aborted++);
    return call(one, input, options);
  };
  for await (const row of pages<Row>(watching, products.query, {}, { pageSize: 10 })) {
    if (row.id === "id0005") break;
  }
  expect(inputs).toHaveLength(2);
  expect(aborted).toBe(2);
});

test("throws the error of a page fetched ahead after the rows before it", async () => {
  const { call } = offsetPlatform(rows(20));
  let calls = 0;
  const failing: Call = async (...args) => {
    if (++calls === 2) throw new Error("broken");
    return call(...args);
  };
  const got: Row[] = [];
  const list = async () => {
    for await (const row of pages<Row>(failing, products.query, {}, { pageSize: 10 })) {
      await new Promise(setImmediate);
      got.push(row);
    }
  };
  await expect(list()).rejects.toThrow("broken");
  expect(got).toHaveLength(10);
});

const tickets = service("tickets", {
  query: endpoint("POST /v3/t/query", {
    input: obj({ query: Query, fields: list(text()) }),
    result: obj({ tickets: list(obj({ id: text() })), pagingMetadata: PagingMetadata }),
    paging: "cursor",
    items: "tickets",
    metadata: "pagingMetadata",
    summary: "List",
  }),
  inCategory: endpoint("GET /v1/c", {
    input: obj({ category: text(), cursorPaging: CursorPaging }),
    result: obj({ tickets: list(obj({ id: text() })), pagingMetadata: PagingMetadata }),
    paging: "cursor",
    items: "tickets",
    metadata: "pagingMetadata",
    summary: "List",
  }),
  old: endpoint("GET /v1/t", {
    input: obj({ limit: num(), offset: num(), status: text() }),
    result: obj({ tickets: list(obj({ id: text() })), total: num() }),
    paging: "offset",
    items: "tickets",
    summary: "List",
  }),
});

function cursorPlatform(data: Row[]) {
  const inputs: unknown[] = [];
  const call: Call = async (_endpoint, input) => {
    inputs.push(input);
    const holder = (input as ListInput).query ?? (input as ListInput["query"]);
    const { limit = 50, cursor = "0" } = holder?.cursorPaging ?? {};
    const start = Number(cursor);
    const next = start + limit < data.length ? String(start + limit) : "";
    const prev = start > 0 ? String(Math.max(0, start - limit)) : null;
    return {
      tickets: data.slice(start, start + limit),
      pagingMetadata: { cursors: { next, prev } },
    } as never;
  };
  return { call, inputs };
}

test("sends filter and sort with the first cursor only, and other input always", async () => {
  const { call, inputs } = cursorPlatform(rows(5));
  const input = { query: { filter: { a: 1 }, sort: [{ fieldName: "n" }] }, fields: ["x"] };
  expect(await collect(pages(call, tickets.query, input, { pageSize: 2 }))).toEqual(rows(5));
  expect(inputs).toEqual([
    { query: { ...input.query, cursorPaging: { limit: 2 } }, fields: ["x"] },
    { query: { cursorPaging: { limit: 2, cursor: "2" } }, fields: ["x"] },
    { query: { cursorPaging: { limit: 2, cursor: "4" } }, fields: ["x"] },
  ]);
  const top = cursorPlatform(rows(3));
  await collect(pages(top.call, tickets.inCategory, { category: "c" }, { pageSize: 2 }));
  expect(top.inputs[1]).toEqual({ category: "c", cursorPaging: { limit: 2, cursor: "2" } });
});

test("supports limit and offset at the top, and totals at other paths", async () => {
  const inputs: unknown[] = [];
  const call: Call = async (one, input) => {
    inputs.push(input);
    const { offset = 0, limit = 0, query } = input as { offset?: number; limit?: number } & ListInput;
    const { paging = { offset, limit } } = query ?? {};
    const items = rows(5).slice(paging.offset, paging.offset + paging.limit);
    const page =
      one.items === "tickets" ? { tickets: items, total: 5 } : { inventoryItems: items, totalResults: 5 };
    return page as never;
  };
  const list = pages(call, tickets.old, { status: "PAID" }, { pageSize: 3 });
  expect(await collect(list)).toEqual(rows(5));
  expect(list.facts.total).toBe(5);
  expect(inputs).toEqual([
    { status: "PAID", limit: 3, offset: 0 },
    { status: "PAID", limit: 3, offset: 3 },
  ]);
  const stock = pages(call, inventory.query, { query: { filter: '{"x":1}' } }, { pageSize: 4 });
  expect(await collect(stock)).toHaveLength(5);
  expect(inputs[3]).toEqual({ query: { filter: '{"x":1}', paging: { limit: 4, offset: 4 } } });
});

test("openPage by offset counts pages as the platform's client does", async () => {
  const { call, inputs } = offsetPlatform(rows(120));
  const first = await openPage<Row>(call, products.query);
  expect(inputs[0]).toEqual({ query: { paging: { limit: 50, offset: 0 } } });
  expect(first).toMatchObject({ length: 50, pageSize: 50, currentPage: 0, totalPages: 3, totalCount: 120 });
  expect([first.hasNext(), first.hasPrev()]).toEqual([true, false]);
  await expect(first.prev()).rejects.toThrow(new UsageError("No previous page to fetch"));
  const last = await (await first.next()).next();
  expect(last).toMatchObject({ length: 20, currentPage: 2 });
  expect([last.hasNext(), last.hasPrev()]).toEqual([false, true]);
  await expect(last.next()).rejects.toThrow(new UsageError("No next page to fetch"));
  expect((await last.prev()).items[0]?.id).toBe("id0050");

  const odd = await openPage(call, products.query, {
    query: { paging: { limit: 4, offset: 3 } },
  });
  expect(odd.currentPage).toBe(0);
  expect(odd.hasPrev()).toBe(false);
  const none = await openPage(call, products.query, {
    query: { paging: { limit: 0, offset: 0 } },
  });
  expect([none.currentPage, none.totalPages, none.hasNext(), none.hasPrev()]).toEqual([
    undefined,
    undefined,
    false,
    false,
  ]);
});

test("openPage without a total, or with too many items to count, has no next page", async () => {
  const { call } = offsetPlatform(rows(120), undefined, false);
  const page = await openPage(call, products.query, {
    query: { paging: { limit: 10, offset: 20 } },
  });
  expect([page.currentPage, page.totalPages, page.hasNext(), page.hasPrev()]).toEqual([
    2,
    undefined,
    false,
    true,
  ]);
  const many: Call = async () =>
    ({ products: rows(2), metadata: { total: 100, tooManyToCount: true } }) as never;
  expect((await openPage(many, products.query)).hasNext()).toBe(false);
});

test("openPage by cursor supports next and prev", async () => {
  const { call, inputs } = cursorPlatform(rows(5));
  const first = await openPage<Row>(call, tickets.query, {
    query: { filter: { a: 1 }, cursorPaging: { limit: 2 } },
  });
  expect([first.hasNext(), first.hasPrev(), first.cursors.next]).toEqual([true, false, "2"]);
  expect([first.currentPage, first.totalPages]).toEqual([undefined, undefined]);
  const second = await first.next();
  expect(inputs[1]).toEqual({ query: { cursorPaging: { limit: 2, cursor: "2" } } });
  expect(second.items.map(({ id }) => id)).toEqual(["id0002", "id0003"]);
  expect((await second.prev()).items).toEqual(first.items);
  await expect((await second.next()).next()).rejects.toThrow("No next page to fetch");
});

test.each(["id", undefined])("a repeated page is dropped and the list is complete (key: %s)", async (key) => {
  const { call } = offsetPlatform(rows(30));
  let calls = 0;
  let first: object | undefined;
  const repeating: Call = async (...args) => {
    const result = await call(...args);
    first ??= result as object;
    return (++calls === 2 ? { ...(result as object), ...first } : result) as never;
  };
  const list = pages<Row>(repeating, products.query, {}, { pageSize: 10, ...(key && { key }) });
  const ids = (await collect(list)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // By key, the page that was missing is requested again.
  expect(ids).toHaveLength(key === "id" ? 30 : 20);
  expect(list.facts.moved).toBe(true);
});

test("a cursor that comes a second time ends the list with an error", async () => {
  const inputs: unknown[] = [];
  const call: Call = async (_endpoint, input) => {
    inputs.push(input);
    const tickets = [{ id: `id${inputs.length}` }];
    return { tickets, pagingMetadata: { cursors: { next: "same" } } } as never;
  };
  await expect(collect(pages(call, tickets.query))).rejects.toMatchObject({
    exitCode: 8,
    code: "REPEATED_PAGE",
  });
  expect(inputs.length).toBeLessThan(5);
});

test("a list by key whose key does not advance ends with an error", async () => {
  let calls = 0;
  const call: Call = async () => {
    calls += 1;
    return { products: rows(10), metadata: { total: 500 } } as never;
  };
  await expect(collect(pages(call, products.query, {}, { pageSize: 10, key: "id" }))).rejects.toMatchObject({
    code: "REPEATED_PAGE",
  });
  expect(calls).toBeLessThan(6);
});

test("recount reads the total again after several pages, and compares it", async () => {
  const data = rows(30);
  const { call, inputs } = offsetPlatform(data, (calls) => {
    // After the last page; then before the pages that were read.
    if (calls === 3) data.unshift({ id: "a", n: 0 });
  });
  const list = pages<Row>(call, products.query, {}, { pageSize: 10, key: "id", recount: true });
  expect(await collect(list)).toHaveLength(30);
  expect(list.facts).toEqual({ seen: 30, total: 30, recounted: 31, moved: true });
  expect(inputs.at(-1)?.query?.paging).toEqual({ limit: 1, offset: 0 });
  const single = offsetPlatform(rows(3));
  await collect(pages(single.call, products.query, {}, { recount: true }));
  expect(single.inputs).toHaveLength(1);
});

test("a whole list is read again until it has as many items as the platform counts, and refused after four readings", async () => {
  const data = rows(7);
  /** Counts seven items, and leaves one out of the first answers. */
  const short = (times: number): Call => {
    let answers = 0;
    return async () => {
      answers += 1;
      const products = answers > times ? data : data.slice(1);
      return { products, metadata: { total: data.length, count: products.length, offset: 0 } } as never;
    };
  };
  expect(await readAll(short(2), products.query)).toHaveLength(7);
  await expect(readAll(short(Number.POSITIVE_INFINITY), products.query)).rejects.toMatchObject({
    code: "INCOMPLETE_LIST",
    exitCode: 8,
    message: expect.stringContaining("6 of 7 items, 4 times"),
  });
});
