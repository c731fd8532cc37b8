import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { memoryRate } from "../../src/api/transport/pace.ts";
import { pathsFor } from "../../src/config/paths.ts";
import { readLocalRates } from "../../src/context/rates.ts";
import { limitsOf, requestsPerMinute, siteBudget } from "../../src/context/site-budget.ts";
import { exitCodes, TillError } from "../../src/kernel/errors.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const file = () => pathsFor({ TILL_HOME: join(world.home, "till") }, "linux").rates;

test("the platform's limit and a lower one of the run apply together", () => {
  const hosted = { requests: 200, period: "minute" };
  expect(limitsOf(null, undefined)).toEqual([]);
  expect(limitsOf(null, 200)).toEqual([hosted]);
  expect(limitsOf(20, undefined)).toEqual([{ requests: 20, period: "second" }]);
  expect(limitsOf(20, 200)).toEqual([hosted]);
  expect(limitsOf("200/m", 200)).toEqual([hosted]);
  expect(limitsOf("100/m", 200)).toEqual([hosted, { requests: 100, period: "minute" }]);
  expect(limitsOf(2, 200)).toEqual([hosted, { requests: 2, period: "second" }]);
  expect(requestsPerMinute(limitsOf(2, 200))).toBe(120);
  expect(requestsPerMinute([])).toBeUndefined();
});

test("a sandbox without a limit uses no budget", async () => {
  expect(await world.till("products list --limit 1")).toMatchObject({ code: 0 });
  expect(existsSync(file())).toBe(false);
});

test("the limit of a sandbox, and --max-requests, are shared through the file", async () => {
  await world.till("sandbox settings rateLimit=200");
  expect(existsSync(file())).toBe(false);
  for (let run = 0; run < 2; run++) await world.till("products list --limit 1");
  const [entry] = (await readLocalRates(file())).rates;
  expect(entry).toMatchObject({ site: expect.stringMatching(/-/), place: "sandbox sandbox" });
  expect(entry?.state.limits).toMatchObject([{ requests: 200, period: "minute" }]);
  const sum = (starts: readonly (readonly [number, number])[] = []) =>
    starts.reduce((total, [, count]) => total + count, 0);
  expect(sum(entry?.state.starts)).toBeGreaterThanOrEqual(2);
  await world.till("products list --limit 1 --max-requests 100/m");
  const [again] = (await readLocalRates(file())).rates;
  expect(again?.state.limits.map(({ requests }) => requests)).toEqual([200, 100]);
});

test("requests without a usable file are limited in the process, and say so once", async () => {
  await world.till("products list --limit 1");
  mkdirSync(file(), { recursive: true });
  const { code, stderr } = await world.till("products list --limit 1 --max-requests 50");
  expect(code).toBe(0);
  expect(stderr.match(/shares the request limit/g)).toHaveLength(1);
  expect(stderr).toContain("rates.sqlite");
});

test("a damaged file is named, with what to do", async () => {
  await world.till("products list --limit 1");
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), "no database".repeat(100));
  const { code, stderr } = await world.till("products list --limit 1 --max-requests 50");
  expect(code).toBe(0);
  expect(stderr).toContain(`${file()} is not a database, or it is damaged.`);
  expect(stderr).toContain("with nobody. Delete the file: a new one is created.");
  rmSync(file());
  expect((await world.till("products list --limit 1 --max-requests 50")).stderr).not.toContain("damaged");
});

test("a store that fails later is replaced for the rest of the run", async () => {
  const notices: string[] = [];
  let fails = false;
  const gone = new TillError(exitCodes.unavailable, "PostgreSQL does not answer.", { code: "GONE" });
  const closed: string[] = [];
  const flaky = memoryRate();
  const failing = {
    update: async (change: Parameters<typeof flaky.update>[0]) => {
      if (fails) throw gone;
      return await flaky.update(change);
    },
    read: flaky.read,
  } as typeof flaky;
  const rates = (name: string, store: typeof flaky) => async () => ({
    rate: () => store,
    all: async () => ({ rates: [], now: 0 }),
    close: async () => void closed.push(name),
  });
  const budget = siteBudget({
    limits: [{ requests: 200, period: "minute" }],
    key: { site: "s", place: "p" },
    stores: [rates("shared", failing), rates("local", memoryRate())],
    notice: (text) => void notices.push(text),
    onWait: () => {},
  });
  expect(await budget?.reserve(3)).toMatchObject({ wait: 0, starts: 3 });
  fails = true;
  const both = await Promise.all([budget?.reserve(3), budget?.reserve(8)]);
  expect(both.reduce((sum, one) => sum + (one?.starts ?? 0), 0)).toBe(10);
  expect(notices).toEqual([
    "PostgreSQL does not answer. This run shares the request limit of the site only with this computer.",
  ]);
  await budget?.close();
  expect(closed).toEqual(["shared", "local"]);
});

test("a long wait is announced", async () => {
  const waits: number[] = [];
  const budget = siteBudget({
    limits: [{ requests: 1, period: "minute" }],
    key: { site: "s", place: "p" },
    // A clock that stands still: a busy machine would wait less.
    stores: [
      async () => ({
        rate: () => memoryRate(() => 0),
        all: async () => ({ rates: [], now: 0 }),
        close: async () => {},
      }),
    ],
    notice: () => {},
    onWait: (ms) => void waits.push(ms),
  });
  await budget?.reserve(1);
  expect(waits).toEqual([]);
  await budget?.reserve(1);
  await budget?.hold(100_000);
  await budget?.held(0);
  expect(waits.map((ms) => Math.round(ms / 1000))).toEqual([62, 100]);
});
