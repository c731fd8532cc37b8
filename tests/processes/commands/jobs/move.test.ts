import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../support/world.ts";
import { type Cluster, skipped, workerCluster } from "../../postgres.ts";

let cluster: Cluster;
let world: World;
beforeAll(async () => {
  if (skipped) return;
  cluster = await workerCluster();
  world = createWorld();
});
afterAll(async () => {
  world?.close();
});

test.skipIf(skipped)(
  `a job is not moved to the journal that it is in, by another address${skipped}`,
  async () => {
    const url = await cluster.create();
    await world.till(["config", "set", "journal", url]);
    await world.till("sandbox seed demo");
    const update = "products update serving-bowl --set price=+1 --yes";
    expect(await world.till(update)).toMatchObject({ code: 0 });
    const before = await world.till("jobs list --output ndjson");
    for (const address of [url, `${url}&application_name=other`]) {
      const moved = await world.till(["jobs", "move", "--all", "--to", address]);
      expect(moved).toMatchObject({ code: 0, stderr: expect.stringContaining("Nothing to move") });
    }
    expect((await world.till("jobs list --output ndjson")).stdout).toBe(before.stdout);
    expect(before.stdout).toContain("products update");
    const moved = await world.till("jobs move --all --to sqlite");
    expect(moved).toMatchObject({ code: 0, stderr: expect.stringContaining("Moved 1 job to sqlite.") });
    expect((await world.till("jobs list")).stdout).toBe("");
  },
);

test.skipIf(skipped)(`single changes stay on this computer${skipped}`, async () => {
  const url = await cluster.create();
  const own = createWorld();
  try {
    await own.till("sandbox seed demo");
    await own.till("collections update coffee --name Kaffee");
    await own.till("products update serving-bowl --set price=+1 --yes");
    expect(await own.till(["jobs", "move", "--all", "--to", url])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Moved 1 job to"),
    });
    expect((await own.till("jobs list")).stdout).toContain("collections update");
    expect(await own.till(["jobs", "move", "last", "--to", url])).toMatchObject({ code: 5 });
  } finally {
    own.close();
  }
});
