import fc from "fast-check";
import { expect, test } from "vitest";
import {
  abortableSleep,
  type Failure,
  maxWait,
  repeats,
  retryAfter,
  retryDelay,
  type Wait,
  withRetry,
} from "../../../src/api/transport/retry.ts";
import type { Effect, Request, Response, Transport } from "../../../src/api/transport/transport.ts";
import { TransportError } from "../../../src/kernel/errors.ts";
import { withReadBack } from "../../../src/kernel/read-back.ts";
import { get, json } from "../loopback.ts";

const effects: Effect[] = ["read", "set", "delete", "add", "money"];
const facts = { retries: 0, waited: 0, random: 0.5 };

test("says which requests may be repeated at once, after a read, or never", () => {
  const kinds = [...effects.map((effect) => ({ effect })), { effect: "add" as const, once: true }];
  const nameOf = ({ effect, once }: { effect: Effect; once?: boolean }) => (once ? `${effect} once` : effect);
  const named = (how: ReturnType<typeof repeats>, failure: Failure) =>
    kinds.filter((kind) => repeats({ ...kind, failure }) === how).map(nameOf);
  const safe = ["read", "set", "delete"];
  const all = [...safe, "add", "money", "add once"];
  expect(named("at once", { arrived: "no" })).toEqual(all);
  expect(named("never", { arrived: "no", final: true })).toEqual(all);
  expect(named("at once", { arrived: "maybe" })).toEqual(safe);
  expect(named("never", { arrived: "maybe" })).toEqual(["add", "money", "add once"]);
  for (const status of [429, 403]) {
    expect(named("at once", { status, says: "wait" })).toEqual([...safe, "add"]);
    expect(named("after a read", { status, says: "wait" })).toEqual(["money", "add once"]);
  }
  expect(named("at once", { status: 503, retryAfter: 1000, says: "wait" })).toEqual(safe);
  expect(named("after a read", { status: 503, retryAfter: 1000, says: "wait" })).toEqual([
    "add",
    "money",
    "add once",
  ]);
  expect(named("at once", { status: 428, says: "setup" })).toEqual([...safe, "add", "add once"]);
  for (const status of [408, 425, 500, 502, 503, 504]) {
    expect(named("at once", { status })).toEqual(safe);
    expect(named("after a read", { status })).toEqual([]);
  }
  for (const status of [200, 302, 400, 401, 403, 404, 409, 422, 501, 505])
    expect(named("never", { status })).toEqual(all);
});

test("waits 1, 2 and 4 s plus up to the same time, three times, within the budget", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...effects),
      fc.nat(6),
      fc.nat(200_000),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.option(fc.nat(200_000), { nil: undefined }),
      (effect, retries, waited, random, requested) => {
        const failure = {
          status: 429,
          says: "wait" as const,
          ...(requested !== undefined && { retryAfter: requested }),
        };
        const delay = retryDelay({ effect, failure, retries, waited, random });
        const expected = requested ?? Math.round((1 + random) * 1000 * 2 ** retries);
        expect(delay).toBe(retries >= 3 || waited + expected > maxWait ? null : expected);
      },
    ),
  );
  expect(
    retryDelay({ effect: "read", failure: { status: 500 }, retries: 2, waited: 0, random: 0.9999 }),
  ).toBe(8000);
  const limited = (retryAfter: number) => ({ status: 429, says: "wait" as const, retryAfter });
  expect(retryDelay({ effect: "read", failure: limited(120_000), ...facts })).toBe(120_000);
  expect(retryDelay({ effect: "read", failure: limited(121_000), ...facts })).toBeNull();
  expect(retryDelay({ effect: "read", failure: limited(9_000), ...facts, left: 9_001 })).toBe(9_000);
  expect(retryDelay({ effect: "read", failure: limited(9_000), ...facts, left: 9_000 })).toBeNull();
});

test("parses Retry-After as seconds or as a date", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(retryAfter({ "retry-after": "7" }, now)).toBe(7000);
  expect(retryAfter({ "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" }, now)).toBe(9000);
  expect(retryAfter({ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, now)).toBe(0);
  expect(retryAfter({ "retry-after": "Thursday, 01-Jan-26 00:00:09 GMT" }, now)).toBe(9000);
  expect(retryAfter({ "retry-after": "Thu Jan  1 00:00:09 2026" }, now)).toBe(9000);
  expect(retryAfter({ "retry-after": "1.5" }, now)).toBe(1500);
  expect(retryAfter({ "retry-after": "0.0004" }, now)).toBe(1);
  for (const value of ["", "soon", "-5x", "-5", "7, 7", "2026-11-29"])
    expect(retryAfter({ "retry-after": value }, now)).toBeUndefined();
  expect(retryAfter({}, now)).toBeUndefined();
});

/** A transport that returns these responses in turn and records requests and waits. */
function script(...steps: (Response | Error)[]) {
  const seen: Request[] = [];
  const waits: Wait[] = [];
  const slept: number[] = [];
  const send: Transport = async (request) => {
    const step = steps[seen.push(request) - 1];
    if (step === undefined) throw new Error("one call too many");
    if (step instanceof Error) throw step;
    return step;
  };
  const retrying = withRetry(send, {
    sleep: async (ms) => void slept.push(ms),
    random: () => 0.5,
    now: () => 0,
    onWait: (wait) => waits.push(wait),
  });
  return { send: retrying, inner: send, seen, waits, slept };
}

const lost = new TransportError("connection lost", "maybe");
const down = new TransportError("refused", "no");

test("repeats a read until it succeeds, and reports each wait", async () => {
  const world = script(json({}, 502), lost, json({}, 429, { "retry-after": "4" }), json({ ok: true }));
  expect((await world.send(get("http://x/"))).body).toBe('{"ok":true}');
  expect(world.slept).toEqual([1500, 3000, 4000]);
  expect(world.waits).toEqual([
    { name: "products.get", retry: 1, of: 3, delayMs: 1500, reason: "the platform responded 502" },
    { name: "products.get", retry: 2, of: 3, delayMs: 3000, reason: "connection lost" },
    { name: "products.get", retry: 3, of: 3, delayMs: 4000, reason: "rate limited" },
  ]);
});

test("after three retries the last failure is the result", async () => {
  const attempts = script(json(1, 500), json(2, 500), json(3, 500), json(4, 500));
  expect((await attempts.send(get("http://x/"))).body).toBe("4");
  const errors = script(down, down, down, lost);
  await expect(errors.send(get("http://x/"))).rejects.toBe(lost);
});

test("limits the total wait of a request", async () => {
  const busy = json({}, 429, { "retry-after": "50" });
  const world = script(busy, busy, busy);
  expect((await world.send(get("http://x/"))).status).toBe(429);
  expect(world.slept).toEqual([50_000, 50_000]);
});

const money = get("http://x/", { effect: "money", method: "POST" });
const once = get("http://x/", { effect: "add", method: "POST", once: true });
const empty = json({ message: "", details: {} }, 403);
const unsure = [json({}, 429), json({}, 503, { "retry-after": "1" }), empty];

test("sends money, and what adds to an amount, once: no answer permits to repeat it unread", async () => {
  for (const request of [money, once])
    for (const failure of [lost, json({}, 500), json({}, 503), ...unsure]) {
      const world = script(failure);
      await world.send(request).catch((error: unknown) => expect(error).toBe(lost));
      expect(world.seen).toHaveLength(1);
    }
  expect((await script(down, json({})).send(money)).status).toBe(200);
});

test("after a 429 or a 503 with Retry-After, money is sent again if a read shows that nothing was done", async () => {
  const reads: boolean[] = [];
  const read = (...found: boolean[]) => {
    reads.length = 0;
    return async () => {
      const one = found[reads.length];
      if (one === undefined) throw new Error("one read too many");
      reads.push(one);
      return one;
    };
  };
  for (const answer of unsure)
    for (const request of [money, once]) {
      const world = script(answer, json({ ok: true }));
      const response = await withReadBack(read(true), () => world.send(request));
      expect(response).toEqual(json({ ok: true }));
      expect(world.slept).toHaveLength(1);
      const done = script(answer);
      expect(await withReadBack(read(false), () => done.send(request))).toEqual(answer);
      const unread = script(answer);
      const failing = () => Promise.reject(new Error("cannot be read"));
      expect(await withReadBack(failing, () => unread.send(request))).toEqual(answer);
    }
  const busy = json({}, 429);
  const never = script(busy, busy, busy, busy);
  const last = await withReadBack(read(true, true, true, true), () => never.send(money));
  expect(last).toEqual({ ...busy, undone: true });
  expect(reads).toHaveLength(4);
});

test("an attempt that a read has disproved does not make the next one unclear", async () => {
  const world = script(json({}, 429), down, down, down);
  await expect(
    withReadBack(
      async () => true,
      () => world.send(money),
    ),
  ).rejects.toBe(down);
});

test("retries a 403 without message and details, and a site whose catalog is being installed", async () => {
  const installing = json(
    { message: "", details: { applicationError: { code: "CATALOG_V3_SITE_PROVISIONING" } } },
    428,
  );
  const create = get("http://x/", { effect: "add", method: "POST" });
  const world = script(empty, installing, json({ ok: true }));
  expect((await world.send(create)).status).toBe(200);
  expect(world.waits.map(({ reason }) => reason)).toEqual(["rate limited", "the platform responded 428"]);
  for (const rejected of [
    json({ message: "", details: { applicationError: { description: "" } } }, 403),
    json({ message: "no", details: {} }, 403),
    json(
      { message: "", details: { applicationError: { code: "CATALOG_V1_SITE_CALLING_CATALOG_V3_API" } } },
      428,
    ),
  ]) {
    const only = script(rejected);
    expect((await only.send(create)).status).toBe(rejected.status);
    expect(only.seen).toHaveLength(1);
  }
});

test("attempts and waits of a call share one time limit", async () => {
  const world = script(json({}, 500), json({}, 500), json({}, 500));
  const attempts: number[] = [];
  const send = withRetry(
    async (request) => {
      attempts.push(request.budget?.ms ?? 0);
      if (request.budget) request.budget.ms -= 3_000;
      return await world.inner(request);
    },
    { timeout: 10_000, random: () => 0.5, sleep: async () => {} },
  );
  expect((await send(get("http://x/"))).status).toBe(500);
  expect(attempts).toEqual([10_000, 5_500]);
});

test("a 404 on a delete counts as done only if an earlier attempt was answered, or may have arrived", async () => {
  const remove = get("http://x/", { effect: "delete", method: "DELETE" });
  const missing = json({ message: "not found" }, 404);
  expect(await script(lost, missing).send(remove)).toMatchObject({ status: 200, body: "{}" });
  expect(await script(json({}, 500), json({}, 429), missing).send(remove)).toMatchObject({
    status: 200,
    body: "{}",
  });
  expect((await script(json({}, 429), missing).send(remove)).status).toBe(200);
  expect((await script(down, missing).send(remove)).status).toBe(404);
  expect((await script(missing).send(remove)).status).toBe(404);
  expect((await script(lost, missing).send(get("http://x/", { effect: "set" }))).status).toBe(404);
});

test("a gateway's 404 on a delete that is sent again is no answer of the platform", async () => {
  const remove = get("http://x/", { effect: "delete", method: "DELETE" });
  for (const body of ["<html>not found</html>", "{}", ""])
    expect(await script(lost, { status: 404, headers: {}, body }).send(remove)).toMatchObject({
      status: 404,
      body,
    });
});

test("a last attempt that did not arrive says nothing about an earlier one that may have", async () => {
  const set = get("http://x/", { effect: "set", method: "PATCH" });
  await expect(script(lost, down, down, down).send(set)).rejects.toMatchObject({ arrived: "maybe" });
  await expect(script(down, down, down, down).send(set)).rejects.toBe(down);
  for (const last of [json({}, 401), json({}, 400)])
    expect(await script(lost, last).send(set)).toMatchObject({ status: last.status, repeated: true });
  const busy = json({}, 429);
  expect(await script(lost, busy, busy, busy).send(set)).toMatchObject({ status: 429, repeated: true });
  expect((await script(busy, busy, busy, busy).send(set)).repeated).toBeUndefined();
  // Repeating an absolute write is harmless.
  const deferred = json({}, 503, { "retry-after": "1" });
  await expect(script(deferred, down, down, down).send(set)).rejects.toBe(down);
});

test("rethrows other errors immediately", async () => {
  const bug = new Error("bug");
  const world = script(bug);
  await expect(world.send(get("http://x/"))).rejects.toBe(bug);
  expect(world.seen).toHaveLength(1);
});

test("an abort ends the wait immediately with its reason, and nothing more is sent", async () => {
  const stop = new AbortController();
  const reason = new Error("Ctrl-C");
  let sent = 0;
  const send = withRetry(
    async () => {
      sent++;
      return json({}, 429, { "retry-after": "100" });
    },
    { onWait: () => stop.abort(reason) },
  );
  await expect(send(get("http://x/", { signal: stop.signal }))).rejects.toBe(reason);
  expect(sent).toBe(1);
  await expect(abortableSleep(100_000, AbortSignal.abort(reason))).rejects.toBe(reason);
});
