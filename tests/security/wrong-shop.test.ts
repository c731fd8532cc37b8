import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startSandboxServer } from "../../src/sandbox/server/server.ts";
import { callTools } from "../commands/agents/client.ts";
import { createWorld, type World } from "../support/world.ts";

const prepared = createWorld();
const worlds: World[] = [prepared];
let world: World;
beforeAll(async () => {
  await prepared.till("sandbox seed demo");
  await prepared.till("profiles create d2 --platform sandbox");
  await prepared.till("sandbox seed demo --profile d2");
});
beforeEach(() => {
  world = createWorld({ from: prepared.home });
  worlds.push(world);
});
afterAll(() => {
  for (const one of worlds) one.close();
});

const update = (flags: string) =>
  world.till(`products update stoneware-mug --set price=${price.new} --yes ${flags}`);
const price = { old: 24, new: 31 };
const priceIn = async (profile: string, env = {}) =>
  JSON.parse((await world.till(`products get stoneware-mug --json --profile ${profile}`, { env })).stdout)
    .price.price as number;
const lastJob = async (flags = "") =>
  JSON.parse((await world.till(`jobs list --json ${flags}`)).stdout).items[0] as {
    id: string;
    state: string;
  };

test("undo of a job of another sandbox with the same site ID: goes to the job's own sandbox", async () => {
  await update("");
  await update("--profile d2");
  const { id } = await lastJob();
  const undone = await world.till(`jobs undo ${id} --yes`);
  expect(undone.code).toBe(0);
  expect(undone.stderr).toContain("d2");
  expect([await priceIn("sandbox"), await priceIn("d2")]).toEqual([price.new, price.old]);
});

test("a plan of another profile, and a job, are applied and undone there: the sandbox in use is not opened", async () => {
  const server = await startSandboxServer({ file: ":memory:", port: 0, onError: () => {} });
  const own = createWorld();
  worlds.push(own);
  await own.till(`profiles create shop --platform ${server.baseUrl} --site ${server.siteId}`);
  await own.till("login --api-key --key-file - --profile shop", { stdin: `${server.apiKey}\n` });
  await own.till("products create --name Mug --price 9 --yes --profile shop");
  await own.till("products update mug --set price=+1 --plan-out up.ndjson --profile shop");
  expect(await own.till("apply up.ndjson --yes")).toMatchObject({ code: 0 });
  const { stdout } = await own.till("jobs list --limit 1 --json");
  const { id } = JSON.parse(stdout).items[0] as { id: string };
  expect(await own.till(`jobs undo ${id} --yes`)).toMatchObject({ code: 0 });
  expect(existsSync(own.path("till/data"))).toBe(false);
  await server.close();
});

test.each(["undo", "resume", "show", "rejects", "watch"])(
  "jobs %s of a job of another sandbox with an explicit profile: exit 6, and the job stays as it is",
  async (verb) => {
    await update("--profile d2");
    const { id } = await lastJob();
    const yes = verb === "undo" || verb === "resume" ? "--yes" : "";
    const refused = await world.till(`jobs ${verb} ${id} ${yes} --profile sandbox`);
    expect(refused.code).toBe(6);
    expect(refused.stderr).toContain("--profile d2");
    expect(await priceIn("d2")).toBe(price.new);
    expect((await lastJob()).state).toBe("done");
    const env = { TILL_PROFILE: "sandbox" };
    expect((await world.till(`jobs ${verb} ${id} ${yes}`, { env })).code).toBe(6);
  },
);

test("`last` after a job of another sandbox: the last job of this one", async () => {
  await update("");
  const { id: own } = await lastJob();
  await update("--profile d2");
  expect((await world.till("jobs show last --json --jq .id")).stdout).toContain(own);
  expect((await world.till("jobs undo last --yes")).code).toBe(0);
  expect([await priceIn("sandbox"), await priceIn("d2")]).toEqual([price.old, price.new]);
});

test("`last` where no job ran: exit 5, naming the last job elsewhere", async () => {
  await update("--profile d2");
  const { id } = await lastJob();
  const none = await world.till("jobs undo last --yes");
  expect(none.code).toBe(5);
  expect(none.stderr).toContain(`till jobs show ${id}`);
});

test("undo after the sandbox was emptied and seeded again: exit 6, it is another shop", async () => {
  await update("");
  const { id } = await lastJob();
  await world.till("sandbox reset --yes");
  await world.till("sandbox seed demo");
  await update("");
  const refused = await world.till(`jobs undo ${id} --yes`);
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain("emptied or replaced");
  expect(await priceIn("sandbox")).toBe(price.new);
});

test("undo after a snapshot of the same sandbox was restored: still the same shop", async () => {
  await world.till("sandbox snapshot create before");
  await update("");
  await world.till("sandbox snapshot restore before");
  expect((await world.till("jobs undo last --yes")).code).toBe(0);
  expect(await priceIn("sandbox")).toBe(price.old);
});

test("a snapshot of one sandbox restored in another: the two stay different shops", async () => {
  await world.till("sandbox snapshot create before");
  const identity = async (profile: string) =>
    (await world.till(`sandbox status --json --jq .identity --profile ${profile}`)).stdout;
  const own = await identity("sandbox");
  expect(own).toMatch(/[0-9a-f]{32}/);
  await world.till("sandbox snapshot restore before --profile d2");
  expect(await identity("d2")).toMatch(/[0-9a-f]{32}/);
  expect(await identity("d2")).not.toBe(own);
  expect(await identity("sandbox")).toBe(own);
});

test("a single change of another sandbox: undo goes to its own sandbox, and refuses an explicit other", async () => {
  const rename = "collections update Tableware --name Cooking";
  expect((await world.till(`${rename} --profile d2`)).code).toBe(0);
  const { id } = await lastJob();
  expect((await world.till(`jobs undo ${id} --yes --profile sandbox`)).code).toBe(6);
  expect((await world.till(`jobs undo ${id} --yes`)).code).toBe(0);
  const names = (await world.till("collections list --profile d2 --fields name")).stdout;
  expect(names).toContain("Tableware");
});

test("apply of a plan of another sandbox: goes to the plan's profile, and refuses an explicit other", async () => {
  const plan = `products update stoneware-mug --set price=${price.new} --profile d2 --plan-out p.ndjson`;
  await world.till(plan);
  const refused = await world.till("apply p.ndjson --yes --profile sandbox");
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain("--profile d2");
  expect((await world.till("apply p.ndjson --yes")).code).toBe(0);
  expect([await priceIn("sandbox"), await priceIn("d2")]).toEqual([price.old, price.new]);
  // The job belongs to the shop that it changed.
  expect((await world.till("jobs undo last --yes --profile d2")).code).toBe(0);
});

test("the MCP sandbox tool and a live job: `last` is the sandbox's own, the live job is refused", async () => {
  const server = await startSandboxServer({ file: ":memory:", port: 0, onError: () => {} });
  try {
    const env = { TILL_API_KEY: server.apiKey };
    await world.till(`profiles create live --platform ${server.baseUrl}`);
    await fetch(`${server.baseUrl}/__till/seed`, {
      method: "POST",
      headers: { "x-till-control": server.controlToken, "content-type": "application/json" },
      body: '{"shop":"demo"}',
    });
    await world.till(`products update stoneware-mug --set price=${price.new} --yes --profile live`, { env });
    const { id } = await lastJob();
    const [last, byId] = await callTools(world, [
      ["sandbox", { command: "jobs undo last --yes" }],
      ["sandbox", { command: `jobs undo ${id} --yes` }],
    ]);
    expect(last?.text).toContain("exit code 5");
    expect(byId?.text).toContain("exit code 6");
    expect(await priceIn("live", env)).toBe(price.new);
    expect(await lastJob()).toMatchObject({ id, state: "done" });
  } finally {
    await server.close();
  }
});

test("two servers with the same site ID at the same address, one after the other: exit 6", async () => {
  const start = (port = 0) => startSandboxServer({ file: ":memory:", port, onError: () => {} });
  const seed = (server: { baseUrl: string; controlToken: string }) =>
    fetch(`${server.baseUrl}/__till/seed`, {
      method: "POST",
      headers: { "x-till-control": server.controlToken, "content-type": "application/json" },
      body: '{"shop":"demo"}',
    });
  const first = await start();
  const env = { TILL_API_KEY: first.apiKey, TILL_BASE_URL: first.baseUrl, TILL_SITE_ID: first.siteId };
  await seed(first);
  await world.till(`products update stoneware-mug --set price=${price.new} --yes`, { env });
  const { id } = await lastJob();
  await first.close();
  const second = await start(Number(new URL(first.baseUrl).port));
  try {
    await seed(second);
    await world.till(`products update stoneware-mug --set price=${price.new} --yes`, { env });
    expect((await world.till(`jobs undo ${id} --yes`, { env })).code).toBe(6);
  } finally {
    await second.close();
  }
});

test("a job recorded without its place: its site and profile are compared", async () => {
  await update("--profile d2");
  const { id } = await lastJob();
  const db = new DatabaseSync(world.path(`till/state/jobs/${id}.sqlite`));
  db.exec("UPDATE job SET address = NULL, sandbox = NULL");
  db.close();
  expect((await world.till(`jobs undo ${id} --yes --profile sandbox`)).code).toBe(6);
  expect((await world.till(`jobs undo ${id} --yes`)).code).toBe(0);
  expect([await priceIn("sandbox"), await priceIn("d2")]).toEqual([price.old, price.old]);
});

test("printed commands carry the profile that they need", async () => {
  const updated = await update("--profile d2");
  const { id } = await lastJob();
  expect(updated.stderr).toContain(`till jobs undo ${id} --profile d2`.replace("till ", ""));
  expect((await world.till(`jobs show ${id}`)).stdout).toContain(`till jobs undo ${id} --profile d2`);
  expect((await world.till("backup create --profile d2")).stderr).toMatch(
    /till backup restore --at \S+ --profile d2/,
  );
  const preview = await world.till("products update --all --set price=+1 --plan-out p.ndjson", {
    env: { TILL_PROFILE: "d2" },
  });
  expect(preview.stderr).toContain("apply p.ndjson --profile d2");
});

test("list and export with --profile: the jobs of that shop only", async () => {
  await update("");
  await update("--profile d2");
  const sandbox = JSON.parse((await world.till("jobs list --json --profile sandbox")).stdout).items;
  expect(sandbox).toHaveLength(1);
  await world.till("jobs export d2.csv --profile d2");
  const lines = readFileSync(world.path("d2.csv"), "utf8").trim().split("\n");
  // A header, and the price and the variants of one product.
  expect(lines).toHaveLength(3);
});
