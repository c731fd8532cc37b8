import { afterEach, expect, test } from "vitest";
import { isHolding, timesCaptured } from "../support/served.ts";
import { createHome, endOf, type Home, serve } from "./program.ts";

const homes: Home[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) home.close();
});

const orders = 150;
const capture = ["orders", "capture", "--authorized", "--yes", "--quiet"];

/** A served sandbox with authorized orders and its ledger of captures. */
async function openShop() {
  const home = createHome();
  homes.push(home);
  const served = await serve(home);
  await served.control("POST seed", { orders });
  return { home, served, env: served.env, times: () => timesCaptured(served) };
}

const resultsOf = (stdout: string): Map<string, string> =>
  new Map(
    stdout
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { id: string; result: string })
      .map(({ id, result }) => [id, result]),
  );

test("two concurrent captures capture every order once, and both succeed", async () => {
  const { home, env, times } = await openShop();
  const runs = await Promise.all([home.till(capture, { env }), home.till(capture, { env })]);
  // Unattended, even with --quiet: what is written is somebody else's shop if the configuration is wrong.
  const writing = `Writing to site ${env.TILL_SITE_ID} (profile environment).\n`;
  expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, writing],
    [0, writing],
  ]);
  expect(await times()).toEqual({ 1: orders });
  const [one, other] = runs.map(({ stdout }) => resultsOf(stdout));
  const done = new Set(
    [...(one ?? []), ...(other ?? [])].flatMap(([id, result]) => (/captured$/.test(result) ? id : [])),
  );
  expect(done.size).toBe(orders);
});

test("kill -9, then the same command: every order is captured once", async () => {
  const { home, env, served, times } = await openShop();
  // The first run is killed while it plans, the second once a capture is under way, the third after some.
  for (const [route, skip] of [
    ["orders.search", 1],
    ["orderBilling", 0],
    ["orderBilling", 60],
  ] as const) {
    await served.control("POST faults", { fault: "hold", route, skip, times: 1 });
    const child = home.start([...capture, "--allow-empty"], { env });
    child.stdin?.end();
    const ended = endOf(child);
    await isHolding(served);
    child.kill("SIGKILL");
    expect(await ended).toMatchObject({ signal: "SIGKILL" });
    await served.control("DELETE faults");
  }
  expect(await home.till([...capture, "--allow-empty"], { env })).toMatchObject({ code: 0 });
  expect(await times()).toEqual({ 1: orders });
});

test("kill -9, then till jobs resume: every order is captured once", async () => {
  const { home, env, served, times } = await openShop();
  const ids = resultsOf((await home.till([...capture, "--dry-run"], { env })).stdout);
  expect(ids.size).toBe(orders);
  const stdin = [...ids.keys()].join("\n");
  await served.control("POST faults", { fault: "hold", route: "orderBilling", skip: 20, times: 1 });
  const child = home.start(["orders", "capture", "-", "--yes"], { env });
  child.stdin?.end(stdin);
  const ended = endOf(child);
  await isHolding(served);
  child.kill("SIGKILL");
  await ended;
  await served.control("DELETE faults");
  const jobs = await home.till("jobs list --json --fields state", { env });
  expect(jobs.stdout).not.toContain("running");
  const resumed = await home.till("jobs resume last --yes --no-wait", { env });
  expect(resumed).toMatchObject({ code: 0 });
  expect(new Set(resultsOf(resumed.stdout).values())).toEqual(new Set(["captured"]));
  expect(await times()).toEqual({ 1: orders });
  const again = await home.till(["orders", "capture", "-", "--yes", "--expect", String(orders)], {
    env,
    stdin,
  });
  expect(again.code).toBe(0);
  expect(new Set(resultsOf(again.stdout).values())).toEqual(new Set(["already_captured"]));
});

test("a closed output pipe does not stop the run", async () => {
  const { home, env, times } = await openShop();
  const child = home.start(capture, { env });
  child.stdin?.end();
  child.stdout?.once("data", () => child.stdout?.destroy());
  await new Promise((resolve) => child.once("close", resolve));
  expect(await times()).toEqual({ 1: orders });
});
