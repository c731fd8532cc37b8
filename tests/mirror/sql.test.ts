import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTable } from "../../src/files/table.ts";
import { tables, views } from "../../src/mirror/tables.ts";
import { bytes, collect } from "../files/load.ts";
import { runs } from "../support/runs.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("data sync");
});
afterAll(() => world.close());

test("prints rows as a table, JSON and CSV, and how old they are on stderr", async () => {
  const query = "select name, price from products order by price_minor desc limit 2";
  const table = await world.till(["data", "sql", query], { terminal: true });
  expect(table.stdout).toMatch(/^name +price\n/);
  expect(table.stderr).toMatch(/From the local copy of .* UTC \(just now|second/);
  const { items } = JSON.parse((await world.till(["data", "sql", query, "--json"])).stdout);
  expect(items).toHaveLength(2);
  expect(Object.keys(items[0])).toEqual(["_kind", "name", "price"]);
  const csv = await world.till(["data", "sql", query, "--output", "csv"]);
  expect(csv.stdout.split("\n")[0]).toBe("name,price");
});

test("takes a file, stdin and parameters", async () => {
  writeFileSync(
    world.path("cheap.sql"),
    "-- cheap products\nselect count(*) as n\nfrom products\nwhere price_minor < :most;\n",
  );
  const typed = await world.till("data sql cheap.sql --param most=2000 --json");
  const piped = await world.till("data sql --param most=2000 --json", {
    stdin: readFileSync(world.path("cheap.sql"), "utf8"),
  });
  expect(typed.stdout).toBe(piped.stdout);
  expect(JSON.parse(typed.stdout).items[0].n).toBeGreaterThan(0);
  expect(await world.till("data sql cheap.sql")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--param most=VALUE"),
  });
  expect(await world.till("data sql cheap.sql --param mst=1")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "most"?'),
  });
});

test.each([
  [
    "select nme from products",
    'There is no column "nme". Did you mean "name"?\n    select nme from products\n           ^^^',
  ],
  [
    "select * from produts",
    'There is no table "produts". Did you mean "products"?\n    select * from produts\n                  ^^^^^^^',
  ],
  ["select *\nfrom orders\nwhere\ntotl > 3", 'Did you mean "total"? (line 4)\n    totl > 3\n    ^^^^'],
  ["select from", '"from" is not expected here'],
  ["select count(* from products", '"from" is not expected here'],
  ["select name from products where", "The query ends too early"],
  ["select nofunction(1)", "no such function: nofunction"],
  ["delete from products", "can only be read"],
  ["with x as (select 1) insert into products(id) select 1", "can only be read"],
  ["select 1; select 2", "One query at a time"],
  ["attach 'x.db' as x", "can only be read"],
  ["pragma query_only = off", "can only be read"],
  ["", "There is no query"],
])("explains %j", async (query, message) => {
  const result = await world.till(["data", "sql", query], { stdin: query });
  expect(result.code).toBe(2);
  expect(result.stderr.replaceAll(/^(?= {2})/gm, "")).toContain(message.replaceAll("\n    ", "\n  "));
  expect(result.stdout).toBe("");
});

test("without a copy it names the command that makes one", async () => {
  const empty = createWorld();
  const result = await empty.till("data sql 'select 1'");
  expect(result).toMatchObject({ code: 5, stderr: expect.stringContaining("till data sync") });
  empty.close();
});

test.each(["01067", "10001", "-0", "19.90", "-7"])(
  "compares the parameter %s with texts as typed",
  async (value) => {
    const query = `select '${value}' as sku where cast('${value}' as text) = :p`;
    const { stdout } = await world.till(["data", "sql", query, "--param", `p=${value}`, "--json"]);
    expect(JSON.parse(stdout).items).toMatchObject([{ sku: value }]);
  },
);

test.each([
  ["select name from products where handle = ?", "A parameter has a name here"],
  ["select name from products where handle = ?1", "A parameter has a name here"],
  ["select name from products where handle = :größe", "The parameter :größe has no value"],
  ["select name from products where handle = :1", "The parameter :1 has no value"],
  ["select 9007199254740993", "more than 15 digits"],
  ["select money(9007199254740993, 'EUR')", "more than 15 digits"],
])("does not answer %s with something else", async (query, message) => {
  const result = await world.till(["data", "sql", query]);
  expect(result).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
});

test("cells are numbers or texts whatever the first row has", async () => {
  const query = `select '1.50' as a, null as b, 1 as c union all select '=1+1', '-5.25', null
    union all select '-2.50', '+1', -3 union all select '00123', '@x', 4`;
  await world.till(["data", "sql", query, "--to", "cells.csv"]);
  expect(readFileSync(world.path("cells.csv"), "utf8")).toBe(
    "a,b,c\n1.50,,1\n'=1+1,-5.25,\n-2.50,+1,-3\n00123,'@x,4\n",
  );
  await world.till(["data", "sql", query, "--to", "cells.xlsx"]);
  const found = await readTable(bytes(readFileSync(world.path("cells.xlsx"))), {
    name: "cells.xlsx",
    decimal: ",",
  });
  // What is stored as a number is written with the decimal sign.
  expect((await collect(found.rows)).map(({ source }) => [...source])).toEqual([
    ["1,5", "", "1"],
    ["=1+1", "-5,25", ""],
    ["-2,5", "+1", "-3"],
    ["00123", "@x", "4"],
  ]);
});

test("amounts in a currency without decimals are numbers, and other texts of digits are none", async () => {
  const query = `select '10001' as number, '1500' as total, '1500' as code, money(sum(15), 'JPY') as "the sum",
    money(5, 'JPY') paid, money(7, 'JPY') union all select '2.50', '2.50', '2.50', '2.50', '2.50', '2.50'`;
  await world.till(["data", "sql", query, "--to", "yen.xlsx"]);
  const found = await readTable(bytes(readFileSync(world.path("yen.xlsx"))), {
    name: "yen.xlsx",
    decimal: ",",
  });
  // What is stored as a number is written with the decimal sign.
  expect((await collect(found.rows)).map(({ source }) => [...source])).toEqual([
    ["10001", "1500", "1500", "15", "5", "7"],
    ["2.50", "2,5", "2.50", "2,5", "2,5", "2,5"],
  ]);
});

test("a character of stdin that arrives in two parts is one", async () => {
  const query = Buffer.from("select 'Müller' as name");
  const at = query.indexOf("ü") + 1;
  const typing = (async function* () {
    yield query.subarray(0, at);
    yield query.subarray(at);
  })();
  const { stdout } = await world.till("data sql --output csv", { typing: typing as AsyncIterable<never> });
  expect(stdout).toBe("name\nMüller\n");
});

test("a file with a space in its name is a file", async () => {
  writeFileSync(world.path("the names.sql"), "select count(*) as n from products");
  expect((await world.till(["data", "sql", "the names.sql", "--output", "csv"])).stdout).toBe("n\n24\n");
});

test("writes files by their name", async () => {
  const query = "select handle, price, price_minor from products order by handle";
  for (const name of ["out.csv", "out.json", "out.ndjson", "out.xlsx"]) {
    expect(await world.till(["data", "sql", query, "--to", name])).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(world.path(name)).length).toBeGreaterThan(100);
  }
  expect(JSON.parse(readFileSync(world.path("out.json"), "utf8"))).toHaveLength(24);
  expect(readFileSync(world.path("out.xlsx")).subarray(0, 2).toString()).toBe("PK");
});

test("every table and view has the columns that are documented", async () => {
  const documented = JSON.parse((await world.till("data sql --tables --json")).stdout).items;
  for (const { name, columns } of [...tables, ...views]) {
    const header = (
      await world.till(["data", "sql", `select * from "${name}"`, "--output", "csv"])
    ).stdout.split("\n")[0];
    expect(header, name).toBe(columns.map((column) => column.name).join(","));
    const own = documented.filter((row: { table: string }) => row.table === name);
    expect(own.map((row: { column: string }) => row.column)).toEqual(columns.map((column) => column.name));
    for (const { meaning } of columns) expect(meaning.length, name).toBeGreaterThan(2);
  }
});

test("order_lines adds up to the orders, and customers to their totals", async () => {
  const json = async (query: string) =>
    JSON.parse((await world.till(["data", "sql", query, "--json"])).stdout).items;
  const [lines] = await json("select sum(quantity) as units from order_lines");
  const [orders] = await json("select sum(units) as units from orders");
  expect(lines.units).toBe(orders.units);
  const [customers] = await json("select sum(spent_minor) as spent, sum(orders) as n from customers");
  const [all] = await json(
    "select sum(total_minor) as spent, count(*) as n from orders where status not in ('CANCELED', 'REJECTED') and email <> ''",
  );
  expect(customers).toEqual(all);
});

const number = (field: string) =>
  fc.record({
    field: fc.constant(field),
    operator: fc.constantFrom("=", "!=", "<", "<=", ">", ">="),
    value: fc.integer({ min: 0, max: 120 }).map(String),
  });
const word = (field: string, values: readonly string[]) =>
  fc.record({
    field: fc.constant(field),
    operator: fc.constantFrom("=", "!="),
    value: fc.constantFrom(...values),
  });
const sqlOf: Readonly<Record<string, string>> = {
  price: "price_minor / 100.0",
  stock: "stock",
  total: "total_minor / 100.0",
};

test.each([
  [
    "products",
    fc.oneof(
      number("price"),
      number("stock"),
      word("brand", ["Studio Müller", "月見 Tsukimi"]),
      word("handle", ["wool-throw", "x"]),
    ),
  ],
  [
    "orders",
    fc.oneof(
      number("total"),
      word("paymentStatus", ["PAID", "NOT_PAID"]),
      word("fulfillmentStatus", ["FULFILLED", "NOT_FULFILLED"]),
    ),
  ],
])("the same question by --filter on the API and in SQL has the same %s", async (list, condition) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(condition, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("and", "or"),
      async (conditions, joint) => {
        const isText = (value: string) => !/^\d+$/.test(value);
        const filter = conditions
          .map(({ field, operator, value }) => `${field} ${operator} ${isText(value) ? `"${value}"` : value}`)
          .join(` ${joint} `);
        // A value that is absent equals nothing, and differs from everything.
        const where = conditions
          .map(({ field, operator, value }) => {
            const test = `${sqlOf[field] ?? field} ${operator} ${isText(value) ? `'${value}'` : value}`;
            return operator === "!=" ? `(${test} or ${sqlOf[field] ?? field} is null)` : `ifnull(${test}, 0)`;
          })
          .join(` ${joint} `);
        const asked = await world.till([
          list,
          "list",
          "--all",
          "--filter",
          filter,
          "--json",
          "--fields",
          "id",
        ]);
        const copied = await world.till(["data", "sql", `select id from ${list} where ${where}`, "--json"]);
        const ids = (text: string) =>
          JSON.parse(text)
            .items.map(({ id }: { id: string }) => id)
            .sort();
        expect(ids(copied.stdout), filter).toEqual(ids(asked.stdout));
      },
    ),
    { numRuns: runs(25) },
  );
});
