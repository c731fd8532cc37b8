import { createServer } from "node:net";
import { expect, test } from "vitest";
import { openPostgres, postgresName } from "../../src/kernel/postgres.ts";

const password = "pa55word-canary";

/** Returns the error of an attempt to open a database, and checks that it does not show the password. */
async function errorOf(url: string, options = {}): Promise<unknown> {
  const error = await openPostgres(url, options).then(
    async (database) => {
      await database.close();
      throw new Error("it opened");
    },
    (error: Error) => error,
  );
  expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(password);
  return error;
}

test("names a database without its password", () => {
  expect(postgresName(`postgres://till:${password}@db.example/shop`)).toBe("till@db.example:5432/shop");
  expect(postgresName("postgresql://db.example:6543/shop")).toBe("db.example:6543/shop");
  expect(postgresName("postgres:///shop?host=/run/postgresql&user=me")).toBe("me@/run/postgresql:5432/shop");
  expect(postgresName("postgres://me@/shop?host=/run/postgresql")).toBe("me@/run/postgresql:5432/shop");
});

test.each([
  `mysql://till:${password}@db/shop`,
  password,
  "",
  // %E9 is é in Latin-1, not in UTF-8.
  `postgres://till:%E9${password}@127.0.0.1:1/shop`,
  `postgres://%E9:${password}@127.0.0.1:1/shop`,
  `postgres://till:${password}@127.0.0.1:1/%E9`,
])("refuses the address %s", async (url) => {
  expect(await errorOf(url)).toMatchObject({ exitCode: 2, code: "POSTGRES_URL" });
});

test("reports an unknown host, a closed port and a server that does not answer as unavailable", async () => {
  const missing = await errorOf(`postgres://till:${password}@127.0.0.1:1/shop`);
  expect(missing).toMatchObject({ exitCode: 8, code: "POSTGRES_UNREACHABLE" });
  const percent = await errorOf(`postgres://us%er:100%${password}@127.0.0.1:1/shop`);
  expect(percent).toMatchObject({ exitCode: 8, code: "POSTGRES_UNREACHABLE" });
  const unknown = await errorOf(`postgres://till:${password}@till-no-such-host.invalid/shop`);
  expect(unknown).toMatchObject({ exitCode: 8, code: "POSTGRES_UNREACHABLE" });
  const silent = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = silent.address() as { port: number };
  const late = await errorOf(`postgres://till:${password}@127.0.0.1:${port}/shop`, { connectTimeout: 100 });
  silent.close();
  expect(late).toMatchObject({ exitCode: 8, code: "POSTGRES_UNAVAILABLE" });
});
