import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lockProfile } from "../../src/config/profiles.ts";
import { settingsFile } from "../../src/config/settings-file.ts";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";
import { createWorld, type World } from "../support/world.ts";

/** A platform behind a proxy that counts requests; `onWrite` is called before every write. */
let platform: SandboxServer;
let gate: Server;
let baseUrl: string;
let writes: string[] = [];
let onWrite: (() => Promise<void>) | undefined;
let world: World;

beforeAll(async () => {
  platform = await startSandboxServer({ file: ":memory:", port: 0, onError: () => {} });
  await fetch(`${platform.baseUrl}/__till/seed`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-till-control": platform.controlToken },
    body: '{"shop":"demo"}',
  });
  gate = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const reads = method === "GET" || /query|\/search|graphql|oauth2/.test(url);
    if (!reads) {
      writes.push(`${method} ${url}`);
      await onWrite?.();
    }
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk);
    const { host: _host, connection: _connection, "content-length": _length, ...sent } = headers;
    const answer = await fetch(platform.baseUrl + url, {
      method,
      headers: sent as Record<string, string>,
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((listening) => gate.listen(0, "127.0.0.1", listening));
  baseUrl = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
});

afterAll(async () => {
  gate.close();
  await platform.close();
});

let shop: Record<string, string>;
beforeEach(async () => {
  writes = [];
  onWrite = undefined;
  world = createWorld();
  shop = { TILL_PROFILE: "shop", TILL_API_KEY: platform.apiKey };
  const added = await world.till(`profiles create shop --platform ${baseUrl} --site ${platform.siteId}`);
  expect(added.code).toBe(0);
});

const till = (line: string | string[], stdin = "") => world.till(line, { env: shop, stdin });

test.each([
  "products create --name Jug --price 5",
  "products update oven-mitt --set price=+1 --yes",
  "products delete oven-mitt --yes",
  "collections create --name Sale",
  "products stock increment serving-bowl",
  "api products.create -f product.name=Jug -f product.productType=physical -f product.priceData.price=5",
  "api POST /stores/v1/products -f product.name=Jug -f product.productType=physical -f product.priceData.price=5",
  "api PATCH /nobody/knows/this -f a=1",
  "api DELETE /stores/v1/products/x --yes",
  ["api", "graphql", "mutation { nothing }"],
])("a locked profile sends no write: %s", async (line) => {
  await till("profiles lock shop");
  const result = await till(line);
  expect(result).toMatchObject({ code: 6, stdout: "" });
  expect(result.stderr).toMatch(/^error: The profile "shop" is locked/m);
  expect(result.stderr).toContain("till profiles unlock shop --for 15m --reason");
  expect(writes).toEqual([]);
  expect((await till("jobs list --json")).stdout).toBe('{"items":[]}\n');
});

test("the rejection is available as JSON", async () => {
  await till("profiles lock shop");
  const { stderr } = await till("api collections.create -f collection.name=Sale --json");
  expect(JSON.parse(stderr).error).toMatchObject({ code: "PROFILE_LOCKED", exitCode: 6, retryable: false });
});

test.each([
  "products list",
  "products get oven-mitt",
  "products update oven-mitt --set price=+1 --dry-run",
  "api products.query",
  "api products.create -f product.name=Jug -f product.productType=physical -f product.priceData.price=5 --curl",
  ["api", "graphql", "{ products(limit: 1) { items { name } } }"],
])("a locked profile can read: %s", async (line) => {
  await till("profiles lock shop");
  expect(await till(line)).toMatchObject({ code: 0 });
  expect(writes).toEqual([]);
});

test("a temporarily open profile can write; the job and the profile record the reason", async () => {
  await till("profiles lock shop");
  const opened = await till(["profiles", "unlock", "shop", "--for", "5m", "--reason", "Spring prices"]);
  expect(opened.code).toBe(0);
  expect(await till("products update oven-mitt --set price=+1 --yes")).toMatchObject({ code: 0 });
  expect(writes).toHaveLength(1);
  expect(JSON.parse((await till("jobs show last --json")).stdout).unlockedFor).toBe("Spring prices");
  expect((await till("jobs show last")).stdout).toContain("Unlocked for\tSpring prices\n");

  await till(["profiles", "unlock", "shop", "--reason", "Second thoughts"]);
  expect(await till("jobs undo last --yes")).toMatchObject({ code: 0 });
  expect(JSON.parse((await till("jobs show last --json")).stdout).unlockedFor).toBe(
    "Spring prices\nSecond thoughts",
  );
  const { lockLog } = JSON.parse((await till("profiles get shop --json")).stdout);
  expect(lockLog.map(({ act, reason }: { act: string; reason?: string }) => [act, reason])).toEqual([
    ["lock", undefined],
    ["unlock", "Spring prices"],
    ["unlock", "Second thoughts"],
  ]);
});

test("a lock stops a running job; after unlocking, resuming writes nothing twice", async () => {
  await till("profiles lock shop");
  await till(["profiles", "unlock", "shop", "--reason", "Spring prices"]);
  const file = settingsFile(world.path("till/config/settings.json"));
  onWrite = async () => {
    onWrite = undefined;
    await file.update((contents) => lockProfile(contents, "shop", new Date()));
  };
  const all = ["products", "update", "--filter", "type = physical", "--set", "price=price + 1", "--yes"];
  const stopped = await till([...all, "--concurrency", "1"]);
  expect(stopped.code).toBe(9);
  expect(stopped.stderr).toContain(
    'Stopped early: The profile "shop" is locked: products.update was not sent.',
  );
  expect(writes).toHaveLength(1);
  const { steps } = JSON.parse((await till("jobs show last --json")).stdout);
  expect(steps).toMatchObject({ done: 1, failed: 0, sent: 0 });
  expect(await till("jobs resume last --yes")).toMatchObject({ code: 6 });

  await till(["profiles", "unlock", "shop", "--reason", "Go on"]);
  expect(await till("jobs resume last --yes")).toMatchObject({ code: 0 });
  expect(new Set(writes).size).toBe(steps.total);
  expect(writes).toHaveLength(steps.total);
});

test("signing in is allowed; removing the lock allows writes; a rename keeps the lock", async () => {
  await till("profiles lock shop");
  const login = "api authentication.login -f loginId.email=a@example.com -f password=x";
  expect((await till(login)).stderr).not.toContain("is locked");
  await till("profiles rename shop store");
  shop.TILL_PROFILE = "store";
  expect(await till("collections create --name Sale")).toMatchObject({ code: 6 });
  await till(["profiles", "unlock", "store", "--for-good", "--reason", "Closed"]);
  expect(await till("collections create --name Sale --yes")).toMatchObject({ code: 0 });
  expect(await till(["profiles", "unlock", "store", "--reason", "Again"])).toMatchObject({ code: 6 });
});

test("which site is written to is said with --quiet, too", async () => {
  const { stderr } = await till("products update oven-mitt --set price=+1 --yes --quiet");
  expect(stderr).toBe(`Writing to site ${platform.siteId} (profile shop).\n`);
});

test("the sandbox has no lock", async () => {
  expect(await world.till("profiles lock sandbox")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is a sandbox. Sandboxes cannot be locked"),
  });
});
