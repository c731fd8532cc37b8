import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { skipped } from "../processes/postgres.ts";
import { endOf } from "../processes/program.ts";
import {
  blindResends,
  type SharedHomes,
  sharedHomes,
  throughHomes,
  timesCaptured,
} from "../processes/shared-homes.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";

const capture = ["orders", "capture", "--authorized", "--yes", "--quiet", "--allow-empty"];
const raise = ["products", "update", "--filter", "price > 0", "--set", "price=+10%", "--yes", "--quiet"];

describe.skipIf(skipped)(`a journal in PostgreSQL${skipped}`, () => {
  let world: SharedHomes | undefined;
  afterEach(async () => await world?.close());

  test("kill -9 in one round, resumed from another computer: nothing happens twice", async () => {
    world = await sharedHomes(900);
    expect(await killedRound(world)).toBeGreaterThan(2);
  });

  test.each(["money", "others"])("stopped for 40 s, taken over, continued: %s", async (kind) => {
    world = await sharedHomes(30_000);
    const { served, homes, env } = world;
    if (kind === "money") await served.control("POST seed", { orders: 1_000 });
    else await served.control("POST seed", { count: 10_000 });
    const start = effectsOf(served.file).at(-1)?.seq;
    const stopped = homes[0].start(kind === "money" ? capture : raise, { env });
    stopped.stdin?.end();
    const ended = endOf(stopped);
    const done = async () => {
      const { stdout } = await homes[1].till("jobs list --json", { env });
      return (JSON.parse(stdout) as { items: { id: string; done: number }[] }).items[0];
    };
    await expect
      .poll(async () => (await done())?.done ?? 0, { timeout: 600_000, interval: 10 })
      .toBeGreaterThan(50);
    stopped.kill("SIGSTOP");
    const began = Date.now();
    const id = (await done())?.id ?? "";
    const taken = homes[1].till(["jobs", "resume", id, "--yes", "--quiet", "--no-wait"], { env });
    await pause(40_000 - (Date.now() - began));
    stopped.kill("SIGCONT");
    expect(await ended).toMatchObject({ code: 6 });
    expect(await taken).toMatchObject({ code: 0 });
    if (kind === "money") expect(await timesCaptured(served)).toEqual({ 1: 1_000 });
    else {
      const { once = 0, ...more } = timesOf(effectsOf(served.file, start), "ProductChanged");
      const twice = Object.values(more).reduce((sum, count) => sum + count, 0);
      expect(once + twice).toBe(10_000);
      expect(twice).toBeLessThanOrEqual(3);
    }
  });
});

/** Captures 200 orders and raises 300 prices, killed up to ten times each. Returns the number of kills. */
async function killedRound(world: SharedHomes): Promise<number> {
  const { served } = world;
  await served.control("POST reset");
  await served.control("POST seed", { orders: 200 });
  await served.control("POST seed", { count: 300 });
  await served.control("DELETE faults");
  const { last } = await blindResends(served);
  // Slow responses keep the runs alive until they are killed.
  await served.control("POST faults", { fault: "slow:40", route: "", times: 100_000 });
  const money = await throughHomes(world, capture, { kills: 10, from: 150, to: 1_100 });
  expect(money.last, money.last.stderr).toMatchObject({ code: 0 });
  expect(await timesCaptured(served)).toEqual({ 1: 200 });
  expect((await blindResends(served, last)).blind).toEqual([]);
  const start = effectsOf(served.file).at(-1)?.seq;
  const others = await throughHomes(world, raise, { kills: 10, from: 150, to: 1_300 });
  expect(others.last, others.last.stderr).toMatchObject({ code: 0 });
  expect(timesOf(effectsOf(served.file, start), "ProductChanged")).toEqual({ once: 300 });
  return money.kills + others.kills;
}
