import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerApart } from "../../src/mirror/query-process.ts";
import { openReader } from "../../src/mirror/reader.ts";
import { callTools } from "../commands/agents/client.ts";
import { inContext } from "../support/context.ts";
import { createWorld, type World } from "../support/world.ts";

const program = [process.execPath, resolve("tests/till.ts")];

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("data sync");
});
afterAll(() => world.close());

const ask = async (query: string, argv: readonly string[] = []) => {
  const [answer] = await callTools(world, [["sql", { query }]], {}, argv);
  return answer ?? { text: "", isError: true };
};

test("answers a question without a request, and says how old the copy is", async () => {
  let requests = 0;
  const [answer] = await callTools(
    world,
    [["sql", { query: "select handle, price from products where handle = 'stoneware-mug'" }]],
    { onRequest: () => void requests++ },
  );
  expect(answer?.text).toContain('["handle","price"]\n["stoneware-mug","24.00"]\nFrom the local copy of ');
  expect(answer?.isError).toBe(false);
  expect(requests).toBe(0);
});

test("documents tables and columns", async () => {
  expect((await ask("")).text).toContain("order_lines (");
  const { text } = await ask("columns orders");
  expect(text).toContain("total TEXT (+ total_minor): what the buyer pays [decimal text]");
  expect(text).not.toContain("  total_minor ");
  expect((await ask("columns ordrs")).text).toContain('Did you mean "orders"?');
});

test("personal data is masked in every column and table, unless it is shown", async () => {
  const { stdout } = await world.till("orders list --all --json");
  const people = JSON.parse(stdout).items.flatMap(
    ({
      buyerInfo,
      billingInfo,
    }: {
      buyerInfo?: { email?: string };
      billingInfo?: { contactDetails?: { lastName?: string } };
    }) => [buyerInfo?.email, billingInfo?.contactDetails?.lastName].filter(Boolean),
  );
  expect(people.length).toBeGreaterThan(5);
  const queries = ["orders", "order_lines", "customers", "tickets", "guests", "abandoned_checkouts"].map(
    (table) => `select * from ${table}`,
  );
  for (const query of [
    ...queries,
    "select substr(email, 1), json_extract(json, '$.billingInfo') from orders",
  ]) {
    const { text, isError } = await ask(query);
    expect(isError, text).toBe(false);
    for (const person of people) expect(text.includes(person), `${person} in ${query}`).toBe(false);
  }
  const [grouped] = (await ask("select count(distinct email) from orders")).text.match(/\[\d+\]/) ?? [];
  const all = await world.till("data sql 'select count(distinct email) as n from orders' --json");
  expect(grouped).toBe(`[${JSON.parse(all.stdout).items[0].n}]`);
  const { text } = await ask("select email from orders", ["--show-personal"]);
  expect(text).toContain(people[0]);
});

test.each([
  ["select * from main.orders", "There is no table"],
  ["select name from pragma_database_list", "not available here"],
  ["select sql from sqlite_master", "not available here"],
  ["select value from _fact", "not available here"],
  ["select body from '_search'", "single quotes"],
  ["select 1 from products p join products q on p.id = q.id, ('_search')", "single quotes"],
  ["select name from products, (select 1), 'pragma_table_list'", "single quotes"],
  ["select sql from temp.'sqlite_schema'", "single quotes"],
  ["select 1 where (1, 2) in '_list'", "single quotes"],
  ["with 'x' as (select 1 as n union all select n + 1 from 'x') select count(*) from x", "single quotes"],
  ["with a as (select 1), 'x'(n) as not materialized (select 1) select 1 from a", "single quotes"],
  ["delete from orders", "can only be read"],
  ["select * from orders where number = :n", "Parameters are not available"],
  ["select nme from products", 'Did you mean "name"?'],
])("refuses %s", async (query, message) => {
  const { text, isError } = await ask(query);
  expect(isError).toBe(true);
  expect(text).toContain(message);
});

test("texts in single quotes are no names where only a value can be", async () => {
  const { text, isError } = await ask(
    `select p.name as 'Name', iif(p.visible, 'yes', 'no') from products p left join order_discounts d on d.kind = '_row', json_each('[1]')
     where p.handle in ('x', '_row') or p.name like '_row' order by p.brand = '_row' limit 1`,
  );
  expect(isError, text).toBe(false);
});

test("long answers are limited", async () => {
  const { text } = await ask("select 1 from order_items a, order_items b, order_items c");
  expect(text).toContain("Only the first 1000 rows.");
});

/** Queries whose loops call no function, so that only the end of their process stops them. */
const numbers = "select 1 as n from (values (1), (2), (3), (4), (5), (6), (7), (8), (9), (10))";
const endless = [
  `select count(*) from ${[..."abcdefghi"].map((one) => `orders ${one}`).join(", ")}`,
  `with x as materialized (select o.id from orders o, orders p) select count(*) from x a, x b, x c, x d, x e, x f`,
  `select count(*) from ${[..."abcdefghijklmnop"].map((one) => `(select distinct id from orders) ${one}`).join(", ")}`,
  `with x as materialized (${numbers}) select sum(a.n) from ${[..."abcdefghijklmno"].map((one) => `x ${one}`).join(", ")}`,
  "with recursive x(n) as (select 1 union all select n + 1 from x) select max(n) from x",
];

test("a query that takes too long is interrupted, whatever it loops over", async () => {
  await inContext(world, async (context) => {
    const reader = await openReader(context);
    const { file } = reader.db;
    reader.close();
    const { signal } = new AbortController();
    for (const sql of endless)
      await expect(
        answerApart({ program }, { file, sql, key: undefined, maxRows: 10 }, signal, 1000),
        sql,
      ).rejects.toMatchObject({ code: "QUERY_TOO_LONG" });
  });
});

test("a query that the client cancels ends its process", async () => {
  await inContext(world, async (context) => {
    const reader = await openReader(context);
    const { file } = reader.db;
    reader.close();
    const canceled = new AbortController();
    const [sql = ""] = endless;
    const answer = answerApart({ program }, { file, sql, key: undefined, maxRows: 10 }, canceled.signal);
    canceled.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  });
});

test("a query that stores too much is ended", async () => {
  await inContext(world, async (context) => {
    const reader = await openReader(context);
    const { file } = reader.db;
    reader.close();
    const value = "hex(zeroblob(1000000)) || hex(randomblob(8))";
    const sql = `with recursive x(t) as (select ${value} union select ${value} from x) select count(*) from x`;
    const { signal } = new AbortController();
    await expect(
      answerApart({ program }, { file, sql, key: undefined, maxRows: 10 }, signal, 60_000),
    ).rejects.toMatchObject({ code: "QUERY_FAILED" });
  });
});

test("an answer with long texts is cut, and the next query is answered", async () => {
  const [long, next] = await callTools(world, [
    ["sql", { query: "select hex(zeroblob(3000000)) from orders" }],
    ["sql", { query: "select count(*) as n from products" }],
  ]);
  expect(long?.text).toContain("more characters: read `cursor:");
  expect(next?.text).toContain('["n"]');
});
