import fc from "fast-check";
import { expect, test } from "vitest";
import {
  budgetOver,
  createPacer,
  type Limit,
  memoryRate,
  type RateStore,
  rateUse,
} from "../../../src/api/transport/pace.ts";
import { runs } from "../../support/runs.ts";
import { clock, settle } from "../clock.ts";

const hosted: Limit = { requests: 200, period: "minute" };

/** Returns the most times in any window of this length. */
function most(times: readonly number[], window: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  let from = 0;
  return sorted.reduce((found, time, index) => {
    while ((sorted[from] ?? 0) <= time - window) from++;
    return Math.max(found, index - from + 1);
  }, 0);
}

/** Starts a process that sends as fast as it may, until it is killed. Requests take from 0 to `latency` ms to arrive. */
function sender(
  store: RateStore,
  time: ReturnType<typeof clock>,
  {
    limits = [hosted],
    concurrency = 8,
    count = 1000,
    latency = 0,
    random = Math.random as () => number,
  } = {},
) {
  const pacer = createPacer({ concurrency, budget: budgetOver(store, limits), ...time });
  const starts: number[] = [];
  const arrivals: number[] = [];
  const stop = new AbortController();
  const work = async () => {
    const leave = await pacer.enter(stop.signal);
    starts.push(time.now());
    arrivals.push(time.now() + random() * latency);
    time.after(300, () => leave({ limited: false }));
  };
  for (let index = 0; index < count; index++) work().catch(() => {});
  return { starts, arrivals, kill: () => stop.abort(), pacer };
}

test("several processes together start at most the limit in any minute, and use nearly all of it", async () => {
  const time = clock();
  const store = memoryRate(time.now);
  const senders = [1, 2, 3, 4].map(() => sender(store, time));
  await time.advance(5 * 60_000);
  const all = senders.flatMap(({ starts }) => starts);
  expect(most(all, 60_000)).toBeLessThanOrEqual(200);
  expect(all.length).toBeGreaterThan(5 * 183);
  for (const { starts } of senders) expect(starts.length).toBeGreaterThan(all.length / 5);
});

test("no minute exceeds the limit, whenever processes start, die or send", async () => {
  const event = fc.record({
    at: fc.integer({ min: 0, max: 150_000 }),
    count: fc.integer({ min: 1, max: 300 }),
    concurrency: fc.integer({ min: 1, max: 64 }),
    killedAfter: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
    latency: fc.integer({ min: 0, max: 400 }),
    seed: fc.integer({ min: 1, max: 1_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 3, 20, 60, 200, 1000),
      async (events, requests) => {
        const time = clock();
        const store = memoryRate(time.now);
        const limits: Limit[] = [{ requests, period: "minute" }];
        const arrivals: number[][] = [];
        for (const { at, killedAfter, seed, ...options } of events) {
          let state = seed;
          const random = () => {
            state = (state * 16_807) % 2_147_483_647;
            return state / 2_147_483_647;
          };
          time.after(at, () => {
            const one = sender(store, time, { ...options, limits, random });
            arrivals.push(one.arrivals);
            if (killedAfter !== undefined) time.after(killedAfter, one.kill);
          });
        }
        await time.advance(200_000);
        expect(most(arrivals.flat(), 60_000)).toBeLessThanOrEqual(requests);
      },
    ),
    { numRuns: runs(60) },
  );
});

test("the platform's limit, the limit of a run and one that several runs share are all kept", async () => {
  const time = clock();
  const store = memoryRate(time.now);
  const own: Limit = { requests: 1, period: "second" };
  const slow = [1, 2].map(() => sender(store, time, { limits: [hosted, own] }));
  const fast = sender(store, time);
  await time.advance(120_000);
  const starts = slow.flatMap((one) => one.starts);
  expect(most(starts, 1000)).toBe(1);
  expect(starts.length).toBeGreaterThan(115);
  expect(most([...starts, ...fast.starts], 60_000)).toBeLessThanOrEqual(200);
  expect(fast.starts.length).toBeGreaterThan(240);
});

test("reservations of a killed process delay the others by less than a second", async () => {
  const time = clock();
  const store = memoryRate(time.now);
  const killed = sender(store, time);
  await time.advance(30_000);
  killed.kill();
  const next = sender(store, time);
  await time.advance(1000);
  expect(next.starts.length).toBeGreaterThanOrEqual(1);
});

test("a process learns that the platform asked another one to wait", async () => {
  const time = clock();
  const store = memoryRate(time.now);
  const one = sender(store, time);
  await time.advance(10_000);
  const before = one.starts.length;
  await budgetOver(store, [hosted]).hold(20_000);
  await time.advance(19_999);
  expect(one.starts.length).toBe(before);
  await time.advance(5_000);
  expect(one.starts.length).toBeGreaterThan(before + 10);
});

test("a clock that is set back does not stop the requests", async () => {
  const time = clock();
  let offset = 100_000_000;
  const store = memoryRate(() => time.now() + offset);
  const one = sender(store, time);
  await time.advance(60_000);
  const before = one.starts.length;
  offset = 0;
  await time.advance(60_000);
  expect(one.starts.length).toBeGreaterThan(before + 180);
  expect(most(one.starts, 60_000)).toBeLessThanOrEqual(200);
});

test("the use of a budget shows the requests of the last minute and the time of the next one", async () => {
  const time = clock();
  await time.advance(1_000_000);
  const store = memoryRate(time.now);
  const use = async () => rateUse((await store.read()).state, time.now());
  expect(await use()).toBeUndefined();
  sender(store, time, { count: 5 });
  await settle();
  expect(await use()).toEqual({ requests: 5, limit: 200 });
  await time.advance(70_000);
  expect(await use()).toBeUndefined();
  const many = sender(store, time);
  await time.advance(30_000);
  expect(await use()).toMatchObject({ requests: many.starts.length + 1, limit: 200 });
  await budgetOver(store, [hosted]).hold(90_000);
  expect(await use()).toMatchObject({ waitsUntil: time.now() + 90_000 });
});

test("an error of the budget rejects the waiting requests", async () => {
  const pacer = createPacer({
    concurrency: 2,
    budget: budgetOver({ update: () => Promise.reject(new Error("gone")), read: memoryRate().read }, [
      hosted,
    ]),
  });
  await expect(Promise.all([pacer.enter(), pacer.enter()])).rejects.toThrow("gone");
});
