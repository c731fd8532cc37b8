import { afterAll, beforeAll, expect, test } from "vitest";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import type { Store } from "../../src/sandbox/kernel/store.ts";
import { type ServedStore, serveStore } from "../../src/sandbox/server/server.ts";
import { openTestShop } from "../support/test-shop.ts";
import { createWorld, type World } from "../support/world.ts";

let store: Store;
let served: ServedStore;
let world: World;
beforeAll(async () => {
  store = openTestShop().store;
  served = await serveStore({ store, port: 0, onError: () => {} });
  world = createWorld();
});
afterAll(async () => {
  world.close();
  await served.close();
  store.db.close();
});

/** Runs a command without a home folder. */
const run = (line: string, env: Record<string, string> = {}) =>
  world.till(line, { env: { TILL_HOME: undefined, HOME: "", ...env } });
const credentials = () => ({
  TILL_BASE_URL: served.baseUrl,
  TILL_API_KEY: defaults.apiKey,
  TILL_SITE_ID: defaults.siteId,
});

test("with credentials in the environment reads and single writes work without a home folder", async () => {
  expect(JSON.parse((await run("products list --all --json", credentials())).stdout).total).toBe(24);
  expect((await run("products create --name Tea --price 5 --yes", credentials())).code).toBe(0);
  expect((await run("collections create --name Tea --yes", credentials())).code).toBe(0);
  expect((await run("jobs list --json", credentials())).stdout).toContain('"items":[]');
});

test("a job without a folder for its record is an error, and sends nothing", async () => {
  const { code, stderr } = await run("products update wool-throw --set price=1 --yes", credentials());
  expect(code).toBe(2);
  expect(stderr).toContain("This command keeps a record of its job, and there is no folder for it.");
  expect(stderr).toContain("Set TILL_HOME to a folder: the record is kept in its state/jobs.");
});

test("the local sandbox needs a home folder", async () => {
  const { code, stderr } = await run("products list");
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("No home folder: neither TILL_HOME nor HOME is set."),
  ]);
  expect((await run("config set limit 5")).stderr).toContain("No home folder");
});
