import { globSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openCredentials } from "../../src/config/credentials.ts";
import { openDatabase } from "../../src/kernel/sqlite.ts";
import { createWorld, type World } from "../support/world.ts";

/** Keys are longer than a page of the database now and then. */
const keys = { short: "IST.key-one-1111", long: `IST.key-two-${"2".repeat(9000)}`, last: "IST.key-three-33" };

let world: World;
beforeEach(async () => {
  world = createWorld();
  onTestFinished(() => world.close());
  const platform = createServer((_, answer) => answer.end('{"catalogVersion":"V1_CATALOG"}'));
  await new Promise<void>((listening) => platform.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void platform.close());
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  for (const name of ["shop", "other"])
    expect((await world.till(`profiles create ${name} --site s1 --platform ${url}`)).code).toBe(0);
});

const store = async (key: string, profile = "shop") =>
  expect(
    await world.till(`login --api-key --key-file - --profile ${profile}`, { stdin: `${key}\n` }),
  ).toMatchObject({ code: 0 });

/** Returns the files of the home that have the first bytes of a key. */
const filesWith = (key: string) =>
  globSync("**", { cwd: world.home })
    .filter((name) => statSync(world.path(name)).isFile())
    .filter((name) => readFileSync(world.path(name)).includes(key.slice(0, 16)));

test("a key is nowhere in the home after it was replaced, after logout and after its profile was removed", async () => {
  await store(keys.short);
  expect(filesWith(keys.short)).not.toEqual([]);
  await store(keys.long);
  expect(filesWith(keys.short)).toEqual([]);
  expect(filesWith(keys.long)).not.toEqual([]);
  expect(await world.till("logout --api-key --profile shop")).toMatchObject({ code: 0 });
  expect(filesWith(keys.long)).toEqual([]);
  await store(keys.last, "other");
  expect(await world.till("profiles delete other --yes")).toMatchObject({ code: 0 });
  expect(filesWith(keys.last)).toEqual([]);
});

test("a key is removed from the write-ahead log, too, while another process has the file open", async () => {
  const file = world.path("till/config/credentials.db");
  const reader = openCredentials({ file, notice: () => {} });
  onTestFinished(() => reader.close());
  await store(keys.short);
  expect(await reader.kinds("shop")).toEqual(["apiKey"]);
  await store(keys.long);
  expect(filesWith(keys.short)).toEqual([]);
  await world.till("logout --api-key --profile shop");
  expect(filesWith(keys.long)).toEqual([]);
});

test("logout also removes what an older version has left in free pages", async () => {
  await store(keys.short);
  const file = world.path("till/config/credentials.db");
  const old = openDatabase(file, { synchronous: "FULL", migrations: [""], busyTimeout: 1000 });
  old.exec(
    `PRAGMA secure_delete = OFF; create table old (text text); insert into old values ('${keys.long}')`,
  );
  old.exec("drop table old; PRAGMA wal_checkpoint(TRUNCATE)");
  old.close();
  expect(filesWith(keys.long)).not.toEqual([]);
  await world.till("logout --api-key --profile shop");
  expect([...filesWith(keys.long), ...filesWith(keys.short)]).toEqual([]);
});
