import { beforeAll, describe, expect, test } from "vitest";
import { openPostgres } from "../../../src/kernel/postgres.ts";
import { type Cluster, secured, skipped, workerCluster } from "../postgres.ts";

const password = "pa55word-canary";

/** Returns the error of an attempt to open a database, and checks that it does not show the password. */
async function errorOf(url: string): Promise<unknown> {
  const error = await openPostgres(url).then(
    async (database) => {
      await database.close();
      throw new Error("it opened");
    },
    (error: Error) => error,
  );
  expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(password);
  return error;
}

describe.skipIf(skipped)(`a PostgreSQL server${skipped}`, () => {
  let cluster: Cluster;
  let url: string;
  beforeAll(async () => {
    cluster = await workerCluster();
    url = await cluster.create();
  });

  test("rejects a wrong password, an unknown user and an unknown database", async () => {
    const wrong = cluster.url("postgres", `${secured.user}:${password}`);
    expect(await errorOf(wrong)).toMatchObject({ exitCode: 2, code: "POSTGRES_SIGN_IN" });
    const none = cluster.url("postgres", secured.user);
    expect(await errorOf(none)).toMatchObject({ exitCode: 2, code: "POSTGRES_SIGN_IN" });
    expect(await errorOf(cluster.url("postgres", "nobody"))).toMatchObject({ exitCode: 2 });
    const missing = await errorOf(cluster.url("missing"));
    expect(missing).toMatchObject({ exitCode: 2, code: "POSTGRES_NO_DATABASE" });
    const right = await openPostgres(cluster.url("postgres", `${secured.user}:${secured.password}`));
    expect(right.name).not.toContain(secured.password);
    await right.close();
  });

  test("returns numbers, JSON, booleans and texts", async () => {
    const database = await openPostgres(url);
    const [row] = await database.query(
      `SELECT 9007199254740991::int8 AS big, 1.5::float8 AS real, true AS yes, '{"a":[1]}'::jsonb AS json, $1::text AS text,
              null AS none, $2::text[] AS list`,
      ["a'b", ["x", null]],
    );
    const { list, ...rest } = row ?? {};
    expect(rest).toEqual({
      big: 9007199254740991,
      real: 1.5,
      yes: true,
      json: { a: [1] },
      text: "a'b",
      none: null,
    });
    expect(list).toBe("{x,NULL}");
    await database.close();
  });

  test("commits a transaction, rolls back one that throws, and goes on", async () => {
    const database = await openPostgres(url, { connections: 1 });
    await database.query("CREATE TABLE kept (n int)");
    await database.transaction(async ({ query }) => void (await query("INSERT INTO kept VALUES (1)")));
    const failing = database.transaction(async ({ query }) => {
      await query("INSERT INTO kept VALUES (2)");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await database.query("SELECT n FROM kept")).toEqual([{ n: 1 }]);
    await database.close();
  });

  test("reports a role that may not write, and a database that is read-only", async () => {
    const weak = await openPostgres(
      cluster.url(new URL(url).pathname.slice(1), `${secured.user}:${secured.password}`),
    );
    await expect(weak.query("CREATE SCHEMA mine")).rejects.toMatchObject({
      exitCode: 2,
      code: "POSTGRES_FORBIDDEN",
    });
    await weak.close();
    const database = await openPostgres(`${url}&options=-c%20default_transaction_read_only%3Don`);
    const writing = database.query("CREATE TABLE more (n int)");
    await expect(writing).rejects.toMatchObject({ exitCode: 2, code: "POSTGRES_FORBIDDEN" });
    await database.close();
  });

  test("reports a missing table", async () => {
    const error = await cluster.sql(url, "SELECT * FROM dropped").catch((cause: unknown) => cause);
    expect(error).toMatchObject({ exitCode: 2, code: "POSTGRES_SCHEMA" });
  });

  test("reports a statement that takes too long", async () => {
    const database = await openPostgres(url, { queryTimeout: 100 });
    await expect(database.query("SELECT pg_sleep(2)")).rejects.toMatchObject({ exitCode: 8 });
    await database.close();
  });

  test("reports a server that stops in the middle, and works again once it is back", async () => {
    const database = await openPostgres(url);
    const waiting = database.transaction(async ({ query }) => {
      await query("SELECT 1");
      await cluster.stop();
      await query("SELECT 2");
    });
    await expect(waiting).rejects.toMatchObject({ exitCode: 8 });
    await expect(database.query("SELECT 3")).rejects.toMatchObject({
      exitCode: 8,
      code: "POSTGRES_UNREACHABLE",
    });
    await cluster.start();
    expect(await database.query("SELECT 4 AS n")).toEqual([{ n: 4 }]);
    await database.close();
  });
});
