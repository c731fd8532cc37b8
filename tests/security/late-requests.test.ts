import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apply } from "../../src/bulk/engine/apply.ts";
import type { EngineClock } from "../../src/bulk/engine/engine.ts";
import { openJournal } from "../../src/bulk/journal/journals.ts";
import type { BulkEvent, Step, StepOutcome, Work } from "../../src/bulk/journal/step.ts";
import type { SendGuard } from "../../src/bulk/postgres/lease.ts";
import { undo } from "../../src/bulk/undo.ts";
import { TransportError } from "../../src/kernel/errors.ts";
import { diskImage, planned, priceRise, type Shop, shopWork } from "../bulk/shop.ts";
import { runs } from "../support/runs.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
});
afterEach(() => void vi.useRealTimers());

const clock: EngineClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
      signal.addEventListener("abort", () => resolve());
    }),
};

/** Advances the time until the work has ended. Returns how long it took, in milliseconds. */
async function simulate<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const began = Date.now();
  let ended = false;
  const done = work.finally(() => {
    ended = true;
  });
  while (!ended) {
    await vi.advanceTimersByTimeAsync(500);
    for (let n = 0; n < 3; n += 1) await turn();
  }
  return { value: await done, ms: Date.now() - began };
}

/** A process: once it is dead, it sends nothing more, but what it has sent still arrives. */
interface Life {
  dead: boolean;
}

interface Held {
  /** Whether a write carries the revision that was read last, and loses if it is not the present one. */
  conditional: boolean;
  /** For how long the platform holds a request before it carries it out. */
  holdMs: number;
  /** For how long a request waits in its process after it is marked as sent. */
  paceMs(): number;
}

/** Returns how a process writes to a platform that holds requests. `revisions` are the platform's. */
function heldWork(shop: Shop, revisions: Map<string, number>, life: Life, held: Held): Work {
  const plain = shopWork(shop);
  const read = new Map<string, number>();
  const revisionOf = ({ id = "" }: Step) => revisions.get(id) ?? 1;
  const send = (step: Step): Promise<StepOutcome> =>
    new Promise((resolve, reject) => {
      const lost = () => reject(new TransportError("the process is dead", "maybe"));
      setTimeout(() => {
        if (life.dead) return lost();
        const sent = read.get(step.id ?? "");
        setTimeout(() => {
          const isStale = held.conditional && sent !== revisionOf(step);
          if (!isStale) {
            shop.act(step);
            revisions.set(step.id ?? "", revisionOf(step) + 1);
          }
          if (life.dead) return lost();
          const error = { code: "CONFLICT", message: "another revision" };
          resolve(isStale ? { seq: step.seq, ok: false, error, stale: true } : { seq: step.seq, ok: true });
        }, held.holdMs);
      }, held.paceMs());
    });
  return {
    ...plain,
    conditional: () => held.conditional,
    async read(steps) {
      for (const step of steps) read.set(step.id ?? "", revisionOf(step));
      return await plain.read(steps);
    },
    write: (steps) => Promise.all(steps.map(send)),
  };
}

/** Returns a repeatable random number from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function drain(events: AsyncIterable<BulkEvent>): Promise<BulkEvent[]> {
  const seen: BulkEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

const products = 6;
const options = { clock, concurrency: 4 };

/** Runs a job, kills it at a random moment, resumes it a second later. Returns how often each product was written. */
async function killAndResume(seed: number, conditional: boolean, requestLimit: number) {
  const next = random(seed);
  const { shop, rows } = priceRise(products);
  const revisions = new Map<string, number>();
  const held: Held = { conditional, holdMs: 25_000, paceMs: () => next() * 10_000 };
  const first: Life = { dead: false };
  const { journal } = await planned(rows, heldWork(shop, revisions, first, held));
  const running = drain(apply(journal, heldWork(shop, revisions, first, held), options)).catch(() => []);
  await new Promise((resolve) => setTimeout(resolve, next() * 60_000));
  const copy = diskImage(journal);
  first.dead = true;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const again = openJournal(copy, journal.id);
  const second = heldWork(shop, revisions, { dead: false }, held);
  const events = await drain(apply(again, second, { ...options, requestLimit }));
  const waited = events.flatMap((event) => (event.type === "waiting" ? [event.seconds] : []));
  const counts = again.counts();
  await running;
  await again.close();
  await journal.close();
  return { effects: [...shop.effects.values()], done: counts.done, waited };
}

const kills = runs(25);
const all = async (conditional: boolean, requestLimit: number, times = kills) =>
  (
    await simulate(
      Promise.all(Array.from({ length: times }, (_, n) => killAndResume(n + 1, conditional, requestLimit))),
    )
  ).value;

test("a platform that holds requests for 25 s, kills at random moments: nothing is written twice without revisions", async () => {
  const outcomes = await all(false, 30_000);
  for (const { effects, done } of outcomes) {
    expect(done).toBe(products);
    expect(effects).toEqual(Array.from({ length: products }, () => 1));
  }
  const waits = outcomes.flatMap(({ waited }) => waited);
  expect(waits.length).toBeGreaterThan(kills / 2);
  expect(Math.max(...waits)).toBeLessThanOrEqual(31);
});

test("the same with revisions: does not wait, and the late request is rejected", async () => {
  for (const { effects, done, waited } of await all(true, 30_000)) {
    expect(done).toBe(products);
    expect(effects).toEqual(Array.from({ length: products }, () => 1));
    expect(waited).toEqual([]);
  }
});

test("the same with --no-wait and no revisions: some rows are written twice", async () => {
  const outcomes = await all(false, 0, 15);
  expect(outcomes.some(({ effects }) => effects.some((times) => times > 1))).toBe(true);
});

test("a resume after the platform's limit does not wait, and a stop ends the wait", async () => {
  const { shop, rows } = priceRise(1);
  const life = { dead: false };
  const held = { conditional: false, holdMs: 25_000, paceMs: () => 0 };
  const { journal } = await planned(rows, heldWork(shop, new Map(), life, held));
  const running = drain(apply(journal, heldWork(shop, new Map(), life, held), options)).catch(() => []);
  await simulate(new Promise((resolve) => setTimeout(resolve, 500)));
  const copies = [diskImage(journal), diskImage(journal)];
  life.dead = true;
  shop.things.set("t1", { slug: "thing-1", price: "10" });
  const stop = new AbortController();
  const stopped = openJournal(copies[0] ?? "", journal.id);
  setTimeout(() => stop.abort(), 2000);
  const work = heldWork(shop, new Map(), { dead: false }, { ...held, holdMs: 0 });
  const interrupted = await simulate(
    drain(apply(stopped, work, { ...options, requestLimit: 30_000, signal: stop.signal })),
  );
  expect(interrupted.ms).toBeLessThan(4000);
  expect(interrupted.value.at(-1)).toMatchObject({ stopped: { code: "INTERRUPTED" } });
  expect(stopped.counts()).toMatchObject({ sent: 1 });
  await simulate(running);
  await simulate(new Promise((resolve) => setTimeout(resolve, 31_000)));
  const later = openJournal(copies[1] ?? "", journal.id);
  const { value, ms } = await simulate(drain(apply(later, work, { ...options, requestLimit: 30_000 })));
  expect(value.some(({ type }) => type === "waiting")).toBe(false);
  expect(ms).toBeLessThan(2000);
});

test("an undo that was killed waits, too", async () => {
  const { shop, rows } = priceRise(2);
  const before = structuredClone(shop.state());
  const life = { dead: false };
  const held = { conditional: false, holdMs: 25_000, paceMs: () => 0 };
  const { journal } = await planned(rows, heldWork(shop, new Map(), life, held));
  await simulate(drain(apply(journal, heldWork(shop, new Map(), life, held), options)));
  const running = drain(undo(journal, heldWork(shop, new Map(), life, held), options)).catch(() => []);
  await simulate(new Promise((resolve) => setTimeout(resolve, 2000)));
  const copy = diskImage(journal);
  life.dead = true;
  const again = openJournal(copy, journal.id);
  const work = heldWork(shop, new Map(), { dead: false }, held);
  const { value } = await simulate(drain(undo(again, work, { ...options, requestLimit: 30_000 })));
  expect(value).toContainEqual(expect.objectContaining({ type: "waiting", steps: 2 }));
  expect(shop.state()).toEqual(before);
  expect([...shop.effects.values()]).toEqual([1, 1, 1, 1]);
  await simulate(running);
});

/** A platform that breaks every connection at once, and carries the request out 25 s later. */
function brokenWork(shop: Shop, onWrite: () => void = () => {}): Work {
  return {
    ...shopWork(shop),
    async write(steps) {
      for (const step of steps) setTimeout(() => shop.act(step), 25_000);
      onWrite();
      throw new TransportError("the connection broke", "maybe");
    },
  };
}

test("a step of which no attempt got a response has not failed: the next run waits, and finds it done", async () => {
  const { shop, rows } = priceRise(2);
  const { journal } = await planned(rows, brokenWork(shop));
  const hosted = { ...options, requestLimit: 30_000 };
  await simulate(drain(apply(journal, brokenWork(shop), hosted)));
  expect(journal.counts()).toMatchObject({ sent: 2, failed: 0 });
  const { value } = await simulate(drain(apply(journal, shopWork(shop), hosted)));
  expect(value).toContainEqual(expect.objectContaining({ type: "waiting", steps: 2 }));
  expect(journal.counts()).toMatchObject({ done: 2 });
});

test("a step that is rejected has not failed while a request of a stopped run may still be carried out", async () => {
  const { shop, rows } = priceRise(1);
  const stop = new AbortController();
  const { journal } = await planned(rows, shopWork(shop));
  const hosted = { ...options, requestLimit: 30_000 };
  const work = brokenWork(shop, () => stop.abort());
  await simulate(drain(apply(journal, work, { ...hosted, signal: stop.signal })));
  expect(journal.counts()).toMatchObject({ planned: 1 });
  await simulate(drain(apply(journal, shopWork(shop, { faults: () => "refused" }), hosted)));
  expect(journal.counts()).toMatchObject({ sent: 1, failed: 0 });
  await simulate(drain(apply(journal, shopWork(shop), hosted)));
  expect(journal.counts()).toMatchObject({ done: 1 });
  expect([...shop.effects.values()]).toEqual([1]);
});

test("an undo waits for requests that got no response, although their steps are planned again", async () => {
  const { shop, rows } = priceRise(2);
  const before = structuredClone(shop.state());
  const stop = new AbortController();
  const { journal } = await planned(rows, shopWork(shop));
  const hosted = { ...options, requestLimit: 30_000 };
  const work = brokenWork(shop, () => stop.abort());
  await simulate(drain(apply(journal, work, { ...hosted, signal: stop.signal })));
  expect(journal.counts()).toMatchObject({ planned: 2 });
  // A revision protects a later write only, and the undo of nothing writes nothing.
  const { value } = await simulate(
    drain(undo(journal, { ...shopWork(shop), conditional: () => true }, hosted)),
  );
  expect(value).toContainEqual(expect.objectContaining({ type: "waiting", steps: 2 }));
  expect(journal.counts()).toMatchObject({ undone: 2 });
  expect(shop.state()).toEqual(before);
});

test("after a pause, a request may start only once the journal says that it leaves now", async () => {
  const { shop, rows } = priceRise(1);
  const guards = new Set<SendGuard>();
  const seen: unknown[] = [];
  const { journal } = await planned(rows, shopWork(shop));
  const sentAt = () => journal.steps()[0]?.sentAt;
  const work: Work = {
    ...shopWork(shop),
    async write(steps) {
      const [guard] = guards;
      await guard?.confirm();
      seen.push(guard?.holds(), sentAt() === Date.now());
      // The process is stopped for a minute: no timer of it runs.
      vi.setSystemTime(Date.now() + 60_000);
      seen.push(guard?.holds());
      const confirmed = guard?.confirm();
      await vi.advanceTimersByTimeAsync(100);
      await confirmed;
      seen.push(guard?.holds(), Date.now() - (sentAt() ?? 0) < 1000);
      return await shopWork(shop).write(steps);
    },
  };
  await simulate(drain(apply(journal, work, { ...options, requestLimit: 30_000, guards })));
  expect(seen).toEqual([true, true, false, true, true]);
  expect(guards.size).toBe(0);
});
