import { expect, test } from "vitest";
import type { Request, Response } from "../../src/api/transport/transport.ts";
import { TransportError } from "../../src/kernel/errors.ts";
import { type DeliveryResult, deliver } from "../../src/webhooks/forward.ts";

const delivery = { seq: 7, type: "t", entityId: "e", jwt: "first" };
const response = (status: number): Response => ({ status, headers: { secret: "1" }, body: "text" });
const unreached = new TransportError("connection refused", "no", {});

async function run(responses: (Response | Error)[], attempts?: number) {
  const sent: Request[] = [];
  const results: DeliveryResult[] = [];
  const waits: number[] = [];
  const arrived = await deliver(delivery, {
    url: "http://localhost:1/",
    signal: new AbortController().signal,
    async send(request) {
      sent.push(request);
      const next = responses[sent.length - 1] ?? response(200);
      if (next instanceof Error) throw next;
      return next;
    },
    bodyOf: async () => `signed ${sent.length + 1}`,
    onResult: (one) => void results.push(one),
    sleep: async (ms) => void waits.push(ms),
    ...(attempts !== undefined && { attempts }),
  });
  return { arrived, sent, results, waits };
}

test("each attempt gets a new body, so that an expired signature is not sent again", async () => {
  const { arrived, sent } = await run([unreached, response(503), response(204)]);
  expect(arrived).toBe(true);
  expect(sent.map(({ body }) => body)).toEqual(["signed 1", "signed 2", "signed 3"]);
});

test("retries without limit if there is no response, drops rejected events, and waits at most ten seconds", async () => {
  const silent = await run(Array.from({ length: 20 }, () => unreached));
  expect([silent.arrived, silent.sent.length]).toEqual([true, 21]);
  expect(silent.waits.slice(0, 7)).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000]);
  expect(Math.max(...silent.waits)).toBe(10_000);
  const rejected = await run(
    Array.from({ length: 9 }, () => response(500)),
    3,
  );
  expect([rejected.arrived, rejected.sent.length]).toEqual([false, 3]);
  expect(rejected.results.map(({ settled }) => settled)).toEqual([false, false, true]);
});

test("reports only the status of a response", async () => {
  const { results } = await run([unreached]);
  expect(results.map(({ ms: _, ...rest }) => rest)).toEqual([
    { delivery, status: undefined, reason: "connection refused", attempt: 1, settled: false },
    { delivery, status: 200, attempt: 2, settled: true },
  ]);
});

test("other errors than transport errors end the delivery", async () => {
  await expect(run([new Error("a bug")])).rejects.toThrow("a bug");
});
