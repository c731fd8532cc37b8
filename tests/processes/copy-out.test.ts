import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tables, views } from "../../src/mirror/tables.ts";
import { type Cluster, skipped, workerCluster } from "./postgres.ts";
import { createHome, type Home } from "./program.ts";

let home: Home;
beforeAll(async () => {
  home = createHome();
  expect(await home.till("sandbox seed demo")).toMatchObject({ code: 0 });
});
afterAll(() => home.close());

const sql = async (query: string) =>
  (
    JSON.parse((await home.till(["data", "sql", query, "--json"])).stdout) as {
      items: Record<string, unknown>[];
    }
  ).items.map(({ _kind, ...row }) => row);

describe.skipIf(skipped)("till data sync --to postgres://…", () => {
  let cluster: Cluster;
  let url: string;
  beforeAll(async () => {
    cluster = await workerCluster();
    url = await cluster.create();
  });

  test("copies every table with its types, and the views answer as those of the copy", async () => {
    const result = await home.till(["data", "sync", "--to", url]);
    expect(result).toMatchObject({ code: 0 });
    expect(result.stderr).toMatch(/Copied \d+ rows to the schema till_sandbox of PostgreSQL/);
    for (const { name } of [...tables, ...views]) {
      const [mine] = await sql(`select count(*) as n from ${name}`);
      const [theirs] = await cluster.sql(url, `SELECT count(*)::int AS n FROM till_sandbox."${name}"`);
      expect(theirs, name).toEqual(mine);
    }
    const query = "select email, orders, spent_minor from customers order by spent_minor desc, email limit 5";
    const theirs = await cluster.sql(
      url,
      query
        .replace("orders,", "orders::int,")
        .replace("spent_minor from", "spent_minor::int from")
        .replace("customers", "till_sandbox.customers"),
    );
    expect(theirs).toEqual(await sql(query));
    const [total] = await cluster.sql(
      url,
      "SELECT sum(total)::text AS total, pg_typeof(max(createddate))::text AS time, pg_typeof(bool_or(archived))::text AS flag, max(json->>'number') AS number FROM till_sandbox.orders",
    );
    const [mine] = await sql(
      "select money(sum(total_minor), 'USD') as total, max(number) as number from orders",
    );
    expect(total).toEqual({ ...mine, time: "timestamp with time zone", flag: "boolean" });
    const [{ comment } = {}] = await cluster.sql<{ comment: string }>(
      url,
      "SELECT col_description('till_sandbox.orders'::regclass, 1) AS comment",
    );
    expect(comment).toBe("the id of the platform");
  });

  test("the next copy replaces rows in one transaction, and keeps views of others", async () => {
    await cluster.sql(
      url,
      "CREATE VIEW public.dear AS SELECT name FROM till_sandbox.products WHERE price > 100",
    );
    await home.till([
      "products",
      "create",
      "--name",
      "Brass lamp",
      "--price",
      "240",
      "--description",
      "\\u0000",
    ]);
    expect(await home.till(["data", "sync", "--to", url])).toMatchObject({ code: 0 });
    const names = (await cluster.sql(url, "SELECT name FROM public.dear")).map(({ name }) => name);
    expect(names).toContain("Brass lamp");
    const [lamp] = await cluster.sql(
      url,
      "SELECT json->>'description' AS text FROM till_sandbox.products WHERE name = 'Brass lamp'",
    );
    expect(lamp).toEqual(
      (
        await sql(
          "select json_extract(json, '$.description') as text from products where name = 'Brass lamp'",
        )
      )[0],
    );
    expect(String(lamp?.text)).toContain("\\u0000");
    const [synced] = await cluster.sql(
      url,
      "SELECT rows::int AS rows, exact FROM till_sandbox.synced WHERE \"table\" = 'products'",
    );
    expect(synced).toEqual({ rows: 25, exact: true });
  });

  test("refuses a schema that it did not make", async () => {
    const other = await cluster.create();
    await cluster.sql(other, "CREATE SCHEMA till_sandbox; CREATE TABLE till_sandbox.mine (id int)");
    expect(await home.till(["data", "sync", "--to", other])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("that till did not make"),
    });
    expect(await cluster.sql(other, "SELECT count(*)::int AS n FROM till_sandbox.mine")).toEqual([{ n: 0 }]);
  });
});
