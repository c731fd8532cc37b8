import { createPacer, memoryBudget, type Pacer } from "../../src/api/transport/pace.ts";
import type { Transport } from "../../src/api/transport/transport.ts";

/** Time that passes only while everything waits for it. */
function waitedTime() {
  let now = 0;
  let timers: { at: number; run(): void }[] = [];
  let isRunning = false;
  let changes = 0;
  async function pass(): Promise<void> {
    for (isRunning = true; timers.length > 0; ) {
      // What runs now may set earlier timers.
      for (let seen = -1, turns = 0; turns < 4; turns = seen === changes ? turns + 1 : 0) {
        seen = changes;
        await new Promise((resolve) => setImmediate(resolve));
      }
      const next = timers.reduce((first, timer) => (timer.at < first.at ? timer : first), timers[0] as never);
      timers = timers.filter((timer) => timer !== next);
      now = Math.max(now, next.at);
      next.run();
    }
    isRunning = false;
  }
  return {
    now: () => now,
    after(ms: number, run: () => void) {
      changes++;
      const timer = { at: now + Math.ceil(ms), run };
      timers.push(timer);
      if (!isRunning) void pass();
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
}

/** The milliseconds until a response arrives. */
const latency = 300;

/** Keeps the limit of each site, in requests a minute, in time that passes only while everything waits: a job of hours takes seconds. */
export function atLimit(perMinute: number) {
  const { now, after } = waitedTime();
  const pacers = new Map<string, Pacer>();
  const pacerOf = (site: string) => {
    const budget = memoryBudget([{ requests: perMinute, period: "minute" }], now);
    const pacer = pacers.get(site) ?? createPacer({ concurrency: 8, budget, now, after });
    pacers.set(site, pacer);
    return pacer;
  };
  const through =
    (send: Transport): Transport =>
    async (request) => {
      const leave = await pacerOf(request.headers["wix-site-id"] ?? "").enter();
      await new Promise<void>((resolve) => after(latency, resolve));
      const response = await send(request);
      leave();
      return response;
    };
  return { now, through };
}
