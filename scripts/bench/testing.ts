import { DatabaseSync } from "node:sqlite";
import { openShop } from "../../src/library/testing.ts";
import { alternate, type Figure, median, ofMany, slowdown, time } from "./figures.ts";

/** Measures shops in memory: opening one, 1,000 tests with one each, a copy, and calls beside SQLite and JSON alone. */
export async function testing(quick: boolean): Promise<Figure[]> {
  const shops = quick ? 100 : 1000;
  const opened: number[] = [];
  const test = async () => {
    const begun = performance.now();
    const shop = await openShop();
    opened.push(performance.now() - begun);
    await shop.client.asVisitor().products.query({});
    await shop.close();
  };
  await test();
  const tests = await processorTime(async () => {
    for (let done = 0; done < shops; done++) await test();
  });
  await requesting();
  const requests = await processorTime(async () => {
    for (let done = 0; done < shops; done++) await requesting();
  });
  return [
    time("openShop, a shop in memory", median(opened), 3),
    ofMany(time("1,000 tests with a shop of their own, processor time", (tests / shops) * 1000, 6_000)),
    ofMany(time("the same with two requests of fetch each", (requests / shops) * 1000, 7_000)),
    ...(await calls(quick)),
  ];
}

/** A test that gets a visitor's token and lists the products with the global fetch. */
async function requesting(): Promise<void> {
  const shop = await openShop();
  shop.installFetch();
  const post = async (path: string, body: object, authorization = "") => {
    const headers = { authorization, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`https://www.wixapis.com${path}`, request);
    return (await answer.json()) as { access_token?: string; products?: unknown[] };
  };
  const granted = await post("/oauth2/token", { clientId: shop.clientId, grantType: "anonymous" });
  const { products } = await post("/stores-reader/v1/products/query", {}, granted.access_token);
  if (!products?.length) throw new Error("no products");
  await shop.close();
}

/** Measures calls and copies of one shop in processor time. The baseline reads the same documents, and writes and reads JSON as often. */
async function calls(quick: boolean): Promise<Figure[]> {
  const [shop, original] = [await openShop(), await openShop()];
  const { products } = shop.client.asVisitor();
  const [first] = (await products.query({})).products ?? [];
  const id = first?.id ?? "";
  const database = new DatabaseSync(":memory:");
  database.deserialize(shop.snapshot());
  const one = database.prepare("SELECT doc FROM doc_products WHERE id = ?");
  const page = database.prepare("SELECT doc FROM doc_products ORDER BY id LIMIT 24");
  const parsed = (row: unknown) => JSON.parse((row as { doc: string }).doc);
  const sent = (value: unknown) => JSON.parse(JSON.stringify(value));
  const repeat = (count: number, work: () => unknown) => async () =>
    (await processorTime(async () => {
      for (let call = 0; call < count; call++) await work();
    })) / count;
  const measured = await alternate(quick ? 3 : 15, {
    get: repeat(500, () => products.get({ id })),
    one: repeat(2_000, () => sent({ product: parsed(one.get(id)) })),
    query: repeat(100, () => products.query({ query: { paging: { limit: 24 } } })),
    page: repeat(200, () => sent({ products: page.all().map(parsed) })),
    fork: repeat(10, async () => await (await original.fork()).close()),
  });
  await shop.close();
  await original.close();
  const baseline = (ms: number) => ({ name: "SQLite and JSON", ms });
  return [
    ofMany(slowdown("products.get of a shop, processor time", measured.get, baseline(measured.one), 6)),
    slowdown("a page of 24 products, processor time", measured.query, baseline(measured.page), 3),
    time("a copy of a shop (fork), processor time", measured.fork, 10),
  ];
}

/** Resolves with the processor time of this process for some work, in milliseconds. */
async function processorTime(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
