import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tables, views } from "../../src/mirror/tables.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

const read = async (name: string) =>
  await parquetReadObjects({ file: await asyncBufferFromFile(world.path(`data/${name}.parquet`)) });

test("writes each table and view as a Parquet file that only the user can read", async () => {
  const result = await world.till("data sync --to data --format parquet");
  expect(result).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Wrote \d+ rows into 22 files in data/),
  });
  const names = [...tables, ...views].map(({ name }) => name).sort();
  expect(readdirSync(world.path("data")).sort()).toEqual(names.map((name) => `${name}.parquet`));
  if (process.platform !== "win32") expect(statSync(world.path("data/orders.parquet")).mode & 0o077).toBe(0);
  for (const name of names) {
    const { stdout } = await world.till(["data", "sql", `select * from ${name}`, "--json"]);
    const rows = JSON.parse(stdout).items.map(({ _kind, ...row }: Record<string, unknown>) => row);
    const columns = [...tables, ...views].find((one) => one.name === name)?.columns ?? [];
    const found = (await read(name)).map((row) =>
      Object.fromEntries(
        columns.map(({ name }) => {
          const value = row[name];
          if (value instanceof Date) return [name, value.toISOString()];
          if (typeof value === "bigint" || typeof value === "boolean") return [name, Number(value)];
          return [name, value ?? null];
        }),
      ),
    );
    expect(found, name).toEqual(rows);
  }
});

test("a file stays as it was until the new one is complete", async () => {
  mkdirSync(world.path("other"));
  writeFileSync(world.path("other/orders.parquet"), "old");
  expect(await world.till("data sync --to other")).toMatchObject({ code: 0 });
  expect(readdirSync(world.path("other")).every((name) => name.endsWith(".parquet"))).toBe(true);
  expect(await world.till("data sync --format parquet")).toMatchObject({ code: 2 });
  expect(await world.till("data sync --to postgres://x --format parquet")).toMatchObject({ code: 2 });
});
