import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import type { EngineClock } from "../../../src/bulk/engine/engine.ts";
import type { Journal } from "../../../src/bulk/journal/journal.ts";
import { openJournal } from "../../../src/bulk/journal/journals.ts";
import type { StepDraft, Work } from "../../../src/bulk/journal/step.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { ApiError } from "../../../src/kernel/errors.ts";
import {
  collect,
  create,
  diskImage,
  planned,
  priceRise,
  remove,
  type Shop,
  shopWork,
  update,
} from "../shop.ts";

/** What two things that happen in one job do together: each row has two of them. */

const once = (shop: Shop) => [...shop.effects.values()].every((times) => times === 1);

/** Returns the work of a shop that rejects requests as a whole if they set a price `bad`; `during` is called in each request. */
function splitting(shop: Shop, during: (request: number) => void = () => {}): Work {
  const base = shopWork(shop);
  let requests = 0;
  return {
    ...base,
    group: () => "all",
    limits: { steps: 100 },
    async write(steps) {
      during(++requests);
      if (steps.some(({ after }) => JSON.stringify(after).includes("bad")))
        throw new ApiError("invalid price", { status: 400, code: "INVALID_ARGUMENT" });
      return await base.write(steps);
    },
  };
}

// The requests are t1 to t8, t1 to t4, t1 and t2, t3 and t4, t3, t4, t5 to t8.
test.each<[what: string, during: number, done: number, failed: number, left: number]>([
  ["the whole request", 1, 0, 0, 8],
  ["the first half", 2, 0, 0, 8],
  ["a half that is carried out", 3, 2, 0, 6],
  ["a half that is split again", 4, 2, 0, 6],
  ["the invalid row", 5, 2, 1, 5],
  ["the row beside it", 6, 3, 1, 4],
  ["the last half", 7, 7, 1, 0],
])("Ctrl-C and a split request: during %s", async (_, during, done, failed, left) => {
  const { shop, rows } = priceRise(8, (index) => (index === 3 ? "bad" : "11"));
  const stop = new AbortController();
  const work = splitting(shop, (request) => request === during && stop.abort());
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work, { signal: stop.signal }));
  expect(finished.counts).toMatchObject({ done, failed, planned: left, sent: 0 });
  expect(finished.stopped?.code).toBe(left > 0 ? "INTERRUPTED" : undefined);
  const unsent = journal.steps({ state: "planned" });
  expect(unsent.filter(({ attempts }) => attempts > 0)).toEqual([]);
  const again = await collect(apply(journal, splitting(shop)));
  expect(again.finished.counts).toMatchObject({ done: 7, failed: 1 });
  expect(journal.steps().filter(({ attempts }) => attempts !== 1)).toEqual([]);
  expect(once(shop)).toBe(true);
});

test("a split request and a rate limit: what was not sent stays planned, and is sent once when resumed", async () => {
  const { shop, rows } = priceRise(8, (index) => (index === 3 ? "bad" : "11"));
  let requests = 0;
  const work = splitting(shop, (request) => {
    requests = request;
    if (request === 4) throw new ApiError("too many", { status: 429, code: "RATE_LIMITED" });
  });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 2, failed: 0, planned: 6, sent: 0 });
  expect(requests).toBe(4);
  expect((await collect(apply(journal, splitting(shop)))).finished.counts).toMatchObject({
    done: 7,
    failed: 1,
  });
  expect(once(shop)).toBe(true);
});

/** Runs a job until its first request is sent, and returns the journal as it is when the process is killed then. */
async function killedWhenSent(rows: StepDraft[][], work: Work, clock: EngineClock): Promise<Journal> {
  const { journal } = await planned(rows, work);
  let image = "";
  for await (const event of apply(journal, work, { clock }))
    if (event.type === "step.sent") image = diskImage(journal);
  return openJournal(image, journal.id);
}

const sentAt = Date.parse("2026-03-01T10:00:00Z");
const minute = 60_000;
/** Returns a clock that shows a time and waits for nothing. `waits`: how many milliseconds it was asked to wait. */
function clockAt(now: number) {
  const waits: number[] = [];
  const clock: EngineClock = {
    now: () => now,
    steady: () => 0,
    sleep: async (ms) => void waits.push(ms),
  };
  return { clock, waits };
}

const raise: StepDraft[][] = [[update("t1", { price: "10" }, { price: "11" })]];
test.each<[what: string, later: number, rows: StepDraft[][], more: object, seconds: number[]]>([
  ["an update, at the same time", 0, raise, {}, [31]],
  ["a create, at the same time", 0, [[create("mug")]], {}, [31]],
  ["a delete, at the same time", 0, [[remove("t1", { slug: "thing-1", price: "10" })]], {}, [31]],
  ["an update, with a part of a second left", 30_500, raise, {}, [1]],
  ["an update, when the platform has given it up", 31_000, raise, {}, []],
  ["an update, a day later", 1440 * minute, raise, {}, []],
  ["an update, and the clock was set back by a second", -1000, raise, {}, [31]],
  ["an update, and the clock was set back by a day", -1440 * minute, raise, {}, [31]],
  ["a create, and the clock was set back by a day", -1440 * minute, [[create("mug")]], {}, [31]],
  [
    "an update with a revision, and the clock was set back",
    -1440 * minute,
    raise,
    { conditional: () => true },
    [],
  ],
])("a killed run and the clock: %s", async (_, later, rows, more, seconds) => {
  const { shop } = priceRise(1);
  const lost = shopWork(shop, { faults: (call) => (call === 0 ? "lostBefore" : "ok") });
  const journal = await killedWhenSent(rows, { ...lost, once: true }, clockAt(sentAt).clock);
  const { clock, waits } = clockAt(sentAt + later);
  const work = { ...shopWork(shop), ...more };
  const { seen, finished } = await collect(apply(journal, work, { clock, requestLimit: 30_000 }));
  const told = seen.flatMap((event) => (event.type === "waiting" ? [event.seconds] : []));
  expect([told, waits.map((ms) => Math.ceil(ms / 1000))]).toEqual([seconds, seconds]);
  expect(finished.counts).toMatchObject({ done: 1 });
  expect([shop.effects.size, once(shop)]).toEqual([1, true]);
});

test.each([
  ["ends before the platform gives it up", 10_000, 21],
  ["is longer than the platform takes to give it up", 60_000, 0],
])(
  "a lost create and a run that %s: it is sent again after the rest of that time",
  async (_, takes, seconds) => {
    const { shop, rows } = priceRise(1);
    const { clock, waits } = clockAt(sentAt);
    let now = sentAt;
    const base = shopWork(shop, { faults: (call) => (call === 0 ? "lostBefore" : "ok") });
    const write: Work["write"] = async (steps) => {
      const outcomes = await base.write(steps);
      now += takes;
      return outcomes;
    };
    const work = { ...base, write };
    const { journal } = await planned([[create("mug")], ...rows], work);
    const options = { clock: { ...clock, now: () => now }, requestLimit: 30_000, concurrency: 1 };
    const { seen, finished } = await collect(apply(journal, work, options));
    expect(seen.flatMap((event) => (event.type === "waiting" ? [event.seconds] : []))).toEqual([seconds]);
    expect(waits).toEqual([seconds * 1000]);
    expect(finished.counts).toMatchObject({ done: 2 });
    expect(once(shop)).toBe(true);
  },
);

/** Rows of each kind: five steps, of which the first is the oldest. */
function anyRows() {
  const { shop, rows } = priceRise(3);
  shop.things.set("t4", { slug: "thing-4" });
  rows.push([create("mug", { price: "5" })], [remove("t4", { slug: "thing-4" })]);
  return { shop, rows: rows.map((row, phase) => row.map((draft) => ({ ...draft, phase }))) };
}

test.each<
  [what: string, during: number, between: (shop: Shop) => void, left: number, undone: number, log: string[]]
>([
  ["after the newest step", 1, () => {}, 4, 5, ["done mug", "done t3", "done t2", "done t1"]],
  ["after two steps", 2, () => {}, 3, 5, ["done t3", "done t2", "done t1"]],
  ["before the last step", 4, () => {}, 1, 5, ["done t1"]],
  ["during the last step", 5, () => {}, 0, 5, []],
  [
    "and someone else changes a row that is left",
    2,
    (shop) => shop.things.set("t1", { slug: "thing-1", price: "42" }),
    3,
    4,
    ["done t3", "done t2", "failed t1"],
  ],
  [
    "and someone else changes a row that is undone",
    4,
    (shop) => shop.things.set("t2", { slug: "thing-2", price: "42" }),
    1,
    5,
    ["done t1"],
  ],
])("an interrupted undo is resumed: %s", async (_, during, between, left, undone, log) => {
  const { shop, rows } = anyRows();
  const { journal } = await planned(rows, shopWork(shop));
  await collect(apply(journal, shopWork(shop), { concurrency: 1 }));
  shop.effects.clear();
  const stop = new AbortController();
  let calls = 0;
  const alive = (where: string) => where === "after" && ++calls === during && stop.abort();
  const first = await collect(
    undo(journal, shopWork(shop, { alive }), { signal: stop.signal, concurrency: 1 }),
  );
  expect(first.finished.counts).toMatchObject({ undone: during, done: 5 - during, sent: 0 });
  between(shop);
  const second = await collect(undo(journal, shopWork(shop), { concurrency: 1 }));
  expect(second.seen[0]).toMatchObject({ type: "started", total: left });
  expect(second.log).toEqual(log);
  expect(second.finished.counts).toMatchObject({ undone, done: 5 - undone });
  expect(once(shop)).toBe(true);
});

/** The step of an undo that got no response, and what the next undo does with it. */
test.each<[what: string, fault: "lostBefore" | "lostAfter", writes: number]>([
  ["was carried out", "lostAfter", 0],
  ["was not carried out", "lostBefore", 1],
])("an undo that cannot read back what %s is resumed without doing it twice", async (_, fault, writes) => {
  const { shop, rows } = priceRise(1);
  const before = structuredClone(shop.state());
  const { journal } = await planned(rows, shopWork(shop));
  await collect(apply(journal, shopWork(shop)));
  shop.effects.clear();
  const read = shop.reads;
  const broken = shopWork(shop, { faults: () => fault, readFaults: (count) => count > read });
  const first = await collect(undo(journal, broken));
  expect(first.finished.counts).toMatchObject({ sent: 1, done: 0, undone: 0 });
  shop.writes = [];
  const second = await collect(undo(journal, shopWork(shop)));
  expect(second.seen[0]).toMatchObject({ type: "started", total: 1 });
  expect(second.finished.counts).toMatchObject({ undone: 1, done: 0 });
  expect([shop.writes.length, shop.state(), once(shop)]).toEqual([writes, before, true]);
});
