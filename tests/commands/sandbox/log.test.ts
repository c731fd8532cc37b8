import { afterEach, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
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
  const { stdout: id } = await world.till(`sandbox log ${filter} --fields id`);
  const shown = await world.till(`sandbox log show ${id.trim()}`);
  expect(shown.stdout).toContain(
    "products.create, as admin\n# Serve this sandbox first: till sandbox start --port 8787\nTILL_TOKEN='SANDBOX.",
  );
  expect(shown.stdout).toContain(
    `\ncurl -X POST 'http://127.0.0.1:8787/stores/v1/products' -H "authorization: $TILL_TOKEN"`,
  );
  expect(shown.stdout).toMatch(/\n# 200 in [\d.]+ ms\n# \{\n# {3}"product"/);
});
