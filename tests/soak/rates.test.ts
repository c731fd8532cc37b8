import { afterEach, expect, test } from "vitest";
import { createHome, endOf, type Home, serve } from "../processes/program.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";

const homes: Home[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) home.close();
});

test("two runs and other commands keep a site's limit in any minute; one of them is killed and resumed", async () => {
  const home = createHome();
  homes.push(home);
  const served = await serve(home, "--seed", "300");
  const env = { ...served.env, TILL_MAX_REQUESTS: "200/m", TILL_RETRIES: "0" };
  await served.control("POST settings", { name: "rateLimit", value: "200" });
  const run = (filter: string) => ["products", "update", "--filter", filter, "--set", "price=+10%", "--yes"];

  const killed = home.start(run("price < 40"), { env });
  const kept = endOf(home.start(run("price >= 40"), { env }));
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  killed.kill("SIGKILL");
  await endOf(killed);
  const [job] = JSON.parse((await home.till("jobs list --json", { env })).stdout).items.filter(
    ({ state }: { state: string }) => state !== "running",
  );
  const resumed = endOf(home.start(["jobs", "resume", job.id, "--yes", "--no-wait"], { env }));
  for (let turn = 0; turn < 5; turn++) await home.till("products list --limit 1", { env });
  expect(await kept).toMatchObject({ code: 0 });
  expect(await resumed).toMatchObject({ code: 0 });

  expect(timesOf(effectsOf(served.file), "ProductChanged")).toEqual({ once: 300 });
  const log = (await served.control("GET log?limit=1000")) as {
    requests: { at: string; ms: number; path: string; status: number }[];
  };
  const sent = log.requests.filter(({ path }) => !path.startsWith("/__till/"));
  expect(sent.filter(({ status }) => status === 429)).toEqual([]);
  const arrivals = sent.map(({ at, ms }) => Date.parse(at) - ms).sort((one, other) => one - other);
  const most = Math.max(
    ...arrivals.map((from) => arrivals.filter((time) => time >= from && time < from + 60_000).length),
  );
  expect(most).toBeLessThanOrEqual(200);
  expect(most).toBeGreaterThan(180);
});
