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

/** Returns when eight requests start, of which the first is answered with 429 after some milliseconds. */
async function startsAfterLimit(
  limit: Limit,
  { answered, retryAfter, concurrency = 8 }: { answered: number; retryAfter?: number; concurrency?: number },
) {
  const time = clock();
  const budget = budgetOver(memoryRate(time.now), [limit]);
  const pacer = createPacer({ concurrency, budget, ...time });
  const starts: number[] = [];
  for (let index = 0; index < 8; index++)
    void pacer.enter().then((leave) => {
      const limited = starts.push(time.now()) === 1;
      time.after(limited ? answered : 1, () =>
        leave({ limited, retryAfter: limited ? retryAfter : undefined }),
      );
    });
  await time.advance(120_000);
  return starts;
}

const two: Limit = { requests: 2, period: "second" };
const ten: Limit = { requests: 10, period: "second" };
const hundred: Limit = { requests: 100, period: "second" };
const sixty: Limit = { requests: 60, period: "minute" };
test.each<[what: string, limit: Limit, answer: Parameters<typeof startsAfterLimit>[1], starts: number[]]>([
  ["no wait: the next start in its time", ten, { answered: 10 }, [0, 100, 200, 300, 400, 500, 600, 700]],
  [
    "a wait of a part of a second: one start after the other, none together",
    ten,
    { answered: 10, retryAfter: 240 },
    [0, 250, 350, 450, 550, 650, 750, 850],
  ],
  [
    "a wait of seconds: no start of them is made up for",
    ten,
    { answered: 10, retryAfter: 3000 },
    [0, 3010, 3110, 3210, 3310, 3410, 3510, 3610],
  ],
  [
    "a wait that begins late",
    ten,
    { answered: 250, retryAfter: 1000 },
    [0, 100, 200, 1250, 1350, 1450, 1550, 1650],
  ],
  [
    "a wait that is shorter than the time to the next start",
    two,
    { answered: 10, retryAfter: 100 },
    [0, 500, 1000, 1500, 2000, 2500, 3000, 3500],
  ],
  [
    "starts that were reserved together",
    hundred,
    { answered: 5, retryAfter: 2000 },
    [0, 2055, 2055, 2055, 2055, 2056, 2056, 2065],
  ],
  [
    "a burst, of which a part has started",
    sixty,
    { answered: 10, retryAfter: 3000, concurrency: 1 },
    [0, 3010, 3011, 3012, 4071, 5131, 6192, 7252],
  ],
])("a 429 and the budget of the next second: %s", async (_, limit, answer, starts) => {
  expect(await startsAfterLimit(limit, answer)).toEqual(starts);
});

test.each([
  ["a shorter wait after a longer one", [5000, 1000], 5000],
  ["a longer wait after a shorter one", [1000, 5000], 5000],
])("of two waits the later end counts for all processes: %s", async (_, waits, next) => {
  const time = clock();
  const store = memoryRate(time.now);
  for (const ms of waits) await budgetOver(store, [ten]).hold(ms);
  const other = sender(store, time, { limits: [ten], count: 1 });
  await time.advance(10_000);
  expect(other.starts).toEqual([next]);
});

test.each([
  ["one pacer", [5000, 1000], 5000],
  ["one pacer, the longer one later", [1000, 5000], 5000],
])("of two answers with 429 the longer wait counts: %s", async (_, waits, next) => {
  const time = clock();
  const pacer = createPacer({ concurrency: 2, ...time });
  const leaves = [await pacer.enter(), await pacer.enter()];
  for (const [index, retryAfter] of waits.entries()) leaves[index]?.({ limited: true, retryAfter });
  const starts: number[] = [];
  void pacer.enter().then(() => starts.push(time.now()));
  await time.advance(10_000);
  expect(starts).toEqual([next]);
});

test("a 429 of one process keeps another one from starting, also with a start that it has reserved", async () => {
  const time = clock();
  const store = memoryRate(time.now);
  const budget = budgetOver(store, [two]);
  const first = createPacer({ concurrency: 1, budget, ...time });
  const leave = await first.enter();
  const other = sender(store, time, { limits: [two], count: 2 });
  await time.advance(400);
  // The other one has reserved its start at 500.
  leave({ limited: true, retryAfter: 3000 });
  await time.advance(2999);
  expect(other.starts).toEqual([]);
  await time.advance(2001);
  expect(other.starts).toEqual([3400, 3900]);
});

test("a wait is as long as the platform said when the clock is set back during it", async () => {
  const time = clock();
  let offset = 100_000_000;
  const store = memoryRate(() => time.now() + offset);
  await budgetOver(store, [ten]).hold(5000);
  await time.advance(1000);
  offset = 0;
  const other = sender(store, time, { limits: [ten], count: 1 });
  await time.advance(20_000);
  expect(other.starts).toEqual([6000]);
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
