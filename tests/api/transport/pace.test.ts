import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Budget,
  createPacer,
  type Leave,
  memoryBudget,
  passing,
  withPace,
} from "../../../src/api/transport/pace.ts";
import { runs } from "../../support/runs.ts";
import { clock, settle } from "../clock.ts";
import { get, json } from "../loopback.ts";

test("limits concurrent requests and starts them in order", async () => {
  const pacer = createPacer({ concurrency: 2 });
  const started: number[] = [];
  const leaves: Leave[] = [];
  for (let index = 0; index < 5; index++) {
    void pacer.enter().then((leave) => {
      started.push(index);
      leaves.push(leave);
    });
  }
  await settle();
  expect(started).toEqual([0, 1]);
  leaves[1]?.();
  leaves[1]?.();
  await settle();
  expect(started).toEqual([0, 1, 2]);
  leaves[0]?.();
  leaves[2]?.();
  await settle();
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

test("a 429 halves the limit once for all requests in flight; a successful round raises it by one", async () => {
  const pacer = createPacer({ concurrency: 8 });
  const all = await Promise.all(Array.from({ length: 8 }, () => pacer.enter()));
  for (const leave of all) leave({ limited: true });
  expect(pacer.width).toBe(4);
  const next = await pacer.enter();
  next({ limited: true });
  expect(pacer.width).toBe(2);
  for (let round = 0; round < 3; round++) (await pacer.enter())({ limited: false });
  expect(pacer.width).toBe(3);
  (await pacer.enter())();
  expect(pacer.width).toBe(3);
  for (let round = 0; round < 50; round++) (await pacer.enter())({ limited: false });
  expect(pacer.width).toBe(8);
});

test("Retry-After delays all requests", async () => {
  const time = clock();
  const pacer = createPacer({ concurrency: 1, ...time });
  const send = withPace(
    async () => (time.now() === 0 ? json({}, 429, { "retry-after": "3" }) : json({})),
    pacer,
    time.now,
  );
  expect((await send(get("http://x/"))).status).toBe(429);
  const statuses: number[] = [];
  void send(get("http://x/")).then(({ status }) => statuses.push(status));
  await time.advance(2999);
  expect(statuses).toEqual([]);
  await time.advance(1);
  expect(statuses).toEqual([200]);
});

test("a Retry-After of an hour does not delay the others", async () => {
  const time = clock();
  const pacer = createPacer({ concurrency: 2, ...time });
  const send = withPace(async () => json({}, 429, { "retry-after": "3600" }), pacer, time.now);
  await send(get("http://x/"));
  expect((await send(get("http://x/"))).status).toBe(429);
});

test("the rate spaces the starts without bursts", async () => {
  const time = clock();
  const pacer = createPacer({
    concurrency: 100,
    budget: memoryBudget([{ requests: 10, period: "second" }], time.now),
    ...time,
  });
  const starts: number[] = [];
  const begin = async () => {
    const leave = await pacer.enter();
    starts.push(time.now());
    leave();
  };
  for (let index = 0; index < 4; index++) void begin();
  await settle();
  await time.advance(1000);
  expect(starts).toEqual([0, 100, 200, 300]);
  await time.advance(5000);
  for (let index = 0; index < 3; index++) void begin();
  await settle();
  await time.advance(1000);
  expect(starts.slice(4)).toEqual([6000, 6100, 6200]);
});

test("a minute's limit lets a burst start at once after a pause", async () => {
  const time = clock();
  const budget = memoryBudget([{ requests: 60, period: "minute" }], time.now);
  const pacer = createPacer({ concurrency: 100, budget, ...time });
  const starts: number[] = [];
  const begin = async () => {
    const leave = await pacer.enter();
    starts.push(time.now());
    leave();
  };
  for (let index = 0; index < 5; index++) void begin();
  await settle();
  expect(starts).toEqual([0, 0, 0]);
  await time.advance(60_000);
  expect(starts.length).toBe(5);
  expect(starts[4]).toBeGreaterThan(2000);
  await time.advance(60_000);
  for (let index = 0; index < 4; index++) void begin();
  await settle();
  expect(starts.slice(5)).toEqual([time.now(), time.now(), time.now()]);
});

test("a start whose reservation is answered too late is lost; after five in a row the request fails as not sent", async () => {
  const time = clock();
  const inner = memoryBudget([{ requests: 10, period: "second" }], time.now);
  let latency = 0;
  let reservations = 0;
  const budget: Budget = {
    ...inner,
    async reserve(count) {
      reservations += 1;
      const reservation = await inner.reserve(count);
      await new Promise<void>((resolve) => void time.after(latency, resolve));
      return reservation;
    },
  };
  const pacer = createPacer({ concurrency: 1, budget, ...time });
  const starts: number[] = [];
  const begin = async () => {
    const leave = await pacer.enter();
    starts.push(time.now());
    leave();
  };
  latency = 900;
  const first = begin();
  await time.advance(900);
  await first;
  latency = 1100;
  const second = begin();
  await time.advance(1150);
  latency = 0;
  await time.advance(1100);
  await second;
  expect(starts).toEqual([900, 3100]);
  latency = 1100;
  reservations = 0;
  const third = begin();
  const failed = expect(third).rejects.toMatchObject({ arrived: "no" });
  await time.advance(10_000);
  await failed;
  expect(reservations).toBe(5);
});

test("a start is not delayed when the clock is set back, and is lost while the computer sleeps", () => {
  let steady = 0;
  let wall = 1000;
  const now = passing(
    () => steady,
    () => wall,
  );
  expect(now()).toBe(0);
  steady += 10;
  wall += 10 - 3_600_000;
  expect(now()).toBe(10);
  steady += 10;
  wall += 60_000;
  expect(now()).toBe(60_010);
});

test("an aborted waiter leaves the queue and no timer", async () => {
  const time = clock();
  const pacer = createPacer({ concurrency: 1, ...time });
  const leave = await pacer.enter();
  const stop = new AbortController();
  const reason = new Error("Ctrl-C");
  const gone = pacer.enter(stop.signal);
  const next = pacer.enter();
  stop.abort(reason);
  await expect(gone).rejects.toBe(reason);
  await expect(pacer.enter(AbortSignal.abort(reason))).rejects.toBe(reason);
  leave({ limited: true, retryAfter: 5000 });
  await time.advance(5000);
  (await next)({ limited: true, retryAfter: 5000 });

  const other = new AbortController();
  const waiting = pacer.enter(other.signal);
  expect(time.pending()).toBe(1);
  other.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(time.pending()).toBe(0);
});

test("releases the slot if sending throws", async () => {
  const pacer = createPacer({ concurrency: 1 });
  const send = withPace(async ({ name }) => {
    if (name === "bad") throw new Error("broken");
    return json({});
  }, pacer);
  await expect(send(get("http://x/", { name: "bad" }))).rejects.toThrow("broken");
  expect((await send(get("http://x/"))).status).toBe(200);
});

test("all requests finish with any responses, and the limit is never exceeded", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.boolean(), { maxLength: 30 }),
      async (concurrency, limits) => {
        const pacer = createPacer({ concurrency });
        let running = 0;
        const one = async (limited: boolean) => {
          const leave = await pacer.enter();
          expect(++running).toBeLessThanOrEqual(concurrency);
          await settle();
          running--;
          leave({ limited });
        };
        await Promise.all(limits.map(one));
        expect(pacer.width).toBeGreaterThanOrEqual(1);
      },
    ),
    { numRuns: runs(30) },
  );
});
