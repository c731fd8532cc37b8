import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import { outcomeExit, undoExit } from "../../../src/bulk/engine/outcome.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { exitCodes } from "../../../src/kernel/errors.ts";
import { collect, create, type Fault, planned, priceRise, Shop, shopWork } from "../shop.ts";

test.each<Fault>(["brokenBefore", "lostBefore"])(
  "an outage of writes (%s) ends the run after twenty requests, no row fails, and resume sends all of them",
  async (fault) => {
    const { shop, rows } = priceRise(300, (index) => String(10 + index));
    const { journal } = await planned(rows, shopWork(shop));
    const { finished, seen } = await collect(apply(journal, shopWork(shop, { faults: () => fault })));
    expect(shop.writes.length).toBeGreaterThanOrEqual(20);
    expect(shop.writes.length).toBeLessThan(20 + 8);
    expect(finished.counts).toMatchObject({ planned: 300, failed: 0, sent: 0 });
    expect(finished.stopped).toMatchObject({ code: "OUTAGE", retryable: true });
    expect(finished.stopped?.message).toContain("20 requests in a row");
    expect(outcomeExit(finished.counts, finished.stopped)).toBe(exitCodes.unavailable);
    expect(seen.filter(({ type }) => type === "step.failed")).toEqual([]);
    const again = await collect(apply(journal, shopWork(shop)));
    expect(again.finished.counts).toMatchObject({ done: 300 });
    expect([...shop.effects.values()].every((times) => times === 1)).toBe(true);
  },
);

test("with a successful request in between there is no outage, and a row fails after two attempts", async () => {
  const { shop, rows } = priceRise(100, (index) => String(10 + index));
  const { journal } = await planned(rows, shopWork(shop));
  const faults = (call: number): Fault => (call % 15 === 0 ? "ok" : "brokenBefore");
  const { finished } = await collect(apply(journal, shopWork(shop, { faults }), { concurrency: 4 }));
  expect(finished.stopped).toBeUndefined();
  expect(finished.counts).toMatchObject({ planned: 0, sent: 0 });
  expect(finished.counts.failed).toBeGreaterThan(50);
});

test("with a rejected request in between there is no outage", async () => {
  const { shop, rows } = priceRise(100, (index) => String(10 + index));
  const { journal } = await planned(rows, shopWork(shop));
  const faults = (call: number): Fault => (call % 15 === 0 ? "refused" : "brokenBefore");
  const { finished } = await collect(apply(journal, shopWork(shop, { faults }), { concurrency: 1 }));
  expect(finished.stopped).toBeUndefined();
  expect(finished.counts).toMatchObject({ failed: 100 });
});

test("a row that failed before the outage began stays failed", async () => {
  const { shop, rows } = priceRise(300, (index) => String(10 + index));
  const works = shopWork(shop);
  const fails = shopWork(shop, { faults: () => "brokenBefore" });
  const { journal } = await planned(rows, works);
  let [failures, later] = [0, 0];
  // The first row fails for good, another row is carried out after it, and then the outage begins.
  const write: typeof works.write = (steps) => {
    const isFirst = steps[0]?.label === "t1";
    if (isFirst) failures += 1;
    else if (failures === 2) later += 1;
    return (isFirst || later > 1 ? fails : works).write(steps);
  };
  const { finished } = await collect(apply(journal, { ...works, write }, { concurrency: 1 }));
  expect(finished.stopped).toMatchObject({ code: "OUTAGE" });
  expect(finished.counts).toMatchObject({ failed: 1, sent: 0 });
  expect(journal.steps({ state: "failed" }).map(({ label }) => label)).toEqual(["t1"]);
});

test("responses that are lost after the effect are no outage", async () => {
  const { shop, rows } = priceRise(60, (index) => String(10 + index));
  const { journal } = await planned(rows, shopWork(shop));
  const { finished } = await collect(apply(journal, shopWork(shop, { faults: () => "brokenAfter" })));
  expect(finished.counts).toMatchObject({ done: 60 });
});

test("fewer than twenty failed requests are no outage: the rows fail", async () => {
  const { shop, rows } = priceRise(3, (index) => String(10 + index));
  const { journal } = await planned(rows, shopWork(shop));
  const { finished, seen } = await collect(apply(journal, shopWork(shop, { faults: () => "brokenBefore" })));
  expect(finished.counts).toMatchObject({ failed: 3 });
  expect(seen.filter(({ type }) => type === "step.failed")).toHaveLength(3);
  expect(shop.writes).toHaveLength(6);
});

test("steps that depend on a row of the outage stay planned, too", async () => {
  const shop = new Shop();
  const rows = Array.from({ length: 12 }, (_, index) => [
    create(`mug-${index}`, { price: "5" }),
    { kind: "thing.update", label: `${index}/stock`, dependsOn: 0, before: null, after: { stock: index } },
  ]);
  const { journal } = await planned(rows, shopWork(shop));
  const work = shopWork(shop, { faults: () => "brokenBefore" });
  const { finished } = await collect(apply(journal, work, { concurrency: 1 }));
  expect(finished.counts).toMatchObject({ planned: 24, failed: 0 });
  expect((await collect(apply(journal, shopWork(shop)))).finished.counts).toMatchObject({ done: 24 });
});

test("an outage ends an undo in the same way, and it can be resumed", async () => {
  const { shop, rows } = priceRise(100, (index) => String(10 + index));
  const before = structuredClone(shop.state());
  const { journal } = await planned(rows, shopWork(shop));
  await collect(apply(journal, shopWork(shop)));
  const { finished } = await collect(undo(journal, shopWork(shop, { faults: () => "brokenBefore" })));
  expect(finished.counts).toMatchObject({ done: 100, undone: 0 });
  expect(undoExit(journal, finished.counts, { stopped: finished.stopped })).toBe(exitCodes.unavailable);
  expect((await collect(undo(journal, shopWork(shop)))).finished.counts).toMatchObject({ undone: 100 });
  expect(shop.state()).toEqual(before);
});
