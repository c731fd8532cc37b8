import { afterEach, expect, test } from "vitest";
import { createHome, type Home, type Served, serve } from "./program.ts";

const homes: Home[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) home.close();
});

const orders = 150;
const capture = ["orders", "capture", "--status", "AUTHORIZED", "--yes", "--quiet"];

/** A served sandbox with authorized orders and its ledger of captures. */
async function openShop() {
  const home = createHome();
  homes.push(home);
  const served = await serve(home);
  await served.control("POST seed", { orders });
  return { home, served, env: served.env, times: () => timesCaptured(served) };
}

/** Returns the number of orders by number of captures: `{ 1: 150 }`. */
async function timesCaptured(served: Served): Promise<Record<number, number>> {
  const { movements } = (await served.control("GET ledger?limit=100000")) as {
    movements: { kind: string; paymentId: string }[];
  };
  const byPayment = new Map<string, number>();
  for (const { kind, paymentId } of movements)
    byPayment.set(paymentId, (byPayment.get(paymentId) ?? 0) + (kind === "CAPTURED" ? 1 : 0));
  const times: Record<number, number> = {};
  for (const count of byPayment.values()) times[count] = (times[count] ?? 0) + 1;
  return times;
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
  expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  expect(await times()).toEqual({ 1: orders });
  const [one, other] = runs.map(({ stdout }) => resultsOf(stdout));
  const done = new Set(
    [...(one ?? []), ...(other ?? [])].flatMap(([id, result]) => (/captured$/.test(result) ? id : [])),
  );
  expect(done.size).toBe(orders);
});

test("kill -9, then the same command: every order is captured once", async () => {
  const { home, env, times } = await openShop();
  const ends: (string | number | null)[] = [];
  for (let life = 0; life < 4; life++) {
    // Kills hit planning and sending; the fourth run is not killed.
    const killAfter = life < 3 ? 250 + life * 60 + Math.random() * 80 : 0;
    const { signal, code } = await home.till([...capture, "--allow-empty"], { env, killAfter });
    ends.push(signal ?? code);
  }
  expect(ends.at(-1)).toBe(0);
  expect(ends).toContain("SIGKILL");
  expect(await times()).toEqual({ 1: orders });
});

test("kill -9, then till jobs resume: every order is captured once", async () => {
  const { home, env, served, times } = await openShop();
  const ids = resultsOf((await home.till([...capture, "--dry-run"], { env })).stdout);
  expect(ids.size).toBe(orders);
  const stdin = [...ids.keys()].join("\n");
  // Slow responses make sure that the run is killed while it sends.
  await served.control("POST faults", { fault: "slow:30", route: "orderBilling", times: 1000 });
  const child = home.start(["orders", "capture", "-", "--yes"], { env });
  child.stdin?.end(stdin);
  await new Promise<void>((resolve) => child.stdout?.once("data", () => resolve()));
  child.kill("SIGKILL");
  await served.control("DELETE faults");
  const jobs = await home.till("jobs list --json --fields state", { env });
  expect(jobs.stdout).not.toContain("running");
  const resumed = await home.till("jobs resume last --yes", { env });
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

test("Ctrl-C finishes requests in flight, reports the rest as not sent and exits with 130", async () => {
  const { home, env, served, times } = await openShop();
  await served.control("POST faults", { fault: "slow:50", route: "orderBilling", times: 1000 });
  const child = home.start([...capture], { env });
  child.stdin?.end();
  const output: string[] = [];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => output.push(text));
  await new Promise<void>((resolve) => child.stdout?.once("data", () => resolve()));
  child.kill("SIGINT");
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const results = [...resultsOf(output.join("")).values()];
  expect(code).toBe(130);
  expect(results).toHaveLength(orders);
  const captured = results.filter((result) => result === "captured").length;
  expect(await times()).toEqual({ 0: orders - captured, 1: captured });
  expect(results.filter((result) => result === "failed")).toHaveLength(orders - captured);
});

test("a closed output pipe does not stop the run", async () => {
  const { home, env, times } = await openShop();
  const child = home.start(capture, { env });
  child.stdin?.end();
  child.stdout?.once("data", () => child.stdout?.destroy());
  await new Promise((resolve) => child.once("close", resolve));
  expect(await times()).toEqual({ 1: orders });
});
