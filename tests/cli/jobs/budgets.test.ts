import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { budgetText } from "../../../src/cli/jobs/budgets.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

test("a running job shows the use of its site's budget; a finished one does not", async () => {
  await world.till("sandbox seed demo");
  await world.till("sandbox settings rateLimit=6000");
  const stop = new AbortController();
  const requests = { count: 0 };
  const started = Promise.withResolvers<void>();
  const stopped = once(stop.signal, "abort");
  const running = world.till(["products", "update", "--filter", "price > 0", "--set", "price=+1", "--yes"], {
    signal: stop.signal,
    // Later requests wait, so that the job does not end meanwhile.
    async onRequest() {
      if (++requests.count <= 12) return;
      started.resolve();
      await stopped;
    },
  });
  await started.promise;
  const list = JSON.parse((await world.till("jobs list --json")).stdout);
  expect(list.items[0]).toMatchObject({ state: "running", budget: { limit: 6000 } });
  expect(list.items[0].budget.requests).toBeGreaterThan(10);
  const table = await world.till("jobs list", { terminal: true });
  expect(table.stdout).toMatch(/ {2}BUDGET +COMMAND/);
  expect(table.stdout).toMatch(/\d+\/6000 a minute/);
  expect((await world.till("jobs show last", { terminal: true })).stdout).toMatch(
    /Budget +\d+\/6000 a minute/,
  );
  stop.abort("SIGINT");
  await running;
  expect((await world.till("jobs list", { terminal: true })).stdout).not.toContain("BUDGET");

  // A file that cannot be read keeps nobody from listing jobs.
  const file = join(world.home, "till/state/rates.sqlite");
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  mkdirSync(file);
  expect(await world.till("jobs show last")).toMatchObject({ code: 0, stderr: "" });
});

test("a budget says how long requests wait", () => {
  const now = new Date("2026-01-01T12:00:00Z");
  expect(budgetText({ requests: 7, limit: 200 }, now)).toBe("7/200 a minute");
  const waitsUntil = "2026-01-01T12:00:42.500Z";
  expect(budgetText({ requests: 200, limit: 200, waitsUntil }, now)).toBe("200/200 a minute, waits 43 s");
});
