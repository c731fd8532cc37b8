import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { budgetOver, type Limit } from "../../../src/api/transport/pace.ts";
import { openSchema } from "../../../src/bulk/postgres/shared-schema.ts";
import { sharedRates } from "../../../src/context/rates.ts";
import { openPostgres } from "../../../src/kernel/postgres.ts";
import { startSandboxServer } from "../../../src/sandbox/server/server.ts";
import { createWorld } from "../../support/world.ts";
import { type Cluster, skipped, workerCluster } from "../postgres.ts";

const shop = { site: "shop", place: "https://www.wixapis.com" };
const hosted: Limit = { requests: 200, period: "minute" };

describe.skipIf(skipped)(`rates in PostgreSQL${skipped}`, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await workerCluster();
  });

  async function computer(url: string) {
    const database = await openPostgres(url);
    onTestFinished(async () => await database.close());
    await openSchema(database);
    return sharedRates(database);
  }

  test("computers share the budget of a site, and no other site's", async () => {
    const url = await cluster.create();
    const [one, other] = [await computer(url), await computer(url)];
    // Half a minute between two requests, much longer than the calls below take.
    const slow: Limit[] = [{ requests: 2, period: "minute" }];
    expect(await budgetOver(one.rate(shop), slow).reserve(6)).toMatchObject({ wait: 0, starts: 1 });
    expect((await budgetOver(other.rate(shop), slow).reserve(6)).wait).toBeGreaterThan(1000);
    expect((await budgetOver(one.rate(shop), slow).reserve(6)).wait).toBeGreaterThan(31_000);
    const elsewhere = budgetOver(other.rate({ ...shop, site: "other" }), [hosted]);
    expect(await elsewhere.reserve(20)).toMatchObject({ wait: 0, starts: 10 });
    await budgetOver(other.rate(shop), slow).hold(300_000);
    expect(await budgetOver(one.rate(shop), slow).held(Date.now())).toBeGreaterThan(200_000);
    const { rates } = await one.all();
    expect(rates.map(({ site, state }) => [site, state.limits.length])).toEqual([
      ["other", 1],
      ["shop", 1],
    ]);
  });

  test("concurrent reservations are all counted, from the first one on", async () => {
    const url = await cluster.create();
    const computers = await Promise.all(Array.from({ length: 5 }, () => computer(url)));
    const limits: Limit[] = [{ requests: 1000, period: "second" }];
    const reserved = await Promise.all(
      computers.flatMap((one) =>
        Array.from({ length: 4 }, () => budgetOver(one.rate(shop), limits).reserve(1)),
      ),
    );
    expect(reserved.map(({ starts }) => starts)).toEqual(Array.from({ length: 20 }, () => 1));
    const { rates } = (await computers[0]?.all()) ?? { rates: [] };
    const counted = rates[0]?.state.starts.reduce((sum, [, count]) => sum + count, 0);
    expect(counted).toBe(20);
  });

  test("commands with a shared journal use it, and continue without it", async () => {
    const url = await cluster.create();
    const worlds = [createWorld(), createWorld()];
    onTestFinished(() => {
      for (const world of worlds) world.close();
    });
    const served = await startSandboxServer({ file: ":memory:", port: 0, onError: () => {} });
    onTestFinished(async () => await served.close());
    const env = { TILL_JOURNAL: url, TILL_BASE_URL: served.baseUrl, TILL_API_KEY: served.apiKey };
    for (const world of worlds)
      expect(await world.till("products list --limit 1 --max-requests 100", { env })).toMatchObject({
        code: 0,
      });
    const [row] = await cluster.sql<{ version: number }>(url, "SELECT version::int FROM till.rate");
    expect(row?.version).toBeGreaterThan(0);
    expect(await cluster.sql(url, "SELECT place FROM till.rate")).toEqual([{ place: served.baseUrl }]);

    const nowhere = `postgres://postgres@localhost/none?host=${encodeURIComponent(join(worlds[0]?.home ?? "", "no"))}`;
    const alone = await worlds[0]?.till("products list --limit 1 --max-requests 100", {
      env: { ...env, TILL_JOURNAL: nowhere },
    });
    expect(alone).toMatchObject({ code: 0 });
    expect(alone?.stderr).toMatch(
      /cannot be reached.* This run shares the request limit of the site only with this computer\./,
    );
  });
});
