import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../../support/world.ts";

test("a port that browsers do not connect to is refused, also while another program listens on it", async () => {
  const other = createServer().listen(6669, "127.0.0.1");
  onTestFinished(() => void other.close());
  // Whether it is this test or another program does not matter.
  await Promise.race([once(other, "listening"), new Promise((taken) => other.once("error", taken))]);
  expect(await createWorld().till("sandbox start --memory --port 6669")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Browsers and fetch do not connect to port 6669."),
  });
});

test("a seed that cannot be read is an error before any data is deleted", async () => {
  const world = createWorld();
  await world.till("sandbox seed 3");
  writeFileSync(world.path("wrong.yaml"), "products: [{ name: Mug }]");
  for (const seed of ["missing.yaml", "wrong.yaml", "demmo"])
    expect((await world.till(`sandbox start --empty --port 0 --seed ${seed}`)).code).toBe(2);
  expect((await world.till("products list --json --jq .total")).stdout).toBe("3\n");
});

test("a seed that the shop cannot have is an error, and one that it has already is none", async () => {
  const world = createWorld();
  const start = async (seed: string) => {
    const stop = new AbortController();
    const onOutput = (text: string) => text.includes("is ready") && stop.abort("SIGINT");
    return await world.till(`sandbox start --port 0 --seed ${seed}`, { signal: stop.signal, onOutput });
  };
  await world.till("sandbox coupons add TEN --percent 10");
  writeFileSync(world.path("coupon.yaml"), "coupons: [{ code: ten, percent: 15 }]");
  expect(await start("coupon.yaml")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Failed to seed the sandbox: "),
  });
  await world.till("sandbox seed demo");
  expect((await start("demo")).code).toBe(130);
});

test("what is printed to start over is about the sandbox that was seeded", async () => {
  const world = createWorld();
  await world.till("sandbox create practice --quiet");
  expect((await world.till("sandbox seed demo --profile practice")).stderr).toContain(
    "To start over, run: till sandbox reset --profile practice\n",
  );
  writeFileSync(world.path("books.json"), '[{ "title": "Emma" }]');
  const line = "sandbox data import books.json --profile practice";
  await world.till(line);
  expect((await world.till(line)).stderr).toContain(
    "or delete it: till api dataCollections.remove -f dataCollectionId=books --profile practice\n",
  );
});

test("a sandbox of catalog v3 that is emptied says that it has catalog v1 again", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  await world.till("sandbox seed demo --catalog v3");
  const first = await world.till("sandbox reset --yes");
  expect(first.stderr).toBe(
    "The sandbox is empty. It has catalog v1 now. For v3 again: till sandbox seed demo --catalog v3\n",
  );
  expect((await world.till("sandbox reset --yes")).stderr).toBe("The sandbox is empty.\n");
});
