import { expect, test } from "vitest";
import { apply, checkResume } from "../../../src/bulk/engine/apply.ts";
import { failedByConflict, outcomeExit, rowTotals } from "../../../src/bulk/engine/outcome.ts";
import { createJournal, openJournal } from "../../../src/bulk/journal/journals.ts";
import type { Step, StepDraft } from "../../../src/bulk/journal/step.ts";
import { listRejects } from "../../../src/bulk/plan/plan.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { TillError } from "../../../src/kernel/errors.ts";
import { temporaryFolder } from "../../support/folders.ts";
import {
  collect,
  create,
  diskImage,
  type Fault,
  planned,
  priceRise,
  remove,
  Shop,
  shopWork,
  someJob,
  update,
} from "../shop.ts";

/** Returns the fault of the nth write; the last fault is repeated. */
const script =
  (...faults: Fault[]) =>
  (call: number) =>
    faults[Math.min(call, faults.length - 1)] ?? "ok";

test("applies and counts every step once", async () => {
  const { shop, rows } = priceRise(250, (index) => String(10 + index));
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  const { seen, finished } = await collect(apply(journal, work));
  expect(finished.counts).toEqual({ total: 250, planned: 0, sent: 0, done: 250, failed: 0, undone: 0 });
  expect(seen[0]).toEqual({
    type: "started",
    job: journal.id,
    total: 250,
    kinds: { "thing.update": 250 },
  });
  expect(seen.filter(({ type }) => type === "step.done")).toHaveLength(250);
  expect([...shop.effects.values()].every((times) => times === 1)).toBe(true);
  expect(shop.things.get("t250")).toEqual({ slug: "thing-250", price: "260" });
  expect(shop.reads).toBe(3);
  expect(outcomeExit(finished.counts)).toBe(0);
  expect(rowTotals(journal)).toMatchObject({ rows: 250, ok: 250, failed: 0 });
});

test("sends steps of a group in one request, as many requests as planned", async () => {
  const { shop, rows } = priceRise(230, (index) => (index % 23 < 7 ? "11" : index % 2 ? "12" : "13"));
  const work = shopWork(shop, { grouped: true });
  const { journal, summary } = await planned(rows, work);
  await collect(apply(journal, work));
  expect(summary.calls).toBe(7 + 8 + 8);
  expect(shop.writes).toHaveLength(summary.calls);
  expect(Math.max(...shop.writes.map((call) => call.length))).toBe(10);
});

test("a create without a response is not sent again while the platform's reads trail its writes", async () => {
  const shop = new Shop();
  const found = shopWork(shop, { faults: script("lostAfter") });
  let reads = 0;
  // The first two reads after the write do not show the new entity yet.
  const find: typeof found.find = async (steps) => {
    reads += 1;
    return reads === 2 || reads === 3 ? new Map() : ((await found.find?.(steps)) ?? new Map());
  };
  const work = { ...found, find, rereads: [1, 1] };
  const { journal } = await planned([[create("thing-a")]], work);
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ total: 1, done: 1, failed: 0 });
  expect([shop.writes.length, shop.things.size]).toEqual([1, 1]);
});

test("a second run of a finished job sends nothing", async () => {
  const { shop, rows } = priceRise(20);
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  await collect(apply(journal, work));
  const { log } = await collect(apply(journal, work));
  expect(log).toEqual([]);
  expect(shop.writes).toHaveLength(20);
});

test("does not touch a row that someone else changed, deleted, or set to the same value", async () => {
  const { shop, rows } = priceRise(4);
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  shop.things.set("t1", { slug: "thing-1", price: "99" });
  shop.things.delete("t2");
  shop.things.set("t3", { price: "11", slug: "thing-3" });
  const { seen, finished } = await collect(apply(journal, work));
  const failed = seen.flatMap((event) =>
    event.type === "step.failed" ? [[event.step.label, event.error.code]] : [],
  );
  expect(failed).toEqual([
    ["t1", "CHANGED"],
    ["t2", "GONE"],
  ]);
  expect(seen).toContainEqual(
    expect.objectContaining({
      type: "step.done",
      already: true,
      step: expect.objectContaining({ label: "t3" }),
    }),
  );
  expect(shop.writes).toEqual([["t4"]]);
  expect(outcomeExit(finished.counts)).toBe(9);
});

test("a lost response is settled by reading back: done once, or sent once more", async () => {
  for (const fault of ["lostAfter", "brokenAfter", "lostBefore", "brokenBefore"] as const) {
    const { shop, rows } = priceRise(1);
    const work = shopWork(shop, { faults: script(fault, "ok") });
    const { journal } = await planned(rows, work);
    const { finished } = await collect(apply(journal, work));
    expect(finished.counts).toMatchObject({ done: 1 });
    expect([...shop.effects.values()]).toEqual([1]);
    expect(journal.steps()[0]?.attempts).toBe(fault.endsWith("After") ? 1 : 2);
  }
});

test("a step whose response is lost twice without effect fails and can be retried", async () => {
  const { shop, rows } = priceRise(1);
  const { journal } = await planned(rows, shopWork(shop));
  const { finished } = await collect(apply(journal, shopWork(shop, { faults: () => "lostBefore" })));
  expect(finished.counts).toMatchObject({ failed: 1, sent: 0 });
  expect(journal.steps()[0]).toMatchObject({ state: "failed", attempts: 2, error: { code: "UNAVAILABLE" } });
  expect(outcomeExit(finished.counts)).toBe(1);
  expect((await collect(apply(journal, shopWork(shop)))).log).toEqual([]);
  expect((await collect(apply(journal, shopWork(shop), { retryFailed: true }))).log).toEqual(["done t1"]);
});

test("a step whose outcome cannot be read back stays sent, exit 10", async () => {
  const { shop, rows } = priceRise(1);
  const work = shopWork(shop, {
    faults: (call) => {
      if (call === 0) shop.things.set("t1", { price: "77" });
      return "lostBefore";
    },
  });
  const { journal } = await planned(rows, work);
  const { log, finished } = await collect(apply(journal, work));
  expect(log).toEqual(["unknown t1"]);
  expect(finished.counts).toMatchObject({ sent: 1 });
  expect(outcomeExit(finished.counts)).toBe(10);
  expect((await collect(apply(journal, shopWork(shop)))).log).toEqual(["unknown t1"]);
  shop.things.set("t1", { price: "11" });
  expect((await collect(apply(journal, shopWork(shop)))).log).toEqual(["done t1"]);
  expect(shop.effects.size).toBe(0);
});

test("a rejected step fails with the platform's message and is listed with its line", async () => {
  const { shop, rows } = priceRise(3);
  const work = shopWork(shop, { faults: script("ok", "refused", "ok") });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work, { concurrency: 1 }));
  expect(finished.counts).toMatchObject({ done: 2, failed: 1 });
  expect([...listRejects(journal)]).toEqual([
    {
      row: 2,
      source: "things.csv:3",
      seq: 2,
      label: "t2",
      rule: "INVALID_ARGUMENT",
      message: "not today",
      column: "price",
      requestId: "r-1",
    },
  ]);
});

test("only the steps of a group that the platform names fail", async () => {
  const { shop, rows } = priceRise(10);
  const work = shopWork(shop, { grouped: true, faults: () => "halfGroup" });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 5, failed: 5 });
  expect(journal.steps({ state: "failed" }).map(({ seq }) => seq)).toEqual([2, 4, 6, 8, 10]);
});

test("a payment that got no response is read back, but never sent twice in a run", async () => {
  const { shop, rows } = priceRise(2);
  const payments = {
    ...shopWork(shop, { faults: script("lostBefore", "lostAfter", "ok") }),
    once: true as const,
  };
  const { journal } = await planned(rows, payments);
  const { finished, seen } = await collect(apply(journal, payments, { concurrency: 1 }));
  expect(finished.counts).toMatchObject({ sent: 1, done: 1 });
  expect(shop.writes).toEqual([["t1"], ["t2"]]);
  expect(seen).toContainEqual(
    expect.objectContaining({
      type: "step.unknown",
      step: expect.objectContaining({ label: "t1", state: "sent" }),
      error: expect.objectContaining({ message: "no response" }),
    }),
  );
  const again = await collect(apply(journal, payments));
  expect(again.finished.counts).toMatchObject({ sent: 0, done: 2 });
});

test("the event of a step has the request id and note of its outcome", async () => {
  const { shop, rows } = priceRise(3);
  const work = shopWork(shop);
  const said = [{ requestId: "r-1" }, { note: "without its picture" }, { already: true }];
  const write: typeof work.write = async (steps) => {
    const outcomes = await work.write(steps);
    return outcomes.map((outcome) => ({ ...outcome, ...said[outcome.seq - 1] }));
  };
  const { journal } = await planned(rows, work);
  const { seen } = await collect(apply(journal, { ...work, write }));
  const done = seen.flatMap((event) => (event.type === "step.done" ? [event] : []));
  expect(done.map(({ type: _, step: { state, label }, ...more }) => [label, state, more])).toEqual([
    ["t1", "done", said[0]],
    ["t2", "done", said[1]],
    ["t3", "done", said[2]],
  ]);
});

test("the error of a step says if someone else changed, deleted or created its entity since the plan", async () => {
  const { shop, rows } = priceRise(2);
  rows.push([create("mug")], [create("cup")]);
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  shop.things.set("t1", { slug: "thing-1", price: "99" });
  shop.things.delete("t2");
  shop.things.set("m1", { slug: "mug" });
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 1, failed: 3 });
  expect(journal.steps({ state: "failed" }).map(({ label, error }) => [label, error])).toEqual([
    ["t1", { code: "CHANGED", message: "changed by someone else since the plan; left alone" }],
    ["t2", { code: "GONE", message: "no longer exists" }],
    ["mug", { code: "EXISTS", message: "one with this key already exists; left alone" }],
  ]);
  expect(failedByConflict(journal)).toBe(false);
});

test.each<[string, string[], string[], boolean]>([
  ["all steps that failed were changed by others", ["t1", "t2"], [], true],
  ["one of them failed for another reason", ["t1"], ["t2"], false],
  ["none failed", [], [], false],
])("a job failed by conflict if %s", async (_, changed, rejected, conflict) => {
  const { shop, rows } = priceRise(3);
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  for (const id of changed) shop.things.set(id, { slug: id, price: "99" });
  const refused = shopWork(shop, { faults: () => "refused" });
  const write: typeof work.write = (steps) =>
    (rejected.includes(steps[0]?.label ?? "") ? refused : work).write(steps);
  await collect(apply(journal, { ...work, write }));
  expect(failedByConflict(journal)).toBe(conflict);
});

test("a step that is rejected by its first request fails, although someone else has set its value since", async () => {
  const { shop, rows } = priceRise(2);
  const work = shopWork(shop, { grouped: true, faults: () => "halfGroup" });
  const write: typeof work.write = async (steps) => {
    const outcomes = await work.write(steps);
    shop.things.set("t2", { slug: "thing-2", price: "11" });
    return outcomes;
  };
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, { ...work, write }));
  expect(finished.counts).toMatchObject({ done: 1, failed: 1 });
  expect(shop.reads).toBe(1);
});

test("a step that is missing in the response to its group is settled by reading back", async () => {
  const { shop, rows } = priceRise(10);
  const honest = shopWork(shop, { grouped: true });
  const work = {
    ...honest,
    write: async (steps: readonly Step[]) => (await honest.write(steps)).slice(0, 3),
  };
  const { journal } = await planned(rows, work);
  expect((await collect(apply(journal, work))).finished.counts).toMatchObject({ done: 10 });
});

test("when the platform cannot be reached the run stops, and the steps left stay planned", async () => {
  const { shop, rows } = priceRise(300);
  const work = shopWork(shop, { faults: script("ok", "ok", "unreachable") });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work, { concurrency: 2 }));
  expect(finished.counts).toMatchObject({ done: 2, planned: 298, failed: 0, sent: 0 });
  expect(finished.stopped).toMatchObject({ code: "UNAVAILABLE", retryable: true, exitCode: 8 });
  expect(outcomeExit(finished.counts, finished.stopped)).toBe(9);
  expect((await collect(apply(journal, shopWork(shop)))).finished.counts).toMatchObject({ done: 300 });
  expect([...shop.effects.values()].every((times) => times === 1)).toBe(true);
});

test("when reading back fails, too, the step stays sent until the next run", async () => {
  const { shop, rows } = priceRise(1);
  const { journal } = await planned(rows, shopWork(shop));
  const work = shopWork(shop, { faults: () => "lostAfter", readFaults: (read) => read > 0 });
  const { finished, log } = await collect(apply(journal, work));
  expect(log).toEqual(["unknown t1"]);
  expect(outcomeExit(finished.counts, finished.stopped)).toBe(10);
  const resumed = await collect(apply(journal, shopWork(shop)));
  expect(resumed.log).toEqual(["done t1"]);
  expect([...shop.effects.values()]).toEqual([1]);
});

test("a create is found by its key, is never sent twice and never adopts an entity of someone else", async () => {
  for (const fault of ["lostAfter", "lostBefore"] as const) {
    const shop = new Shop();
    const work = shopWork(shop, { faults: script(fault, "ok") });
    const { journal } = await planned([[create("mug", { price: "5" })]], work);
    await collect(apply(journal, work));
    expect(shop.things.size).toBe(1);
    expect(journal.steps()[0]).toMatchObject({ state: "done", id: [...shop.things.keys()][0] });
  }
  const shop = new Shop();
  shop.things.set("theirs", { slug: "mug" });
  const { journal } = await planned([[create("mug")]], shopWork(shop));
  await collect(apply(journal, shopWork(shop)));
  expect(journal.steps()[0]).toMatchObject({ state: "failed", error: { code: "EXISTS" } });
  expect(shop.writes).toEqual([]);
});

test("an entity that appears later does not count as the result of a rejected create", async () => {
  const shop = new Shop();
  const { journal } = await planned([[create("mug")]], shopWork(shop));
  await collect(apply(journal, shopWork(shop, { faults: () => "refused" })));
  shop.things.set("theirs", { slug: "mug" });
  await collect(apply(journal, shopWork(shop), { retryFailed: true }));
  expect(journal.steps()[0]).toMatchObject({ state: "failed", error: { code: "EXISTS" } });
});

test("a create whose first request arrives late is done when the second one is rejected", async () => {
  const shop = new Shop();
  const honest = shopWork(shop);
  let late: Step | undefined;
  const work = {
    ...honest,
    write: async (steps: readonly Step[]) => {
      if (late) {
        shop.act(late);
        return await shopWork(shop, { faults: () => "refused" }).write(steps);
      }
      late = steps[0];
      return await shopWork(shop, { faults: () => "lostBefore" }).write(steps);
    },
  };
  const { journal } = await planned([[create("mug")]], work);
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 1 });
  expect(shop.things.size).toBe(1);
});

test("a create whose first request arrives before the second is sent is done", async () => {
  const shop = new Shop();
  const honest = shopWork(shop, { faults: () => "lostBefore" });
  let late: Step | undefined;
  let finds = 0;
  const work = {
    ...honest,
    find: async (steps: readonly Step[]) => {
      if (++finds === 3 && late) shop.act(late);
      return (await honest.find?.(steps)) ?? new Map();
    },
    write: async (steps: readonly Step[]) => {
      late = steps[0];
      return await honest.write(steps);
    },
  };
  const { journal } = await planned([[create("mug")]], work);
  expect((await collect(apply(journal, work))).log).toEqual(["done mug"]);
  expect(shop.writes).toHaveLength(1);
  expect(journal.steps()[0]?.id).toBe("new-1");
});

test("a lost create without a key is unknown", async () => {
  const shop = new Shop();
  const { key: _, ...keyless } = create("mug");
  const work = shopWork(shop, { faults: () => "lostAfter" });
  const { journal } = await planned([[keyless]], work);
  const { log, finished } = await collect(apply(journal, work));
  expect(log).toEqual(["unknown mug"]);
  expect(outcomeExit(finished.counts)).toBe(10);
  expect((await collect(apply(journal, work))).log).toEqual(["unknown mug"]);
  expect(shop.things.size).toBe(1);
});

/** Creates a thing, with two steps that depend on it. */
const family = (slug: string): StepDraft[] => [
  create(slug, { price: "5" }),
  { kind: "thing.update", label: `${slug}/stock`, dependsOn: 0, before: null, after: { stock: 3 } },
  {
    kind: "thing.update",
    label: `${slug}/note`,
    dependsOn: 0,
    phase: 1,
    before: null,
    after: { note: slug },
  },
];

test("the error of a step names the failed or undone step that it depends on", async () => {
  const shop = new Shop();
  const stock = { kind: "thing.update", label: "mug/stock", dependsOn: 0, before: null, after: { stock: 3 } };
  const { journal } = await planned([[create("mug"), stock]], shopWork(shop));
  await collect(apply(journal, shopWork(shop, { faults: () => "refused" })));
  const errors = () => journal.steps({ state: "failed" }).map(({ error }) => error);
  expect(errors()[1]).toEqual({ code: "DEPENDENCY", message: "not sent, because step 1 (mug) failed" });
  journal.db.prepare("UPDATE step SET state = 'undone' WHERE seq = 1").run();
  await collect(apply(journal, shopWork(shop), { retryFailed: true }));
  expect(errors()).toEqual([{ code: "DEPENDENCY", message: "not sent, because step 1 (mug) was undone" }]);
});

test("dependent steps get the new id, and fail if the step they depend on fails", async () => {
  const shop = new Shop();
  shop.things.set("theirs", { slug: "b" });
  const work = shopWork(shop);
  const { journal } = await planned([family("a"), family("b"), family("c")], work);
  const { finished } = await collect(apply(journal, work));
  expect(finished.counts).toMatchObject({ done: 6, failed: 3 });
  expect(shop.state().c).toEqual({ slug: "c", price: "5", stock: 3, note: "c" });
  expect(shop.state().b).toEqual({ slug: "b" });
  expect(journal.steps({ state: "failed" }).map(({ error }) => error?.code)).toEqual([
    "EXISTS",
    "DEPENDENCY",
    "DEPENDENCY",
  ]);
  expect(rowTotals(journal)).toMatchObject({ rows: 3, ok: 2, failed: 1 });
});

test("the lost response of a dependent step is settled by the values at the time of sending", async () => {
  for (const fault of ["lostBefore", "lostAfter"] as const) {
    const shop = new Shop();
    const work = shopWork(shop, { faults: script("ok", fault, "ok") });
    const { journal } = await planned([family("a")], work);
    const { finished } = await collect(apply(journal, work));
    expect(finished.counts).toMatchObject({ done: 3 });
    expect([...shop.effects.values()]).toEqual([1, 1, 1]);
  }
});

test("steps that depend on an unknown step wait for it", async () => {
  const shop = new Shop();
  const work = shopWork(shop, { faults: () => "lostAfter", readFaults: (read) => read === 1 });
  const { journal } = await planned([family("a")], work);
  expect((await collect(apply(journal, work))).finished.counts).toMatchObject({ sent: 1, planned: 2 });
  expect((await collect(apply(journal, shopWork(shop)))).finished.counts).toMatchObject({ done: 3 });
});

test("a phase is finished before the next one begins", async () => {
  const { shop, rows } = priceRise(40);
  const phased = rows.map(([draft], index) => [
    { ...(draft as StepDraft), phase: index % 2 === 0 ? 1.5 : 0 },
  ]);
  const work = shopWork(shop);
  const { journal } = await planned(phased, work);
  await collect(apply(journal, work));
  const even = shop.writes.flat().map((label) => Number(label.slice(1)) % 2 === 0);
  expect(even.indexOf(false)).toBe(20);
  expect(even.lastIndexOf(true)).toBe(19);
});

test("a delete of a missing entity is done, and a lost response is settled by reading back", async () => {
  const { shop } = priceRise(2);
  const work = shopWork(shop, { faults: script("lostAfter") });
  const { journal } = await planned([[remove("t1", { price: "10" })], [remove("t2", { price: "10" })]], work);
  shop.things.delete("t1");
  expect((await collect(apply(journal, work))).finished.counts).toMatchObject({ done: 2 });
  expect(shop.things.size).toBe(0);
  expect(shop.writes).toEqual([["t2"]]);
});

test("steps that cannot be read are sent, and unknown if the response is lost", async () => {
  const { shop } = priceRise(2);
  const hidden = (id: string): StepDraft => ({
    ...update(id, { price: "10" }, { price: "11" }),
    kind: "thing.hidden",
  });
  const work = shopWork(shop, { faults: script("ok", "lostAfter") });
  const { journal } = await planned([[hidden("t1")], [hidden("t2")]], work);
  expect((await collect(apply(journal, work))).finished.counts).toMatchObject({ done: 1, sent: 1 });
});

test("Ctrl-C finishes the requests in flight and sends no others; the job can be resumed", async () => {
  const { shop, rows } = priceRise(200);
  const stop = new AbortController();
  const work = shopWork(shop, {
    faults: (call) => {
      if (call === 20) stop.abort();
      return "ok";
    },
  });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work, { signal: stop.signal, concurrency: 4 }));
  expect(finished.stopped?.code).toBe("INTERRUPTED");
  expect(finished.counts.sent).toBe(0);
  expect(finished.counts.done).toBe(shop.writes.length);
  expect(shop.writes.length).toBeLessThan(26);
  expect(outcomeExit(finished.counts, finished.stopped)).toBe(130);
  expect((await collect(apply(journal, shopWork(shop)))).finished.counts).toMatchObject({ done: 200 });
  expect(shop.writes).toHaveLength(200);
});

test("Ctrl-C during the last request does not count as stopped early", async () => {
  const { shop, rows } = priceRise(1);
  const controller = new AbortController();
  const work = shopWork(shop, { alive: (where) => where === "after" && controller.abort() });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work, { signal: controller.signal }));
  expect(finished.counts).toMatchObject({ done: 1 });
  expect(finished.stopped).toBeUndefined();
});

test("a consumer that stops reading events stops the run cleanly", async () => {
  const { shop, rows } = priceRise(200);
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  let heard = 0;
  for await (const _ of apply(journal, work)) if (++heard === 30) break;
  expect(journal.counts().sent).toBe(0);
  expect(journal.counts().done).toBe(shop.writes.length);
  expect(shop.writes.length).toBeLessThan(200);
});

test("sends as many requests at a time as allowed, and never more", async () => {
  const { shop, rows } = priceRise(300);
  const honest = shopWork(shop);
  let now = 0;
  let most = 0;
  const work = {
    ...honest,
    write: async (steps: readonly Step[]) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return await honest.write(steps);
    },
  };
  const { journal } = await planned(rows, work);
  await collect(apply(journal, work, { concurrency: 5 }));
  expect(most).toBe(5);
});

test("when reading ahead fails the run stops, and the steps left stay planned", async () => {
  const { shop, rows } = priceRise(400);
  const work = shopWork(shop, { readFaults: (read) => read === 2 });
  const { journal } = await planned(rows, work);
  const { finished } = await collect(apply(journal, work));
  expect(finished.stopped).toMatchObject({ code: "UNAVAILABLE", message: "no connection" });
  expect(finished.counts).toMatchObject({ sent: 0, failed: 0 });
  expect(finished.counts.planned).toBeGreaterThanOrEqual(200);
  expect((await collect(apply(journal, work))).finished.counts).toMatchObject({ done: 400 });
  expect(shop.writes).toHaveLength(400);
});

test("a full disk ends the run with that error, and resuming repeats nothing", async () => {
  const { shop, rows } = priceRise(300);
  const work = shopWork(shop, { faults: (call) => (call < 150 ? "ok" : "lostAfter") });
  const { journal } = await planned(rows, work);
  const { exec } = journal.db;
  journal.db.exec = (sql) => {
    if (shop.writes.length < 40) return exec(sql);
    throw new TillError(1, "The disk is full.", { code: "DISK_FULL" });
  };
  await expect(collect(apply(journal, work))).rejects.toMatchObject({ code: "DISK_FULL" });
  expect(shop.writes.length).toBeLessThan(300);
  const revived = openJournal(diskImage(journal), journal.id);
  expect(revived.counts().sent).toBeGreaterThan(0);
  expect((await collect(apply(revived, shopWork(shop)))).finished.counts).toMatchObject({ done: 300 });
  expect([...shop.effects.values()].every((times) => times === 1)).toBe(true);
});

test("a bug in a resource is thrown after the requests in flight are recorded", async () => {
  const { shop, rows } = priceRise(3);
  const work = shopWork(shop);
  const { journal } = await planned(rows, work);
  const broken = { ...work, read: () => Promise.reject(new TypeError("undefined is not a function")) };
  await expect(collect(apply(journal, broken))).rejects.toThrow(TypeError);
  expect(journal.counts()).toMatchObject({ planned: 3 });
});

test("resume rejects changed input, an incomplete plan and an undone job", async () => {
  const { shop, rows } = priceRise(1);
  const { journal, dir } = await planned(rows, shopWork(shop));
  const { id } = journal;
  journal.amend({ inputHash: "abc" });
  await checkResume(journal, { inputHash: "abc" });
  await checkResume(journal);
  await expect(checkResume(journal, { inputHash: "abd" })).rejects.toMatchObject({
    exitCode: 6,
    code: "INPUT_CHANGED",
    message: `The input of job ${id} has changed since it was planned.`,
    hint: "Restore the file, or start a new job with the changed one.",
  });
  const second = openJournal(dir, id);
  await expect(checkResume(second)).rejects.toMatchObject({
    exitCode: 6,
    code: "JOB_RUNNING",
  });
  second.close();
  const unfinished = createJournal(temporaryFolder(), someJob);
  unfinished.addSteps([update("t1", { price: "10" }, { price: "11" })]);
  const notPlanned = {
    exitCode: 6,
    code: "NOT_PLANNED",
    message: `Job ${unfinished.id} was not completely planned; nothing was sent.`,
    hint: "Run it again: till things update --set price=+10%",
  };
  await expect(collect(apply(unfinished, shopWork(shop)))).rejects.toMatchObject(notPlanned);
  await expect(checkResume(unfinished)).rejects.toMatchObject(notPlanned);
  expect(shop.writes).toEqual([]);
  await collect(apply(journal, shopWork(shop)));
  await collect(undo(journal, shopWork(shop)));
  const undone = {
    exitCode: 6,
    code: "JOB_UNDONE",
    message: `Job ${id} has been undone, completely or in part.`,
    hint: `Finish the undo with: till jobs undo ${id}`,
  };
  await expect(checkResume(journal)).rejects.toMatchObject(undone);
  await expect(collect(apply(journal, shopWork(shop)))).rejects.toMatchObject(undone);
});

test("a job with steps of a kind that this version does not know is rejected before anything is sent", async () => {
  const { shop, rows } = priceRise(3);
  const work = shopWork(shop);
  rows.push([{ ...update("t1", { price: "10" }, { price: "12" }), kind: "thing.explode" }]);
  const { journal } = await planned(rows, work);
  const code = "UNKNOWN_STEP_KIND";
  for (const run of [apply, undo])
    await expect(collect(run(journal, work))).rejects.toMatchObject({
      exitCode: 6,
      code,
      message: expect.stringContaining('"thing.explode"'),
    });
  expect([shop.reads, shop.writes.length]).toEqual([0, 0]);
  expect(journal.counts()).toMatchObject({ planned: 4, sent: 0 });
});
