import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { skipped } from "../processes/postgres.ts";
import type { Home } from "../processes/program.ts";
import { blindResends, type SharedHomes, sharedHomes, timesCaptured } from "../processes/shared-homes.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";

type Line = { event: string; job?: string; exitCode?: number; time: string };

describe.skipIf(skipped)(`two workers${skipped}`, () => {
  let world: SharedHomes | undefined;
  afterEach(async () => await world?.close());

  const start = (home: Home, env: Record<string, string>) => {
    const child = home.start("worker", { env });
    const log: Line[] = [];
    if (child.stdout) createInterface(child.stdout).on("line", (line) => log.push(JSON.parse(line) as Line));
    child.stderr?.resume();
    return { child, log, ended: once(child, "exit") };
  };
  const doneOf = async ({ homes, env }: SharedHomes, id: string) => {
    const { stdout } = await homes[0].till(`jobs show ${id} --json`, { env });
    return (JSON.parse(stdout) as { steps: { done: number; planned: number; sent: number } }).steps;
  };

  test.each(["money", "others"])(
    "kill -9 of one: the other goes on within 35 s, and nothing happens twice: %s",
    async (kind) => {
      world = await sharedHomes(30_000);
      const { served, homes, env, sql } = world;
      if (kind === "money") await served.control("POST seed", { orders: 600 });
      else await served.control("POST seed", { count: 2_000 });
      const { last } = await blindResends(served);
      const before = effectsOf(served.file).at(-1)?.seq;
      await served.control("POST faults", { fault: "slow:20", route: "", times: 1_000_000 });
      const line =
        kind === "money"
          ? ["orders", "capture", "--authorized", "--yes", "--detach", "--json"]
          : [
              "products",
              "update",
              "--filter",
              "price > 0",
              "--set",
              "price=+10%",
              "--yes",
              "--detach",
              "--json",
            ];
      const queued = await homes[0].till(line, { env });
      expect(queued.code).toBe(0);
      const { id } = JSON.parse(queued.stdout) as { id: string };
      const { total = 0 } = (await doneOf(world, id)) as { total?: number };
      const steps = `SELECT count(*) AS done FROM till.step WHERE job = '${id}' AND state = 'done'`;
      /** Waits until more steps than this are done, and returns how many are. */
      const moreThan = async (least: number) => {
        for (;;) {
          const [{ done } = { done: 0 }] = await sql<{ done: number }>(steps);
          if (done > least) return done;
          await pause(50);
        }
      };
      const workers = homes.map((home) => start(home, env));
      await moreThan(100);
      const first = workers.find(({ log }) => log.some(({ event }) => event === "task.taken"));
      const second = workers.find((worker) => worker !== first);
      first?.child.kill("SIGKILL");
      const killed = Date.now();
      await first?.ended;
      await moreThan(await moreThan(0));
      const takeover = Date.now() - killed;
      await served.control("DELETE faults");
      const watched = await homes[0].till(`jobs watch ${id}`, { env });
      expect(watched).toMatchObject({ code: 0 });
      expect(takeover).toBeLessThanOrEqual(35_000);
      expect(await doneOf(world, id)).toMatchObject({ done: total, planned: 0, sent: 0 });
      if (kind === "money") {
        expect(await timesCaptured(served)).toEqual({ 1: total });
        expect((await blindResends(served, last)).blind).toEqual([]);
      } else expect(timesOf(effectsOf(served.file, before), "ProductChanged")).toEqual({ once: total });
      second?.child.kill("SIGTERM");
      await second?.ended;
      process.stderr.write(`takeover ${kind}: ${takeover} ms, ${total} steps\n`);
    },
  );
});
