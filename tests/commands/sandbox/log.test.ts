import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { sdkArguments } from "../../../src/resources/sandbox/requests.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
/** Prints the request that created the product. */
const showCreation = async () => {
  const { stdout: id } = await world.till("sandbox log --filter 'call = products.create' --fields id");
  return (await world.till(`sandbox log show ${id.trim()}`)).stdout;
};
afterEach(() => world.close());

test("--follow prints requests of other processes as they arrive, and ends with Ctrl-C", async () => {
  world = createWorld();
  await world.till("products create --name Mug --price 5");
  const stop = new AbortController();
  let seen = "";
  let more = false;
  const follow = world.till("sandbox log --follow --filter 'call = products.create' --body --json", {
    signal: stop.signal,
    onOutput(text) {
      seen += text;
      const lines = seen.split("\n").length - 1;
      if (lines === 1 && !more) {
        more = true;
        void world.till("products create --name Cup --price 5");
      }
      if (lines === 2) stop.abort("SIGINT");
    },
  });
  expect(await follow).toMatchObject({ code: 130 });
  const [first, second] = seen
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ _kind: "request", call: "products.create", status: 200 });
  expect([JSON.parse(first.input).product.name, JSON.parse(second.input).product.name]).toEqual([
    "Mug",
    "Cup",
  ]);
});

test("prints a request with its bodies as lines, and one as a curl command", async () => {
  world = createWorld();
  await world.till("products create --name Mug --price 5");
  const filter = "--filter 'call = products.create'";
  const { stdout } = await world.till(`sandbox log ${filter} --body`);
  expect(stdout).toMatch(
    /^\d+ +[\d:.]{12} .*200 POST +\/stores\/v1\/products [\d.]+ ms products\.create\n {3}-> \{\n/,
  );
  expect(stdout).toContain('   <- {\n     "product": {');
  const shown = await showCreation();
  expect(shown).toContain(
    "products.create, as admin\n# Serve this sandbox first: till sandbox start --port 8787\nTILL_TOKEN='SANDBOX.",
  );
  expect(shown).toContain(
    `\ncurl -X POST 'http://127.0.0.1:8787/stores/v1/products' -H "authorization: $TILL_TOKEN"`,
  );
  expect(shown).toMatch(
    /\n# 200 in [\d.]+ ms\n# Event 1, .*ProductCreated: not sent, no listener\n# \{\n# {3}"product"/,
  );
});

test("names the address of a server that serves the same sandbox", async () => {
  world = createWorld();
  await world.till("products create --name Mug --price 5");
  const stop = new AbortController();
  const address = Promise.withResolvers<string>();
  let seen = "";
  const server = world.till("sandbox start --port 0 --json", {
    signal: stop.signal,
    onOutput(text) {
      seen += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(seen)?.[0];
      if (found) address.resolve(found);
    },
  });
  const url = await address.promise;
  const shown = await showCreation();
  expect(shown).toContain(`\ncurl -X POST '${url}/stores/v1/products'`);
  expect(shown).not.toContain("Serve this sandbox first");
  stop.abort("SIGINT");
  await server;
});

test("says what became of the webhooks of a request at each receiver", async () => {
  world = createWorld();
  let rejections = 0;
  const receiver = createServer((request, response) => {
    response.statusCode = request.url === "/good" ? 200 : 500;
    // The fourth attempt is not answered: the event is neither delivered nor given up.
    request.resume().on("end", () => {
      if (response.statusCode === 200 || ++rejections <= 3) response.end();
    });
  });
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const { port } = receiver.address() as AddressInfo;
  await world.till("products create --name Mug --price 5");
  await world.till(`webhooks listen --after start --once --forward-to http://127.0.0.1:${port}/good`);
  const shown = await showCreation();
  expect(shown).toContain(`ProductCreated: delivered to http://127.0.0.1:${port}/good (200)`);
  const stop = new AbortController();
  const failing = world.till(`webhooks listen --after start --forward-to http://127.0.0.1:${port}/bad`, {
    signal: stop.signal,
  });
  await expect
    .poll(showCreation)
    .toMatch(/: trying again for http:\S+\/bad \(500, 3 attempts\); delivered to http:\S+\/good \(200\)/);
  stop.abort("SIGINT");
  await failing;
});

test("describes the arguments of the SDK by where they are in the input of the call", () => {
  const update = { order: { id: "1", note: "Hello", createdDate: "2026-01-02T03:04:05Z" }, fields: ["*"] };
  expect(sdkArguments(["order.id", "{order*}", "{fields}"], update)).toEqual([
    '"1"',
    '{\n  note: "Hello",\n  _createdDate: new Date("2026-01-02T03:04:05Z")\n}',
    '{\n  fields: [\n    "*"\n  ]\n}',
  ]);
  expect(sdkArguments(["id", "{}"], { id: "1" })).toEqual(['"1"']);
  expect(sdkArguments(["id", "{cart:cart*,note}"], { id: "1", cart: { id: "2" } })).toEqual([
    '"1"',
    '{\n  cart: {\n    _id: "2"\n  }\n}',
  ]);
  expect(sdkArguments(["id"], { id: "1", note: "the function has no such argument" })).toBeUndefined();
});
