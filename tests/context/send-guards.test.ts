import { createServer } from "node:http";
import { expect, test } from "vitest";
import { createNetwork } from "../../src/api/transport/network.ts";
import { createPacer, memoryBudget, withPace } from "../../src/api/transport/pace.ts";
import type { Request } from "../../src/api/transport/transport.ts";
import type { SendGuard } from "../../src/bulk/postgres/lease.ts";
import { allHold, withGuards } from "../../src/context/guards.ts";
import { TillError } from "../../src/kernel/errors.ts";
import { clock, settle } from "../api/clock.ts";

const request = (url: string): Request =>
  ({ name: "products.update", effect: "set", method: "POST", url, headers: {}, body: "{}" }) as Request;

test("a request waits until every guard is confirmed, and is not sent if one is lost", async () => {
  const lost = new TillError(6, "taken", { code: "LEASE_LOST" });
  let holds = true;
  const guard: SendGuard = {
    holds: () => holds,
    confirm: async () => {
      if (!holds) throw lost;
    },
  };
  const guards = new Set<SendGuard>();
  let sent = 0;
  const pacer = withGuards(createPacer({ concurrency: 1 }), guards);
  const send = withPace(async () => {
    sent += 1;
    return { status: 200, headers: {}, body: "" };
  }, pacer);
  await send(request("http://127.0.0.1/"));
  guards.add(guard);
  await send(request("http://127.0.0.1/"));
  holds = false;
  await expect(send(request("http://127.0.0.1/"))).rejects.toBe(lost);
  expect(sent).toBe(2);
  expect(allHold(guards)).toBe(false);
  expect(allHold(new Set())).toBe(true);
});

test("a guard that takes long is confirmed before a start is reserved: requests never start later than reserved", async () => {
  const time = clock();
  const budget = memoryBudget([{ requests: 1, period: "second" }], time.now);
  let confirmedAt = Number.NEGATIVE_INFINITY;
  const answersAfter = [1200, 0, 0, 0];
  const guard: SendGuard = {
    holds: () => time.now() - confirmedAt <= 1500,
    confirm: () =>
      new Promise((resolve) => {
        const began = time.now();
        time.after(answersAfter.shift() ?? 0, () => {
          confirmedAt = began;
          resolve();
        });
      }),
  };
  const starts: number[] = [];
  const pacer = createPacer({ concurrency: 9, budget, ...time });
  const send = withPace(
    async () => {
      starts.push(time.now());
      return { status: 200, headers: {}, body: "" };
    },
    withGuards(pacer, new Set([guard])),
    time.now,
  );
  const all = Promise.all([1, 2, 3].map(async () => await send(request("http://127.0.0.1/"))));
  await time.advance(30_000);
  await all;
  for (const [index, start] of starts.entries())
    expect(start - (starts[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(1000);
});

test("a start that comes when the guards do not hold any more is given back; the guards are confirmed again", async () => {
  const held = [false, true];
  let confirmed = 0;
  const guard: SendGuard = {
    holds: () => held.shift() ?? false,
    confirm: async () => {
      confirmed += 1;
    },
  };
  const pacer = withGuards(createPacer({ concurrency: 1 }), new Set([guard]));
  const leave = await pacer.enter();
  expect(confirmed).toBe(2);
  let isNext = false;
  const next = pacer.enter().then(() => {
    isNext = true;
  });
  await settle();
  expect(isNext).toBe(false);
  leave();
  await next;
  expect(confirmed).toBe(6);
});

test("a guard that is lost while the connection is opened keeps the request from its first byte", async () => {
  let received = 0;
  let holds = true;
  const server = createServer((_, response) => {
    received += 1;
    response.end("{}");
  }).listen(0, "127.0.0.1");
  // Between the check and the first byte.
  server.on("connection", () => {
    holds = false;
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const network = createNetwork({ mayStart: () => holds });
  await expect(network.send(request(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({ arrived: "no" });
  expect(received).toBe(0);
  await network.close();
  server.close();
});
