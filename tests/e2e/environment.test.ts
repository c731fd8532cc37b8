import { existsSync, readdirSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Served, serve } from "../support/served.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let served: Served;
const closing: (() => void)[] = [];
beforeAll(async () => {
  world = createWorld();
  served = await serve(world);
  await served.control("POST seed", { shop: "demo" });
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(async () => {
  await served.close();
  world.close();
});

/** Starts an HTTP server for the test and returns its address. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  closing.push(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function filesOf(): string[] {
  if (!existsSync(world.path("till"))) return [];
  const entries = readdirSync(world.path("till"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test("credentials in the environment suffice, and only the journal is written", async () => {
  const { env } = served;
  const list = await world.till("products list --all --json", { env });
  expect(list.code).toBe(0);
  expect(JSON.parse(list.stdout).total).toBe(24);
  expect(await world.till("products get wool-throw", { env })).toMatchObject({ code: 0 });
  const visitor = { TILL_BASE_URL: served.baseUrl, TILL_CLIENT_ID: served.clientId };
  expect(await world.till("products list --as visitor", { env: visitor })).toMatchObject({ code: 0 });
  expect(await world.till("products export out.csv", { env })).toMatchObject({ code: 0 });
  expect(filesOf()).toEqual([]);

  const change = ["products", "update", "wool-throw", "--set", "price=+1", "--yes"];
  const changed = await world.till(change, { env });
  expect(changed.code).toBe(0);
  expect(changed.stderr).toContain(`Writing to site ${served.siteId} (profile environment).`);
  expect(filesOf().filter((name) => !/^([a-z0-9]{4}\.(sqlite|lock)|records-pruned)$/.test(name))).toEqual([]);
});

test("an unknown API key exits with 4 after one request, without printing the key", async () => {
  const env = { ...served.env, TILL_API_KEY: "WRONG.key-of-nobody" };
  const ended = await world.till("products list --json", { env });
  expect(ended).toMatchObject({ code: 4, stdout: "" });
  expect(ended.stderr).not.toContain("key-of-nobody");
  expect(JSON.parse(ended.stderr).error).toMatchObject({ exitCode: 4, retryable: false });
});

test("a role without an identity in the environment exits with 4 before any request", async () => {
  const nobody = await listen((_, response) => void response.destroy());
  const ended = await world.till("products update x --set price=1 --yes", {
    env: { TILL_BASE_URL: nobody, TILL_ACCESS_TOKEN: "" },
  });
  expect(ended.code).toBe(4);
  expect(ended.stderr).toContain("TILL_API_KEY");
});

test("a refused connection exits with 8 and names the address", async () => {
  const env = { ...served.env, TILL_BASE_URL: "http://127.0.0.1:1" };
  const ended = await world.till("products list", { env });
  expect(ended).toMatchObject({
    code: 8,
    stderr: expect.stringContaining("Connection refused by 127.0.0.1:1"),
  });
});

test.each(["http://shop.example", "http://192.0.2.1", "ftp://127.0.0.1", "nonsense"])(
  "%s as base URL: rejected with exit 2, nothing is sent",
  async (address) => {
    const ended = await world.till("products list", { env: { ...served.env, TILL_BASE_URL: address } });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).not.toContain(served.apiKey);
  },
);

test("a 307 is never followed, so the key stays with the first host", async () => {
  const reached: string[] = [];
  const thief = await listen((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.end("{}");
  });
  const gate = await listen((request, response) => {
    response.writeHead(307, { location: thief + request.url }).end();
  });
  const env = { ...served.env, TILL_BASE_URL: gate };
  for (const args of [
    "products list",
    "products create --name A --price 1",
    "products update x --set price=1 --yes",
  ]) {
    const ended = await world.till(args, { env });
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toContain("redirect");
  }
  const visitor = { TILL_BASE_URL: gate, TILL_CLIENT_ID: served.clientId };
  expect((await world.till("products list", { env: visitor })).stderr).toContain("responded 307");
  expect(reached).toEqual([]);
});

test("a response that is not JSON, or a 200 with an error inside, is an error", async () => {
  for (const body of [
    "<html>gateway</html>",
    "",
    "[]",
    '{"products":',
    '{"products":{}}',
    '{"message":"no","details":{"applicationError":{"code":"NO"}}}',
  ]) {
    const odd = await listen(
      (_, response) => void response.writeHead(200, { "x-wix-request-id": "odd-1" }).end(body),
    );
    const ended = await world.till("products list --json", { env: { ...served.env, TILL_BASE_URL: odd } });
    expect(ended.code, body).not.toBe(0);
    expect(ended.stdout, body).toBe("");
    expect(JSON.parse(ended.stderr.trim().split("\n").at(-1) ?? ""), body).toMatchObject({
      error: { requestId: "odd-1" },
    });
  }
});
