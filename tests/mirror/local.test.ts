import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../../src/api/caller.ts";
import { valueAt } from "../../src/api/endpoint.ts";
import { type FilterField, operatorRules, parseFilter } from "../../src/api/query/filter.ts";
import { copiedLists } from "../../src/cli/flags.ts";
import { openReadOnly } from "../../src/kernel/sqlite.ts";
import { localCall } from "../../src/mirror/local.ts";
import type { Mirror } from "../../src/mirror/store.ts";
import { collectionFilterFields, listCollections } from "../../src/resources/collections/collections.ts";
import { eventFilterFields } from "../../src/resources/events/fields.ts";
import { listEvents } from "../../src/resources/events/read.ts";
import type { Listing } from "../../src/resources/listing.ts";
import { orderFilterFields } from "../../src/resources/orders/fields.ts";
import { listOrders } from "../../src/resources/orders/resource.ts";
import { productFilterFields } from "../../src/resources/products/fields.ts";
import { listProducts, openCatalog } from "../../src/resources/products/read.ts";
import { runs } from "../support/runs.ts";
import { createWorld } from "../support/world.ts";
import { type MirroredShop, openMirroredShop } from "./mirrored.ts";

interface Listed {
  fields: readonly FilterField[];
  /** Lists the ids of what matches a filter. */
  list(call: Call, filter: string): Promise<Listing<object>>;
}

const v1Catalog = (call: Call) =>
  openCatalog({ call: async () => call, can: async () => true, catalog: async () => "v1" }, "admin");
const lists: Readonly<Record<string, Listed>> = {
  orders: {
    fields: orderFilterFields,
    list: async (call, filter) => listOrders(call, { filter, all: true }),
  },
  products: {
    fields: productFilterFields.filter(({ name }) => name !== "collection" && name !== "brand"),
    list: async (call, filter) => listProducts(await v1Catalog(call), { filter, all: true }),
  },
  collections: {
    fields: collectionFilterFields,
    list: async (call, filter) => listCollections((await v1Catalog(call)).collections, { filter, all: true }),
  },
  events: {
    fields: eventFilterFields.filter(({ name }) => name !== "category"),
    list: async (call, filter) => listEvents(call, { filter, all: true, drafts: true }),
  },
};

/** Returns the rows that a list has, or why it cannot be filtered. */
async function rowsOf({ list }: Listed, call: Call, filter: string): Promise<object[] | string> {
  try {
    return await Array.fromAsync((await list(call, filter)).rows);
  } catch (error) {
    return String(error);
  }
}
const idsOf = (rows: object[] | string) =>
  typeof rows === "string" ? rows : rows.map((row) => String(valueAt(row, "id"))).sort();

/** Conditions on the fields of a list, with values that rows have. */
function conditions(fields: readonly FilterField[], rows: readonly object[]): fc.Arbitrary<string> {
  const supported = fields.filter(({ operators = [] }) => operators.length > 0);
  return fc
    .record({ field: fc.constantFrom(...supported), row: fc.nat(1000), which: fc.nat(1000), part: fc.nat(3) })
    .map(({ field, row, which, part }) => {
      const value = valueAt(rows[row % Math.max(1, rows.length)], field.path ?? field.name);
      const possible = Object.entries(operatorRules).flatMap(([name, { platform, types }]) =>
        types.includes(field.type) && field.operators?.includes(platform) ? [name] : [],
      );
      const operator = possible[which % possible.length] ?? "=";
      const text =
        field.type === "number"
          ? String(Number(value ?? 1) + (part === 0 ? 0.5 : 0))
          : field.type === "boolean"
            ? String(value ?? true)
            : field.type === "date"
              ? part === 0
                ? String(value ?? "2026-01-01").slice(0, 10)
                : String(value ?? "2026-01-01T00:00:00Z")
              : JSON.stringify(
                  /With$|contains/.test(operator)
                    ? String(value ?? "a").slice(part, part + 3)
                    : String(value ?? field.values?.[0] ?? "x"),
                );
      if (operator === "exists") return `${field.name} exists ${part < 2}`;
      // Whether a list without values equals null, the platform does not document.
      const isInList = field.path?.startsWith("lineItems.") === true;
      if (part === 3 && !isInList && (operator === "=" || operator === "!="))
        return `${field.name} ${operator} null`;
      return operatorRules[operator as "in"].types.includes("list") || operator === "in"
        ? `${field.name} ${operator} (${text}, ${field.type === "number" || field.type === "date" || field.type === "boolean" ? text : JSON.stringify(field.values?.[0] ?? "x")})`
        : `${field.name} ${operator} ${text}`;
    })
    .filter((text) => {
      try {
        parseFilter(text, fields);
        return true;
      } catch {
        return false;
      }
    });
}

/** Conditions joined by `and`, `or` and `not`. */
const filters = (condition: fc.Arbitrary<string>) =>
  fc.oneof(
    condition,
    fc
      .record({
        parts: fc.array(condition, { minLength: 2, maxLength: 3 }),
        by: fc.constantFrom(" and ", " or "),
      })
      .map(({ parts, by }) => parts.join(by)),
    condition.map((one) => `not (${one})`),
  );

describe("a filter finds in the local copy what it finds on the platform", () => {
  let shop: MirroredShop;
  let mirror: Mirror;
  let local: Call;
  beforeAll(async () => {
    shop = openMirroredShop("v1");
    await shop.ask("sandbox.seed", { shop: "demo" });
    await shop.ask("sandbox.seed", { orders: 20 });
    mirror = await shop.open();
    await shop.update(mirror);
    local = localCall({ db: openReadOnly(mirror.db.file) });
  });
  afterAll(() => {
    mirror.close();
    shop.close();
  });
  test.each(Object.keys(lists))("of %s", async (name) => {
    const listed = lists[name];
    if (listed === undefined) throw new TypeError(name);
    const all = await rowsOf(listed, shop.call, "id exists");
    if (typeof all === "string") throw new Error(all);
    expect(all.length).toBeGreaterThan(3);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(filters(conditions(listed.fields, all)), async (filter) => {
        const expected = idsOf(await rowsOf(listed, shop.call, filter));
        // The sandbox refuses some combinations, as the platform does.
        if (typeof expected === "string") return;
        expect(idsOf(await rowsOf(listed, local, filter)), filter).toEqual(expected);
        if (expected.length > 0 && expected.length < all.length) found += 1;
      }),
      { numRuns: runs(200) },
    );
    expect(found).toBeGreaterThan(20);
  });
});

test("the flag is on the lists that the local copy answers", () => {
  const shop = openMirroredShop("v1");
  const call = localCall({ db: { define() {} } as never });
  for (const name of copiedLists) {
    const [service = "", method = ""] = name.split(".");
    expect(shop.endpoint(name), `${service}.${method}`).toBeDefined();
    expect(call.joined?.(shop.endpoint(name) as never)).toBeInstanceOf(Array);
  }
  shop.close();
});

describe("till … list --local", () => {
  let world: ReturnType<typeof createWorld>;
  const requests: string[] = [];
  const onRequest = ({ name = "" }: { name?: string }) => requests.push(name);
  const till = (line: string, typed = {}) => world.till(line, { onRequest, ...typed });
  beforeAll(async () => {
    world = createWorld();
    await world.till("sandbox seed demo");
    await world.till("data sync");
  });
  afterAll(() => world.close());

  test.each([
    "products list",
    "products list --sort price:desc --limit 5",
    "products list --filter 'collections = Tableware and price > 20'",
    "products list --filter 'variant.stock < 5' --all",
    "products list --search mug",
    "products count --filter 'price > 20'",
    "products stock list --filter 'stock < 5'",
    "collections list",
    "orders list --status APPROVED --sort total:desc --limit 5",
    "orders list --filter 'total > 9.5 and createdDate > 2020-01-01' --all",
    "orders count",
    "events list --all --drafts",
    "tickets list raku-night",
    "tickets list --search holm",
    "events guests list raku-night --filter 'guestType = BUYER'",
    "coupons list",
    "discounts list",
    "orders abandoned list",
  ])("%s prints what the platform has, without a request", async (line) => {
    const expected = await till(`${line} --json`);
    expect(expected.code).toBe(0);
    requests.length = 0;
    const found = await till(`${line} --json --local`);
    expect(requests).toEqual([]);
    expect(found.code).toBe(0);
    const ids = ({ stdout }: { stdout: string }) => {
      const { items = [], count } = JSON.parse(stdout);
      const all = items.map((one: Record<string, unknown>) =>
        JSON.stringify(one.id ?? one.ticketNumber ?? [one.productId, one.variantId]),
      );
      return { count, ids: line.includes("--sort") ? all : all.sort() };
    };
    expect(ids(found)).toEqual(ids(expected));
    expect(found.stderr).toMatch(/From the local copy of 20.* UTC \(/);
  });

  test("filters by what the platform cannot join", async () => {
    const numbers = async (filter: string) =>
      JSON.parse((await till(`orders list --all --json --local --filter '${filter}'`)).stdout)
        .items.map(({ number }: { number: string }) => number)
        .sort();
    const sql = async (query: string) =>
      JSON.parse((await world.till(["data", "sql", query, "--json"])).stdout)
        .items.map(({ number }: { number: string }) => number)
        .sort();
    const some = async (filter: string, query: string) => {
      const found = await numbers(filter);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(await sql(query));
    };
    await some(
      'item.brand = "Studio Müller" and status = APPROVED',
      "select distinct number from order_lines where brand = 'Studio Müller' and status = 'APPROVED'",
    );
    await some(
      "item.sku startsWith mug",
      "select distinct number from order_lines l join products p on p.id = l.productId where p.sku like 'mug%'",
    );
    await some(
      "customer.spent >= 100.5",
      "select number from orders o join customers c on c.email = lower(o.email) where spent_minor >= 10050",
    );
    const products = JSON.parse(
      (await till("products list --all --json --local --filter 'sold.units = 0'")).stdout,
    ).items.map(({ slug }: { slug: string }) => slug);
    const unsold = JSON.parse(
      (
        await world.till([
          "data",
          "sql",
          "select handle from products where id not in (select productId from order_lines where status not in ('CANCELED', 'REJECTED'))",
          "--json",
        ])
      ).stdout,
    ).items.map(({ handle }: { handle: string }) => handle);
    expect(products.sort()).toEqual(unsold.sort());
    expect(products.length).toBeGreaterThan(0);
    const mixed = await till("products list --local --filter 'sold.units > 1 or brand = x'");
    expect(mixed).toMatchObject({ code: 2, stderr: expect.stringContaining("sold.units") });
    expect(await till("orders list --filter 'customer.spent > 1'")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no field customer.spent"),
    });
  });

  test("with an age, reads the platform if the copy is older or missing", async () => {
    const later = (ms: number) => ({ now: new Date(Date.now() + ms) });
    requests.length = 0;
    expect((await till("products list --local=auto")).stderr).toContain("From the local copy");
    expect((await till("products list --local='auto 2h'", later(3_600_000))).stderr).toContain("1 hour ago");
    expect(requests).toEqual([]);
    expect((await till("products list --local=auto", later(3_600_000))).stderr).not.toContain("local copy");
    expect(requests).not.toEqual([]);
    expect((await till("products list --local=soon")).stderr).toContain("expected auto, or an age");
    const empty = createWorld();
    await empty.till("sandbox seed demo");
    expect(await empty.till("products list --local=auto --limit 1")).toMatchObject({ code: 0 });
    expect(await empty.till("products list --local")).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("till data sync"),
    });
    empty.close();
  });
});
