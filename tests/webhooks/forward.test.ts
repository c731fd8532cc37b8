import { expect, test } from "vitest";
import type { Request, Response } from "../../src/api/transport/transport.ts";
import { TransportError } from "../../src/kernel/errors.ts";
import { type DeliveryAnswer, deliver } from "../../src/webhooks/forward.ts";

const delivery = { seq: 7, type: "t", entityId: "e", jwt: "first" };
const answer = (status: number): Response => ({ status, headers: { secret: "1" }, body: "text" });
const unreached = new TransportError("connection refused", "no", {});

async function run(answers: (Response | Error)[], attempts?: number) {
  const sent: Request[] = [];
  const told: DeliveryAnswer[] = [];
  const waits: number[] = [];
  const arrived = await deliver(delivery, {
    url: "http://localhost:1/",
    signal: new AbortController().signal,
    async send(request) {
      sent.push(request);
      const next = answers[sent.length - 1] ?? answer(200);
      if (next instanceof Error) throw next;
      return next;
    },
    bodyOf: async () => `signed ${sent.length + 1}`,
    onAnswer: (one) => void told.push(one),
    sleep: async (ms) => void waits.push(ms),
    ...(attempts !== undefined && { attempts }),
  });
  return { arrived, sent, told, waits };
}

test("each attempt takes a body of its own, so that an expired signature is not sent again", async () => {
  const { arrived, sent } = await run([unreached, answer(503), answer(204)]);
  expect(arrived).toBe(true);
  expect(sent.map(({ body }) => body)).toEqual(["signed 1", "signed 2", "signed 3"]);
});

test("no answer is never given up, any other refusal is, and waits grow to ten seconds", async () => {
  const silent = await run(Array.from({ length: 20 }, () => unreached));
  expect([silent.arrived, silent.sent.length]).toEqual([true, 21]);
  expect(silent.waits.slice(0, 7)).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000]);
  expect(Math.max(...silent.waits)).toBe(10_000);
  const refused = await run(
    Array.from({ length: 9 }, () => answer(500)),
    3,
  );
  expect([refused.arrived, refused.sent.length]).toEqual([false, 3]);
  expect(refused.told.map(({ settled }) => settled)).toEqual([false, false, true]);
});

test("what is told of an answer is its status, not what else the receiver said", async () => {
  const { told } = await run([unreached]);
  expect(told.map(({ ms: _, ...rest }) => rest)).toEqual([
    { delivery, status: undefined, reason: "connection refused", attempt: 1, settled: false },
    { delivery, status: 200, attempt: 2, settled: true },
  ]);
});

test("what is no matter of transport ends the delivery", async () => {
  await expect(run([new Error("a bug")])).rejects.toThrow("a bug");
});
